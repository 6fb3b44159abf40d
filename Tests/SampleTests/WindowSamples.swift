import Controls
import Motion
import Scene
import Toolkit
import Windowing

// The code about windows and dialogs. It needs a display, so it is only compiled.

/// Asks a question in a modal dialog of a window.
func askBeforeRemoval(
  in application: Application, for owner: Window, preferences: AppearancePreferences,
  remove: @escaping () -> Void
) throws {
  let environment = try application.environment(for: preferences)
  let content = DialogContent(
    message: Label("Remove 3 files?", in: environment),
    controls: ControlGroup<Never>(.column(), in: environment),
    buttons: [
      DialogButton(AccessKeyLabel(mnemonic: "_Cancel"), .cancel),
      DialogButton(AccessKeyLabel(mnemonic: "_Remove"), .accept, style: .destructive),
    ],
    inputDelay: .milliseconds(500), preferences: preferences
  ) { action, _ in
    if case .answer(.accept) = action { remove() }
    return [.close]
  }
  try application.open(.dialog(title: "Remove", for: .window(owner)), showing: content)
}

/// Asks for a name in a dialog without an owner.
func askForName(in application: Application, _ greet: @escaping (String) -> Void) throws {
  let environment = try application.environment()
  let controls = ControlGroup<Void>(.column(spacing: 8), in: environment)
  let name = controls.add(TokenField(["world"], in: environment)) { _ in [()] }
  let content = DialogContent(
    message: Label("Whom do you want to greet?", in: environment), controls: controls,
    buttons: [
      DialogButton(AccessKeyLabel(mnemonic: "_Cancel"), .cancel),
      DialogButton(AccessKeyLabel(mnemonic: "_Greet"), .accept),
    ],
    preferences: AppearancePreferences()
  ) { action, _ in
    guard case .answer(let answer) = action else { return [] }
    if answer == .accept { greet(name.control.tokens.map(\.text).joined(separator: ", ")) }
    return [.close]
  }
  try application.open(.dialog(title: "Greeting"), showing: content)
}

/// Changes a label after its window was opened.
func finish(_ label: Child<Label>, in window: Window) {
  window.update { now in
    label.control.setText("Done.", at: now)
    return []
  }
}
