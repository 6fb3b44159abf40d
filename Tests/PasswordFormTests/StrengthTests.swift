import ControlTestSupport
import Controls
import Motion
import Scene
import Secrets
import System
import TestSupport
import Testing

@testable import PasswordForm

@Suite struct `Password strength display` {
  @Test func `P9 requests an estimate for each change of the first field only`() {
    var harness = form()
    harness.type("ab")
    harness.press(.left)
    harness.press(.backspace)
    #expect(harness.actions == [.estimateStrength, .estimateStrength, .estimateStrength])
    harness.press(.delete)
    #expect(harness.control.password.text.isEmpty && harness.actions.count == 4)
    harness.focus(.confirmation)
    harness.type("xyz")
    #expect(harness.actions.count == 4)
  }

  @Test func `P9 shows a description and advice`() {
    var harness = form()
    harness.type("sunshine")
    #expect(harness.control.summaryText == nil)
    harness.setStrength(bits: 9, advice: .commonWords)
    #expect(harness.control.summaryText == "Very weak, less than a second to guess")
    #expect(harness.control.adviceText == PasswordStrength.Advice.commonWords.text)
    let drawn = harness.drawing().fullText
    #expect(drawn.contains("Very weak"))
    #expect(drawn.contains("Common words"))
  }

  /// With the exact number after each key, a program could find the keys.
  @Test func `reports only the grade to assistive programs`() {
    var harness = form()
    harness.type("a")
    var (numbers, names): (Set<Double>, Set<String>) = ([], [])
    let known = [KnownPassword.personalWord(meaning: "your user name"), .common, .listed].map(\.strength)
    let random = stride(from: 0.0, through: 120, by: 0.25).map { bits in
      PasswordStrength(bits: bits, advice: .commonWords, isPartial: false)
    }
    for strength in known + random {
      harness.setStrength(.success(strength))
      for case let node in harness.objects.map(\.node) where node.role == .levelBar {
        numbers.insert(node.value?.number ?? .nan)
        names.formUnion([node.name, node.value?.text ?? "", node.announcement?.text ?? ""])
        #expect(node.description.isEmpty)
      }
    }
    #expect(numbers == [0, 1, 2, 3, 4])
    #expect(names == ["Very weak", "Weak", "Fair", "Strong", "Very strong"])
  }

  @Test func `states why there is no estimate, in the language of the user`() {
    var harness = form()
    harness.type("a")
    harness.control.setStrength(
      .failure(.noLibrary(.noLibrary("libzxcvbn.so.0"))),
      ofGeneration: harness.control.strengthInput().generation, at: harness.now)
    #expect(
      harness.control.summaryText == "Cannot estimate the strength: libzxcvbn.so.0 is not installed.")
    #expect(harness.barWidth == 0 && harness.trackWidth == 0)
    harness.environment.strings = GermanStrings.shared
    #expect(harness.control.summaryText?.hasPrefix("Die Stärke ist unbekannt: libzxcvbn fehlt") == true)
  }

  @Test func `ignores an estimate for an earlier text`() {
    var harness = form()
    harness.type("a")
    let generation = harness.control.strengthInput().generation
    harness.type("b")
    harness.control.setStrength(
      .success(PasswordStrength(bits: 50, advice: nil, isPartial: false)),
      ofGeneration: generation, at: harness.now)
    #expect(harness.control.summaryText == nil)
    harness.setStrength(bits: 20)
    harness.type("c")
    #expect(harness.control.summaryText == "Weak, 1 minute to guess", "until the next estimate")
    for _ in 0..<3 { harness.press(.backspace) }
    #expect(harness.control.summaryText == nil && harness.control.adviceText == nil)
    harness.setStrength(bits: 50)
    #expect(harness.control.summaryText == nil, "an empty text has none")
  }

  @Test func `is removed together with the password`() {
    var harness = filledForm()
    harness.setStrength(bits: 50)
    harness.press(.enter)
    harness.finishSaving()
    #expect(harness.control.summaryText == nil)
  }

  @Test func `animates its bar from the current width without overshoot`() {
    var harness = form()
    harness.type("a")
    harness.setStrength(bits: PasswordStrength.veryStrongBits)
    var widths: [Double] = []
    for _ in 0..<60 {
      widths.append(harness.barWidth)
      harness.advance(by: ControlHarness<PasswordForm>.frame)
    }
    let target = harness.trackWidth
    #expect(widths[0] < target / 10 && abs((widths.last ?? 0) - target) < 0.5)
    #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 <= $1 + 1e-9 }, "no overshoot")
    harness.type("b")
    harness.setStrength(bits: 0)
    let steps = zip(widths, widths.dropFirst()).map { $1 - $0 }
    #expect(abs(harness.barWidth - target) <= (steps.max() ?? 0), "it does not jump")
    let isAtRest = harness.settle()
    #expect(isAtRest)
    #expect(harness.barWidth == Theme.light.passwordForm.strength.barHeight)
  }

  @Test func `shows its value immediately under reduced motion`() {
    var harness = form(in: .fixed(reducesMotion: true))
    harness.type("a")
    harness.setStrength(bits: PasswordStrength.veryStrongBits / 2)
    #expect(abs(harness.barWidth - harness.trackWidth / 2) < 1e-9)
  }

  @Test(arguments: [120.0, 200, 300, 400, 700])
  func `changes no other frame, unless it appears below the requirements`(width: Double) {
    for policy in [PasswordPolicy.default, .nist, PasswordPolicy(minimumLength: 1, rules: [])] {
      var harness = ControlHarness(PasswordForm(policy, in: .fixed()))
      harness.control.layOut(at: Point(x: 40, y: 40), width: width, at: harness.now)
      harness.focus(.password)
      harness.type("a\u{e9}")
      if harness.control.layout.strength.isEmpty { harness.setStrength(bits: 50) }
      let (height, submit) = (
        harness.control.frame.height, harness.control.frame(ofFocusStop: 4, at: harness.now)
      )
      harness.setStrength(bits: 0, advice: .lookAlikes)
      #expect(harness.control.frame.height == height)
      #expect(harness.control.frame(ofFocusStop: 4, at: harness.now) == submit)
      let area = harness.control.layout.strength
      #expect(
        harness.control.layout.requirements.allSatisfy { requirement in
          let labelWidth = harness.control.labelMetrics(of: "not met").advance
          let line = Rect(
            origin: requirement.frame.origin,
            size: Size(width: harness.control.layout.labelInset + labelWidth, height: 20))
          return !area.intersects(line)
        }, "next to the lines or below them")
      #expect(area.maxY <= harness.control.layout.confirmation.minY)
      #expect(area.maxX <= 40 + width + 0.5)
    }
  }

  @Test func `shows advice together with the keyboard layout note`() {
    let note = "May differ on other keyboard layouts"
    var harness = form()
    harness.type("p\u{e4}ss")
    harness.setStrength(bits: 10, advice: .tooShort)
    harness.settle()
    #expect(harness.control.adviceText == PasswordStrength.Advice.tooShort.text)
    #expect(harness.drawing().lines.count { $0.text.string == note } == 1)
    harness.focus(.submit)
    harness.settle()
    #expect(harness.drawing().texts.contains(note), "the note is about the text")
    harness.focus(.password)
    harness.press(.character("a"), .control)
    harness.type("pass")
    harness.settle()
    #expect(!harness.drawing().texts.contains(note))
    harness.type("\u{e4}")
    harness.control.wipe(at: harness.now)
    harness.settle()
    #expect(!harness.drawing().texts.contains(note))
  }

  @Test func `fades during a long estimate and reappears with the result`() {
    var harness = form()
    harness.type("a")
    harness.setStrength(bits: 20)
    harness.settle()
    #expect(harness.opacity == 1)
    for key in ["b", "c"] {
      harness.type(key)
      harness.advance(by: .milliseconds(390))
      #expect(harness.opacity == 1, "most estimates arrive by then")
    }
    harness.advance(by: .milliseconds(300))
    #expect(harness.opacity < 0.5)
    let isSettled = harness.settle()
    #expect(isSettled)
    harness.setStrength(bits: 30)
    #expect(harness.opacity == 1)
    harness.type("d")
    for _ in 0..<4 { harness.press(.backspace) }
    harness.type("e")
    harness.setStrength(bits: 10)
    #expect(harness.opacity == 1)
  }

  @Test(arguments: [
    ("Tulip-of-the-year 7", "on the blocklist", PasswordStrength.Advice.listed),
    ("Sunshine", "a common password", .listed),
    ("J\u{F3}zef\u{ED}na", "your user name", .personalWords),
  ]) func `P9 rates a known password as very weak regardless of the estimate`(
    password: String, reason: String, advice: PasswordStrength.Advice
  ) {
    let list = Blocklist(lines: "tulip-of-the-year 7".utf8.span).union(.common)
    var harness = form(
      PasswordPolicy(minimumLength: 2, rules: [], blocklist: list),
      personalWords: PersonalWords([("j\u{F3}zef\u{ED}na", "your user name")]))
    harness.type(password)
    harness.setStrength(bits: PasswordStrength.veryStrongBits)
    harness.settle()
    #expect(harness.control.summaryText == "Very weak: \(reason)")
    #expect(harness.control.adviceText == advice.text)
    #expect(harness.barWidth == Theme.light.passwordForm.strength.barHeight && harness.trackWidth > 100)
    harness.type("!")
    harness.setStrength(bits: 60)
    #expect(harness.control.summaryText == "Very strong, centuries to guess")
    harness.press(.backspace)
    harness.setStrength(failure: .noLibrary(.noLibrary("libx.so")))
    #expect(harness.control.summaryText == "Very weak: \(reason)", "no library is needed")
  }

  @Test func `P9 rates personal words as very weak even if the policy allows them`() {
    var harness = form(personalWords: PersonalWords([("margarete", "your user name")]))
    harness.type("Margarete")
    harness.setStrength(bits: PasswordStrength.veryStrongBits)
    #expect(harness.control.summaryText == "Very weak: your user name")
  }

  @Test func `P7 shows why a common password or a user name is rejected`() {
    var harness = form(
      PasswordPolicy(minimumLength: 6, rules: [], blocklist: .common),
      personalWords: PersonalWords([("margarete", "your user name")]))
    harness.fill("Sunshine", "Sunshine")
    harness.press(.enter)
    #expect(harness.control.messageText == "It is one of the most common passwords.")
    harness.focus(.password)
    harness.press(.character("a"), .control)
    harness.type("Margarete")
    harness.focus(.confirmation)
    harness.press(.enter)
    #expect(harness.control.messageText == "Easy to guess: it is your user name.")
  }
}

extension ControlHarness<PasswordForm> {
  /// The frames of the bar: the track and the filled part above it.
  private var bars: [Rect] {
    let area = control.layout.strength
    return drawing().elements.compactMap { element in
      guard case .shape(.roundedRect(let bar), .fill, _) = element else { return nil }
      let isBar = bar.rect.height == Theme.light.passwordForm.strength.barHeight
      return isBar && area.contains(bar.rect.center) ? bar.rect : nil
    }
  }

  /// The opacity of the description, or 0 if there is none.
  fileprivate var opacity: Double {
    let elements = drawing().elements
    let index = elements.firstIndex { element in
      if case .text(let text) = element { text.string.hasSuffix("guess") } else { false }
    }
    guard let index else { return 0 }
    return elements[..<index].enumerated().reduce(1) { opacity, element in
      guard case .group(let group, let count) = element.element,
        index <= element.offset + count
      else { return opacity }
      return opacity * group.opacity
    }
  }

  fileprivate var trackWidth: Double { bars.first?.width ?? 0 }
  fileprivate var barWidth: Double { bars.last?.width ?? 0 }
}

extension DisplayList {
  fileprivate var fullText: String { lines.map(\.text.string).joined(separator: " ") }
}

extension PasswordForm {
  /// The description of the strength, and the advice, that the form displays.
  var summaryText: String? { strength.summaryText(in: environment) }
  var adviceText: String? { strength.adviceText(in: environment) }
}
