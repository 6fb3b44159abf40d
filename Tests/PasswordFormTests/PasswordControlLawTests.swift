import ControlTestSupport
import Controls
import Motion
import PasswordForm
import Scene
import TestSupport
import Testing

/// The invariants of all controls for those with passwords.
@Suite struct `Password controls` {
  enum Scenario: String, CaseIterable {
    case empty, typed, focusMoved, estimated, failed, hoveredField
  }

  @Test(arguments: Scenario.allCases) func `W2 keep the invariants of all controls in the form`(
    scenario: Scenario
  ) throws {
    try LawsAfterInput(in: Rect(x: 30, y: 30, width: 420, height: 400)) { reducesMotion in
      var form = form(in: .fixed(reducesMotion: reducesMotion))
      switch scenario {
      case .empty: break
      case .typed: form.fill(goodPassword, "other")
      case .focusMoved:
        form.type("x")
        form.focus(.submit)
      case .estimated: form.setStrength(bits: 40)
      case .failed:
        form.fill(goodPassword, goodPassword)
        form.clickSubmit()
        form.finishSaving(failure: "The disk is full.")
      case .hoveredField: form.move(to: form.control.password.frame.center)
      }
      return form
    }.checkAll()
  }

  @Test func `W2 keep the invariants of all controls in the entry of a passphrase`() throws {
    try LawsAfterInput(in: Rect(x: 0, y: 0, width: 440, height: 200)) { reducesMotion in
      var entry = ControlHarness(
        PassphraseEntry(
          PassphraseEntry.Configuration(label: "Passphrase"), in: .fixed(reducesMotion: reducesMotion)))
      entry.control.layOut(at: Point(x: 20, y: 20), width: 400, at: .zero)
      entry.control.focus(0, at: .zero)
      entry.type("wrong")
      entry.control.askAgain("Wrong passphrase", at: entry.now)
      return entry
    }.checkAll()
  }
}
