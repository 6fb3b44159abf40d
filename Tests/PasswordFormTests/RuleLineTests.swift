import Controls
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing

@Suite struct `The password form` {
  @Test func `P1 shows its parts from top to bottom`() {
    var harness = form()
    harness.fill("Passw0rd", "Passw0rd")
    harness.settle()
    #expect(
      harness.drawing().lines.map(\.text.string) == [
        "Password",
        "At least 8 characters, with an uppercase letter, a lowercase",
        "letter, a number and a symbol.",
        "Enter password",
        "At least 8 characters", "met", "At least 1 uppercase letter", "met",
        "At least 1 lowercase letter", "met", "At least 1 number", "met",
        "At least 1 symbol", "not met",
        "Re-enter password", "Passwords match", "Submit",
        "Generate", "Characters", "Words",
      ])
  }

  @Test func `P8 says what else there is to know with what it demands, and makes room for it`() {
    var harness = form()
    let height = harness.control.height
    let before = harness.drawing().texts
    harness.control.remark = "It may be written to swap."
    #expect(
      harness.drawing().texts.prefix(3) == [
        "Password", "At least 8 characters, with an uppercase letter, a lowercase",
        "letter, a number and a symbol. It may be written to swap.",
      ])
    harness.control.remark = "The password could not be locked; it may be written to swap."
    #expect(harness.control.height > height)
    harness.control.remark = nil
    #expect(harness.control.height == height && harness.drawing().texts == before)
  }

  @Test func `P1 leaves every part room, one under the other`() {
    var harness = form()
    harness.fill("Passw0rd", "Passw0rd")
    harness.settle()
    let lines = harness.drawing().lines
    let besideOthers = ["met", "not met", "Characters", "Words"]
    let onTheirOwn = lines.filter { !besideOthers.contains($0.text.string) }
    for (line, next) in zip(onTheirOwn, onTheirOwn.dropFirst()) {
      #expect(line.frame.maxY <= next.frame.minY, "\(next.text.string)")
    }
    #expect(lines.allSatisfy { $0.frame.minX >= 40 && $0.frame.maxX <= 440 })
  }

  @Test(arguments: [
    (PasswordPolicy.default, 8, ["uppercase letter", "lowercase letter", "number", "symbol"]),
    (.seed0, 6, ["uppercase letter", "lowercase letter", "number", "symbol"]),
    (.seed2, 8, ["uppercase letter", "number", "symbol"]),
    (.nist, 15, []),
    (PasswordPolicy(minimumLength: 1, rules: [.symbol]), 1, ["symbol"]),
  ])
  func `P2 shows a line for the length and for each rule of its policy, and no other`(
    policy: PasswordPolicy, length: Int, kinds: [String]
  ) {
    let lines = form(policy).drawing().texts.filter { $0.hasPrefix("At least") }
    let lengthLine = "At least \(length) character\(length == 1 ? "" : "s")"
    // The caption alone has a comma or a full stop.
    let ruleLines = lines.filter { !$0.contains(",") && !$0.hasSuffix(".") }
    #expect(ruleLines == [lengthLine] + kinds.map { "At least 1 \($0)" })
  }

  @Test func `P3 counts code points of the NFC form`() {
    var harness = form(PasswordPolicy(minimumLength: 7, rules: []))
    harness.type("e\u{301}e\u{301}e\u{301}e\u{301}")
    #expect(harness.drawing().mark(before: "At least 7 characters") == .neutral)
    harness.press(.character("a"), .control)
    harness.type("👨‍👩‍👧‍👦")
    #expect(harness.drawing().mark(before: "At least 7 characters") == .met)
  }

  @Test func `P11 shows and judges a rule of one's own, which is one value`() {
    let space = PasswordRule("a", "space") { $0 == " " }
    var harness = form(PasswordPolicy(minimumLength: 2, rules: [.number, space]))
    harness.type("12")
    #expect(harness.drawing().mark(before: "At least 1 space") == .neutral)
    harness.type(" ")
    #expect(harness.drawing().mark(before: "At least 1 space") == .met)
    #expect(harness.drawing().texts.contains("At least 2 characters, with a number and a space."))
  }

  @Test func `P10 takes text as it is typed`() {
    var harness = form()
    let text = "  teh iphone i dont... --> \"Colour\" (c) :-)  É"
    harness.type(text)
    harness.focus(.confirmation)
    harness.advance(by: .seconds(60))
    #expect(Array(harness.control.password.text.string.utf8) == Array(text.utf8))
  }

  @Test(arguments: [Modifiers.control, [.control, .shift]])
  func `P10 keeps no history to undo`(modifiers: Modifiers) {
    var harness = form()
    harness.type("abc")
    harness.press(.character("u"), .control)
    let isHandled = harness.press(.character("z"), modifiers)
    #expect(!isHandled)
    #expect(harness.control.password.text.string == "")
  }
}

@Suite struct `A rule's line` {
  @Test func `P4 is neutral until something is typed, and met at the very key that meets it`() {
    var harness = form()
    #expect(harness.marks == Array(repeating: .neutral, count: 5))
    let keys: [(String, [SeenMark?])] = [
      ("1", [.neutral, .neutral, .neutral, .met, .neutral]),
      ("a", [.neutral, .neutral, .met, .met, .neutral]),
      ("!", [.neutral, .neutral, .met, .met, .met]),
      ("É", [.neutral, .met, .met, .met, .met]),
      ("bcd", [.neutral, .met, .met, .met, .met]),
      ("e", [.met, .met, .met, .met, .met]),
    ]
    for (text, marks) in keys {
      harness.type(text)
      #expect(harness.marks == marks, "after \(text)")
    }
    harness.press(.backspace)
    #expect(harness.marks == [.neutral, .met, .met, .met, .met])
  }

  @Test func `P4 turns red once the field was left with the rule unmet`() {
    var harness = form()
    harness.type("Pass")
    harness.focus(.confirmation)
    #expect(harness.marks == [.unmet, .met, .met, .unmet, .unmet])
    harness.focus(.password)
    harness.type("1")
    #expect(harness.marks == [.unmet, .met, .met, .met, .unmet])
  }

  @Test func `P4 is not judged by a step to the field's own eye`() {
    var harness = form()
    harness.type("P")
    harness.focus(.passwordEye)
    #expect(harness.marks == [.neutral, .met, .neutral, .neutral, .neutral])
    harness.focus(.submit)
    #expect(harness.marks == [.unmet, .met, .unmet, .unmet, .unmet])
  }

  @Test func `P4 turns red once it was submitted unmet, wherever the focus is`() {
    var harness = form()
    harness.type("P")
    harness.clickSubmit()
    #expect(harness.marks == [.unmet, .met, .unmet, .unmet, .unmet])
  }

  @Test func `P4 is neutral again in an emptied field`() {
    var harness = form()
    harness.type("P")
    harness.focus(.confirmation)
    harness.focus(.password)
    harness.press(.backspace)
    #expect(harness.marks == Array(repeating: .neutral, count: 5))
    harness.type("p")
    #expect(harness.marks == [.neutral, .neutral, .met, .neutral, .neutral])
    harness.press(.backspace)
    harness.focus(.confirmation)
    #expect(harness.marks == Array(repeating: .neutral, count: 5))
  }

  @Test(arguments: [Theme.light, .dark])
  func `P4 has words in the text's colour, 13 px, whatever its mark`(theme: Theme) {
    var harness = form(in: .fixed(theme))
    for step in ["", "Pass"] {
      harness.type(step)
      for line in harness.ruleLines {
        #expect(line.text.color == theme.colors.text)
        #expect(line.text.style.size == 13)
      }
    }
    harness.focus(.confirmation)
    #expect(harness.ruleLines.allSatisfy { $0.text.color == theme.colors.text })
    #expect(
      harness.control.policy.lines.map { harness.drawing().mark(before: $0, theme.colors) }
        == [.unmet, .met, .met, .unmet, .unmet])
  }

  @Test func `P4 says in a word what its mark says, beside it and below that of the line above`() {
    var harness = form()
    harness.type("Pass")
    harness.focus(.confirmation)
    #expect(harness.words == ["not met", "met", "met", "not met", "not met"])
    let lines = harness.drawing().lines
    let words = lines.filter { ["met", "not met"].contains($0.text.string) }
    #expect(Set(words.map(\.frame.minX)).count == 1)
    #expect(words.allSatisfy { $0.text.color == Theme.light.colors.secondaryText })
    for (word, line) in zip(words, harness.ruleLines) {
      #expect(line.frame.maxX + 10 <= word.frame.minX)
      #expect(line.text.origin.y == word.text.origin.y, "on one baseline")
    }
    harness.focus(.password)
    harness.press(.character("u"), .control)
    #expect(harness.words == [nil, nil, nil, nil, nil], "nothing is judged")
  }

  @Test func `P4 has its mark before it and at its height`() {
    let list = form().drawing()
    for line in list.lines where PasswordPolicy.default.lines.contains(line.text.string) {
      guard let box = list.shapes(before: line.text.string).last?.shape.bounds else {
        Issue.record("no mark before \(line.text.string)")
        continue
      }
      #expect(box.maxX < line.frame.minX)
      #expect(abs(box.midY - line.frame.midY) <= 1)
    }
  }
}

extension ControlHarness<PasswordForm> {
  /// The marks of all rules, in their order.
  fileprivate var marks: [SeenMark?] {
    control.policy.lines.map { drawing().mark(before: $0) }
  }

  /// The words beside all rules, in their order.
  fileprivate var words: [String?] {
    let lines = drawing().lines.map(\.text.string)
    return control.policy.lines.map { line in
      let next = lines.firstIndex(of: line).map { lines[$0 + 1] }
      return next.flatMap { ["met", "not met"].contains($0) ? $0 : nil }
    }
  }

  fileprivate var ruleLines: [DisplayList.Line] {
    drawing().lines.filter { control.policy.lines.contains($0.text.string) }
  }
}
