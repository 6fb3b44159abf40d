import Motion
import Scene
import TestSupport

@testable import Controls

/// Somebody who does anything with a token field, and the same with its naive model.
struct RandomTokenUser {
  var generator: SeededGenerator
  var harness: ControlHarness<TextTokenField>
  var model: NaiveField
  /// Of tokens in the model, those that they have in the field.
  var identities: [Int: Int] = [:]
  /// What was done, for whoever reads of a failure.
  var deed = ""

  private static let texts = ["a", "bb", "same", "same", "long name", "A", "\u{5D0}\u{5D1}"]

  init(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    // Some begin with more than one block has.
    let count = Int.random(in: seed % 5 == 4 ? 200...600 : 0...9, using: &generator)
    let texts = (0..<count).map { _ in
      Self.texts[Int.random(in: 0..<Self.texts.count, using: &generator)]
    }
    let width = [120.0, 200, 400][Int.random(in: 0..<3, using: &generator)]
    let policy = DuplicatePolicy.allCases[seed % 3]
    harness = ControlHarness(tokens: texts, width: width)
    model = NaiveField(texts, duplicates: policy, width: width - 20)
    model.arrow = seed % 2 == 0 ? .ends : .token
    harness.control.configuration.duplicates = policy
    harness.control.configuration.maximumLines = 1000
    harness.control.configuration.controlArrow = model.arrow
    // The model knows nothing of motion, which takes a third of the time.
    harness.control.environment.reducesMotion = seed % 4 != 0
    self.generator = generator
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }

  /// Does one thing.
  ///
  /// - Returns: Whether field and model agree that it was meant for the field.
  mutating func act() -> Bool {
    if !model.isFocused { return focus(true) }
    if !model.requests.isEmpty, chance(80) { return deliver() }
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<34: return type()
    case 34..<78: return pressKey()
    case 78..<80: return turnPage()
    case 80..<84: return pressEditing()
    case 84..<88: return toggle()
    case 88..<91: return clickToken(times: 1)
    case 91..<93: return clickToken(times: 2)
    case 93..<95: return clickGap()
    case 95..<97: return carry()
    case 97: return focus(false)
    case 98: return changePolicy()
    default: return pass()
    }
  }

  private mutating func pass() -> Bool {
    deed = "wait"
    harness.advance(by: .milliseconds(Int.random(in: 0...900, using: &generator)))
    return true
  }

  mutating func changePolicy() -> Bool {
    model.duplicates = pick(DuplicatePolicy.allCases)
    harness.control.configuration.duplicates = model.duplicates
    deed = "policy \(model.duplicates)"
    return true
  }

  private mutating func focus(_ isFocused: Bool) -> Bool {
    deed = isFocused ? "focus" : "blur"
    harness.control.focus(isFocused ? 0 : nil, at: harness.now)
    harness.advance(by: .zero)
    model.isFocused = isFocused
    if !isFocused { model.change { $0.makeAllTokens() } }
    return true
  }
}

// The keyboard.
extension RandomTokenUser {
  private static let scalars: [Unicode.Scalar] =
    Array("abcABC1.'  ,;,;\"<>\\".unicodeScalars) + [
      "\u{301}", "\u{308}", "\u{1F44D}", "\u{1F3FD}", "\u{200D}", "\u{1F1E9}", "\u{1F1EA}",
      "\u{5D0}", "\u{5D1}", "\u{5D2}", "\u{E9}",
    ]

  mutating func send(_ press: KeyPress) -> Bool {
    deed = "\(press.modifiers) \(press.key)\(press.isRepeat ? " again" : "")"
    let isHandled = harness.send(.keyPressed(press))
    return model.press(press) == isHandled
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

  /// In a field in which few lines can be seen for that moment.
  private mutating func turnPage() -> Bool {
    model.linesInSight = pick([1, 3, 6])
    harness.control.configuration.maximumLines = model.linesInSight
    defer {
      model.linesInSight = 1000
      harness.control.configuration.maximumLines = 1000
      harness.control.layOutVisible(at: harness.now)
    }
    return send(KeyPress(pick([.pageUp, .pageDown]), modifiers: pick([[], [], .shift])))
  }

  private mutating func pressEditing() -> Bool {
    send(KeyPress(pick([.enter, .function(2), .escape, .enter]), isRepeat: chance(10)))
  }
}

// Data.
extension RandomTokenUser {
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
    // What was done since it was asked for is for the tests of places.
    let isThere = request.isSelected(in: model) && model.requests.isEmpty
    let way = isThere ? Int.random(in: 0..<4, using: &generator) : 3
    let form = harness.lastOffer(at: .clipboard)?.forms.first
    if way == 0 {
      let (text, parts) = pick(Self.lists)
      receive(.text, Array(text.utf8))
      model.change { $0.paste(list: parts) }
    } else if way == 1 {
      let text = pick(Self.plain)
      receive(.text, Array(text.utf8))
      model.change { $0.paste(units: text.map { .text($0) }) }
    } else if way == 2, let units = model.clipboard, let form {
      receive(form.type, form.bytes())
      model.change { $0.paste(units: units) }
    } else {
      deed = "paste nothing"
      receive(.failure(.nothingThere))
    }
    return true
  }

  private mutating func receive(_ type: DataType, _ bytes: [UInt8]) {
    deed = "paste \(type.name) \(String(decoding: bytes, as: UTF8.self))"
    receive(.success(.init(type: type, bytes: ReceivedBytes(copying: bytes.span))))
  }

  private mutating func receive(_ result: Result<ReceivedData.Content, ReceivedData.Failure>) {
    harness.send(.data(.received(ReceivedData(from: .pasteboard(.clipboard), result))))
  }
}

// The pointer.
extension RandomTokenUser {
  private mutating func anyToken() -> (index: Int, place: Point)? {
    let tokens = model.units.indices.filter { !model.isText($0) }
    guard !tokens.isEmpty else { return nil }
    let index = pick(tokens)
    return harness.control.frame(ofUnit: index, at: harness.now).map { (index, $0.center) }
  }

  /// A place of the caret between tokens.
  private mutating func anyGap() -> (gap: Int, place: Point)? {
    let gaps = (0...model.units.count).filter { model.run(at: $0).isEmpty }
    guard !gaps.isEmpty else { return nil }
    let gap = pick(gaps)
    let place = CaretPlace(gap: gap)
    return harness.control.caretFrame(at: place, harness.now).map { (gap, $0.center) }
  }

  mutating func toggle() -> Bool {
    guard let (index, place) = anyToken() else { return true }
    deed = "Ctrl+click \(index)"
    harness.advance(by: .seconds(1))
    harness.holding(.control) { $0.click(place) }
    model.change { $0.toggle(index) }
    return true
  }

  private mutating func clickToken(times: Int) -> Bool {
    guard let (index, place) = anyToken() else { return true }
    // The first click may end an edit that moves its token away from under the second.
    let times = model.trial != nil && model.duplicates == .move ? 1 : times
    deed = "click \(index) ×\(times)"
    harness.advance(by: .seconds(1))
    for _ in 0..<times { harness.click(place) }
    let wasSelected = model.selected.contains(index)
    if !wasSelected { model.change { $0.choose(index) } }
    if wasSelected { model.change { $0.choose(index) } }
    if times == 2, let index = model.selectedToken { model.change { $0.editToken(index) } }
    return true
  }

  private mutating func clickGap() -> Bool {
    guard let (gap, place) = anyGap() else { return true }
    deed = "click gap \(gap)"
    harness.advance(by: .seconds(1))
    harness.click(place)
    model.change { field in
      field.others = []
      (field.openKind, field.isAtLineEnd, field.goalX) = (nil, false, nil)
      field.place(gap)
    }
    return true
  }

  private mutating func carry() -> Bool {
    guard let (index, start) = anyToken(), let (gap, end) = anyGap() else { return true }
    deed = "carry \(index) to gap \(gap)"
    harness.advance(by: .seconds(1))
    harness.move(to: start)
    harness.press(at: start)
    harness.drag(to: end, over: .milliseconds(20))
    let shown = harness.control.dropGap?.gap
    harness.release()
    let before = model.units
    if !model.selected.contains(index) { model.change { $0.choose(index) } }
    // A press that has ended an edit has moved all places.
    let target = model.units == before ? gap : shown
    if let target { model.change { $0.move(to: target) } }
    return true
  }
}

extension NaiveField {
  /// Selects one token.
  mutating func choose(_ index: Int) {
    (openKind, others, isAtLineEnd, goalX) = (nil, [], false, nil)
    select(index..<index + 1)
  }
}

extension ControlHarness where Subject == TextTokenField {
  /// What the field offers now.
  func lastOffer(at pasteboard: Pasteboard) -> DataOffer? {
    for case .offer(let offer, pasteboard) in actions.reversed() { return offer }
    return nil
  }
}
