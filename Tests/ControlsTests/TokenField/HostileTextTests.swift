import ControlTestSupport
import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `Token field with unusual text` {
  @Test func `keeps a 1 MB line as one token, elided when drawn`() throws {
    var field = ControlHarness(tokens: [])
    let line = String(repeating: "x", count: 1 << 20)
    field.paste(Array(line.utf8))
    field.settle()
    #expect(field.control.tokens.map(\.text.utf8.count) == [1 << 20])
    let displayed = try #require(field.drawing().texts.first)
    #expect(displayed.contains("…") && displayed.count < 200)
    field.press(.character("a"), .control)
    #expect(field.copied() == line)
  }

  @Test(.onlyInAll("large data")) func `creates all tokens of a 1 MB list`() {
    var field = ControlHarness(tokens: ["first"])
    field.press(.end)
    let list = (0..<100_000).map { "a\($0)@b.example" }
    field.paste(Array(list.joined(separator: ",\n").utf8))
    #expect(field.control.tokens.map(\.text) == ["first"] + list)
  }

  @Test(arguments: [([9_000], 0), ([11_000], 1), ([6_000, 6_000], 1), ([4_000, 4_000], 0)])
  func `limits pasted text among tokens like text alone`(counts: [Int], tokens: Int) {
    var (field, bytes) = (ControlHarness(tokens: []), [UInt8]())
    for count in counts {
      Netstring.append(Array("s\(String(repeating: "x", count: count))".utf8), to: &bytes)
    }
    field.paste(bytes, as: .tokens)
    #expect(field.control.tokens.map(\.text.count) == (tokens == 0 ? [] : [counts.reduce(0, +)]))
    #expect(field.control.count == (tokens == 0 ? counts.reduce(0, +) : 1))
  }

  @Test(arguments: [(Key.home, 6001), (.end, 1)])
  func `limits pasted text including the text on both sides`(key: Key, count: Int) {
    var field = ControlHarness(tokens: [])
    for letter in ["x", "y"] {
      field.paste(Array(String(repeating: letter, count: 6000).utf8))
      field.press(key)
    }
    #expect(field.control.tokens.count == 1 && field.control.count == count)
  }

  @Test(arguments: [(4000, 4000), (4001, 1), (1, 4001), (4001, 4001)])
  func `limits pasted text at either end of tokens including the text beside it`(first: Int, last: Int) {
    let text = [TokenFieldElement<TextToken>](repeating: .text("x"), count: 6000)
    var editor = TokenEditor<TextTokenAdapter>(of: text + .tokens([0]) + text, duplicates: .allow)
    editor.selection = .range(text.count, text.count + 1)
    var bytes: [UInt8] = []
    for content in [
      "s" + String(repeating: "a", count: first), "t5 y", "s" + String(repeating: "b", count: last),
    ] {
      Netstring.append(Array(content.utf8), to: &bytes)
    }
    let isPasted = editor.paste(bytes, as: .tokens)
    let (before, after) = (
      editor.elements.textRun(after: 0), editor.elements.textRun(before: editor.elements.count)
    )
    #expect(isPasted)
    #expect((before.count > text.count) == (first <= 4000) && (after.count > text.count) == (last <= 4000))
  }

  @Test(arguments: [DataType.text, .tokens], [0, 1])
  func `measures the text limit in characters, not in bytes`(
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

  @Test(arguments: texts) func `displays replacements for invalid and invisible characters`(
    bytes: [UInt8], texts: [String]
  ) {
    var field = ControlHarness(tokens: [])
    field.paste(bytes)
    #expect(field.control.tokens.map(\.text) == texts)
    for text in field.drawing().texts {
      #expect(DisplaySanitizer.sanitized(text) == text, "all drawn text is sanitized")
    }
  }

  @Test func `validates a token once, regardless of other changes`() {
    final class Count { var value = 0 }
    let calls = Count()
    let adapter = TextTokenAdapter(firstID: 1) { _, _ in
      calls.value += 1
      return "Wrong"
    }
    var control = TokenField(
      [TextToken(id: 0, text: "x")], adapter: adapter, in: Environment(text: FixedTextMetrics()))
    control.layOut(at: .zero, width: 420, at: .zero)
    control.focus(0, at: .zero)
    var field = ControlHarness(control)
    for key in [Key.end, .left, .right] { field.press(key) }
    #expect(calls.value == 1 && field.control.status == "“x”: Wrong")
    field.type("ab")
    field.press(.home)
    field.press(.right, .shift)
    #expect(calls.value == 1 && field.control.status == "“x”: Wrong")
  }

  @Test func `limits the undo cost of very long tokens`() {
    let long = String(repeating: "x", count: EditHistory<Int>.costLimit / 2)
    var editor = TokenEditor(
      [TextToken](), adapter: TextTokenAdapter(), configuration: TokenFieldConfiguration())
    for id in 0..<4 {
      editor.replace(0..<0, with: ElementSequence([.token(TextToken(id: id, text: long))]))
      _ = editor.takePendingUpdates()
    }
    while editor.history.canUndo { editor.undo() }
    #expect(editor.elements.compactMap(\.token?.id) == [1, 0], "the last step and half the limit")
  }

  @Test func `limits the undo cost of replacements by texts of the same length`() {
    let long = String(repeating: "x", count: EditHistory<Int>.costLimit / 2)
    var editor = TokenEditor(
      [TextToken](), adapter: TextTokenAdapter(), configuration: TokenFieldConfiguration())
    for id in 0..<4 {
      let new = ElementSequence([.token(TextToken(id: id, text: long))])
      editor.replace(0..<editor.elements.count, with: new)
      _ = editor.takePendingUpdates()
    }
    var count = 0
    while editor.history.canUndo {
      editor.undo()
      count += 1
    }
    #expect(count == 2)
  }

  @Test func `refuses a typed letter for a token if the text around it would be too long`() {
    let text = [TokenFieldElement<TextToken>](
      repeating: .text("x"), count: TokenFieldConfiguration.textLimit / 2)
    var editor = TokenEditor<TextTokenAdapter>(of: text + .tokens([0]) + text, duplicates: .allow)
    editor.selection = .range(text.count, text.count + 1)
    editor.type("y")
    #expect(editor.elements.count == 2 * text.count + 1 && editor.takePendingUpdates().message != nil)
  }

  @Test func `refuses to edit a token in place that is too long`() {
    let long = String(repeating: "é", count: TokenFieldConfiguration.textLimit + 1)
    var field = ControlHarness(tokens: [long, String(long.dropLast())])
    field.press(.right, .shift)
    field.press(.function(2))
    #expect(field.control.tokens.count == 2)
    #expect(field.control.status == "This token is too long to edit in place")
    #expect(field.selection == .range(0, 1), "it stays selected")
    field.press(.right)
    field.press(.right, .shift)
    field.press(.function(2))
    #expect(field.control.tokens.count == 1, "a token of the maximum length can be edited")
  }
}

extension ControlHarness {
  /// Pastes data.
  mutating func paste(_ bytes: [UInt8], as type: DataType = .text) {
    press(.character("v"), .control)
    let content = ReceivedData.Content(type: type, bytes: ReceivedBytes(copying: bytes.span))
    send(.data(.received(ReceivedData(from: .pasteboard(.clipboard), .success(content)))))
  }

  /// Returns the text that Ctrl+C copies.
  func copied<Adapter>() -> String? where Subject == TokenField<Adapter> {
    var field = self
    field.press(.character("c"), .control)
    guard case .offer(let offer, .clipboard)? = field.effects.last else { return nil }
    return offer.representations.first { $0.type == .text }.map {
      String(decoding: $0.bytes(), as: UTF8.self)
    }
  }
}
