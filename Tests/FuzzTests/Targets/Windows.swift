import ControlTestSupport
import Controls
import Motion
import PasswordForm
import Policies
import Scene
import TestSupport
import Toolkit

@testable import Tactile
@testable import Windowing

extension FuzzTarget {
  /// The contents of the dialogs and of the desktop button, for which the laws of all controls hold.
  static let windows = [
    FuzzTarget("windows", count: 100, length: 128) { input in
      try checkLaws(after: input) { number in
        switch number % 5 {
        case 0: laws(passphraseDialog)
        case 1: laws(confirmation)
        case 2: laws(tokenDialog)
        case 3: laws(newPasswordDialog)
        default: laws(desktopButton)
        }
      }
    }
  ]

  private static func laws(_ makeContent: @escaping (Environment) -> any WindowContent) -> any ControlLaws {
    let size = Size(width: 440, height: 300)
    return LawsAfterInput(in: Rect(origin: .zero, size: size)) { reducesMotion in
      let environment = Environment.fixed(reducesMotion: reducesMotion)
      return ControlHarness(ContentControl(makeContent(environment), size: size, in: environment))
    }
  }

  private static func dialog<Action>(
    _ message: String, _ controls: ControlGroup<Action>, inputDelay: Duration = .zero,
    _ perform: @escaping (DialogAction<Action>, Instant) -> [Effect]
  ) -> DialogContent<Action> {
    let environment = controls.environment
    return DialogContent(
      message: Label(untrusted: message, lineLimit: 16, in: environment),
      origin: Label("Not verified: sudo", in: environment), controls: controls,
      buttons: [
        DialogButton(AccessKeyLabel(mnemonic: "_Cancel"), .cancel),
        DialogButton(AccessKeyLabel(mnemonic: "_Agree"), .agree),
        DialogButton(AccessKeyLabel(mnemonic: "_OK"), .accept, style: .primary),
      ], inputDelay: inputDelay,
      preferences: AppearancePreferences(reducesMotion: environment.reducesMotion ? true : nil),
      perform: perform)
  }

  /// A dialog whose owner refuses each second passphrase, and waits after the others until the user cancels.
  private static func passphraseDialog(in environment: Environment) -> any WindowContent {
    let controls = ControlGroup<PassphraseDialog.Action>(.column(), in: environment)
    let entry = controls.add(PassphraseEntry(.init(label: "Passphrase"), in: environment)) { [.entry($0)] }
    controls.add(ToggleSwitch("Remember", isOn: false, in: environment))
    var count = 0
    func answer(at now: Instant) {
      count += 1
      if count % 2 == 0 {
        entry.control.askAgain("Wrong passphrase", at: now)
      } else {
        entry.control.showWaiting("Checking …", at: now)
      }
    }
    return dialog("Unlock the key", controls) { action, now in
      switch action {
      case .answer(.accept):
        let response = entry.control.submit(at: now)
        for case .accepted in response.actions { answer(at: now) }
        return response.effects
      case .answer: entry.control.askAgain("Cancelled", at: now)
      case .controls(.entry(.accepted)): answer(at: now)
      case .controls: break
      }
      return []
    }
  }

  private static func confirmation(in environment: Environment) -> any WindowContent {
    let message = (1...14).map { "Line \($0)" }.joined(separator: "\n")
    return dialog(message, ControlGroup<Void>(.column(), in: environment), inputDelay: .milliseconds(500)) {
      _, _ in []
    }
  }

  private static func tokenDialog(in environment: Environment) -> any WindowContent {
    let controls = ControlGroup<Bool>(.column(), in: environment)
    var field = TokenField(["mail@objc.io", "a"], in: environment)
    field.name = "Tokens"
    let child = controls.add(field) { action in if case .entered = action { [true] } else { [false] } }
    let problem = controls.add(Label("", style: \.caption, in: environment))
    return dialog("Recipients", controls) { action, now in
      if case .controls(false) = action {
        problem.control.setText("", at: now)
      } else if !child.control.waitsForPaste() {
        problem.control.setText("A problem", at: now)
        controls.focus(nil, at: now)
      }
      return []
    }
  }

  /// A dialog in which each second password cannot be saved.
  private static func newPasswordDialog(in environment: Environment) -> any WindowContent {
    let controls = ControlGroup<PasswordForm.Action>(.column(), in: environment)
    let form = controls.add(PasswordForm(isInDialog: true, in: environment)) { [$0] }
    var count = 0
    func perform(_ action: PasswordForm.Action, at now: Instant) {
      guard case .save = action else { return }
      count += 1
      form.control.finishSaving(count % 2 == 0 ? .failed("No space") : .saved(), at: now)
    }
    return dialog("New password", controls) { action, now in
      switch action {
      case .answer(.accept):
        let response = form.control.submit(at: now)
        for action in response.actions { perform(action, at: now) }
        return response.effects
      case .answer: break
      case .controls(let action): perform(action, at: now)
      }
      return []
    }
  }

  private static func desktopButton(in environment: Environment) -> any WindowContent {
    let text = """
      [[action]]
      name = "One"
      command = ["one"]
      [[action]]
      menu = "More"
      name = "Two"
      command = ["two"]
      """
    guard let configuration = try? ButtonConfiguration(TOMLParser.parse(Array(text.utf8))) else {
      fatalError("the configuration is valid")
    }
    let content = DesktopButton(
      configuration, positions: ButtonPositions(named: "button", in: nil),
      preferences: AppearancePreferences(reducesMotion: environment.reducesMotion ? true : nil),
      in: environment)
    let monitors = [0.0, 220].map { x in
      let frame = Rect(x: x, y: 0, width: 220, height: 300)
      return ScreenLayout.Monitor(
        frame: frame, workArea: Rect(x: x, y: 20, width: frame.width, height: frame.height - 20))
    }
    _ = content.handle(.screenChanged(ScreenLayout(monitors: monitors)), at: .zero)
    return content
  }
}

/// The content of a window as a control.
private struct ContentControl: Control {
  private let content: any WindowContent
  let environment: Environment

  init(_ content: any WindowContent, size: Size, in environment: Environment) {
    (self.content, self.environment) = (content, environment)
    for event in [
      .resized(size, scale: 1), .appeared, .input(.windowFocusChanged(isFocused: true)),
    ] as [WindowEvent] {
      _ = content.handle(event, at: .zero)
    }
  }

  mutating func update(_ environment: Environment, at now: Instant) {}

  mutating func advance(to now: Instant) -> Response<Never> { handle(.timePassed, at: now) }

  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Never> {
    handle(.input(event), at: now)
  }

  private func handle(_ event: WindowEvent, at now: Instant) -> Response<Never> {
    Response(isHandled: true, outcomes: content.handle(event, at: now).map { .effect($0) })
  }

  func draw(into list: inout DisplayList, at now: Instant) { content.draw(into: &list, at: now) }

  func describe(into tree: inout AccessibleTree, at now: Instant) { content.describe(into: &tree, at: now) }

  func nextChange(after now: Instant) -> Instant? { content.nextChange(after: now) }

  /// The shape at any point is that of a control.
  func pointerShape(over point: Point, at now: Instant) -> PointerShape? { nil }
}
