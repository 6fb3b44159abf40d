import ControlTestSupport
import Controls
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing

@Suite struct `Submit button` {
  @Test(arguments: [Theme.light, .dark])
  func `P7 draws a blue capsule 10 px around a bold blue label of 22 px`(
    theme: Theme
  ) throws {
    let list = form(in: .fixed(theme)).drawing()
    let label = try #require(list.lines.first { $0.text.string == "Submit" })
    #expect(label.text.color == theme.colors.blue)
    #expect(label.text.style.size == 22)
    #expect(label.text.style.weight == .bold)
    let (shape, paint, color) = try #require(list.shapes(before: "Submit").last)
    guard case .roundedRect(let capsule) = shape else {
      Issue.record("\(shape) is not a capsule")
      return
    }
    #expect(capsule.cornerRadius == capsule.rect.height / 2)
    #expect(paint == .stroke(width: 2))
    #expect(color == theme.colors.blue)
    // A stroke is centered on its path.
    let outside = capsule.rect.inset(by: -1)
    #expect(label.frame.minY - outside.minY == 10)
    #expect(outside.maxY - label.frame.maxY == 10)
    #expect(label.frame.minX - outside.minX >= 10)
    #expect(abs(label.frame.midX - outside.midX) <= 0.5)
  }

  /// Invalid contents of both fields with the expected focus stop and message.
  static let invalidInputs: [(String, String, stop: PasswordForm.FocusStop, line: String)] = [
    ("", "", .password, "Password must have at least 8 characters."),
    ("Pas!1", "Pas!1", .password, "Password must have at least 8 characters."),
    ("passw0rd!", "passw0rd!", .password, "Password must have at least 1 uppercase letter."),
    ("PASSW0RD!", "PASSW0RD!", .password, "Password must have at least 1 lowercase letter."),
    ("Password!", "Password!", .password, "Password must have at least 1 number."),
    ("Passw0rd", "different", .password, "Password must have at least 1 symbol."),
    (goodPassword, "", .confirmation, "Re-enter the password."),
    (goodPassword, "Passw0rd", .confirmation, "The passwords do not match."),
    (goodPassword, "Passw0rd?", .confirmation, "The passwords do not match."),
  ]

  @Test(arguments: invalidInputs)
  func `P7 focuses the first invalid field and shows the unmet rule`(
    password: String, confirmation: String, stop: PasswordForm.FocusStop, line: String
  ) {
    var harness = form()
    harness.fill(password, confirmation)
    harness.focus(.submit)
    harness.press(.enter)
    #expect(harness.focusRequests == [stop.rawValue])
    #expect(harness.requests.isEmpty)
    #expect(harness.control.messageText == line)
    #expect(harness.message == line)
  }

  @Test func `P7 requests a save if all rules are met and both fields match`() {
    var harness = filledForm()
    harness.clickSubmit()
    #expect(harness.requests == [.save])
    #expect(harness.control.passwordToSave().string == goodPassword)
  }

  @Test(arguments: [Key.space, .enter])
  func `P7 handles Space and Enter with focus, once while they are held`(
    key: Key
  ) {
    var harness = filledForm()
    harness.focus(.submit)
    for modifiers in [Modifiers.control, .alt, .shift] { harness.press(key, modifiers) }
    #expect(harness.saveCount == 0)
    harness.press(key)
    harness.press(key, isRepeat: true)
    #expect(harness.saveCount == 1)
    #expect(harness.control.messageText == "Saving…")
  }

  @Test func `P7 submits on Enter in the second field, not in the first`() {
    var harness = filledForm()
    harness.focus(.password)
    harness.press(.enter)
    #expect(harness.focusRequests == [PasswordForm.FocusStop.confirmation.rawValue])
    #expect(harness.requests.isEmpty)
    harness.focus(.confirmation)
    harness.press(.enter, isRepeat: true)
    #expect(harness.saveCount == 0)
    harness.press(.enter)
    #expect(harness.requests.last == .save)
  }

  @Test func `P7 removes its error message after an edit`() {
    var harness = form()
    harness.clickSubmit()
    #expect(harness.control.messageText != nil)
    harness.type("P")
    #expect(harness.control.messageText == nil)
  }

  @Test func `P7 wraps the message next to it and increases the form's height`() {
    var harness = filledForm()
    let height = harness.control.frame.height
    harness.clickSubmit()
    harness.finishSaving(failure: String(repeating: "Cannot write to /a/folder. ", count: 8))
    #expect(harness.control.frame.height > height)
    let lines = harness.drawing().lines.filter { $0.frame.minX > 40 + 120 }
    #expect(lines.count > 3)
    let bottom = 40 + harness.control.frame.height
    #expect(lines.allSatisfy { $0.frame.maxX <= 440 && $0.frame.maxY <= bottom })
  }
}

@Suite struct `Password length limit` {
  @Test func `rejects more text with a message that states the limit`() {
    var harness = form()
    harness.paste(String(repeating: "x", count: 1024))
    #expect(harness.control.messageText == nil)
    harness.type("x")
    #expect(harness.message == "Text too long: maximum 1024 characters.")
    #expect(harness.control.password.text.string.unicodeScalars.count == 1024)
    harness.press(.backspace)
    #expect(harness.control.messageText == nil)
  }
}

extension ControlHarness<PasswordForm> {
  /// The message next to Submit.
  var message: String {
    let area = control.frame(ofFocusStop: PasswordForm.FocusStop.submit.rawValue, at: now)
    return drawing().lines.filter { $0.frame.minX > 160 && area.contains($0.frame.center) }
      .map(\.text.string).joined(separator: " ")
  }
}

@Suite struct `Password form in a dialog` {
  @Test func `has no heading, caption and button, and space only for the texts that are shown`() throws {
    var harness = ControlHarness(PasswordForm(.nist, isInDialog: true, in: .fixed()))
    harness.control.layOut(at: Point(x: 20, y: 20), width: 400, at: harness.now)
    let texts = ["At least 15 characters", "Not a common password", "Generate", "Characters", "Words"]
    #expect(
      Set(harness.drawing().lines.map(\.text.string)) == Set(texts + ["Enter password", "Re-enter password"]))
    let height = harness.control.frame.height
    harness.fill("abcdefgh", "abc")
    harness.setStrength(bits: 20)
    func frame(_ text: String) throws -> Rect {
      try #require(harness.drawing().lines.first { $0.text.string == text }, "\(text)").frame
    }
    let match = try frame("Matches so far")
    #expect(try match.maxY <= frame("Words").minY && match.minY > frame("Re-enter password").maxY)
    #expect(try frame("Not a common password").maxY < frame("Re-enter password").minY)
    harness.press(.enter)
    // The message replaces the line about the match.
    #expect(try frame("Password must have at least 15 characters.").minY == match.minY)
    #expect(harness.focusRequests == [PasswordForm.FocusStop.password.rawValue])
    #expect(!harness.drawing().lines.contains { $0.text.string == "Passwords do not match" })
    for stop in [PasswordForm.FocusStop.confirmation, .password] {
      harness.focus(stop)
      harness.press(.character("a"), .control)
      harness.press(.backspace)
    }
    #expect(harness.control.frame.height == height && harness.control.focusStopCount == 5)
  }
}
