import Controls
import Glibc
import Motion
import PasswordForm
import Scene
import Toolkit
import Windowing

/// A window with a password form in a larger font, in the language of the user, with two texts of its own.
@main
struct Signup {
  static func main() {
    do {
      try run()
    } catch {
      print("signup: \(error)")
      exit(1)
    }
  }

  private static func run() throws {
    let application = try Application(.init(name: "signup", className: "Signup"))
    var preferences = AppearancePreferences()
    preferences.strings = SignupStrings(preferences.strings)
    preferences.themes = AppearancePreferences.Themes { theme in
      theme.fonts.updateAll { $0.size *= 1.25 }
      theme.passwordField.bulletRadius = 5
      theme.passwordField.bulletPitch = 15
    }

    let environment = try application.environment(for: preferences)
    let page = ControlGroup<PasswordForm.Action>(.column(padding: 20), in: environment)
    let form = page.add(PasswordForm(.nist, in: environment)) { [$0] }
    let estimator = try? StrengthEstimator()
    var pause: EventRegistration?
    var window: Window?

    func estimate() {
      let input = form.control.strengthInput()
      let generation = input.generation
      application.perform {
        estimator?.estimate(input)
      } then: { strength in
        guard let strength else { return }
        window?.update { now in
          form.control.setStrength(.success(strength), ofGeneration: generation, at: now)
          return []
        }
      }
    }

    let configuration = WindowConfiguration(
      title: "Signup", size: Size(width: 520, height: 560), minimumSize: Size(width: 400, height: 300))
    window = try application.open(configuration, showing: page, preferences: preferences) { action, now in
      switch action {
      case .save:
        // A real program stores a hash of `passwordToSave()`, on another thread.
        form.control.finishSaving(.saved(), at: now)
      case .cancelSaving: break
      case .estimateStrength:
        pause = application.schedule(at: now + .milliseconds(200)) { _ in estimate() }
      }
      return []
    }
    application.run()
    pause?.cancel()
  }
}

/// The texts of another language, except two.
final class SignupStrings: PasswordFormStrings {
  private let base: any PasswordFormStrings

  init(_ base: any ControlStrings) { self.base = base as? any PasswordFormStrings ?? EnglishStrings.shared }

  func text(_ message: ControlMessage) -> StatusMessage { base.text(message) }

  func text(_ label: ControlLabel) -> String { base.text(label) }

  func text(_ message: PasswordFormMessage) -> String {
    switch message {
    case .submit: base is GermanStrings ? "Konto anlegen" : "Create account"
    case .saved: base is GermanStrings ? "Willkommen!" : "Welcome!"
    default: base.text(message)
    }
  }
}
