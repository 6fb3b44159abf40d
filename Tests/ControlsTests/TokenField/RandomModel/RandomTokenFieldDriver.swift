import ControlTestSupport
import Motion
import Scene
import TestSupport

@testable import Controls

/// A driver that sends seeded random input to a token field and to its reference model.
struct RandomTokenFieldDriver {
  var generator: SeededGenerator
  var harness: ControlHarness<TextTokenField>
  var model: ReferenceField
  /// The field identities of tokens, by their model identities.
  var identities: [Int: Int] = [:]
  /// The description of the last action for failure messages.
  var action = ""

  private static let texts = ["a", "bb", "same", "same", "long name", "A", "\u{5D0}\u{5D1}"]

  init(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    // Some fields start with more elements than one block holds.
    let count = Int.random(in: seed % 5 == 4 ? 200...600 : 0...9, using: &generator)
    let texts = (0..<count).map { _ in
      Self.texts[Int.random(in: 0..<Self.texts.count, using: &generator)]
    }
    let width = [120.0, 200, 400][Int.random(in: 0..<3, using: &generator)]
    let policy = DuplicatePolicy.allCases[seed % 3]
    harness = ControlHarness(tokens: texts, width: width)
    model = ReferenceField(texts, duplicates: policy)
    harness.control.configuration.duplicates = policy
    harness.control.configuration.maximumLines = 1000
    harness.control.configuration.controlArrow = seed % 2 == 0 ? .ends : .token
    // The model has no animations, and they take a third of the time.
    harness.environment.reducesMotion = seed % 4 != 0
    self.generator = generator
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }

  /// Performs one random action.
  ///
  /// - Returns: Whether field and model agree on whether it was handled.
  mutating func act() -> Bool {
    if !model.isFocused { return focus(true) }
    if !model.requests.isEmpty, chance(80) { return deliver() }
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<34: return type()
    case 34..<80: return pressKey()
    case 80..<84: return pressEditing()
    case 84..<88: return toggle()
    case 88..<91: return clickToken(times: 1)
    case 91..<93: return clickToken(times: 2)
    case 93..<95: return clickInsertionIndex()
    case 95..<97: return drag()
    case 97: return focus(false)
    case 98: return changePolicy()
    default: return wait()
    }
  }

  private mutating func wait() -> Bool {
    action = "wait"
    harness.advance(by: .milliseconds(Int.random(in: 0...900, using: &generator)))
    return true
  }

  mutating func changePolicy() -> Bool {
    model.duplicates = pick(DuplicatePolicy.allCases)
    harness.control.configuration.duplicates = model.duplicates
    action = "policy \(model.duplicates)"
    return true
  }

  private mutating func focus(_ isFocused: Bool) -> Bool {
    action = isFocused ? "focus" : "blur"
    harness.control.focus(isFocused ? 0 : nil, at: harness.now)
    harness.advance(by: .zero)
    model.isFocused = isFocused
    if !isFocused { model.change { $0.tokenizeAll() } }
    return true
  }
}

// Keyboard.
extension RandomTokenFieldDriver {
  private static let scalars: [Unicode.Scalar] =
    Array("abcABC1.'  ,;,;\"<>\\".unicodeScalars) + [
      "\u{301}", "\u{308}", "\u{1F44D}", "\u{1F3FD}", "\u{200D}", "\u{1F1E9}", "\u{1F1EA}",
      "\u{5D0}", "\u{5D1}", "\u{5D2}", "\u{E9}",
    ]

  mutating func send(_ press: KeyPress) -> Bool {
    action = "\(press.modifiers) \(press.key)\(press.isRepeat ? " again" : "")"
    let destination = destination(of: press)
    let isHandled = harness.send(.keyPressed(press))
    return model.press(press, destination: destination) == isHandled
  }

  /// Returns the caret index after a movement in the layout of the field. `nil` for any other key.
  private func destination(of press: KeyPress) -> Int? {
    guard let movement = ReferenceKey.movement(press.key, press.modifiers) else { return nil }
    var field = harness.control
    field.move(movement, extending: press.modifiers.contains(.shift))
    return field.selection.head
  }

  private mutating func type() -> Bool {
    let scalar = pick(Self.scalars)
    return send(KeyPress(.character(scalar), text: TypedText(scalar)))
  }

  private static let keys: [Key] = [
    .left, .right, .up, .down, .home, .end, .left, .right, .backspace, .delete, .backspace,
    .character("u"), .character("k"), .character("a"), .character("/"), .character("\\"),
    .character("c"), .character("x"), .character("v"), .insert, .character("z"), .character("y"),
    .character("z"), .tab, .pageUp, .pageDown, .function(5), .character("q"),
  ]

  private static let modifiers: [Modifiers] = [
    [], [], [], .shift, .shift, .control, .control, .control, .alt, .super, [.control, .shift],
    [.alt, .shift], [.super, .shift], [.control, .alt],
  ]

  private mutating func pressKey() -> Bool {
    let isRepeat = chance(20)
    return send(KeyPress(pick(Self.keys), modifiers: pick(Self.modifiers), isRepeat: isRepeat))
  }

  private mutating func pressEditing() -> Bool {
    send(KeyPress(pick([.enter, .function(2), .escape, .enter]), isRepeat: chance(10)))
  }
}

// Data.
extension RandomTokenFieldDriver {
  private static let lists: [(String, [String])] = [
    ("x, y", ["x", "y"]), ("same;bb\n", ["same", "bb"]), (" ,; \t\n", []),
    ("\"Doe, Jo\" <jo@a.example>, z", ["\"Doe, Jo\" <jo@a.example>", "z"]),
    ("p\u{301}\tq\r\n\r\nr", ["p\u{301}", "q", "r"]), ("A,a,B,b", ["A", "a", "B", "b"]),
  ]

  private static let plain = [
    "word", "\u{301}x", "two words", "\u{1F1EA}\u{1F1E9}\u{1F1EA}", "\u{5D0}a",
  ]

  mutating func deliver() -> Bool {
    let request = model.requests.removeFirst()
    // `PasteDestinationTests` covers changes between the request and its data.
    let isUnchanged = !request.isCancelled && request.isSelected(in: model) && model.requests.isEmpty
    let choice = isUnchanged ? Int.random(in: 0..<4, using: &generator) : 3
    let form = harness.lastOffer(at: .clipboard)?.representations.first
    if choice == 0 {
      let (text, parts) = pick(Self.lists)
      receive(.text, Array(text.utf8))
      model.change { $0.paste(list: parts) }
    } else if choice == 1 {
      let text = pick(Self.plain)
      receive(.text, Array(text.utf8))
      model.change { $0.paste(elements: text.map { .text($0) }) }
    } else if choice == 2, let elements = model.clipboard, let form {
      receive(form.type, form.bytes())
      model.change { $0.paste(elements: elements) }
    } else {
      action = "paste empty"
      receive(.failure(.noData))
    }
    model.endPaste(isFailure: choice == 3 && !request.isCancelled)
    return true
  }

  private mutating func receive(_ type: DataType, _ bytes: [UInt8]) {
    action = "paste \(type.name) \(String(decoding: bytes, as: UTF8.self))"
    receive(.success(.init(type: type, bytes: ReceivedBytes(copying: bytes.span))))
  }

  private mutating func receive(_ result: Result<ReceivedData.Content, ReceivedData.Failure>) {
    harness.send(.data(.received(ReceivedData(from: .pasteboard(.clipboard), result))))
  }
}

// Pointer.
extension RandomTokenFieldDriver {
  private mutating func anyToken() -> (index: Int, center: Point)? {
    let tokens = model.elements.indices.filter { !model.isText($0) }
    guard !tokens.isEmpty else { return nil }
    let index = pick(tokens)
    return harness.control.frame(ofElement: index, at: harness.now).map { (index, $0.center) }
  }

  /// Returns a random caret position that touches no text, and its center.
  private mutating func anyInsertionIndex() -> (index: Int, center: Point)? {
    let indices = (0...model.elements.count).filter { model.textRun(at: $0).isEmpty }
    guard !indices.isEmpty else { return nil }
    let index = pick(indices)
    let position = CaretPosition(insertionIndex: index)
    return harness.control.caretFrame(at: position, harness.now).map { (index, $0.center) }
  }

  mutating func toggle() -> Bool {
    guard let (index, center) = anyToken() else { return true }
    action = "Ctrl+click \(index)"
    harness.advance(by: .seconds(1))
    harness.holding(.control) { $0.click(center) }
    model.change { $0.toggle(index) }
    return true
  }

  private mutating func clickToken(times: Int) -> Bool {
    guard let (index, center) = anyToken() else { return true }
    // The first click may end an edit, which can move the token away before the second click.
    let times = model.editing != nil && model.duplicates == .move ? 1 : times
    action = "click \(index) ×\(times)"
    harness.advance(by: .seconds(1))
    for _ in 0..<times { harness.click(center) }
    let wasSelected = model.selected.contains(index)
    if !wasSelected { model.change { $0.selectToken(index) } }
    if wasSelected { model.change { $0.selectToken(index) } }
    if times == 2, let index = model.selectedToken { model.change { $0.editToken(index) } }
    return true
  }

  private mutating func clickInsertionIndex() -> Bool {
    guard let (index, center) = anyInsertionIndex() else { return true }
    action = "click gap \(index)"
    harness.advance(by: .seconds(1))
    harness.click(center)
    model.change { field in
      field.additional = []
      field.openKind = nil
      field.moveCaret(index)
    }
    return true
  }

  private mutating func drag() -> Bool {
    guard let (index, start) = anyToken(), let (dropIndex, end) = anyInsertionIndex() else { return true }
    action = "drag \(index) to gap \(dropIndex)"
    harness.advance(by: .seconds(1))
    harness.move(to: start)
    harness.press(at: start)
    harness.drag(to: end, over: .milliseconds(20))
    let displayed = harness.control.pointer.dropPosition?.insertionIndex
    harness.release()
    let before = model.elements
    if !model.selected.contains(index) { model.change { $0.selectToken(index) } }
    // A press that ends an edit shifts all indices.
    let target = model.elements == before ? dropIndex : displayed
    if let target { model.change { $0.move(to: target) } }
    return true
  }
}

extension ReferenceField {
  /// Selects one token and resets the other selection state.
  mutating func selectToken(_ index: Int) {
    (openKind, additional) = (nil, [])
    select(index..<index + 1)
  }
}

extension ControlHarness where Subject == TextTokenField {
  /// Returns the last offer of the field on a pasteboard.
  func lastOffer(at pasteboard: Pasteboard) -> DataProvider? {
    for case .effect(.offer(let offer, pasteboard)) in outcomes.reversed() { return offer }
    return nil
  }
}
