import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import TestSupport
import X11Shell

@testable import Tactile

/// The window's contents as the program opens them.
func window(
  _ size: Size = Theme.Window.size, policy: PasswordPolicy = .default,
  button: ButtonOptions = ButtonOptions(), theme: Theme = .light,
  reducesMotion: Bool = false
) -> ControlHarness<WindowContents> {
  let wishes = Wishes(
    colorScheme: theme == .dark ? .dark : nil, reducesMotion: reducesMotion ? true : nil)
  var harness = ControlHarness(
    WindowContents(
      policy: policy, button: button, for: wishes, in: Environment(text: FixedTextMetrics())))
  harness.control.resize(to: size, at: harness.now)
  return harness
}

/// The window as small as it gets.
func smallWindow(reducesMotion: Bool = false) -> ControlHarness<WindowContents> {
  window(Theme.Window.minimumSize, reducesMotion: reducesMotion)
}

extension ControlHarness<WindowContents> {
  typealias Stop = WindowContents.FocusStop

  /// The middle of the floating button.
  var buttonCenter: Point { control.button.control.frame(at: now).center }

  /// What the contents have asked for, but for how strong the password is, which they ask at each key.
  var requests: [WindowContents.Action] { actions.filter { $0 != .judgeStrength } }

  /// How far the column is scrolled.
  var offset: Double { control.scrolled(at: now).dy }

  /// What must be in sight of a stop in the column, in the window.
  func frame(of stop: Stop) -> Rect? {
    control.frame(of: stop, at: now)?.offset(by: Vector(dx: 0, dy: -offset))
  }

  /// What the column looks like, wherever it is scrolled.
  func columnDrawing() -> DisplayList {
    var list = DisplayList()
    control.form.draw(into: &list, at: now)
    control.tokens.draw(into: &list, at: now)
    return list
  }

  /// Types a good password into both fields; the second keeps the focus.
  mutating func fillForm() {
    type("Passw0rd!")
    press(.tab)
    press(.tab)
    type("Passw0rd!")
  }

  /// Presses the button long enough to drag it.
  mutating func pressLong() {
    move(to: buttonCenter)
    press(at: buttonCenter)
    advance(by: .milliseconds(400))
  }
}

extension WindowContents.FocusStop {
  /// All stops in the order of Tab.
  static let all =
    PasswordForm.Stop.allCases.map(Self.form)
    + [Self(part: .tokens, index: 0), Self(part: .button, index: 0)]

  static func form(_ stop: PasswordForm.Stop) -> Self { Self(part: .form, index: stop.rawValue) }
}
