import Controls
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing

@Suite struct `What makes passwords` {
  @Test(arguments: [Theme.light, .dark])
  func `stands below Submit, in colours of text alone`(theme: Theme) {
    let harness = form(in: .fixed(theme))
    let lines = harness.drawing().lines
    #expect(lines.suffix(4).map(\.text.string) == ["Submit", "Generate", "Characters", "Words"])
    let texts = [theme.colors.text, theme.colors.secondaryText]
    #expect(lines.suffix(3).allSatisfy { texts.contains($0.text.color) })
    for word in ["Generate", "Characters", "Words"] {
      let shapes = harness.drawing().shapes(before: word)
      #expect(shapes.allSatisfy { texts.contains($0.color) }, "\(word)")
    }
    let bottom = 40 + harness.control.height
    #expect(lines.suffix(3).allSatisfy { $0.frame.maxY <= bottom && $0.frame.maxX <= 440 })
  }

  @Test(arguments: [Key.space, .enter])
  func `fills both fields with one that is good, and shows it`(key: Key) {
    var harness = form()
    harness.focus(.generator)
    harness.press(key)
    let password = harness.control.password.text.string
    #expect(password.count == 20 && harness.control.verdict.isMet)
    #expect(harness.control.confirmation.text.string == password)
    #expect(harness.control.match == .equal)
    #expect(harness.areRevealed == [true, true])
    #expect(harness.actions == [.judgeStrength])
    #expect(
      harness.control.messageText
        == "20 characters, 130 bits. Write it down or copy it: it will not be stored.")
    harness.press(key, isRepeat: true)
    #expect(harness.control.password.text.string == password, "a held key makes one alone")
    harness.press(key)
    #expect(harness.control.password.text.string != password)
    harness.clickSubmit()
    #expect(harness.saveCount == 1)
  }

  @Test func `hides by Escape what it has shown`() {
    var harness = form()
    harness.focus(.generator)
    harness.press(.space)
    #expect(harness.areRevealed == [true, true])
    harness.press(.escape)
    #expect(harness.areRevealed == [false, false])
    let isHandled = harness.press(.escape)
    #expect(!isHandled, "there is nothing more to hide")
  }

  @Test func `goes from button to button by arrows and ends, and is one stop`() {
    var harness = form()
    harness.focus(.generator)
    for (key, isOfWords) in [
      (Key.right, true), (.right, true), (.left, false), (.left, false), (.end, true),
      (.home, false), (.end, true),
    ] {
      harness.press(key)
      harness.press(.space)
      #expect(harness.isOfWords == isOfWords, "after \(key)")
    }
    harness.focus(.submit)
    harness.focus(.generator)
    harness.press(.enter)
    #expect(harness.isOfWords == true, "the stop is where it was left")
    for modifiers in [Modifiers.control, .shift, .alt] {
      harness.press(.left, modifiers)
      harness.press(.space)
      #expect(harness.isOfWords == true)
    }
  }

  @Test func `is pressed by the pointer, which leaves the focus where it is`() {
    var harness = form()
    harness.type("abc")
    harness.click(harness.place(of: "Words"))
    #expect(harness.isOfWords == true)
    #expect(harness.control.messageText?.hasPrefix("6 words, 80 bits. ") == true)
    harness.click(harness.place(of: "Characters"))
    #expect(!harness.isOfWords && harness.control.password.text.graphemeCount == 20)
    harness.press(.backspace, .control)
    #expect(harness.control.password.text.isEmpty == false, "of what can be read, to the start")
    harness.press(.end)
    harness.type("!")
    #expect(harness.control.password.text.graphemeCount == 21)
    #expect(harness.control.messageText == nil, "that was of another password")
  }

  @Test func `shows the beginning of a long one in the first field, and its end in the second`() {
    var harness = form()
    harness.control.offer(.words(12))
    harness.focus(.generator)
    harness.press(.space)
    let seen = harness.drawing().secrets.map(\.graphemes)
    let count = harness.control.password.text.graphemeCount
    #expect(seen.count == 2)
    #expect(seen.first?.lowerBound == 0 && seen.last?.upperBound == count)
    #expect(seen.allSatisfy { $0.count < count })
  }

  @Test func `offers as many parts as are asked for, of that kind first`() {
    var harness = form(.nist)
    harness.control.offer(.words(7))
    harness.focus(.generator)
    harness.press(.space)
    #expect(harness.control.messageText?.hasPrefix("7 words, 90 bits. ") == true)
    harness.control.offer(.characters(30))
    harness.press(.space)
    #expect(harness.control.password.text.graphemeCount == 30)
  }

  @Test func `hides it as what was typed, after a while and without the focus`() {
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

  @Test func `leaves what is being saved alone`() {
    var harness = filledForm()
    harness.press(.enter)
    harness.focus(.generator)
    harness.press(.space)
    #expect(harness.control.password.text.string == goodPassword)
    #expect(harness.control.messageText == "Still saving, this takes a moment.")
    harness.finishSaving()
    #expect(harness.control.password.text.isEmpty == true)
  }

  @Test func `says where it can make none, and leaves what was typed`() {
    let rule = PasswordRule("an", "umlaut") { "äöü".unicodeScalars.contains($0) }
    var harness = form(PasswordPolicy(rules: [rule]))
    harness.type("abc")
    for (label, noun) in [("Characters", "characters"), ("Words", "words")] {
      harness.click(harness.place(of: label))
      #expect(harness.control.messageText == "No random \(noun) meet what the password must be.")
    }
    #expect(harness.control.password.text.string == "abc")
    #expect(harness.control.password.isRevealed == false && harness.requests.isEmpty)
  }
}

extension ControlHarness<PasswordForm> {
  fileprivate var areRevealed: [Bool] {
    [control.password.isRevealed, control.confirmation.isRevealed]
  }

  /// Whether the password that was made is of words.
  fileprivate var isOfWords: Bool { control.messageText?.contains(" words, ") == true }

  fileprivate func place(of label: String) -> Point {
    drawing().lines.last { $0.text.string == label }?.frame.center ?? .zero
  }
}
