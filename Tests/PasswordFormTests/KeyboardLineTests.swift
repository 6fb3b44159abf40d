import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import PasswordForm

@Suite struct `The keyboard's layout, named in a password field` {
  private typealias Look = Theme.PasswordField
  private static let english = KeyboardStatus(layout: "English (US)", hasSeveralLayouts: true)
  private static let russian = KeyboardStatus(layout: "Russian", hasSeveralLayouts: true)
  private let words = "Caps Lock is on"

  /// A field in which the keyboard is like that, and where nothing moves.
  private func field(_ status: KeyboardStatus) -> ControlHarness<PasswordForm> {
    var harness = filledForm()
    harness.send(.keyboardChanged(status))
    harness.settle()
    return harness
  }

  private func line(
    _ words: String, in harness: borrowing ControlHarness<PasswordForm>
  ) -> DisplayList.Line? {
    harness.drawing().lines.first { $0.text.string == words }
  }

  @Test func `stands where there are several, in the field with the focus, in secondary text`() {
    var harness = field(Self.english)
    #expect(harness.drawing().lines.count { $0.text.string == "English (US)" } == 1)
    let name = line("English (US)", in: harness)
    #expect(name?.text.color == Theme.light.colors.secondaryText)
    let frame = harness.control.confirmation.frame
    #expect(name.map { frame.contains($0.frame.center) } == true)
    harness.focus(.submit)
    harness.settle()
    #expect(line("English (US)", in: harness) == nil)
  }

  @Test func `is left out where there is one alone, but with Caps Lock`() {
    var status = KeyboardStatus(layout: "German")
    var harness = field(status)
    #expect(line("German", in: harness) == nil)
    status.isCapsLockOn = true
    harness.send(.keyboardChanged(status))
    harness.settle()
    #expect(line("German", in: harness) != nil)
    #expect(line(words, in: harness) != nil)
  }

  @Test func `is another one as soon as the person has switched`() {
    var harness = field(Self.english)
    harness.send(.keyboardChanged(Self.russian))
    #expect(line("English (US)", in: harness) == nil)
    #expect(line("Russian", in: harness) != nil)
    #expect(harness.control.nextChange(after: harness.now) != harness.now, "it moves")
  }

  @Test func `stays where it is when Caps Lock is switched`() {
    var harness = field(Self.english)
    let before = line("English (US)", in: harness)?.frame
    var status = Self.english
    status.isCapsLockOn = true
    harness.send(.keyboardChanged(status))
    harness.settle()
    #expect(before != nil && line("English (US)", in: harness)?.frame == before)
  }

  @Test func `shows what is in a name and would not be seen`() {
    let harness = field(KeyboardStatus(layout: "a\u{202E}\n", hasSeveralLayouts: true))
    #expect(line("a[U+202E]␊", in: harness) != nil)
  }

  @Test func `gives way to the words of Caps Lock`() {
    var harness = form()
    let status = KeyboardStatus(
      isCapsLockOn: true, layout: String(repeating: "Layout ", count: 40), hasSeveralLayouts: true)
    harness.send(.keyboardChanged(status))
    harness.settle()
    #expect(line(words, in: harness) != nil)
    #expect(harness.drawing().texts.contains { $0.hasPrefix("Lay") && $0.contains("…") })
    harness.control.place(at: Point(x: 40, y: 40), width: 260)
    #expect(line(words, in: harness) != nil)
    #expect(!harness.drawing().texts.contains { $0.hasPrefix("Lay") })
    harness.control.place(at: Point(x: 40, y: 40), width: 190)
    #expect(line(words, in: harness) == nil)
    #expect(signs(in: harness).count == 1)
  }

  @Test(arguments: [
    (KeyboardGrab.held, "Keyboard grabbed"), (.kept, "Keyboard grabbed"),
    (.heldElsewhere, "Another program holds the keyboard"), (.refused, "Keyboard not grabbed"),
  ])
  func `stands beside who has the keyboard`(grab: KeyboardGrab, words: String) {
    var status = Self.english
    status.grab = grab
    var harness = field(status)
    let colors = Theme.light.colors
    let isQuiet = grab == .held || grab == .kept
    let color = line(words, in: harness)?.text.color
    #expect(color == (isQuiet ? colors.secondaryText : colors.text))
    #expect(line("English (US)", in: harness) != nil || grab == .heldElsewhere)
    harness.focus(.submit)
    harness.settle()
    #expect(line(words, in: harness) == nil)
    harness.focus(.password)
    harness.send(.keyboardChanged(Self.english))
    harness.settle()
    #expect(line(words, in: harness) == nil)
  }

  @Test func `leaves a lock where there is no room for words, and fewer words before that`() {
    var harness = form()
    harness.send(.keyboardChanged(KeyboardStatus(grab: .heldElsewhere)))
    harness.settle()
    for (width, words) in [
      (400.0, "Another program holds the keyboard"), (300, "Keyboard not grabbed"), (170, nil),
    ] {
      harness.control.place(at: Point(x: 40, y: 40), width: width)
      let said = harness.drawing().texts.filter { $0.lowercased().contains("keyboard") }
      #expect(said == (words.map { [$0] } ?? []), "at \(width)")
      #expect(signs(in: harness).count == 1)
    }
  }

  @Test func `says of other keyboards what there is room for, never a part of it`() {
    var harness = form()
    harness.type("p\u{e4}ss")
    var status = KeyboardStatus(layout: "German", hasSeveralLayouts: true)
    status.isCapsLockOn = true
    for (width, isWarning, words) in [
      (400.0, false, "Other keyboards may type it differently"),
      (300, false, "Other keyboards differ"),
      (400, true, nil), (180, false, nil), (300, true, nil),
    ] as [(Double, Bool, String?)] {
      harness.send(.keyboardChanged(isWarning ? status : KeyboardStatus()))
      harness.control.place(at: Point(x: 40, y: 40), width: width)
      harness.settle()
      let said = harness.drawing().texts.filter { $0.hasPrefix("Other") }
      #expect(said == (words.map { [$0] } ?? []), "\(width)")
      #expect(words != nil || !signs(in: harness).isEmpty)
    }
  }

  /// The boxes of what stands before words in the field with the focus.
  private func signs(in harness: borrowing ControlHarness<PasswordForm>) -> [Rect] {
    let row = row(of: harness.control.password)
    return harness.drawing().elements.compactMap { element -> Rect? in
      guard case .shape(.path(let path), .stroke, _) = element, case let box = path.bounds,
        row.contains(box.center)
      else { return nil }
      return box
    }
  }

  /// Where the raised label stands, and what is said of the keyboard.
  private func row(of field: borrowing PasswordField) -> Rect {
    let content = field.contentFrame
    return Rect(
      x: content.minX, y: field.frame.minY, width: content.width, height: Look.textTop)
  }

  @Test(arguments: 0..<30)
  func `meets neither the label nor the eye nor what else is said, at any width, at any time`(
    seed: Int
  ) {
    var random = SeededGenerator(seed: seed)
    var harness = form()
    harness.settle()
    for _ in 0..<60 {
      if Int.random(in: 0..<6, using: &random) == 0 {
        let width = Double.random(in: 240...420, using: &random)
        harness.control.place(at: Point(x: 40, y: 40), width: width)
      }
      harness.send(.keyboardChanged(status(&random)))
      harness.advance(by: .milliseconds(Int.random(in: 0...200, using: &random)))
      expectDistance(in: harness)
    }
  }

  private func status(_ random: inout SeededGenerator) -> KeyboardStatus {
    let name = String(repeating: "x", count: Int.random(in: 0...60, using: &random))
    return KeyboardStatus(
      isCapsLockOn: .random(using: &random), layout: name.isEmpty ? nil : name,
      hasSeveralLayouts: .random(using: &random),
      grab: [.none, .held, .kept, .heldElsewhere, .refused].randomElement(using: &random) ?? .none)
  }

  private func expectDistance(in harness: borrowing ControlHarness<PasswordForm>) {
    let row = row(of: harness.control.password)
    let signs = signs(in: harness)
    let words = harness.drawing().lines.map(\.frame).filter { row.contains($0.center) }
    let all = (words + signs).sorted { $0.minX < $1.minX }
    #expect(!all.isEmpty, "the label is missing")
    #expect((all.map(\.maxX).max() ?? .infinity) <= row.maxX + 0.001)
    for (left, right) in zip(all, all.dropFirst()) {
      // A sign and its words belong together.
      let gap = signs.contains(left) ? 0 : Look.noticeGap
      #expect(left.maxX + gap <= right.minX + 1, "at \(row.width): \(all)")
    }
  }
}
