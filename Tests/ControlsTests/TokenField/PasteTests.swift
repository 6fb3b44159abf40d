import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

private typealias Field = ControlHarness<TextTokenField>

@Suite struct `What was asked for` {
  @Test func `is pasted where it was asked for, though other things come before it`() {
    var field = Field(tokens: ["a", "b"])
    field.press(.character("v"), .control)
    field.press(.end)
    field.press(.character("v"), .control)
    field.press(.left)
    field.receive("x,")
    #expect(field.names == ["x", "a", "b"])
    field.receive("y,")
    #expect(field.names == ["x", "a", "b", "y"])
    field.receive("z,")
    #expect(field.names == ["x", "a", "b", "y"], "that was not asked for")
  }

  @Test(arguments: [0, 1]) func `takes the place of what was selected once, and stands in order`(
    count: Int
  ) {
    var field = Field(tokens: ["a", "b"])
    if count == 1 { field.press(.right, .shift) }
    for _ in 0..<3 { field.press(.character("v"), .control) }
    for text in ["x,", "y,", "z,"] { field.receive(text) }
    #expect(field.names == ["x", "y", "z"] + ["a", "b"].dropFirst(count))
  }

  @Test func `comes from either pasteboard by itself`() {
    var field = Field(tokens: ["a", "b"])
    field.press(.character("v"), .control)
    field.click(Point(x: 300, y: 49), button: .middle)
    #expect(field.selection == .caret(2))
    field.receive("x,", from: .primary)
    field.receive("y,")
    #expect(field.names == ["y", "a", "b", "x"])
  }

  @Test func `is not what is dropped meanwhile`() {
    var field = Field(tokens: ["a", "b"])
    field.press(.character("v"), .control)
    field.receive("d,", at: Point(x: 300, y: 49))
    #expect(field.names == ["a", "b", "d"])
    field.receive("x,")
    #expect(field.names == ["x", "a", "b", "d"])
  }

  @Test func `comes though the field has been left, and is a token then`() {
    var field = Field(tokens: ["a", "b"])
    field.press(.character("v"), .control)
    field.control.focus(nil, at: field.now)
    field.receive("two words")
    #expect(field.names == ["two words", "a", "b"] && field.control.count == 3)
  }

  @Test func `stays text where the field has been left, and leaving makes no tokens`() {
    var field = Field(tokens: ["a", "b"])
    field.control.configuration.delimiters = .enter
    field.press(.character("v"), .control)
    field.control.focus(nil, at: field.now)
    field.receive("two words")
    #expect(field.names == ["a", "b"] && field.freeText == "two words")
  }

  @Test func `is the only thing that is taken`() {
    var field = Field(tokens: ["a"])
    let isTaken = field.receive("x,")
    #expect(!isTaken && field.names == ["a"])
  }

  @Test func `may be refused at once, which is not for what was asked before`() {
    var field = Field(tokens: ["a"])
    field.press(.character("v"), .control)
    field.press(.end)
    field.press(.character("v"), .control)
    field.receive(.failure(.tooMany))
    field.receive("x,")
    #expect(field.names == ["x", "a"])
  }

  @Test func `may be long, and the next then waits for it`() {
    var field = Field(tokens: ["a"])
    for _ in 0..<3 { field.press(.character("v"), .control) }
    let long = String(repeating: "long,", count: 14_000)
    for text in [long, "x,", long] { field.receive(text) }
    #expect(field.names == ["a"])
    field.settle()
    let many = [String](repeating: "long", count: 14_000)
    #expect(field.names == many + ["x"] + many + ["a"])
  }

  @Test func `is asked for as text where a field of another kind has offered it`() {
    var field = Field(tokens: ["a", "b"])
    field.press(.character("v"), .control)
    field.receive(Array("4:tred,".utf8), as: .tokens)
    guard case .request(.clipboard, let types)? = field.actions.last else {
      Issue.record("it asks for nothing else")
      return
    }
    #expect(types == [.uriList, .text])
    field.press(.end)
    field.receive("red,")
    #expect(field.names == ["red", "a", "b"])
  }

  @Test func `is undone as a whole, from however many places its tokens have come`() {
    // Every other one, so that each is a change by itself: more than there are steps.
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

  @Test func `is tokens read in many frames where they are many`() {
    var (field, bytes) = (Field(tokens: ["a"]), [UInt8]())
    for index in 0..<8000 { Netstring.append(Array("t\(index + 5) x".utf8), to: &bytes) }
    field.paste(bytes, as: .tokens)
    #expect(field.control.count == 1 && field.control.nextChange(after: field.now) == field.now)
    field.settle()
    #expect(field.control.count == 8001)
  }
}

@Suite struct `What other programs offer` {
  @Test(arguments: [Int.max - 1, .max, (1 << 53) + 1, -1])
  func `gives no token an identity beyond which there are none`(id: Int) {
    var field = Field(tokens: [])
    var bytes: [UInt8] = []
    Netstring.append(Array("t\(id) x".utf8), to: &bytes)
    field.paste(bytes, as: .tokens)
    field.type("y,z,")
    #expect(field.names == ["y", "z"] && Set(field.ids).count == 2)
  }

  private static let nothings: [(String, DataType)] = [
    ("", .text), (" ,\t;\n", .text), (String(repeating: " ", count: 10_001), .text),
    ("# x\r\n", .uriList), (" \r\n%20", .uriList), ("", .uriList), ("", .tokens), ("1:s,", .tokens),
  ]

  @Test(arguments: nothings) func `makes no token of nothing, and leaves what is selected`(
    text: String, type: DataType
  ) {
    var field = ControlHarness(picky: ["a", "b"])
    field.press(.right, .shift)
    field.paste(Array(text.utf8), as: type)
    let isLeft = text.hasSuffix("%20") ? ["%20", "b"] : ["a", "b"]
    #expect(field.control.tokens.map(\.text) == isLeft)
    if isLeft[0] == "a" { #expect(field.control.status == "There is no text to paste") }
  }

  private static let spaced: [(String, DataType)] = [
    (" x ,", .text), ("file:///x%20\n", .uriList), ("4:t x ,", .tokens), ("3:tx ,", .tokens),
  ]

  @Test(arguments: spaced) func `makes tokens without the spaces around them`(
    text: String, type: DataType
  ) {
    var field = ControlHarness(picky: [])
    field.paste(Array(text.utf8), as: type)
    #expect(field.control.tokens.map(\.text) == [type == .uriList ? "/x" : "x"])
  }

  @Test(arguments: ["2:t ,", "1:t,"]) func `is no token where it has no text`(text: String) {
    var picky = ControlHarness(picky: ["a"])
    picky.paste(Array(text.utf8), as: .tokens)
    #expect(picky.control.tokens.count == 1)
    var kind = TextTokens()
    #expect(kind.decode(Array("5 ".utf8)) == nil && kind.decode(Array("5".utf8)) == nil)
    #expect(kind.decode(Array("5  x ".utf8)) == TextToken(id: 5, text: "x"))
  }

  @Test func `stays text with its separators where it can't become tokens`() {
    var field = ControlHarness(picky: ["@"], mark: "@")
    field.press(.end)
    field.paste(Array("xx, yy; a@b, zz\nz".utf8))
    #expect(field.control.tokens.map(\.text) == ["@", "a@b"])
    field.press(.left, .super)
    field.press(.right, [.super, .shift])
    #expect(field.copied() == "@, xx, yy, a@b, zz, z")
  }

  @Test(arguments: ["x, ", "xx"]) func `is refused where it is more text than there may be`(
    part: String
  ) {
    var field = ControlHarness(picky: ["@"], mark: "@")
    field.press(.right, .shift)
    field.paste(Array(String(repeating: part, count: 5001).utf8))
    #expect(field.control.tokens.map(\.text) == ["@"] && field.control.count == 1)
    #expect(field.control.status == "There is no room for so much text")
  }

  @Test func `is left out, with a remark, where it is there and can't be copied`() {
    var field = ControlHarness(swatches: [Size(width: 9, height: 9), Size(width: 9, height: 9)])
    _ = field.press(.character("a"), .control)
    let kind = field.control.kind
    var editor = field.control.editor
    editor.selection = .caret(0)
    var insertion = PasteInsertion(
      editor.units, cost: 0, withIdentities: true, joining: 0,
      at: PastePlace(in: editor, order: 0), in: editor)
    let isKnown = insertion.goOn(in: &editor, atMost: .max)
    #expect(isKnown && insertion.units.isEmpty)
    #expect(kind.filePath(of: field.control.tokens[0]) == nil)
    #expect(insertion.remark == "2 can't be there twice")
  }

  @Test func `costs what of it comes in, and a remark tells all that does not`() {
    var configuration = TokenFieldConfiguration()
    configuration.duplicates = .refuse
    let token = { TokenUnit.token(TextToken(id: $0, text: $1)) }
    var editor = TokenEditor(
      [TextToken(id: 1, text: "a@"), TextToken(id: 2, text: "b@")], kind: PickyTokens(mark: "@"),
      configuration: configuration)
    let units = UnitSequence([token(9, "A@"), token(2, "not to be copied"), token(8, "c@")])
    var insertion = PasteInsertion(
      units, cost: editor.cost(of: units), withIdentities: true, joining: 0,
      at: PastePlace(in: editor, order: 0), in: editor)
    let isKnown = insertion.goOn(in: &editor, atMost: .max)
    #expect(isKnown && Array(insertion.units) == [token(8, "c@")])
    #expect(insertion.cost == editor.cost(of: insertion.units))
    #expect(insertion.remark == "One was there already, one can't be there twice")
  }
}

@Suite struct `Tokens that stand for files` {
  @Test(arguments: [["/a b", "/c"], ["/a b", "c"], ["c"]])
  func `are given to other programs as such where all that is selected are`(texts: [String]) {
    var field = Field(tokens: texts)
    field.press(.character("a"), .control)
    field.press(.character("c"), .control)
    let forms = field.lastOffer(at: .clipboard)?.forms ?? []
    let list = forms.first { $0.type == .uriList }.map {
      String(decoding: $0.bytes(), as: UTF8.self)
    }
    #expect(list == (texts.contains("c") ? nil : "file:///a%20b\r\nfile:///c\r\n"))
    let types: [DataType] = list == nil ? [.tokens, .text] : [.tokens, .uriList, .text]
    #expect(forms.map(\.type) == types, "the best first")
  }

  @Test(arguments: [1000, 1001]) func `are given as such unless they are very many`(count: Int) {
    var field = Field(tokens: [String](repeating: "/a", count: count))
    field.press(.character("a"), .control)
    field.press(.character("c"), .control)
    let types = field.lastOffer(at: .clipboard)?.forms.map(\.type) ?? []
    #expect(types.contains(.uriList) == (count == 1000) && types.contains(.text))
  }

  @Test func `come back as those that went`() {
    var field = Field(tokens: ["/a b", "/c"])
    field.press(.character("a"), .control)
    field.press(.character("c"), .control)
    let form = field.lastOffer(at: .clipboard)?.forms.first { $0.type == .uriList }
    field.paste(form?.bytes() ?? [], as: .uriList)
    #expect(field.names == ["/a b", "/c"])
  }
}

extension ControlHarness where Subject == TextTokenField {
  fileprivate var names: [String] { control.tokens.map(\.text) }
}

extension ControlHarness where Subject == TokenField<PickyTokens> {
  init(picky tokens: [String], mark: String = "") {
    var field = TokenField(
      tokens.enumerated().map { TextToken(id: -1 - $0.offset, text: $0.element) },
      kind: PickyTokens(mark: mark), in: Environment(text: FixedTextMetrics()))
    field.place(at: Point(x: 20, y: 30), width: 420)
    field.focus(0, at: .zero)
    self.init(field)
  }
}

extension ControlHarness {
  /// Has text come that was asked for.
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

  /// Has text dropped.
  mutating func receive(_ text: String, at place: Point) {
    let bytes = ReceivedBytes(copying: Array(text.utf8).span)
    let content = ReceivedData.Content(type: .text, bytes: bytes)
    send(.data(.received(ReceivedData(from: .drop(at: place), .success(content)))))
  }
}
