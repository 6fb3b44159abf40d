import ControlTestSupport
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
}

extension Rect {
  fileprivate func encloses(_ other: Rect) -> Bool { union(other) == self }
}
