import ControlTestSupport
import PasswordForm
import Scene
import TestSupport
import Testing

@Suite struct `Password match line` {
  @Test func `P5 is hidden while the second field is empty`() {
    var harness = form()
    harness.type(goodPassword)
    #expect(harness.matchLine == nil)
    harness.focus(.confirmation)
    #expect(harness.matchLine == nil)
    harness.type("P")
    harness.press(.backspace)
    #expect(harness.matchLine == nil)
  }

  @Test func `P5 shows no error for a correct prefix at any key`() {
    var harness = form()
    harness.type(goodPassword)
    harness.focus(.confirmation)
    for scalar in goodPassword.unicodeScalars.dropLast() {
      harness.type(String(scalar))
      #expect(harness.matchLine == "Matches so far")
      #expect(harness.drawing().statusIcon(before: "Matches so far") == .neutral)
    }
    harness.type("!")
    #expect(harness.matchLine == "Passwords match")
    #expect(harness.drawing().statusIcon(before: "Passwords match") == .met)
  }

  @Test func `P5 shows a difference immediately`() {
    var harness = form()
    harness.fill(goodPassword, "Pas?")
    #expect(harness.matchLine == "Passwords do not match")
    #expect(harness.drawing().statusIcon(before: "Passwords do not match") == .unmet)
    harness.press(.backspace)
    #expect(harness.matchLine == "Matches so far")
  }

  @Test func `P5 shows an error for a prefix after the field loses the focus`() {
    var harness = form()
    harness.fill(goodPassword, "Pass")
    harness.focus(.confirmationReveal)
    #expect(harness.matchLine == "Matches so far")
    harness.focus(.submit)
    #expect(harness.matchLine == "Passwords do not match")
    #expect(harness.drawing().statusIcon(before: "Passwords do not match") == .unmet)
  }

  @Test func `P5 updates after edits of the first field`() {
    var harness = form()
    harness.fill(goodPassword, goodPassword)
    harness.focus(.password)
    harness.type("x")
    #expect(harness.matchLine == "Passwords do not match")
    harness.press(.backspace)
    #expect(harness.matchLine == "Passwords match")
    harness.press(.character("a"), .control)
    harness.press(.delete)
    #expect(harness.matchLine == "Passwords do not match")
  }
}

extension ControlHarness<PasswordForm> {
  /// The line between the second field and Submit.
  fileprivate var matchLine: String? {
    drawing().texts.first { $0.hasPrefix("Match") || $0.hasPrefix("Passwords ") }
  }
}
