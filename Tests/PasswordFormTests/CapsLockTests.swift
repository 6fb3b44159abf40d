import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import PasswordForm

@Suite struct `Caps Lock warning` {
  private let style = Theme.light.passwordField
  private let message = "Caps Lock is on"

  /// Returns the frames of the visible warnings from top to bottom.
  private func frames(in harness: borrowing ControlHarness<PasswordForm>) -> [Rect] {
    let lines = harness.drawing().lines
    return lines.filter { $0.text.string == message }.map(\.frame)
  }

  @Test func `row 45: appears in the focused field only`() {
    var harness = filledForm()
    harness.send(.keyboardChanged(KeyboardStatus(isCapsLockOn: true)))
    let isSettled = harness.settle()
    #expect(isSettled)
    for (stop, field) in [
      (PasswordForm.FocusStop.password, harness.control.password.frame),
      (.confirmation, harness.control.confirmation.frame),
    ] {
      harness.focus(stop)
      harness.advance(by: style.statusFade)
      #expect(frames(in: harness).count == 1)
      #expect(frames(in: harness).allSatisfy(field.encloses), "at \(stop)")
    }
    for stop in [PasswordForm.FocusStop.passwordReveal, .confirmationReveal, .submit] {
      harness.focus(stop)
      harness.advance(by: style.statusFade)
      #expect(frames(in: harness).isEmpty, "at \(stop)")
    }
  }

  @Test func `row 45: appears when the window gets the focus with Caps Lock on`() {
    var harness = form()
    harness.send(.windowFocusChanged(isFocused: false))
    harness.send(.keyboardChanged(KeyboardStatus(isCapsLockOn: true)))
    harness.advance(by: style.statusFade)
    #expect(frames(in: harness).isEmpty)
    harness.send(.windowFocusChanged(isFocused: true))
    harness.advance(by: style.statusFade)
    #expect(frames(in: harness).count == 1)
    harness.send(.keyboardChanged(KeyboardStatus(isCapsLockOn: false)))
    harness.advance(by: style.statusFade)
    #expect(frames(in: harness).isEmpty)
  }

  @Test(arguments: [false, true]) func `fades, also under reduced motion`(reducesMotion: Bool) {
    var harness = form(in: .fixed(reducesMotion: reducesMotion))
    harness.settle()
    harness.send(.keyboardChanged(KeyboardStatus(isCapsLockOn: true)))
    harness.advance(by: style.statusFade / 2)
    let groups = harness.drawing().elements.compactMap { element -> Double? in
      if case .group(let group, _) = element, group.opacity < 1 { group.opacity } else { nil }
    }
    #expect(groups.count == 1 && groups.allSatisfy { (0.3...0.7).contains($0) }, "\(groups)")
    #expect(harness.control.nextChange(after: harness.now) == harness.now)
  }

  @Test func `moves nothing in the form and does not reduce the text area`() {
    var warned = filledForm()
    var plain = filledForm()
    warned.send(.keyboardChanged(KeyboardStatus(isCapsLockOn: true)))
    warned.settle()
    plain.settle()
    let others = warned.drawing().lines.filter { $0.text.string != message }
    #expect(others.map(\.frame) == plain.drawing().lines.map(\.frame))
    #expect(warned.drawing().carets == plain.drawing().carets)
    #expect(warned.control.frame.height == plain.control.frame.height)
  }

  @Test func `keeps distance from the raised label and the reveal button`() {
    var harness = filledForm()
    harness.send(.keyboardChanged(KeyboardStatus(isCapsLockOn: true)))
    harness.settle()
    let (name, eye) = (harness.control.confirmation.label, harness.control.confirmation.buttonFrame)
    let label = harness.drawing().lines.first { $0.text.string == name }?.frame
    let warning = frames(in: harness).first
    #expect((label?.maxX ?? .infinity) + style.statusGap <= (warning?.minX ?? 0))
    #expect((warning?.maxX ?? .infinity) <= eye.minX)
  }

  @Test func `shows only an icon if the text does not fit`() {
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

  @Test func `measures its text only when needed`() {
    let text = CountingTextMetrics()
    var environment = Environment.fixed()
    environment.text = text
    var harness = form(in: environment)
    harness.type("a")
    #expect(!text.strings.contains(message))
    harness.send(.keyboardChanged(KeyboardStatus(isCapsLockOn: true)))
    #expect(text.strings.contains(message))
  }
}

extension Rect {
  fileprivate func encloses(_ other: Rect) -> Bool { union(other) == self }
}

/// Text metrics that record all measured strings.
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
