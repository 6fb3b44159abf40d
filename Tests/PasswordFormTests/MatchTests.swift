import PasswordForm
import Scene
import TestSupport
import Testing

@Suite struct `The match line` {
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

  @Test func `P5 takes a correct beginning for no error, at any key`() {
    var harness = form()
    harness.type(goodPassword)
    harness.focus(.confirmation)
    for scalar in goodPassword.unicodeScalars.dropLast() {
      harness.type(String(scalar))
      #expect(harness.matchLine == "Matches so far")
      #expect(harness.drawing().mark(before: "Matches so far") == .neutral)
    }
    harness.type("!")
    #expect(harness.matchLine == "Passwords match")
    #expect(harness.drawing().mark(before: "Passwords match") == .met)
  }

  @Test func `P5 tells a difference at once`() {
    var harness = form()
    harness.fill(goodPassword, "Pas?")
    #expect(harness.matchLine == "Passwords do not match")
    #expect(harness.drawing().mark(before: "Passwords do not match") == .unmet)
    harness.press(.backspace)
    #expect(harness.matchLine == "Matches so far")
  }

  @Test func `P5 takes a beginning for an error once the field was left`() {
    var harness = form()
    harness.fill(goodPassword, "Pass")
    harness.focus(.confirmationEye)
    #expect(harness.matchLine == "Matches so far")
    harness.focus(.submit)
    #expect(harness.matchLine == "Passwords do not match")
    #expect(harness.drawing().mark(before: "Passwords do not match") == .unmet)
  }

  @Test func `P5 follows the first field too`() {
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

  @Test(arguments: [
    ("\u{e9}", "e\u{301}"), ("e\u{301}", "\u{e9}"), ("\u{1e69}", "s\u{307}\u{323}"),
  ])
  func `P5 takes a letter typed in two ways for one`(first: String, second: String) {
    var harness = form()
    harness.fill("caf\(first)", "caf\(second)")
    #expect(harness.matchLine == "Passwords match")
    #expect(harness.control.match == .equal)
  }

  @Test func `P5 takes a letter whose accent is yet to come for a beginning`() {
    var harness = form()
    harness.fill("caf\u{e9}", "cafe")
    #expect(harness.matchLine == "Matches so far")
  }

  @Test func `P5 never calls two empty fields a match`() {
    let harness = form()
    #expect(harness.control.match == .empty)
    #expect(harness.matchLine == nil)
  }
}

extension ControlHarness<PasswordForm> {
  /// What stands between the second field and Submit.
  fileprivate var matchLine: String? {
    drawing().texts.first { $0.hasPrefix("Match") || $0.hasPrefix("Passwords ") }
  }
}
