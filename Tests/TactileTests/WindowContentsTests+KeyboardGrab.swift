import ControlTestSupport
import Controls
import PasswordForm
import Scene
import TestSupport
import Testing

@testable import Tactile

@Suite struct `Window keyboard grab` {
  /// Returns the stops at which the window requests the grab.
  private func stops(
    in harness: inout ControlHarness<WindowContents>
  ) -> [WindowContents.FocusStop] {
    var requested: [WindowContents.FocusStop] = []
    for stop in WindowContents.FocusStop.all {
      if harness.control.focus == stop, isRequested(in: harness) { requested.append(stop) }
      harness.press(.tab)
    }
    return requested
  }

  private func isRequested(in harness: borrowing ControlHarness<WindowContents>) -> Bool {
    harness.control.form.read { $0.wantsKeyboardGrab }
  }

  private func grabbing() -> ControlHarness<WindowContents> {
    var harness = window()
    harness.control.form.control.grabsKeyboard = true
    harness.control.focus(0, at: harness.now)
    return harness
  }

  @Test func `is requested only in password fields`() {
    var harness = grabbing()
    let requested = stops(in: &harness)
    #expect(requested == [.form(.password), .form(.confirmation)])
    harness.control.form.control.grabsKeyboard = false
    let notRequested = stops(in: &harness)
    #expect(notRequested == [])
  }

  @Test func `is not requested without window focus or while the button's menu is open`() {
    var harness = grabbing()
    var answers = [isRequested(in: harness)]
    for isFocused in [false, true] {
      harness.send(.windowFocusChanged(isFocused: isFocused))
      answers.append(isRequested(in: harness))
    }
    #expect(answers == [true, false, true])
    harness.click(harness.buttonCenter, button: .secondary)
    let isRequested = isRequested(in: harness)
    #expect(!isRequested)
  }

  @Test func `is not requested during a save, because the keyring may show a prompt`() {
    var harness = grabbing()
    harness.fillForm()
    var answers = [isRequested(in: harness)]
    harness.press(.enter)
    answers.append(isRequested(in: harness))
    harness.control.finishSaving(.failed("No."), at: harness.now)
    answers.append(isRequested(in: harness))
    #expect(answers == [true, false, true])
  }
}
