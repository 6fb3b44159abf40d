import ControlTestSupport
import Controls
import PasswordForm
import Scene
import TestSupport
import Testing

@testable import Tactile

@Suite struct `Window during a save` {
  private static func saving() -> ControlHarness<WindowContents> {
    var harness = window()
    harness.fillForm()
    harness.press(.enter)
    harness.control.setPrompting(true, at: harness.now)
    return harness
  }

  @Test func `P8 cancels the save on Escape, regardless of the focus`() {
    var harness = window()
    harness.fillForm()
    for (count, stop) in (WindowContents.FocusStop.all + [nil]).enumerated() {
      harness.control.moveFocus(to: .form(.confirmation), at: harness.now)
      harness.press(.enter)
      harness.control.setPrompting(true, at: harness.now)
      if let stop {
        harness.control.moveFocus(to: stop, at: harness.now)
      } else {
        harness.control.focus(nil, at: harness.now)
      }
      harness.press(.escape)
      harness.control.finishSaving(.failed("No."), at: harness.now)
      harness.press(.escape)
      #expect(harness.requests.count == 2 * (count + 1))
      #expect(harness.requests.suffix(2) == [.form(.save), .form(.cancelSaving)])
    }
  }

  @Test
  func `P8 cancels the save and hides the password on Escape, before it closes the inspector`() {
    var harness = Self.saving()
    harness.press(.character("v"), .alt)
    harness.press(.escape)
    #expect(harness.requests == [.form(.save), .form(.cancelSaving)])
    #expect(harness.control.form.control.confirmation.isRevealed == false)
    harness.press(.function(12))
    #expect(harness.control.focus?.section == .inspector)
    harness.press(.escape)
    #expect(harness.requests == [.form(.save), .form(.cancelSaving), .form(.cancelSaving)])
    #expect(harness.control.focus?.section == .inspector)
  }
}
