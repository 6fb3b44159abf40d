import Controls
import Glibc
import Scene
import Toolkit
import Windowing

/// A window whose buttons open dialogs: one asks for names, the other asks a question.
@main
final class Questions {
  enum Action { case greet, remove }

  private let application: Application
  private let environment: Environment
  private let page: ControlGroup<Action>
  private let text: Child<Label>
  private var window: Window?

  init() throws {
    application = try Application(.init(name: "questions", className: "Questions"))
    environment = try application.environment()
    page = ControlGroup(.column(spacing: 12, padding: 20), in: environment)
    text = page.add(Label("No greeting.", in: environment))
    page.add(CapsuleButton("Greet…", in: environment)) { _ in [.greet] }
    page.add(CapsuleButton("Remove…", in: environment)) { _ in [.remove] }
  }

  static func main() {
    do {
      try Questions().run()
    } catch {
      print("questions: \(error)")
      exit(1)
    }
  }

  private func run() throws {
    let size = Size(width: 280, height: 180)
    window = try application.open(
      WindowConfiguration(title: "Questions", size: size, minimumSize: size), showing: page
    ) { [unowned self] action, _ in
      // This closure cannot throw.
      do {
        switch action {
        case .greet: try askForNames()
        case .remove: try askBeforeRemoval()
        }
      } catch {
        print("cannot open the dialog: \(error)")
      }
      return []
    }
    application.run()
  }

  private func show(_ greeting: String) {
    window?.update { now in
      text.control.setText(greeting, at: now)
      return []
    }
  }

  private func askBeforeRemoval() throws {
    guard let window else { return }
    let content = DialogContent(
      message: Label("Remove the greeting?", in: environment),
      controls: ControlGroup<Never>(.column(), in: environment),
      buttons: [
        DialogButton(AccessKeyLabel(mnemonic: "_Cancel"), .cancel),
        DialogButton(AccessKeyLabel(mnemonic: "_Remove"), .accept, style: .destructive),
      ],
      inputDelay: .milliseconds(500), preferences: AppearancePreferences()
    ) { [unowned self] action, _ in
      if case .answer(.accept) = action { show("No greeting.") }
      return [.close]
    }
    try application.open(.dialog(title: "Remove", for: .window(window)), showing: content)
  }

  private func askForNames() throws {
    guard let window else { return }
    let controls = ControlGroup<Void>(.column(spacing: 8), in: environment)
    let names = controls.add(TokenField(["world"], in: environment)) { _ in [()] }
    let content = DialogContent(
      message: Label("Whom do you want to greet?", in: environment), controls: controls,
      buttons: [
        DialogButton(AccessKeyLabel(mnemonic: "_Cancel"), .cancel),
        DialogButton(AccessKeyLabel(mnemonic: "_Greet"), .accept),
      ],
      preferences: AppearancePreferences()
    ) { [unowned self] action, _ in
      guard case .answer(let answer) = action else { return [] }
      if answer == .accept { show("Hello, \(names.control.tokens.map(\.text).joined(separator: ", "))!") }
      return [.close]
    }
    try application.open(.dialog(title: "Greeting", for: .window(window)), showing: content)
  }
}
