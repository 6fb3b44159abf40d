import Controls
import DynamicLibraries
import Motion
import Scene
import Secrets
import TestSupport
import Testing

@testable import PasswordForm

@Suite struct `How strong a password is` {
  @Test func `P9 is asked for at each change of the first field, the last too, and at no other`() {
    var harness = form()
    harness.type("ab")
    harness.press(.left)
    harness.press(.backspace)
    #expect(harness.actions == [.judgeStrength, .judgeStrength, .judgeStrength])
    harness.press(.delete)
    #expect(harness.control.password.text.isEmpty && harness.actions.count == 4)
    harness.focus(.confirmation)
    harness.type("xyz")
    #expect(harness.actions.count == 4)
  }

  @Test func `P9 is told in words, with what to do better`() {
    var harness = form()
    harness.type("sunshine")
    #expect(harness.control.strengthText == nil)
    harness.judge(bits: 9, advice: .commonWords)
    #expect(harness.control.strengthText == "Very weak, less than a second to guess")
    #expect(harness.control.adviceText == PasswordStrength.Advice.commonWords.line)
    let drawn = harness.drawing().words
    #expect(drawn.contains("Very weak"))
    #expect(drawn.contains("Common words"))
  }

  @Test func `is passed over where the text is another by now`() {
    var harness = form()
    harness.type("a")
    let generation = harness.control.strengthSubject().generation
    harness.type("b")
    harness.control.takeStrength(
      .success(PasswordStrength(bits: 50, advice: nil, isOfBeginning: false)),
      ofGeneration: generation, at: harness.now)
    #expect(harness.control.strengthText == nil)
    harness.judge(bits: 20)
    harness.type("c")
    #expect(harness.control.strengthText == "Weak, 1 minute to guess", "until it is judged")
    for _ in 0..<3 { harness.press(.backspace) }
    #expect(harness.control.strengthText == nil && harness.control.adviceText == nil)
    harness.judge(bits: 50)
    #expect(harness.control.strengthText == nil, "an empty text has none")
  }

  @Test func `is forgotten with the password`() {
    var harness = filledForm()
    harness.judge(bits: 50)
    harness.press(.enter)
    harness.finishSaving()
    #expect(harness.control.strengthText == nil)
  }

  @Test func `fills its bar by a spring, from where it is`() {
    var harness = form()
    harness.type("a")
    harness.judge(bits: PasswordStrength.bitsOfVeryStrong)
    var widths: [Double] = []
    for _ in 0..<60 {
      widths.append(harness.barWidth)
      harness.advance(by: ControlHarness<PasswordForm>.frame)
    }
    let wanted = harness.trackWidth
    #expect(widths[0] < wanted / 10 && abs((widths.last ?? 0) - wanted) < 0.5)
    #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 <= $1 + 1e-9 }, "it does not swing")
    harness.type("b")
    harness.judge(bits: 0)
    let steps = zip(widths, widths.dropFirst()).map { $1 - $0 }
    #expect(abs(harness.barWidth - wanted) <= (steps.max() ?? 0), "it does not jump")
    let isAtRest = harness.settle()
    #expect(isAtRest)
    #expect(harness.barWidth == Theme.PasswordForm.strength.barHeight)
  }

  @Test func `is there at once under reduced motion`() {
    var harness = form(in: .fixed(reducesMotion: true))
    harness.type("a")
    harness.judge(bits: PasswordStrength.bitsOfVeryStrong / 2)
    #expect(abs(harness.barWidth - harness.trackWidth / 2) < 1e-9)
  }

  @Test(arguments: [120.0, 200, 300, 400, 700]) func `moves nothing by being told`(width: Double) {
    for policy in [PasswordPolicy.default, .nist, PasswordPolicy(minimumLength: 1, rules: [])] {
      var harness = ControlHarness(PasswordForm(policy, in: .fixed()))
      harness.control.place(at: Point(x: 40, y: 40), width: width)
      harness.focus(.password)
      let (height, submit) = (
        harness.control.height, harness.control.frame(ofFocusStop: 4, at: harness.now)
      )
      harness.type("a\u{e9}")
      harness.judge(bits: 0, advice: .lookAlikes)
      #expect(harness.control.height == height)
      #expect(harness.control.frame(ofFocusStop: 4, at: harness.now) == submit)
      let area = harness.control.layout.strength
      #expect(
        harness.control.layout.demands.allSatisfy { demand in
          let word = harness.control.wordMetrics(of: "not met").advance
          let line = Rect(
            origin: demand.frame.origin,
            size: Size(width: harness.control.layout.wordInset + word, height: 20))
          return !area.intersects(line)
        }, "beside the lines or under them")
      #expect(area.maxY <= harness.control.layout.confirmation.minY)
      #expect(area.maxX <= 40 + width + 0.5)
    }
  }

  @Test func `says what to do better, and that other keyboards may type it differently`() {
    let note = "Other keyboards may type it differently"
    var harness = form()
    harness.type("p\u{e4}ss")
    harness.judge(bits: 10, advice: .tooShort)
    harness.settle()
    #expect(harness.control.adviceText == PasswordStrength.Advice.tooShort.line)
    #expect(harness.drawing().lines.count { $0.text.string == note } == 1)
    harness.focus(.submit)
    harness.settle()
    #expect(harness.drawing().texts.contains(note), "it is about what was typed")
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

  @Test func `fades while another text is judged for long, and is clear again as soon as it is`() {
    var harness = form()
    harness.type("a")
    harness.judge(bits: 20)
    harness.settle()
    #expect(harness.clarity == 1)
    harness.type("b")
    harness.advance(by: .milliseconds(190))
    #expect(harness.clarity == 1, "most are judged by then")
    harness.advance(by: .milliseconds(300))
    #expect(harness.clarity < 0.5)
    let isStill = harness.settle()
    #expect(isStill)
    harness.judge(bits: 30)
    #expect(harness.clarity == 1)
    harness.type("c")
    for _ in 0..<3 { harness.press(.backspace) }
    harness.type("d")
    harness.judge(bits: 10)
    #expect(harness.clarity == 1)
  }

  @Test(arguments: [
    ("Tulip-of-the-year 7", "on a list", PasswordStrength.Advice.listed),
    ("Sunshine", "on a list", .listed), ("J\u{F3}zef\u{ED}na", "your user name", .ownWords),
  ]) func `P9 is as weak as can be where it is known, whatever an estimator makes of it`(
    password: String, words: String, advice: PasswordStrength.Advice
  ) {
    let list = Blocklist(lines: "tulip-of-the-year 7".utf8.span).union(.common)
    var harness = form(
      PasswordPolicy(minimumLength: 2, rules: [], blocklist: list),
      knowing: PersonalWords([("j\u{F3}zef\u{ED}na", "your user name")]))
    harness.type(password)
    harness.judge(bits: PasswordStrength.bitsOfVeryStrong)
    harness.settle()
    #expect(harness.control.strengthText == "Very weak, \(words)")
    #expect(harness.control.adviceText == advice.line)
    #expect(harness.barWidth == Theme.PasswordForm.strength.barHeight && harness.trackWidth > 100)
    harness.type("!")
    harness.judge(bits: 60)
    #expect(harness.control.strengthText == "Very strong, centuries to guess")
    harness.press(.backspace)
    harness.judge(failure: .noLibrary(.noLibrary("libx.so")))
    #expect(harness.control.strengthText == "Very weak, \(words)", "it takes no library to know")
  }

  @Test func `P9 counts one's own words whether the policy refuses them or not`() {
    var harness = form(knowing: PersonalWords([("margarete", "your user name")]))
    harness.type("Margarete")
    harness.judge(bits: PasswordStrength.bitsOfVeryStrong)
    #expect(harness.control.strengthText == "Very weak, your user name")
  }

  @Test func `says why nobody knows`() {
    var harness = form()
    harness.type("a")
    harness.judge(failure: .noLibrary(.noLibrary("libx.so")))
    #expect(
      harness.control.strengthText == "How strong it is cannot be told: libx.so is not installed.")
    #expect(harness.barWidth == 0 && harness.trackWidth == 0)
  }

  @Test func `P7 says why a common password is refused, and one's own name`() {
    var harness = form(
      PasswordPolicy(minimumLength: 6, rules: [], blocklist: .common),
      knowing: PersonalWords([("margarete", "your user name")]))
    harness.fill("Sunshine", "Sunshine")
    harness.press(.enter)
    #expect(harness.control.messageText == "It is one of the most common passwords.")
    harness.focus(.password)
    harness.press(.character("a"), .control)
    harness.type("Margarete")
    harness.focus(.confirmation)
    harness.press(.enter)
    #expect(harness.control.messageText == "It is your user name.")
  }
}

extension ControlHarness<PasswordForm> {
  /// What is drawn where the bar is: its track, and over that what is filled.
  private var bars: [Rect] {
    let area = control.layout.strength
    return drawing().elements.compactMap { element in
      guard case .shape(.roundedRect(let bar), .fill, _) = element else { return nil }
      let isBar = bar.rect.height == Theme.PasswordForm.strength.barHeight
      return isBar && area.contains(bar.rect.center) ? bar.rect : nil
    }
  }

  /// How opaque the words are; 0 where there are none.
  fileprivate var clarity: Double {
    let elements = drawing().elements
    let words = elements.firstIndex { element in
      if case .text(let text) = element { text.string.hasSuffix("guess") } else { false }
    }
    guard let words else { return 0 }
    return elements[..<words].enumerated().reduce(1) { opacity, element in
      guard case .group(let group, let count) = element.element,
        words <= element.offset + count
      else { return opacity }
      return opacity * group.opacity
    }
  }

  fileprivate var trackWidth: Double { bars.first?.width ?? 0 }
  fileprivate var barWidth: Double { bars.last?.width ?? 0 }
}

extension DisplayList {
  fileprivate var words: String { lines.map(\.text.string).joined(separator: " ") }
}
