import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import PasswordForm

@Suite struct `The warning of Caps Lock` {
  private typealias Look = Theme.PasswordField
  private let words = "Caps Lock is on"

  /// Where the words are, from top to bottom; nothing where nothing of them is seen.
  private func frames(in harness: borrowing ControlHarness<PasswordForm>) -> [Rect] {
    let lines = harness.drawing().lines
    return lines.filter { $0.text.string == words }.map(\.frame)
  }

  @Test func `row 45: is in the field with the focus, and in no other`() {
    var harness = filledForm()
    harness.send(.keyboardChanged(KeyboardStatus(isCapsLockOn: true)))
    let isStill = harness.settle()
    #expect(isStill)
    for (stop, field) in [
      (PasswordForm.Stop.password, harness.control.password.frame),
      (.confirmation, harness.control.confirmation.frame),
    ] {
      harness.focus(stop)
      harness.advance(by: Look.noticeFade)
      #expect(frames(in: harness).count == 1)
      #expect(frames(in: harness).allSatisfy(field.encloses), "at \(stop)")
    }
    for stop in [PasswordForm.Stop.passwordEye, .confirmationEye, .submit] {
      harness.focus(stop)
      harness.advance(by: Look.noticeFade)
      #expect(frames(in: harness).isEmpty, "at \(stop)")
    }
  }

  @Test func `row 45: is there once the window has the focus, however long Caps Lock was on`() {
    var harness = form()
    harness.send(.windowFocusChanged(isFocused: false))
    harness.send(.keyboardChanged(KeyboardStatus(isCapsLockOn: true)))
    harness.advance(by: Look.noticeFade)
    #expect(frames(in: harness).isEmpty)
    harness.send(.windowFocusChanged(isFocused: true))
    harness.advance(by: Look.noticeFade)
    #expect(frames(in: harness).count == 1)
    harness.send(.keyboardChanged(KeyboardStatus(isCapsLockOn: false)))
    harness.advance(by: Look.noticeFade)
    #expect(frames(in: harness).isEmpty)
  }

  @Test(arguments: [false, true]) func `fades, with less motion too`(reducesMotion: Bool) {
    var harness = form(in: .fixed(reducesMotion: reducesMotion))
    harness.settle()
    harness.send(.keyboardChanged(KeyboardStatus(isCapsLockOn: true)))
    harness.advance(by: Look.noticeFade / 2)
    let groups = harness.drawing().elements.compactMap { element -> Double? in
      if case .group(let group, _) = element, group.opacity < 1 { group.opacity } else { nil }
    }
    #expect(groups.count == 1 && groups.allSatisfy { (0.3...0.7).contains($0) }, "\(groups)")
    #expect(harness.control.nextChange(after: harness.now) == harness.now)
  }

  @Test func `moves nothing in the form, and takes no room from the text`() {
    var warned = filledForm()
    var plain = filledForm()
    warned.send(.keyboardChanged(KeyboardStatus(isCapsLockOn: true)))
    warned.settle()
    plain.settle()
    let others = warned.drawing().lines.filter { $0.text.string != words }
    #expect(others.map(\.frame) == plain.drawing().lines.map(\.frame))
    #expect(warned.drawing().carets == plain.drawing().carets)
    #expect(warned.control.height == plain.control.height)
  }

  @Test func `keeps clear of the raised label and of the eye`() {
    var harness = filledForm()
    harness.send(.keyboardChanged(KeyboardStatus(isCapsLockOn: true)))
    harness.settle()
    let (name, eye) = (harness.control.confirmation.label, harness.control.confirmation.eyeFrame)
    let label = harness.drawing().lines.first { $0.text.string == name }?.frame
    let warning = frames(in: harness).first
    #expect((label?.maxX ?? .infinity) + Look.noticeGap <= (warning?.minX ?? 0))
    #expect((warning?.maxX ?? .infinity) <= eye.minX)
  }

  @Test func `is a sign alone where there is no room for words`() {
    var narrow = field(columns: 8)
    narrow.settle()
    let before = narrow.drawing()
    narrow.send(.keyboardChanged(KeyboardStatus(isCapsLockOn: true)))
    narrow.settle()
    let after = narrow.drawing()
    #expect(after.lines.map(\.text.string) == before.lines.map(\.text.string))
    let strokes = after.elements.compactMap { element -> Rect? in
      guard case .shape(.path(let path), .stroke, _) = element,
        !before.elements.contains(element)
      else { return nil }
      return path.bounds
    }
    #expect(strokes.count == 1)
    #expect(strokes.allSatisfy(narrow.control.frame.encloses))
  }

  @Test func `is measured only when it is needed`() {
    let text = CountingTextMetrics()
    var environment = Environment.fixed()
    environment.text = text
    var harness = form(in: environment)
    harness.type("a")
    #expect(!text.strings.contains(words))
    harness.send(.keyboardChanged(KeyboardStatus(isCapsLockOn: true)))
    #expect(text.strings.contains(words))
  }
}

extension Rect {
  fileprivate func encloses(_ other: Rect) -> Bool { union(other) == self }
}

/// Notes what it is asked to measure.
private final class CountingTextMetrics: TextMeasuring {
  private(set) var strings: Set<String> = []
  private let metrics = FixedTextMetrics()

  func metrics(of text: String, style: TextStyle) -> TextMetrics {
    strings.insert(text)
    return metrics.metrics(of: text, style: style)
  }

  func line(of text: String, style: TextStyle) -> TextLine {
    strings.insert(text)
    return metrics.line(of: text, style: style)
  }

  func secretMetrics(of utf8: Span<UInt8>, style: TextStyle) -> TextMetrics {
    metrics.secretMetrics(of: utf8, style: style)
  }
}
