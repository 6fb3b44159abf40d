import ControlTestSupport
import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

private typealias Field = ControlHarness<TextTokenField>

@Suite struct `Paste requests` {
  @Test func `are required for accepting data`() {
    var field = Field(tokens: ["a"])
    let isHandled = field.receive("x,")
    #expect(!isHandled && field.names == ["a"])
  }

  @Test func `match an immediate failure to the latest request`() {
    var field = Field(tokens: ["a"])
    field.press(.character("v"), .control)
    field.press(.end)
    field.press(.character("v"), .control)
    field.receive(.failure(.tooManyRequests))
    field.receive("x,")
    #expect(field.names == ["x", "a"])
  }

  @Test(arguments: [false, true]) func `delay Enter until the text is pasted`(isFailure: Bool) {
    var field = Field(tokens: [])
    field.press(.character("v"), .control)
    for _ in 1...2 { field.press(.character("v"), .control, isRepeat: true) }
    let isHandled = field.press(.enter)
    func isEntered(_ field: Field) -> Bool {
      field.actions.contains { if case .entered = $0 { true } else { false } }
    }
    #expect(isHandled && !isEntered(field))
    field.advance(by: .milliseconds(300))
    #expect(field.control.status == "Pasting… Press Escape to cancel")
    if isFailure { field.receive(.failure(.timedOut)) } else { field.receive("x") }
    #expect(isEntered(field) == !isFailure && field.names == (isFailure ? [] : ["x"]))
  }

  @Test func `undo the paste in one step if it moves many tokens`() {
    // Every second token is a separate change: more changes than the history has steps.
    let texts = (0..<2400).map { "\($0)" }
    let (even, odd) = (stride(from: 0, to: 2400, by: 2), stride(from: 1, to: 2400, by: 2))
    var field = Field(tokens: texts)
    field.control.configuration.duplicates = .move
    field.press(.end, .control)
    field.paste(Array(even.map { texts[$0] }.joined(separator: ",").utf8))
    field.settle()
    #expect(field.ids == Array(odd) + Array(even))
    field.press(.character("z"), .control)
    #expect(field.names == texts)
    field.press(.character("y"), .control)
    #expect(field.ids == Array(odd) + Array(even))
  }
}

@Suite struct `Data from other programs` {
  @Test(arguments: [Int.max - 1, .max, (1 << 53) + 1, -1])
  func `creates no token with an identity outside the supported range`(id: Int) {
    var field = Field(tokens: [])
    var bytes: [UInt8] = []
    Netstring.append(Array("t\(id) x".utf8), to: &bytes)
    field.paste(bytes, as: .tokens)
    field.type("y,z,")
    #expect(field.names == ["y", "z"] && Set(field.ids).count == 2)
  }

  private static let empty: [(String, DataType)] = [
    ("", .text), (" ,\t;\n", .text), (String(repeating: " ", count: 10_001), .text),
    ("# x\r\n", .uriList), (" \r\n%20", .uriList), ("", .uriList), ("", .tokens), ("1:s,", .tokens),
  ]

  @Test(arguments: empty) func `creates no token from empty data and keeps the selection`(
    text: String, type: DataType
  ) {
    var field = ControlHarness(strict: ["a", "b"])
    field.press(.right, .shift)
    field.paste(Array(text.utf8), as: type)
    let expected = text.hasSuffix("%20") ? ["%20", "b"] : ["a", "b"]
    #expect(field.control.tokens.map(\.text) == expected)
    if expected[0] == "a" { #expect(field.control.status == "Nothing to paste") }
  }

  private static let spaced: [(String, DataType)] = [
    (" x ,", .text), ("file:///x%20\n", .uriList), ("4:t x ,", .tokens), ("3:tx ,", .tokens),
  ]

  @Test(arguments: spaced) func `creates tokens without the spaces around them`(
    text: String, type: DataType
  ) {
    var field = ControlHarness(strict: [])
    field.paste(Array(text.utf8), as: type)
    #expect(field.control.tokens.map(\.text) == [type == .uriList ? "/x" : "x"])
  }

  @Test(arguments: ["2:t ,", "1:t,"]) func `creates no token without text`(text: String) {
    var strict = ControlHarness(strict: ["a"])
    strict.paste(Array(text.utf8), as: .tokens)
    #expect(strict.control.tokens.count == 1)
    var adapter = TextTokenAdapter()
    #expect(adapter.decode(Array("5 ".utf8)) == nil && adapter.decode(Array("5".utf8)) == nil)
    #expect(adapter.decode(Array("5  x ".utf8)) == TextToken(id: 5, text: "x"))
  }

  @Test func `keeps invalid parts as text with their separators`() {
    var field = ControlHarness(strict: ["@"], requiring: "@")
    field.press(.end)
    field.paste(Array("xx, yy; a@b, zz\nz".utf8))
    #expect(field.control.tokens.map(\.text) == ["@", "a@b"])
    field.press(.left, .super)
    field.press(.right, [.super, .shift])
    #expect(field.copied() == "@, xx, yy, a@b, zz, z")
  }

  @Test(arguments: ["x, ", "xx"]) func `is refused above the text limit`(
    part: String
  ) {
    var field = ControlHarness(strict: ["@"], requiring: "@")
    field.press(.right, .shift)
    field.paste(Array(String(repeating: part, count: 5001).utf8))
    #expect(field.control.tokens.map(\.text) == ["@"] && field.control.count == 1)
    #expect(field.control.status == "Not pasted: text is too long")
  }

  @Test func `is skipped with a message if tokens cannot be duplicated`() {
    var field = ControlHarness(swatches: [Size(width: 9, height: 9), Size(width: 9, height: 9)])
    _ = field.press(.character("a"), .control)
    let adapter = field.control.adapter
    var editor = field.control.editor
    let merge = editor.merge(PastedContent(copying: editor.elements), at: [0..<0])
    #expect(merge?.elements.isEmpty == true && merge?.uncopyableCount == 2)
    #expect(adapter.filePath(of: field.control.tokens[0]) == nil)
    let isInserted = editor.insert(merge)
    #expect(!isInserted && editor.takePendingUpdates().message == .notPasted(duplicates: 0, uncopyable: 2))
  }
}

@Suite struct `File tokens` {
  @Test(arguments: [["/a b", "/c"], ["/a b", "c"], ["c"]])
  func `are offered as files if only files are selected`(texts: [String]) {
    var field = Field(tokens: texts)
    field.press(.character("a"), .control)
    field.press(.character("c"), .control)
    let representations = field.lastOffer(at: .clipboard)?.representations ?? []
    let list = representations.first { $0.type == .uriList }.map {
      String(decoding: $0.bytes(), as: UTF8.self)
    }
    #expect(list == (texts.contains("c") ? nil : "file:///a%20b\r\nfile:///c\r\n"))
    let types: [DataType] = list == nil ? [.tokens, .text] : [.tokens, .uriList, .text]
    #expect(representations.map(\.type) == types, "best first")
  }

  @Test(arguments: [1000, 1001]) func `are offered as files up to 1,000 files`(count: Int) {
    var field = Field(tokens: [String](repeating: "/a", count: count))
    field.press(.character("a"), .control)
    field.press(.character("c"), .control)
    let types = field.lastOffer(at: .clipboard)?.representations.map(\.type) ?? []
    #expect(types.contains(.uriList) == (count == 1000) && types.contains(.text))
  }

  @Test func `are pasted with the original paths`() {
    var field = Field(tokens: ["/a b", "/c"])
    field.press(.character("a"), .control)
    field.press(.character("c"), .control)
    let form = field.lastOffer(at: .clipboard)?.representations.first { $0.type == .uriList }
    field.paste(form?.bytes() ?? [], as: .uriList)
    #expect(field.names == ["/a b", "/c"])
  }
}

extension ControlHarness where Subject == TextTokenField {
  var names: [String] { control.tokens.map(\.text) }
}

extension ControlHarness where Subject == TokenField<StrictTokenAdapter> {
  init(strict tokens: [String], requiring required: String = "") {
    var field = TokenField(
      tokens.enumerated().map { TextToken(id: -1 - $0.offset, text: $0.element) },
      adapter: StrictTokenAdapter(requiring: required), in: Environment(text: FixedTextMetrics()))
    field.layOut(at: Point(x: 20, y: 30), width: 420, at: .zero)
    field.focus(0, at: .zero)
    self.init(field)
  }
}

extension ControlHarness {
  /// Delivers requested text.
  @discardableResult
  mutating func receive(
    _ text: String, from pasteboard: Pasteboard = .clipboard
  ) -> Bool {
    receive(Array(text.utf8), as: .text, from: pasteboard)
  }

  @discardableResult
  mutating func receive(
    _ bytes: [UInt8], as type: DataType, from pasteboard: Pasteboard = .clipboard
  ) -> Bool {
    let content = ReceivedData.Content(type: type, bytes: ReceivedBytes(copying: bytes.span))
    return receive(.success(content), from: pasteboard)
  }

  @discardableResult
  mutating func receive(
    _ result: Result<ReceivedData.Content, ReceivedData.Failure>,
    from pasteboard: Pasteboard = .clipboard
  ) -> Bool {
    send(.data(.received(ReceivedData(from: .pasteboard(pasteboard), result))))
  }
}
