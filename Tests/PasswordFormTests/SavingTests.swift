import ControlTestSupport
import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing

@Suite struct `Password saving` {
  @Test func `P8 wipes both fields and shows a message after success`() {
    var harness = saving()
    harness.finishSaving()
    #expect(harness.control.password.text.string == "")
    #expect(harness.control.confirmation.text.string == "")
    #expect(harness.control.isSaving == false)
    let line = "Saved. Only a hash was stored."
    #expect(harness.message == line)
    #expect(harness.drawing().statusIcon(before: "Saved. Only a hash was stored.") == .met)
    for line in harness.control.policy.texts {
      #expect(harness.drawing().statusIcon(before: line) == .neutral)
    }
  }

  @Test(arguments: [PasswordForm.FocusStop.password, .confirmation])
  func `P8 reports whether a field contains a secret`(stop: PasswordForm.FocusStop) {
    var harness = form()
    #expect(harness.control.holdsSecret == false)
    harness.focus(stop)
    harness.type("x")
    #expect(harness.control.holdsSecret == true)
    harness.control.wipe(at: harness.now)
    #expect(harness.control.holdsSecret == false)
  }

  @Test func `P8 masks both fields after success`() {
    var harness = filledForm()
    for stop in [PasswordForm.FocusStop.passwordReveal, .confirmationReveal] {
      harness.focus(stop)
      harness.press(.space)
    }
    harness.clickSubmit()
    harness.finishSaving()
    #expect(harness.control.password.isRevealed == false)
    #expect(harness.control.confirmation.isRevealed == false)
    #expect(harness.drawing().secrets.isEmpty)
  }

  @Test func `P8 keeps both fields after a failure, shows it and can retry`() {
    var harness = saving()
    harness.finishSaving(failure: "No space is left.")
    #expect(harness.control.password.text.string == goodPassword)
    #expect(harness.control.confirmation.text.string == goodPassword)
    #expect(harness.message == "No space is left.")
    #expect(harness.drawing().statusIcon(before: "No space is left.") == .unmet)
    harness.clickSubmit()
    #expect(harness.saveCount == 2)
    #expect(harness.control.messageText == "Saving…")
  }

  @Test func `P8 requests one save for repeated submissions and shows its progress`() {
    var harness = saving()
    #expect(harness.message == "Saving…")
    harness.clickSubmit()
    #expect(harness.effects.contains { if case .refuse = $0 { true } else { false } })
    #expect(harness.message == "Saving. This takes a moment.")
    harness.focus(.confirmation)
    harness.press(.enter)
    #expect(harness.saveCount == 1)
    #expect(harness.control.isSaving == true)
  }

  @Test func `P8 shows a pending prompt and requests cancellation on Escape`() {
    var harness = saving()
    harness.control.setPrompting(true, at: harness.now)
    let question = "Waiting for the keyring prompt. Press Escape to cancel."
    #expect(harness.message == question)
    harness.clickSubmit()
    #expect(harness.message == question)
    for stop in [PasswordForm.FocusStop.password, .submit] {
      harness.focus(stop)
      harness.press(.escape)
    }
    #expect(harness.requests.suffix(2) == [.cancelSaving, .cancelSaving])
    #expect(harness.control.isSaving == true)
    harness.control.setPrompting(false, at: harness.now)
    #expect(harness.message == "Saving…")
    harness.finishSaving(failure: "No.")
    harness.control.setPrompting(true, at: harness.now)
    #expect(harness.message == "No.")
    harness.press(.escape)
    #expect(harness.requests.count { $0 == .cancelSaving } == 2)
  }

  @Test func `P8 disables editing during a save only`() {
    var harness = saving()
    for stop in [PasswordForm.FocusStop.password, .confirmation] {
      harness.focus(stop)
      harness.type("x")
      harness.press(.backspace)
      harness.press(.character("u"), .control)
    }
    #expect(harness.control.password.text.string == goodPassword)
    #expect(harness.control.confirmation.text.string == goodPassword)
    harness.finishSaving(failure: "No space is left.")
    harness.type("x")
    #expect(harness.control.confirmation.text.string == goodPassword + "x")
  }

  @Test(
    arguments: [
      KeyPress(.character("x"), text: TypedText("x" as Unicode.Scalar)), KeyPress(.backspace),
      KeyPress(.delete),
      KeyPress(.character("u"), modifiers: .control),
      KeyPress(.character("v"), modifiers: .control),
      KeyPress(.character("x"), modifiers: .control), KeyPress(.insert, modifiers: .shift),
    ], [PasswordForm.FocusStop.password, .confirmation])
  func `P8 shows its progress after an edit attempt during a save`(
    press: KeyPress, stop: PasswordForm.FocusStop
  ) {
    var harness = saving()
    harness.focus(stop)
    harness.press(.left)
    #expect(harness.message == "Saving…", "caret movement is allowed")
    let count = harness.actions.count
    harness.send(.keyPressed(press))
    #expect(harness.message == "Saving. This takes a moment.")
    #expect(harness.actions.count == count, "no action is requested")
  }

  @Test func `P8 shows its progress after a middle click during a save`() {
    var harness = saving()
    let frame = harness.control.password.frame(ofFocusStop: 0, at: harness.now)
    harness.click(frame.center, button: .middle)
    #expect(harness.message == "Saving. This takes a moment.")
  }

  @Test func `P8 animates a spinner during a save only`() {
    var harness = saving()
    harness.advance(by: .seconds(20))
    for _ in 0..<10 {
      #expect(harness.control.nextChange(after: harness.now) == harness.now)
      let frame = harness.drawing()
      harness.advance(by: ControlHarness<PasswordForm>.frame)
      #expect(harness.drawing() != frame)
    }
    harness.finishSaving(failure: "No space is left.")
    let isSettled = harness.settle()
    #expect(isSettled)
  }

  @Test func `P8 rotates the spinner at a constant speed`() {
    var harness = saving()
    harness.advance(by: .seconds(20))
    for _ in 0..<60 {
      let before = harness.dots
      harness.advance(by: ControlHarness<PasswordForm>.frame)
      #expect(harness.dots.count == 8)
      // The dots light up immediately, one after the other. All others fade by 1/57.6 of a turn.
      let steps = zip(before, harness.dots).map { $1 - $0 }
      #expect(steps.count { $0 > 0 } <= 1)
      #expect(steps.allSatisfy { $0 > 0 || abs($0 + 0.85 / 57.6) < 1e-6 })
    }
  }

  @Test func `P8 shows a still spinner without wakeups under reduced motion`() {
    var harness = saving(in: .fixed(reducesMotion: true))
    harness.advance(by: .seconds(20))
    #expect(harness.control.nextChange(after: harness.now) == nil)
    let frame = harness.drawing()
    #expect(harness.dots.count == 8)
    harness.advance(by: .milliseconds(333))
    #expect(harness.drawing() == frame)
  }
}

/// Returns a form during a save.
func saving(in environment: Environment = .fixed()) -> ControlHarness<PasswordForm> {
  var harness = filledForm(in: environment)
  harness.clickSubmit()
  return harness
}

extension ControlHarness<PasswordForm> {
  /// The opacities of the spinner's dots.
  fileprivate var dots: [Double] {
    drawing().shapes(before: "Saving…").suffix(8).map(\.color.alpha)
  }
}
