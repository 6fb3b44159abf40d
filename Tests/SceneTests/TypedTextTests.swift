import Scene
import Testing

@Suite struct `Typed text` {
  @Test(arguments: ["", "a", "é", "漢字", "👩‍👩‍👧", String(repeating: "x", count: 32)])
  func `gives back the bytes it was made of`(string: String) throws {
    let made = TypedText(utf8: string.utf8Span.span)
    let text = try #require(made)
    #expect(text.isEmpty == string.isEmpty)
    #expect(bytes(of: text) == Array(string.utf8))
  }

  @Test(arguments: ["a", "ß", "€", "😀"] as [Unicode.Scalar])
  func `is made of one scalar`(scalar: Unicode.Scalar) {
    #expect(bytes(of: TypedText(scalar)) == Array(String(scalar).utf8))
  }

  @Test func `holds 32 bytes and no more`() {
    let long = [UInt8](repeating: 0x78, count: TypedText.capacity + 1)
    #expect(TypedText(utf8: long.span) == nil)
  }

  @Test(arguments: [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func `is never anything but UTF-8`(bytes: [UInt8]) {
    #expect(TypedText(utf8: bytes.span) == nil)
  }

  @Test func `shows nothing of itself to a log, a test or a debugger`() throws {
    let made = TypedText(utf8: "Passw0rd!".utf8Span.span)
    let text = try #require(made)
    var dumped = ""
    dump(text, to: &dumped)
    for shown in ["\(text)", String(reflecting: text), dumped] {
      #expect(!shown.contains("Passw") && !shown.contains("80, 97") && shown.contains("9 bytes"))
    }
  }

  private func bytes(of text: TypedText) -> [UInt8] {
    text.withUTF8 { span in span.indices.map { span[$0] } }
  }
}
