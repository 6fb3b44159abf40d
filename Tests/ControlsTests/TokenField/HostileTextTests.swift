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

  @Test(arguments: [(Key.home, 6001), (.end, 1)])
  func `takes no more text than there is room for on both sides of it`(key: Key, count: Int) {
    var field = ControlHarness(tokens: [])
    for letter in ["x", "y"] {
      field.paste(Array(String(repeating: letter, count: 6000).utf8))
      field.press(key)
    }
    #expect(field.control.tokens.count == 1 && field.control.count == count)
  }

  @Test(arguments: [DataType.text, .tokens], [0, 1])
  func `counts the room for text in characters, however many bytes they have`(
    type: DataType, surplus: Int
  ) {
    let text = String(repeating: "한", count: TokenFieldConfiguration.textLimit + surplus)
    var (field, bytes) = (ControlHarness(tokens: []), [UInt8]())
    Netstring.append(Array("s\(text)".utf8), to: &bytes)
    field.paste(type == .text ? Array(text.utf8) : bytes, as: type)
    #expect(field.control.tokens.count == surplus)
    #expect(field.control.count == (surplus == 0 ? TokenFieldConfiguration.textLimit : 1))
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

  @Test func `looks once for what is wrong with a token, whatever is done beside it`() {
    final class Count { var value = 0 }
    let looks = Count()
    let kind = TextTokens(firstID: 1) { _ in
      looks.value += 1
      return "Wrong"
    }
    var control = TokenField(
      [TextToken(id: 0, text: "x")], kind: kind, in: Environment(text: FixedTextMetrics()))
    control.place(at: .zero, width: 420)
    control.focus(0, at: .zero)
    var field = ControlHarness(control)
    for key in [Key.end, .left, .right] { field.press(key) }
    #expect(looks.value == 1 && field.control.status == "“x”: Wrong")
    field.type("ab")
    field.press(.home)
    field.press(.right, .shift)
    #expect(looks.value == 1 && field.control.status == "“x”: Wrong")
  }

  @Test func `keeps no more of very long tokens to undo than may be kept`() {
    let limit = EditHistory<Int>.costLimit
    let long = String(decoding: [UInt8](repeating: 0x78, count: limit / 2), as: UTF8.self)
    var editor = TokenEditor(
      [TextToken](), kind: TextTokens(), configuration: TokenFieldConfiguration())
    for id in 0..<4 {
      editor.replace(0..<0, with: UnitSequence([.token(TextToken(id: id, text: long))]))
    }
    while editor.history.canUndo { editor.undo() }
    #expect(editor.units.compactMap(\.token?.id) == [1, 0], "the last one, and one of half of all")
  }

  @Test func `edits no token in place that is too long for it, and says so`() {
    let long = String(repeating: "é", count: TokenFieldConfiguration.textLimit + 1)
    var field = ControlHarness(tokens: [long, String(long.dropLast())])
    field.press(.right, .shift)
    field.press(.function(2))
    #expect(field.control.tokens.count == 2)
    #expect(field.control.status == "This token is too long to be edited here")
    #expect(field.selection == .caret(1), "it is selected no more, so nothing takes its place")
    field.type("x")
    #expect(field.control.tokens.count == 2 && field.freeText == "x")
    field.press(.backspace)
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
