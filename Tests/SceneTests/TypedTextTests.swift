import Scene
import Testing

@Suite struct `Typed text` {
  @Test(arguments: ["", "a", "é", "漢字", "👩‍👩‍👧", String(repeating: "x", count: 32)])
  func `returns the bytes that it was created from`(string: String) throws {
    let made = TypedText(utf8: string.utf8Span.span)
    let text = try #require(made)
    #expect(text.isEmpty == string.isEmpty)
    #expect(bytes(of: text) == Array(string.utf8))
  }

  @Test(arguments: ["a", "ß", "€", "😀"] as [Unicode.Scalar])
  func `is created from one scalar`(scalar: Unicode.Scalar) {
    #expect(bytes(of: TypedText(scalar)) == Array(String(scalar).utf8))
  }

  @Test func `rejects more than 32 bytes`() {
    let long = [UInt8](repeating: 0x78, count: TypedText.capacity + 1)
    #expect(TypedText(utf8: long.span) == nil)
  }

  @Test(arguments: [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func `rejects invalid UTF-8`(bytes: [UInt8]) {
    #expect(TypedText(utf8: bytes.span) == nil)
  }

  @Test func `hides its content from logs, tests and debuggers`() throws {
    let made = TypedText(utf8: "Passw0rd!".utf8Span.span)
    let text = try #require(made)
    var dumped = ""
    dump(text, to: &dumped)
    for output in ["\(text)", String(reflecting: text), dumped] {
      #expect(!output.contains("Passw") && !output.contains("80, 97") && output.contains("9 bytes"))
    }
  }

  private func bytes(of text: TypedText) -> [UInt8] {
    text.withUTF8 { span in span.indices.map { span[$0] } }
  }
}
