import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing

@Suite struct `A password form that saves` {
  @Test func `P8 wipes both fields when it is done, and says so`() {
    var harness = saving()
    harness.finishSaving()
    #expect(harness.control.password.text.string == "")
    #expect(harness.control.confirmation.text.string == "")
    #expect(harness.control.isSaving == false)
    let line = "Saved. The password itself was not stored."
    #expect(harness.message == line)
    #expect(harness.drawing().mark(before: "Saved. The password itself was not") == .met)
    for line in harness.control.policy.lines {
      #expect(harness.drawing().mark(before: line) == .neutral)
    }
  }

  @Test(arguments: [PasswordForm.Stop.password, .confirmation])
  func `P8 knows whether there is a secret in either field`(stop: PasswordForm.Stop) {
    var harness = form()
    #expect(harness.control.holdsSecret == false)
    harness.focus(stop)
    harness.type("x")
    #expect(harness.control.holdsSecret == true)
    harness.control.wipe(at: harness.now)
    #expect(harness.control.holdsSecret == false)
  }

  @Test func `P8 masks what comes next`() {
    var harness = filledForm()
    for stop in [PasswordForm.Stop.passwordEye, .confirmationEye] {
      harness.focus(stop)
      harness.press(.space)
    }
    harness.clickSubmit()
    harness.finishSaving()
    #expect(harness.control.password.isRevealed == false)
    #expect(harness.control.confirmation.isRevealed == false)
    #expect(harness.drawing().secrets.isEmpty)
  }

  @Test func `P8 keeps both fields where it fails, says why, and can try again`() {
    var harness = saving()
    harness.finishSaving(failure: "No space is left.")
    #expect(harness.control.password.text.string == goodPassword)
    #expect(harness.control.confirmation.text.string == goodPassword)
    #expect(harness.message == "No space is left.")
    #expect(harness.drawing().mark(before: "No space is left.") == .unmet)
    harness.clickSubmit()
    #expect(harness.saveCount == 2)
    #expect(harness.control.messageText == "Saving…")
  }

  @Test func `P8 asks once however often it is submitted meanwhile, and says that it is at it`() {
    var harness = saving()
    #expect(harness.message == "Saving…")
    harness.clickSubmit()
    #expect(harness.message == "Still saving, this takes a moment.")
    harness.focus(.confirmation)
    harness.press(.enter)
    #expect(harness.saveCount == 1)
    #expect(harness.control.isSaving == true)
  }

  @Test func `P8 says what it waits for where a person is asked, and gives up at Escape`() {
    var harness = saving()
    harness.control.notePrompt(true)
    let question = "The keyring asks you something first. Press Escape to give up."
    #expect(harness.message == question)
    harness.clickSubmit()
    #expect(harness.message == question)
    for stop in [PasswordForm.Stop.password, .submit] {
      harness.focus(stop)
      harness.press(.escape)
    }
    #expect(harness.requests.suffix(2) == [.cancelSaving, .cancelSaving])
    #expect(harness.control.isSaving == true)
    harness.control.notePrompt(false)
    #expect(harness.message == "Saving…")
    harness.finishSaving(failure: "No.")
    harness.control.notePrompt(true)
    #expect(harness.message == "No.")
    harness.press(.escape)
    #expect(harness.requests.count { $0 == .cancelSaving } == 2)
  }

  @Test func `P8 lets nobody edit the fields meanwhile, and again afterwards`() {
    var harness = saving()
    for stop in [PasswordForm.Stop.password, .confirmation] {
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
    ], [PasswordForm.Stop.password, .confirmation])
  func `P8 says that it is at it where somebody edits the fields meanwhile`(
    press: KeyPress, stop: PasswordForm.Stop
  ) {
    var harness = saving()
    harness.focus(stop)
    harness.press(.left)
    #expect(harness.message == "Saving…", "to look is no harm")
    let count = harness.actions.count
    harness.send(.keyPressed(press))
    #expect(harness.message == "Still saving, this takes a moment.")
    #expect(harness.actions.count == count, "nothing is asked for")
  }

  @Test func `P8 says so where the pointer pastes meanwhile`() {
    var harness = saving()
    let frame = harness.control.password.frame(ofFocusStop: 0, at: harness.now)
    harness.click(frame.center, button: .middle)
    #expect(harness.message == "Still saving, this takes a moment.")
  }

  @Test func `P8 gives the password away as a copy of its own`() {
    var harness = saving()
    let copy = harness.control.passwordToSave()
    harness.finishSaving()
    #expect(copy.string == goodPassword)
  }

  @Test func `P8 moves an indicator while it saves, and no longer`() {
    var harness = saving()
    harness.advance(by: .seconds(20))
    for _ in 0..<10 {
      #expect(harness.control.nextChange(after: harness.now) == harness.now)
      let frame = harness.drawing()
      harness.advance(by: ControlHarness<PasswordForm>.frame)
      #expect(harness.drawing() != frame)
    }
    harness.finishSaving(failure: "No space is left.")
    let isStill = harness.settle()
    #expect(isStill)
  }

  @Test func `P8 has an indicator that turns at an even pace and never jumps`() {
    var harness = saving()
    harness.advance(by: .seconds(20))
    for _ in 0..<60 {
      let before = harness.dots
      harness.advance(by: ControlHarness<PasswordForm>.frame)
      #expect(harness.dots.count == 8)
      // One dot after the other lights up at once; all others fade by a sixtieth of a turn.
      let steps = zip(before, harness.dots).map { $1 - $0 }
      #expect(steps.count { $0 > 0 } <= 1)
      #expect(steps.allSatisfy { $0 > 0 || abs($0 + 0.85 / 57.6) < 1e-6 })
    }
  }

  @Test func `P8 shows a still indicator under reduced motion, and costs nothing`() {
    var harness = saving(in: .fixed(reducesMotion: true))
    harness.advance(by: .seconds(20))
    #expect(harness.control.nextChange(after: harness.now) == nil)
    let frame = harness.drawing()
    #expect(harness.dots.count == 8)
    harness.advance(by: .milliseconds(333))
    #expect(harness.drawing() == frame)
  }
}

/// A form that was just submitted.
func saving(in environment: Environment = .fixed()) -> ControlHarness<PasswordForm> {
  var harness = filledForm(in: environment)
  harness.clickSubmit()
  return harness
}

extension ControlHarness<PasswordForm> {
  /// How opaque the indicator's dots are.
  fileprivate var dots: [Double] {
    drawing().shapes(before: "Saving…").suffix(8).map(\.color.alpha)
  }
}
