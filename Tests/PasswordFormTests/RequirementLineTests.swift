import ControlTestSupport
import Controls
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing

@Suite struct `Password form content` {
  @Test func `P1 draws its elements from top to bottom`() {
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

  @Test func `P8 appends a warning to the caption and grows if needed`() {
    var harness = form()
    let height = harness.control.frame.height
    let before = harness.drawing().texts
    harness.control.setMemoryWarning("It may be written to swap.", at: harness.now)
    #expect(
      harness.drawing().texts.prefix(3) == [
        "Password", "At least 8 characters, with an uppercase letter, a lowercase",
        "letter, a number and a symbol. It may be written to swap.",
      ])
    harness.control.setMemoryWarning(
      "The password could not be locked; it may be written to swap.", at: harness.now)
    #expect(harness.control.frame.height > height)
    harness.control.setMemoryWarning(nil, at: harness.now)
    #expect(harness.control.frame.height == height && harness.drawing().texts == before)
  }

  @Test func `P1 draws its lines without overlap inside its width`() {
    var harness = form()
    harness.fill("Passw0rd", "Passw0rd")
    harness.settle()
    let lines = harness.drawing().lines
    let inline = ["met", "not met", "Characters", "Words"]
    let standalone = lines.filter { !inline.contains($0.text.string) }
    for (line, next) in zip(standalone, standalone.dropFirst()) {
      #expect(line.frame.maxY <= next.frame.minY, "\(next.text.string)")
    }
    #expect(lines.allSatisfy { $0.frame.minX >= 40 && $0.frame.maxX <= 440 })
  }

  @Test(arguments: [
    (PasswordPolicy.default, 8, ["uppercase letter", "lowercase letter", "number", "symbol"]),
    (.original6, 6, ["uppercase letter", "lowercase letter", "number", "symbol"]),
    (.original8, 8, ["uppercase letter", "number", "symbol"]),
    (.nist, 15, []),
    (PasswordPolicy(minimumLength: 1, rules: [.symbol]), 1, ["symbol"]),
  ])
  func `P2 shows one line for the length and one for each rule of the policy`(
    policy: PasswordPolicy, length: Int, kinds: [String]
  ) {
    let lines = form(policy).drawing().texts.filter { $0.hasPrefix("At least") }
    let lengthLine = "At least \(length) character\(length == 1 ? "" : "s")"
    // Only the caption has a comma or a period.
    let ruleLines = lines.filter { !$0.contains(",") && !$0.hasSuffix(".") }
    #expect(ruleLines == [lengthLine] + kinds.map { "At least 1 \($0)" })
  }

  @Test func `P11 shows and evaluates a custom rule given as one value`() {
    let space = PasswordRule("a", "space") { $0 == " " }
    var harness = form(PasswordPolicy(minimumLength: 2, rules: [.number, space]))
    harness.type("12")
    #expect(harness.drawing().statusIcon(before: "At least 1 space") == .neutral)
    harness.type(" ")
    #expect(harness.drawing().statusIcon(before: "At least 1 space") == .met)
    #expect(harness.drawing().texts.contains("At least 2 characters, with a number and a space."))
  }

  @Test func `P10 stores text exactly as typed`() {
    var harness = form()
    let text = "  teh iphone i dont... --> \"Recieve\" (c) :-)  É"
    harness.type(text)
    harness.focus(.confirmation)
    harness.advance(by: .seconds(60))
    #expect(Array(harness.control.password.text.string.utf8) == Array(text.utf8))
  }

  @Test(arguments: [Modifiers.control, [.control, .shift]])
  func `P10 has no undo history`(modifiers: Modifiers) {
    var harness = form()
    harness.type("abc")
    harness.press(.character("u"), .control)
    let isHandled = harness.press(.character("z"), modifiers)
    #expect(!isHandled)
    #expect(harness.control.password.text.string == "")
  }
}

@Suite struct `Requirement line` {
  @Test func `P4 is neutral in an empty field and met at the key that meets it`() {
    var harness = form()
    #expect(harness.icons == Array(repeating: .neutral, count: 5))
    let keys: [(String, [DrawnStatusIcon?])] = [
      ("1", [.neutral, .neutral, .neutral, .met, .neutral]),
      ("a", [.neutral, .neutral, .met, .met, .neutral]),
      ("!", [.neutral, .neutral, .met, .met, .met]),
      ("É", [.neutral, .met, .met, .met, .met]),
      ("bcd", [.neutral, .met, .met, .met, .met]),
      ("e", [.met, .met, .met, .met, .met]),
    ]
    for (text, icons) in keys {
      harness.type(text)
      #expect(harness.icons == icons, "after \(text)")
    }
    harness.press(.backspace)
    #expect(harness.icons == [.neutral, .met, .met, .met, .met])
  }

  @Test func `P4 turns red when the field loses the focus with the rule unmet`() {
    var harness = form()
    harness.type("Pass")
    harness.focus(.confirmation)
    #expect(harness.icons == [.unmet, .met, .met, .unmet, .unmet])
    harness.focus(.password)
    harness.type("1")
    #expect(harness.icons == [.unmet, .met, .met, .met, .unmet])
  }

  @Test func `P4 stays neutral when the focus moves to the field's reveal button`() {
    var harness = form()
    harness.type("P")
    harness.focus(.passwordReveal)
    #expect(harness.icons == [.neutral, .met, .neutral, .neutral, .neutral])
    harness.focus(.submit)
    #expect(harness.icons == [.unmet, .met, .unmet, .unmet, .unmet])
  }

  @Test func `P4 turns red when submitted unmet, regardless of the focus`() {
    var harness = form()
    harness.type("P")
    harness.clickSubmit()
    #expect(harness.icons == [.unmet, .met, .unmet, .unmet, .unmet])
  }

  @Test func `P4 turns neutral when the field is emptied`() {
    var harness = form()
    harness.type("P")
    harness.focus(.confirmation)
    harness.focus(.password)
    harness.press(.backspace)
    #expect(harness.icons == Array(repeating: .neutral, count: 5))
    harness.type("p")
    #expect(harness.icons == [.neutral, .neutral, .met, .neutral, .neutral])
    harness.press(.backspace)
    harness.focus(.confirmation)
    #expect(harness.icons == Array(repeating: .neutral, count: 5))
  }

  @Test(arguments: [Theme.light, .dark])
  func `P4 draws its text in the text color at 13 px for every status`(theme: Theme) {
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
      harness.control.policy.texts.map { harness.drawing().statusIcon(before: $0, theme.colors) }
        == [.unmet, .met, .met, .unmet, .unmet])
  }

  @Test func `P4 repeats the meaning of its icon as a label in an aligned column`() {
    var harness = form()
    harness.type("Pass")
    harness.focus(.confirmation)
    #expect(harness.labels == ["not met", "met", "met", "not met", "not met"])
    let lines = harness.drawing().lines
    let labels = lines.filter { ["met", "not met"].contains($0.text.string) }
    #expect(Set(labels.map(\.frame.minX)).count == 1)
    #expect(labels.allSatisfy { $0.text.color == Theme.light.colors.secondaryText })
    for (label, line) in zip(labels, harness.ruleLines) {
      #expect(line.frame.maxX + 10 <= label.frame.minX)
      #expect(line.text.origin.y == label.text.origin.y, "on one baseline")
    }
    harness.focus(.password)
    harness.press(.character("u"), .control)
    #expect(harness.labels == [nil, nil, nil, nil, nil], "nothing is evaluated")
  }
}

extension ControlHarness<PasswordForm> {
  /// The status icons of all rules, in their order.
  fileprivate var icons: [DrawnStatusIcon?] {
    control.policy.texts.map { drawing().statusIcon(before: $0) }
  }

  /// The status labels of all rules, in their order.
  fileprivate var labels: [String?] {
    let lines = drawing().lines.map(\.text.string)
    return control.policy.texts.map { line in
      let next = lines.firstIndex(of: line).map { lines[$0 + 1] }
      return next.flatMap { ["met", "not met"].contains($0) ? $0 : nil }
    }
  }

  fileprivate var ruleLines: [DisplayList.Line] {
    drawing().lines.filter { control.policy.texts.contains($0.text.string) }
  }
}
