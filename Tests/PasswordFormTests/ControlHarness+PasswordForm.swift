import ControlTestSupport
import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import TestSupport

extension Environment {
  /// Returns an environment with fixed-width text at scale 1.
  static func fixed(_ theme: Theme = .light, reducesMotion: Bool = false) -> Environment {
    Environment(theme: theme, text: FixedTextMetrics(), reducesMotion: reducesMotion)
  }
}

/// Returns a form as wide as in the window, with the focus in its first field.
func form(
  _ policy: PasswordPolicy = .default, personalWords: PersonalWords = .none,
  in environment: Environment = .fixed()
) -> ControlHarness<PasswordForm> {
  var harness = ControlHarness(PasswordForm(policy, personalWords: personalWords, in: environment))
  harness.control.layOut(at: Point(x: 40, y: 40), width: 400, at: harness.now)
  harness.focus(.password)
  return harness
}

/// A password that meets the default policy.
let goodPassword = "Passw0rd!"

/// Returns a form with `goodPassword` in both fields. The second field has the focus.
func filledForm(in environment: Environment = .fixed()) -> ControlHarness<PasswordForm> {
  var harness = form(in: environment)
  harness.fill(goodPassword, goodPassword)
  return harness
}

extension ControlHarness<PasswordForm> {
  /// Moves the focus to a stop, as the owner of the form does.
  mutating func focus(_ stop: PasswordForm.FocusStop) { control.focus(stop.rawValue, at: now) }

  /// Types into both fields and leaves the focus in the second.
  mutating func fill(_ password: String, _ confirmation: String) {
    focus(.password)
    type(password)
    focus(.confirmation)
    type(confirmation)
  }

  /// Clicks Submit without moving the focus.
  mutating func clickSubmit() {
    // Submit is at the left of the area that it shares with the message.
    let area = control.frame(ofFocusStop: PasswordForm.FocusStop.submit.rawValue, at: now)
    click(Point(x: area.minX + 30, y: area.midY))
  }

  /// Sends the result of a save: the failure, or success if it is `nil`.
  mutating func finishSaving(failure: String? = nil) {
    finishSaving(failure.map(SaveResult.failed) ?? .saved())
  }

  /// Sends the result of a save.
  mutating func finishSaving(_ result: SaveResult) {
    control.finishSaving(result, at: now)
  }

  /// The actions of the form without the strength requests, which it sends for each key.
  var requests: [PasswordForm.Action] { actions.filter { $0 != .estimateStrength } }

  /// Sends an estimated strength.
  mutating func setStrength(bits: Double, advice: PasswordStrength.Advice? = nil) {
    setStrength(.success(PasswordStrength(bits: bits, advice: advice, isPartial: false)))
  }

  /// Sends the failure of a strength estimate.
  mutating func setStrength(failure: StrengthError) { setStrength(.failure(failure)) }

  mutating func setStrength(_ result: Result<PasswordStrength, StrengthError>) {
    let generation = control.strengthInput().generation
    control.setStrength(result, ofGeneration: generation, at: now)
  }

  /// The focus stops that the form has requested.
  var focusRequests: [Int] { effects.compactMap { if case .focus(let stop) = $0 { stop } else { nil } } }

  /// The number of save requests.
  var saveCount: Int { actions.count { $0 == .save } }
}

extension PasswordPolicy {
  /// The English text of each requirement.
  var texts: [String] { requirements.map(\.text) }
}

extension SecureText {
  /// The entire content as a string. Only tests may copy a secret to ordinary memory.
  var string: String {
    var string = ""
    forEachGrapheme { string += $0.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
    return string
  }
}
