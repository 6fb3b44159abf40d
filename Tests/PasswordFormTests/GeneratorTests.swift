import ControlTestSupport
import Controls
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing

@Suite struct `Password generator row` {
  @Test(arguments: [Theme.light, .dark])
  func `is below Submit and uses only text colors`(theme: Theme) {
    let harness = form(in: .fixed(theme))
    let lines = harness.drawing().lines
    #expect(lines.suffix(4).map(\.text.string) == ["Submit", "Generate", "Characters", "Words"])
    let texts = [theme.colors.text, theme.colors.secondaryText]
    #expect(lines.suffix(3).allSatisfy { texts.contains($0.text.color) })
    for word in ["Generate", "Characters", "Words"] {
      let shapes = harness.drawing().shapes(before: word)
      #expect(shapes.allSatisfy { texts.contains($0.color) }, "\(word)")
    }
    let bottom = 40 + harness.control.frame.height
    #expect(lines.suffix(3).allSatisfy { $0.frame.maxY <= bottom && $0.frame.maxX <= 440 })
  }

  @Test(arguments: [Key.space, .enter])
  func `fills both fields with a valid password and reveals it`(key: Key) {
    var harness = form()
    harness.focus(.generator)
    harness.press(key)
    let password = harness.control.password.text.string
    #expect(password.count == 20 && harness.control.evaluation.isMet)
    #expect(harness.control.confirmation.text.string == password)
    #expect(harness.control.match == .equal)
    #expect(harness.areRevealed == [true, true])
    #expect(harness.actions == [.estimateStrength])
    #expect(
      harness.control.messageText
        == "20 characters, 130 bits. The password is visible. Copy it or write it down: it is not stored.")
    harness.press(key, isRepeat: true)
    #expect(harness.control.password.text.string == password, "key repeat generates nothing")
    harness.press(key)
    #expect(harness.control.password.text.string != password)
    harness.clickSubmit()
    #expect(harness.saveCount == 1)
  }

  @Test func `shows its message, which has no icon, at the edge of the form in a dialog`() throws {
    var harness = ControlHarness(PasswordForm(isInDialog: true, in: .fixed()))
    harness.control.layOut(at: Point(x: 40, y: 40), width: 400, at: harness.now)
    harness.click(harness.center(of: "Words"))
    let lines = harness.drawing().lines
    let message = try #require(lines.first { $0.text.string.hasPrefix("6 words") })
    #expect(message.frame.minX == lines.first { $0.text.string == "Generate" }?.frame.minX)
  }

  @Test func `hides the generated password when Escape is pressed`() {
    var harness = form()
    harness.focus(.generator)
    harness.press(.space)
    #expect(harness.areRevealed == [true, true])
    harness.press(.escape)
    #expect(harness.areRevealed == [false, false])
    let isHandled = harness.press(.escape)
    #expect(!isHandled, "nothing is revealed")
  }

  @Test func `moves between its buttons with arrows, Home and End as one focus stop`() {
    var harness = form(PasswordPolicy(minimumLength: 1, rules: []))
    harness.focus(.generator)
    for (keys, isPassphrase) in [
      ([Key.right, .right], true), ([.left, .left], false), ([.end], true), ([.home], false), ([.end], true),
    ] {
      for key in keys { harness.press(key) }
      harness.press(.space)
      #expect(harness.isPassphrase == isPassphrase, "after \(keys)")
    }
    harness.focus(.submit)
    harness.focus(.generator)
    harness.press(.enter)
    #expect(harness.isPassphrase == true, "the selected button is unchanged")
    for modifiers in [Modifiers.control, .shift, .alt] { harness.press(.left, modifiers) }
    harness.press(.space)
    #expect(harness.isPassphrase == true)
  }

  @Test func `generates on a click without moving the focus`() {
    var harness = form()
    harness.type("abc")
    harness.click(harness.center(of: "Words"))
    #expect(harness.isPassphrase == true)
    #expect(harness.control.messageText?.hasPrefix("6 words, 80 bits. ") == true)
    harness.click(harness.center(of: "Characters"))
    #expect(!harness.isPassphrase && harness.control.password.text.graphemeCount == 20)
    harness.press(.backspace, .control)
    #expect(harness.control.password.text.isEmpty == false, "deletes revealed text to the start")
    harness.press(.end)
    harness.type("!")
    #expect(harness.control.password.text.graphemeCount == 21)
    #expect(harness.control.messageText == nil, "the message belongs to another password")
  }

  @Test func `shows the start of a long password in one field and its end in the other`() {
    var harness = form()
    harness.control.selectGenerator(.words(12), at: harness.now)
    harness.focus(.generator)
    harness.press(.space)
    let ranges = harness.drawing().secrets.map(\.graphemes)
    let count = harness.control.password.text.graphemeCount
    #expect(ranges.count == 2)
    #expect(ranges.first?.lowerBound == 0 && ranges.last?.upperBound == count)
    #expect(ranges.allSatisfy { $0.count < count })
  }

  @Test func `generates the configured kind and count first`() {
    var harness = form(.nist)
    harness.control.selectGenerator(.words(7), at: harness.now)
    harness.focus(.generator)
    harness.press(.space)
    #expect(harness.control.messageText?.hasPrefix("7 words, 90 bits. ") == true)
    harness.control.selectGenerator(.characters(30), at: harness.now)
    harness.press(.space)
    #expect(harness.control.password.text.graphemeCount == 30)
  }

  @Test(arguments: [PasswordGenerator.Kind.characters(0), .words(-1), .words(.max), .characters(.max)])
  func `generates the nearest possible count, or reports that there is none`(kind: PasswordGenerator.Kind) {
    var harness = form()
    harness.control.selectGenerator(kind, at: harness.now)
    harness.focus(.generator)
    harness.press(.space)
    #expect(harness.control.messageText != nil)
  }

  @Test func `hides the password after the timeout and on focus loss`() {
    var harness = form()
    harness.focus(.generator)
    harness.press(.space)
    harness.advance(by: .milliseconds(29_900))
    harness.press(.right)
    harness.advance(by: .milliseconds(29_900))
    #expect(harness.areRevealed == [true, true])
    harness.advance(by: .milliseconds(100))
    #expect(harness.areRevealed == [false, false])
    harness.press(.space)
    harness.send(.windowFocusChanged(isFocused: false))
    #expect(harness.areRevealed == [false, false])
  }

  @Test func `does not change a password during a save`() {
    var harness = filledForm()
    harness.press(.enter)
    harness.focus(.generator)
    harness.press(.space)
    #expect(harness.control.password.text.string == goodPassword)
    #expect(harness.control.messageText == "Saving. This takes a moment.")
    harness.finishSaving()
    #expect(harness.control.password.text.isEmpty == true)
  }

  @Test func `shows an error and keeps the text if no password can meet the policy`() {
    let rule = PasswordRule("an", "umlaut") { "äöü".unicodeScalars.contains($0) }
    var harness = form(PasswordPolicy(rules: [rule]))
    harness.type("abc")
    for label in ["Characters", "Words"] {
      harness.click(harness.center(of: label))
      #expect(harness.control.messageText == "No generated password can meet the policy.")
    }
    #expect(harness.control.password.text.string == "abc")
    #expect(harness.control.password.isRevealed == false && harness.requests.isEmpty)
  }
}

extension ControlHarness<PasswordForm> {
  fileprivate var areRevealed: [Bool] {
    [control.password.isRevealed, control.confirmation.isRevealed]
  }

  /// Whether the generated password consists of words.
  fileprivate var isPassphrase: Bool { control.messageText?.contains(" words, ") == true }

  fileprivate func center(of label: String) -> Point {
    drawing().lines.last { $0.text.string == label }?.frame.center ?? .zero
  }
}
