import Controls
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing

/// A form that was submitted where something else is in the place.
private func asked() -> ControlHarness<PasswordForm> {
  var harness = filledForm()
  harness.clickSubmit()
  harness.finishSaving(.wouldReplace(.damaged, "The file is damaged."))
  return harness
}

@Suite struct `A password form that would replace something` {
  @Test func `P8 asks first, and keeps both fields`() throws {
    let harness = asked()
    #expect(harness.control.messageText == "The file is damaged. Submit again to replace it.")
    let lines = harness.drawing().lines.map(\.text.string)
    let first = try #require(lines.first { $0.hasPrefix("The file is damaged.") })
    #expect(harness.drawing().mark(before: first) == .unmet)
    #expect(harness.control.acceptedFault == nil)
    #expect(harness.control.isSaving == false)
    #expect(harness.control.password.text.string == goodPassword)
    #expect(harness.control.confirmation.text.string == goodPassword)
  }

  @Test func `P8 replaces it where the same is submitted again`() {
    var harness = asked()
    // To look at it and to go about changes nothing.
    harness.focus(.passwordEye)
    harness.press(.space)
    harness.focus(.confirmation)
    harness.press(.left)
    harness.press(.enter)
    #expect(harness.saveCount == 2)
    #expect(harness.control.acceptedFault == .damaged)
  }

  @Test func `P8 asks again where something else is wrong by then`() {
    var harness = asked()
    harness.clickSubmit()
    harness.finishSaving(.wouldReplace(.foreign, "The file is another's."))
    let question = "The file is another's. Submit again to replace it."
    #expect(harness.control.messageText == question)
    harness.clickSubmit()
    #expect(harness.control.acceptedFault == .foreign)
  }

  @Test(arguments: [PasswordForm.Stop.password, .confirmation])
  func `P8 forgets that at any edit`(stop: PasswordForm.Stop) {
    var harness = asked()
    harness.focus(stop)
    harness.type("x")
    harness.press(.backspace)
    #expect(harness.control.messageText == nil)
    harness.clickSubmit()
    #expect(harness.saveCount == 2)
    #expect(harness.control.acceptedFault == nil)
  }

  @Test(arguments: [SavingOutcome.failed("No space is left."), .saved()])
  func `P8 asks anew the next time`(outcome: SavingOutcome) {
    var harness = asked()
    harness.clickSubmit()
    harness.finishSaving(outcome)
    harness.fill("", "")
    if outcome == .saved() { harness.fill(goodPassword, goodPassword) }
    harness.clickSubmit()
    #expect(harness.saveCount == 3)
    #expect(harness.control.acceptedFault == nil)
  }
}

@Suite struct `A password that was saved` {
  @Test func `P8 is said to be so with what else there is to know`() {
    var harness = filledForm()
    harness.clickSubmit()
    harness.finishSaving(.saved(note: "Memory was short."))
    let line = "Saved. The password itself was not stored. Memory was short."
    #expect(harness.control.messageText == line)
    #expect(harness.control.password.text.string == "")
  }
}
