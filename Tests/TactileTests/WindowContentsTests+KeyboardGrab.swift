import Controls
import PasswordForm
import Scene
import TestSupport
import Testing

@testable import Tactile

@Suite struct `The keyboard in a window that wants it for itself` {
  /// At which of the stops the window wants it.
  private func stops(
    in harness: inout ControlHarness<WindowContents>
  ) -> [WindowContents.FocusStop] {
    var wanted: [WindowContents.FocusStop] = []
    for stop in WindowContents.FocusStop.all {
      if harness.control.focus == stop, isWanted(in: harness) { wanted.append(stop) }
      harness.press(.tab)
    }
    return wanted
  }

  private func isWanted(in harness: borrowing ControlHarness<WindowContents>) -> Bool {
    harness.control.form.ask { $0.wantsKeyboardGrab }
  }

  private func grabbing() -> ControlHarness<WindowContents> {
    var harness = window()
    harness.control.form.control.grabsKeyboard = true
    harness.control.focus(0, at: harness.now)
    return harness
  }

  @Test func `is wanted where a password is typed and nowhere else`() {
    var harness = grabbing()
    let wanted = stops(in: &harness)
    #expect(wanted == [.form(.password), .form(.confirmation)])
    harness.control.form.control.grabsKeyboard = false
    let unwanted = stops(in: &harness)
    #expect(unwanted == [])
  }

  @Test func `is not wanted without the focus, nor while the button's menu has the keys`() {
    var harness = grabbing()
    var answers = [isWanted(in: harness)]
    for isFocused in [false, true] {
      harness.send(.windowFocusChanged(isFocused: isFocused))
      answers.append(isWanted(in: harness))
    }
    #expect(answers == [true, false, true])
    harness.click(harness.buttonCenter, button: .secondary)
    let isWanted = isWanted(in: harness)
    #expect(!isWanted)
  }

  @Test func `is not wanted while a password is saved: who keeps it may ask for another there`() {
    var harness = grabbing()
    harness.fillForm()
    var answers = [isWanted(in: harness)]
    harness.press(.enter)
    answers.append(isWanted(in: harness))
    harness.control.finishSaving(.failed("No."), at: harness.now)
    answers.append(isWanted(in: harness))
    #expect(answers == [true, false, true])
  }
}
