import TestSupport
import Testing

@testable import Controls

@Suite struct `URI list` {
  private static let lists: [(String, [String])] = [
    ("file:///a/b\r\n", ["/a/b"]), ("file:///a\r\nfile:///b\r\n", ["/a", "/b"]),
    ("file:///a\nfile:///b", ["/a", "/b"]), ("# comment\r\nfile:///a\r\n", ["/a"]), ("", []),
    ("\r\n\r\n", []), ("file:///a%20b%2Fc", ["/a b/c"]), ("file:///%C3%A9", ["/\u{E9}"]),
    ("file://localhost/a", ["/a"]), ("file:/a", ["/a"]),
    ("file://LocalHost/a", ["/a"]), ("file://otherhost/a%20b", ["file://otherhost/a%20b"]),
    ("file://localhost.example/a", ["file://localhost.example/a"]),
    ("https://a.example/%20", ["https://a.example/%20"]), ("mailto:a@b", ["mailto:a@b"]),
    ("file:///100%", ["/100%"]), ("file:///%4", ["/%4"]), ("file:///%zz%41", ["/%zzA"]),
    ("file:///%FF", ["file:///%FF"]), ("file:///%00", ["file:///%00"]), ("file://", ["file://"]),
    ("file:///tmp/%C3", ["file:///tmp/%C3"]), ("file://localhost/%ED%A0%80", ["file://localhost/%ED%A0%80"]),
    ("file:///", ["/"]), ("file:///%25%34%31", ["/%41"]), ("file:///a#b?c", ["/a#b?c"]),
  ]

  @Test(arguments: lists) func `is read as file paths and other URIs`(
    list: String, names: [String]
  ) {
    var actual: [String] = []
    URIList.forEachLine(in: Array(list.utf8).span) { actual.append(URIList.name(in: String(decoding: $0))) }
    #expect(actual == names)
  }

  @Test(arguments: [
    ("/a/b", "file:///a/b\r\n"), ("/a b%/\u{E9}", "file:///a%20b%25/%C3%A9\r\n"),
    ("/", "file:///\r\n"), ("/~x-._1Z#?&", "file:///~x-._1Z%23%3F%26\r\n"),
    ("/a\r\nb", "file:///a%0D%0Ab\r\n"),
  ]) func `encodes file paths with any characters`(path: String, list: String) {
    #expect(URIList.list(ofFiles: [path]) == list)
    #expect(URIList.list(ofFiles: [path, path]) == list + list)
    #expect(URIList.name(in: String(list.dropLast())) == path, "a line end is one character")
  }
}

@Suite struct `Netstring sequence` {
  private static func contents(of bytes: [UInt8]) -> [[UInt8]]? {
    var contents: [[UInt8]] = []
    let isValid = Netstring.forEachContent(in: bytes.span) { content in
      contents.append(content.indices.map { content[$0] })
    }
    return isValid ? contents : nil
  }

  @Test(arguments: seeds(50)) func `returns the contents written to it`(seed: Int) {
    var (generator, bytes) = (SeededGenerator(seed: seed), [UInt8]())
    let contents = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
      (0..<Int.random(in: 0...200, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
    }
    for content in contents { Netstring.append(content, to: &bytes) }
    #expect(Self.contents(of: bytes) == contents)
  }

  @Test(arguments: [
    "1", "1:", "1:a", "1:ab", "2:a,", ":,", "a:b,", "-1:a,", "1:a,x", "1:a,:,", " 1:a,", "1 :a,",
    "9999999999999999999999999:a,", "18446744073709551616:a,", "1:a;", "0x1:a,",
    "01:a,", "00:,",
  ]) func `is refused if it is malformed`(text: String) {
    #expect(Self.contents(of: Array(text.utf8)) == nil)
  }

  @Test(arguments: seeds(200)) func `is accepted after a changed byte only if it is still well-formed`(
    seed: Int
  ) {
    var (generator, bytes) = (SeededGenerator(seed: seed), [UInt8]())
    let alphabet = Array("0123456789:,ab".utf8)
    for _ in 0..<5 {
      let content = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
      }
      Netstring.append(content, to: &bytes)
    }
    let index = Int.random(in: 0..<bytes.count, using: &generator)
    bytes[index] = alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
    guard let contents = Self.contents(of: bytes) else { return }
    var again: [UInt8] = []
    for content in contents { Netstring.append(content, to: &again) }
    #expect(again == bytes, "all bytes are read, and the encoding is unique")
  }
}
