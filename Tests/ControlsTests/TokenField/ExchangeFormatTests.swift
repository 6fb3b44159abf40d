import TestSupport
import Testing

@testable import Controls

@Suite struct `A list of URIs` {
  private static let lists: [(String, [String])] = [
    ("file:///a/b\r\n", ["/a/b"]), ("file:///a\r\nfile:///b\r\n", ["/a", "/b"]),
    ("file:///a\nfile:///b", ["/a", "/b"]), ("# comment\r\nfile:///a\r\n", ["/a"]), ("", []),
    ("\r\n\r\n", []), ("file:///a%20b%2Fc", ["/a b/c"]), ("file:///%C3%A9", ["/\u{E9}"]),
    ("file://localhost/a", ["/a"]), ("file:/a", ["/a"]),
    ("file://LocalHost/a", ["/a"]), ("file://otherhost/a%20b", ["file://otherhost/a%20b"]),
    ("file://localhost.example/a", ["file://localhost.example/a"]),
    ("https://a.example/%20", ["https://a.example/%20"]), ("mailto:a@b", ["mailto:a@b"]),
    ("file:///100%", ["/100%"]), ("file:///%4", ["/%4"]), ("file:///%zz%41", ["/%zzA"]),
    ("file:///%FF", ["/\u{FFFD}"]), ("file:///%00", ["/\u{0}"]), ("file://", ["file://"]),
    ("file:///", ["/"]), ("file:///%25%34%31", ["/%41"]), ("file:///a#b?c", ["/a#b?c"]),
  ]

  @Test(arguments: lists) func `is read as paths of files and other places`(
    list: String, names: [String]
  ) {
    #expect(URIList.names(in: list) == names)
  }
}

@Suite struct `A row of netstrings` {
  private static func contents(of bytes: [UInt8]) -> [[UInt8]]? {
    var contents: [[UInt8]] = []
    let isWhole = Netstring.forEach(in: bytes.span) { content in
      contents.append(content)
      return true
    }
    return isWhole ? contents : nil
  }

  @Test(arguments: 0..<50) func `brings back what was put into it`(seed: Int) {
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
  ]) func `is refused where it is none`(text: String) {
    #expect(Self.contents(of: Array(text.utf8)) == nil)
  }

  @Test(arguments: 0..<200) func `is read or refused, whatever the bytes are`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("0123456789:,ab".utf8)
    let bytes = (0..<30).map { _ in alphabet[Int.random(in: 0..<14, using: &generator)] }
    if let contents = Self.contents(of: bytes) { #expect(contents.joined().count < bytes.count) }
  }

  @Test func `ends where the reader refuses a content`() {
    var count = 0
    let bytes = Array("1:a,1:b,1:c,".utf8)
    let isWhole = Netstring.forEach(in: bytes.span) { content in
      count += 1
      return content != Array("b".utf8)
    }
    #expect(!isWhole && count == 2)
  }
}
