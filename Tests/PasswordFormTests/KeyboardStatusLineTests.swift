import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import PasswordForm

@Suite struct `Keyboard status in a password field` {
  private let style = Theme.light.passwordField
  private static let english = KeyboardStatus(layout: "English (US)", hasSeveralLayouts: true)
  private static let russian = KeyboardStatus(layout: "Russian", hasSeveralLayouts: true)
  private let message = "Caps Lock is on"

  /// Returns a settled form with this keyboard status.
  private func field(_ status: KeyboardStatus) -> ControlHarness<PasswordForm> {
    var harness = filledForm()
    harness.send(.keyboardChanged(status))
    harness.settle()
    return harness
  }

  private func line(
    _ text: String, in harness: borrowing ControlHarness<PasswordForm>
  ) -> DisplayList.Line? {
    harness.drawing().lines.first { $0.text.string == text }
  }

  @Test func `names the layout in the focused field if there are several layouts`() {
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

  @Test func `names a single layout only while Caps Lock is on`() {
    var status = KeyboardStatus(layout: "German")
    var harness = field(status)
    #expect(line("German", in: harness) == nil)
    status.isCapsLockOn = true
    harness.send(.keyboardChanged(status))
    harness.settle()
    #expect(line("German", in: harness) != nil)
    #expect(line(message, in: harness) != nil)
  }

  @Test func `names the new layout immediately after a switch`() {
    var harness = field(Self.english)
    harness.send(.keyboardChanged(Self.russian))
    #expect(line("English (US)", in: harness) == nil)
    #expect(line("Russian", in: harness) != nil)
    #expect(harness.control.nextChange(after: harness.now) != harness.now, "nothing moves")
  }

  @Test func `keeps the layout name in position when Caps Lock changes`() {
    var harness = field(Self.english)
    let before = line("English (US)", in: harness)?.frame
    var status = Self.english
    status.isCapsLockOn = true
    harness.send(.keyboardChanged(status))
    harness.settle()
    #expect(before != nil && line("English (US)", in: harness)?.frame == before)
  }

  @Test func `shortens the Caps Lock warning before the name of a layout`() {
    var harness = form()
    var status = Self.english
    (status.isCapsLockOn, status.grab) = (true, .grabbed)
    harness.send(.keyboardChanged(status))
    for width in stride(from: 440.0, through: 360, by: -20) {
      harness.control.layOut(at: Point(x: 40, y: 40), width: width, at: harness.now)
      harness.settle()
      let texts = harness.drawing().texts
      #expect(texts.contains("English (US)") && !texts.contains { $0.hasPrefix("Eng") && $0.contains("…") })
      #expect(texts.contains("Caps Lock") || texts.contains(message))
    }
  }

  @Test func `replaces invisible characters in a layout name`() {
    let harness = field(KeyboardStatus(layout: "a\u{202E}\n", hasSeveralLayouts: true))
    #expect(line("a[U+202E]␊", in: harness) != nil)
  }

  @Test func `shortens the layout name before the Caps Lock warning`() {
    var harness = form()
    let status = KeyboardStatus(
      isCapsLockOn: true, layout: String(repeating: "Layout ", count: 40), hasSeveralLayouts: true)
    harness.send(.keyboardChanged(status))
    harness.settle()
    #expect(line(message, in: harness) != nil)
    #expect(harness.drawing().texts.contains { $0.hasPrefix("Lay") && $0.contains("…") })
    harness.control.layOut(at: Point(x: 40, y: 40), width: 260, at: harness.now)
    #expect(line(message, in: harness) != nil)
    #expect(!harness.drawing().texts.contains { $0.hasPrefix("Lay") })
    harness.control.layOut(at: Point(x: 40, y: 40), width: 190, at: harness.now)
    #expect(line(message, in: harness) == nil)
    #expect(icons(in: harness).count == 1)
  }

  @Test(arguments: [
    (KeyboardGrabStatus.grabbed, "Keyboard grabbed"), (.grabbedWithoutFocus, "Keyboard grabbed"),
    (.grabbedByOtherClient, "Keyboard grabbed by another program"), (.failed, "Keyboard not grabbed"),
  ])
  func `shows the grab status with the layout name`(grab: KeyboardGrabStatus, text: String) {
    var status = Self.english
    status.grab = grab
    var harness = field(status)
    let colors = Theme.light.colors
    let isInformational = grab == .grabbed || grab == .grabbedWithoutFocus
    let color = line(text, in: harness)?.text.color
    #expect(color == (isInformational ? colors.secondaryText : colors.text))
    #expect(line("English (US)", in: harness) != nil || grab == .grabbedByOtherClient)
    harness.focus(.submit)
    harness.settle()
    #expect(line(text, in: harness) == nil)
    harness.focus(.password)
    harness.send(.keyboardChanged(Self.english))
    harness.settle()
    #expect(line(text, in: harness) == nil)
  }

  @Test func `shortens the grab warning to a lock icon in a narrow field`() {
    var harness = form()
    harness.send(.keyboardChanged(KeyboardStatus(grab: .grabbedByOtherClient)))
    harness.settle()
    for (width, message) in [
      (400.0, "Keyboard grabbed by another program"), (300, "Keyboard not grabbed"), (170, nil),
    ] {
      harness.control.layOut(at: Point(x: 40, y: 40), width: width, at: harness.now)
      let texts = harness.drawing().texts.filter { $0.lowercased().contains("keyboard") }
      #expect(texts == (message.map { [$0] } ?? []), "at \(width)")
      #expect(icons(in: harness).count == 1)
    }
  }

  @Test func `shows the layout note in full, in its short form or as an icon`() {
    var harness = form()
    harness.type("p\u{e4}ss")
    var status = KeyboardStatus(layout: "German", hasSeveralLayouts: true)
    status.isCapsLockOn = true
    for (width, isWarning, message) in [
      (400.0, false, "May differ on other keyboard layouts"),
      (300, false, "Layout-dependent"),
      (400, true, nil), (180, false, nil), (300, true, nil),
    ] as [(Double, Bool, String?)] {
      harness.send(.keyboardChanged(isWarning ? status : KeyboardStatus()))
      harness.control.layOut(at: Point(x: 40, y: 40), width: width, at: harness.now)
      harness.settle()
      let texts = harness.drawing().texts.filter { $0.lowercased().contains("layout") }
      #expect(texts == (message.map { [$0] } ?? []), "\(width)")
      #expect(message != nil || !icons(in: harness).isEmpty)
    }
  }

  /// The bounds of the status icons in the first field.
  private func icons(in harness: borrowing ControlHarness<PasswordForm>) -> [Rect] {
    let row = row(of: harness.control.password)
    return harness.drawing().elements.compactMap { element -> Rect? in
      guard case .shape(.path(let path), .stroke, _) = element, case let box = path.bounds,
        row.contains(box.center)
      else { return nil }
      return box
    }
  }

  /// The area of the raised label and the keyboard status.
  private func row(of field: borrowing PasswordField) -> Rect {
    let content = field.contentFrame
    return Rect(
      x: content.minX, y: field.frame.minY, width: content.width, height: style.textTop)
  }

  @Test(arguments: seeds(30))
  func `keeps items apart from each other, the label and the reveal button`(
    seed: Int
  ) {
    var random = SeededGenerator(seed: seed)
    var harness = form()
    harness.settle()
    for _ in 0..<60 {
      if Int.random(in: 0..<6, using: &random) == 0 {
        let width = Double.random(in: 240...420, using: &random)
        harness.control.layOut(at: Point(x: 40, y: 40), width: width, at: harness.now)
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
      grab: [.none, .grabbed, .grabbedWithoutFocus, .grabbedByOtherClient, .failed].randomElement(
        using: &random) ?? .none)
  }

  private func expectDistance(in harness: borrowing ControlHarness<PasswordForm>) {
    let row = row(of: harness.control.password)
    let icons = icons(in: harness)
    let texts = harness.drawing().lines.map(\.frame).filter { row.contains($0.center) }
    let all = (texts + icons).sorted { $0.minX < $1.minX }
    #expect(!all.isEmpty, "the label is missing")
    #expect((all.map(\.maxX).max() ?? .infinity) <= row.maxX + 0.001)
    for (left, right) in zip(all, all.dropFirst()) {
      // An icon and its text form one item.
      let gap = icons.contains(left) ? 0 : style.statusGap
      #expect(left.maxX + gap <= right.minX + 1, "at \(row.width): \(all)")
    }
  }
}
