import ControlTestSupport
import Controls
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing

/// Returns a submitted form that asks whether to replace a damaged password file.
private func pendingReplacement() -> ControlHarness<PasswordForm> {
  var harness = filledForm()
  harness.clickSubmit()
  harness.finishSaving(.wouldReplace(.damaged, directory: "/d"))
  return harness
}

@Suite struct `Password replacement` {
  @Test func `P8 asks for confirmation and keeps both fields`() throws {
    let harness = pendingReplacement()
    #expect(harness.control.messageText == "The password file in /d is damaged. Submit again to replace it.")
    let lines = harness.drawing().lines.map(\.text.string)
    let first = try #require(lines.first { $0.hasPrefix("The password file") })
    #expect(harness.drawing().statusIcon(before: first) == .unmet)
    #expect(harness.control.acceptedProblem == nil)
    #expect(harness.control.isSaving == false)
    #expect(harness.control.password.text.string == goodPassword)
    #expect(harness.control.confirmation.text.string == goodPassword)
  }

  @Test func `P8 asks for confirmation in the language of the user`() {
    var harness = pendingReplacement()
    harness.environment.strings = GermanStrings.shared
    let question = "Die Passwortdatei in /d ist beschädigt. Zum Ersetzen noch einmal speichern."
    #expect(harness.control.messageText == question)
  }

  @Test func `P8 accepts the problem when the same password is submitted again`() {
    var harness = pendingReplacement()
    // Revealing the text and moving the focus or the caret keep the confirmation.
    harness.focus(.passwordReveal)
    harness.press(.space)
    harness.focus(.confirmation)
    harness.press(.left)
    harness.press(.enter)
    #expect(harness.saveCount == 2)
    #expect(harness.control.acceptedProblem == .damaged)
  }

  @Test func `P8 asks again when the stored password has a different problem`() {
    var harness = pendingReplacement()
    harness.clickSubmit()
    harness.finishSaving(.wouldReplace(.ownedByOtherUser, directory: "/d"))
    let question = "The password file in /d is owned by another user. Submit again to replace it."
    #expect(harness.control.messageText == question)
    harness.clickSubmit()
    #expect(harness.control.acceptedProblem == .ownedByOtherUser)
  }

  @Test(arguments: [PasswordForm.FocusStop.password, .confirmation])
  func `P8 discards the confirmation after any edit`(stop: PasswordForm.FocusStop) {
    var harness = pendingReplacement()
    harness.focus(stop)
    harness.type("x")
    harness.press(.backspace)
    #expect(harness.control.messageText == nil)
    harness.clickSubmit()
    #expect(harness.saveCount == 2)
    #expect(harness.control.acceptedProblem == nil)
  }

  @Test(arguments: [SaveResult.failed("No space is left."), .saved()])
  func `P8 accepts no problem in a later save`(outcome: SaveResult) {
    var harness = pendingReplacement()
    harness.clickSubmit()
    harness.finishSaving(outcome)
    harness.fill("", "")
    if outcome == .saved() { harness.fill(goodPassword, goodPassword) }
    harness.clickSubmit()
    #expect(harness.saveCount == 3)
    #expect(harness.control.acceptedProblem == nil)
  }
}

@Suite struct `Saved password` {
  @Test func `P8 is reported together with the note of the result`() {
    var harness = filledForm()
    harness.clickSubmit()
    harness.finishSaving(.saved(note: "Memory was short."))
    let line = "Saved. Only a hash was stored. Memory was short."
    #expect(harness.control.messageText == line)
    #expect(harness.control.password.text.string == "")
  }
}
