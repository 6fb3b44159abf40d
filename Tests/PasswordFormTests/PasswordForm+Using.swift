import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import TestSupport

extension Environment {
  /// Text of fixed measures, at scale 1.
  static func fixed(_ theme: Theme = .light, reducesMotion: Bool = false) -> Environment {
    Environment(theme: theme, text: FixedTextMetrics(), reducesMotion: reducesMotion)
  }
}

/// A form as wide as in the window, with the focus in its first field.
func form(
  _ policy: PasswordPolicy = .default, knowing words: PersonalWords = .none,
  in environment: Environment = .fixed()
) -> ControlHarness<PasswordForm> {
  var harness = ControlHarness(PasswordForm(policy, knowing: words, in: environment))
  harness.control.place(at: Point(x: 40, y: 40), width: 400)
  harness.focus(.password)
  return harness
}

/// A password that the default policy takes.
let goodPassword = "Passw0rd!"

/// A form in which a good password was typed twice; the second field has the focus.
func filledForm(in environment: Environment = .fixed()) -> ControlHarness<PasswordForm> {
  var harness = form(in: environment)
  harness.fill(goodPassword, goodPassword)
  return harness
}

extension ControlHarness<PasswordForm> {
  /// Gives the focus to a stop, as the form's owner does.
  mutating func focus(_ stop: PasswordForm.Stop) { control.focus(stop.rawValue, at: now) }

  /// Types into both fields; the second keeps the focus.
  mutating func fill(_ password: String, _ confirmation: String) {
    focus(.password)
    type(password)
    focus(.confirmation)
    type(confirmation)
  }

  /// Clicks Submit, which leaves the focus where it is.
  mutating func clickSubmit() {
    // Left of the middle of the area that Submit shares with the message beside it.
    let area = control.frame(ofFocusStop: PasswordForm.Stop.submit.rawValue, at: now)
    click(Point(x: area.minX + 30, y: area.midY))
  }

  /// Has the owner tell how saving went.
  mutating func finishSaving(failure: String? = nil) {
    finishSaving(failure.map(SavingOutcome.failed) ?? .saved())
  }

  /// The same.
  mutating func finishSaving(_ outcome: SavingOutcome) {
    control.finishSaving(outcome, at: now)
  }

  /// What the form has asked for, but for how strong the password is, which it asks at each key.
  var requests: [PasswordForm.Action] { actions.filter { $0 != .judgeStrength } }

  /// Has the owner tell how strong the password is.
  mutating func judge(bits: Double, advice: PasswordStrength.Advice? = nil) {
    judge(.success(PasswordStrength(bits: bits, advice: advice, isOfBeginning: false)))
  }

  /// Has the owner tell why nobody knows how strong it is.
  mutating func judge(failure: StrengthError) { judge(.failure(failure)) }

  private mutating func judge(_ result: Result<PasswordStrength, StrengthError>) {
    let generation = control.strengthSubject().generation
    control.takeStrength(result, ofGeneration: generation, at: now)
  }

  /// How often the form has asked to save.
  var saveCount: Int { actions.count { $0 == .save } }
}

extension SecureText {
  /// The whole content: a secret that is none, since only tests hold it as a string.
  var string: String {
    var string = ""
    forEachGrapheme { string += $0.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
    return string
  }
}
