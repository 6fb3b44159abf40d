import TestSupport
import Testing

@testable import Secrets

/// Bytes that are read in chunks.
private struct Source {
  var bytes: ArraySlice<UInt8>
  /// The maximum size of a chunk in bytes.
  let step: Int
  private(set) var readCount = 0

  init(_ bytes: [UInt8], step: Int) { (self.bytes, self.step) = (bytes[...], step) }

  mutating func read(into space: UnsafeMutableRawBufferPointer) -> Int {
    let chunk = bytes.prefix(min(step, space.count))
    space.copyBytes(from: chunk)
    bytes = bytes.dropFirst(chunk.count)
    readCount += chunk.count
    return chunk.count
  }
}

@Suite struct `Password reading` {
  /// Returns the result of reading some bytes, the text, and the number of bytes read.
  private func result(_ bytes: [UInt8], step: Int = .max) -> (SecureText.Insertion, String, Int) {
    var text = SecureText("old")
    var source = Source(bytes, step: step)
    let result = text.fill { source.read(into: $0) }
    return (result, text.string, source.readCount)
  }

  @Test(
    arguments: [
      ("", ""), ("\n", ""), ("pass", "pass"), ("pass\n", "pass"), ("pa ss ", "pa ss "),
      ("Stra\u{df}e\n", "Stra\u{df}e"), ("\u{FEFF}pass\n", "pass"), ("\u{FEFF}\n", ""),
      ("\u{1F98A}", "\u{1F98A}"),
    ], [1, 2, 3, 4096]) func `replaces the text for any chunk size`(
      example: (input: String, text: String), step: Int
    )
  {
    let (insertion, text, _) = result(Array(example.input.utf8), step: step)
    #expect(insertion == .inserted(caret: example.text.count))
    #expect(text == example.text)
  }

  @Test(arguments: [
    ([UInt8]("a\n\n".utf8), SecureText.Rejection.controlCharacter),
    ([UInt8]("a\nb".utf8), .controlCharacter), ([UInt8]("a\r\n".utf8), .controlCharacter),
    ([0x61, 0], .controlCharacter), ([0xFF], .invalidUTF8), ([0xC3, 0x0A], .invalidUTF8),
  ]) func `leaves the text unchanged for invalid input`(bytes: [UInt8], rejection: SecureText.Rejection) {
    #expect(result(bytes) == (.rejected(rejection), "old", bytes.count))
  }

  @Test(arguments: ["a", "\u{e9}", "\u{20ac}", "\u{1F98A}"])
  func `accepts as many characters as a text can have`(character: String) {
    let full = String(repeating: character, count: SecureText.capacity)
    for end in ["", "\n"] {
      #expect(result(Array((full + end).utf8)).1 == full)
      let (insertion, text, _) = result(Array((full + "b" + end).utf8))
      #expect(insertion == .rejected(.tooLong) && text == "old")
    }
  }

  @Test(arguments: [1, 1000, .max]) func `stops before the end of very long input`(step: Int) {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    let expected = SecureText.Insertion.rejected(.tooLong)
    #expect(result(bytes, step: step) == (expected, "old", SecureText.maximumLineSize))
  }

  @Test func `throws the error of the input`() {
    struct Broken: Error {}
    #expect(throws: Broken.self) {
      var text = SecureText()
      _ = try text.fill { _ throws(Broken) in throw Broken() }
    }
  }
}
