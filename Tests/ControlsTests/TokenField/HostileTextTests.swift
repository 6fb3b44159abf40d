import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `A token field that is given anything` {
  @Test func `keeps a line of a megabyte as one token, elided and whole`() throws {
    var field = ControlHarness(tokens: [])
    let line = String(repeating: "x", count: 1 << 20)
    field.paste(Array(line.utf8))
    field.settle()
    #expect(field.control.tokens.map(\.text.utf8.count) == [1 << 20])
    let shown = try #require(field.drawing().texts.first)
    #expect(shown.contains("…") && shown.count < 200)
    field.press(.character("a"), .control)
    #expect(field.copied() == line)
  }

  @Test func `makes as many tokens of a megabyte's list as there are, over many frames`() {
    var field = ControlHarness(tokens: ["first"])
    field.press(.end)
    let list = (0..<100_000).map { "a\($0)@b.example" }
    field.paste(Array(list.joined(separator: ",\n").utf8))
    #expect(field.control.tokens.count == 1, "the first step alone is read at once")
    var frames = 0
    while field.control.tokens.count == 1, frames < 1000 {
      field.advance(by: ControlHarness<TextTokenField>.frame)
      frames += 1
    }
    #expect(frames > 10)
    #expect(field.control.tokens.map(\.text) == ["first"] + list)
  }

  @Test func `gives up a long list at Escape, and has lost nothing`() {
    var field = ControlHarness(tokens: ["first"])
    field.paste(Array(String(repeating: "a,", count: 100_000).utf8))
    #expect(field.control.status == "Pasting; Escape gives it up")
    let isTaken = field.press(.escape)
    #expect(field.control.status == "Given up; nothing was pasted")
    field.settle()
    #expect(isTaken && field.control.tokens.map(\.text) == ["first"])
  }

  @Test(arguments: [([9_000], 0), ([11_000], 1), ([6_000, 6_000], 1), ([4_000, 4_000], 0)])
  func `takes no more text among tokens than by itself`(counts: [Int], tokens: Int) {
    var (field, bytes) = (ControlHarness(tokens: []), [UInt8]())
    for count in counts {
      Netstring.append(Array("s\(String(repeating: "x", count: count))".utf8), to: &bytes)
    }
    field.paste(bytes, as: .tokens)
    #expect(field.control.tokens.map(\.text.count) == (tokens == 0 ? [] : [counts.reduce(0, +)]))
    #expect(field.control.count == (tokens == 0 ? counts.reduce(0, +) : 1))
  }

  private static let texts: [([UInt8], [String])] = [
    ([0x61, 0xFF, 0xFE, 0x62, 0x2C], ["a\u{FFFD}\u{FFFD}b"]), ([0x61, 0x00, 0x62, 0x2C], ["a\0b"]),
    (Array("a\u{202E}b\u{2066},".utf8), ["a\u{202E}b\u{2066}"]), ([0x1B, 0x5B, 0x2C], ["\u{1B}["]),
    ([0xC3, 0x2C, 0xA9, 0x2C], ["\u{FFFD}", "\u{FFFD}"]),
    ([0xED, 0xA0, 0x80, 0x2C], ["\u{FFFD}\u{FFFD}\u{FFFD}"]),
  ]

  @Test(arguments: texts) func `shows what is no text, or hides some, by stand-ins`(
    bytes: [UInt8], texts: [String]
  ) {
    var field = ControlHarness(tokens: [])
    field.paste(bytes)
    #expect(field.control.tokens.map(\.text) == texts)
    for text in field.drawing().texts {
      #expect(DisplayText.displayed(text) == text, "all that is drawn is safe")
    }
  }

  @Test func `edits no token in place that is too long for it, and says so`() {
    let long = String(repeating: "é", count: TokenFieldConfiguration.textLimit + 1)
    var field = ControlHarness(tokens: [long, String(long.dropLast())])
    field.press(.right, .shift)
    field.press(.function(2))
    #expect(field.control.tokens.count == 2)
    #expect(field.control.status.hasSuffix("is too long to be edited here"))
    field.press(.right)
    field.press(.right, .shift)
    field.press(.function(2))
    #expect(field.control.tokens.count == 1, "one character less is not")
  }
}

extension ControlHarness {
  /// Pastes bytes.
  mutating func paste(_ bytes: [UInt8], as type: DataType = .text) {
    press(.character("v"), .control)
    let content = ReceivedData.Content(type: type, bytes: ReceivedBytes(copying: bytes.span))
    send(.data(.received(ReceivedData(from: .pasteboard(.clipboard), .success(content)))))
  }

  /// What is copied by Ctrl+C, as text.
  func copied<Kind>() -> String? where Subject == TokenField<Kind> {
    var field = self
    field.press(.character("c"), .control)
    guard case .offer(let offer, .clipboard)? = field.actions.last else { return nil }
    return offer.forms.first { $0.type == .text }.map {
      String(decoding: $0.bytes(), as: UTF8.self)
    }
  }
}
