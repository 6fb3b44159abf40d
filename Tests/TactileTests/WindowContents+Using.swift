import ControlTestSupport
import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import TestSupport
import Toolkit
import Windowing

@testable import Tactile

/// Creates the contents of the window as in the program.
func window(
  _ size: Size = Theme.Window.size, policy: PasswordPolicy = .default,
  button: ButtonOptions = ButtonOptions(), theme: Theme = .light,
  reducesMotion: Bool = false
) -> ControlHarness<WindowContents> {
  let preferences = AppearancePreferences(
    colorScheme: theme == .dark ? .dark : nil, reducesMotion: reducesMotion ? true : nil)
  var harness = ControlHarness(
    WindowContents(
      policy: policy, button: button, for: preferences, in: Environment(text: FixedTextMetrics())))
  harness.control.resize(to: size, at: harness.now)
  return harness
}

/// Creates the contents of the window with the minimum size.
func smallWindow(reducesMotion: Bool = false) -> ControlHarness<WindowContents> {
  window(Theme.Window.minimumSize, reducesMotion: reducesMotion)
}

extension ControlHarness<WindowContents> {
  typealias Stop = WindowContents.FocusStop

  /// The center of the floating button.
  var buttonCenter: Point { control.button.control.frame(at: now).center }

  /// The actions of the contents, without the strength evaluation that each key requests.
  var requests: [WindowContents.Action] { actions.filter { $0 != .form(.estimateStrength) } }

  /// The layout of the page.
  var layout: Page.Layout { control.page.control.layout }

  /// The scroll offset of the column.
  var offset: Double { control.scrollView.control.contentOffset(at: now).dy }

  /// Returns the frame of a stop in the column, in window coordinates.
  func frame(of stop: Stop) -> Rect? {
    control.pageFrame(of: stop, at: now)?.offset(by: Vector(dx: 0, dy: -offset))
  }

  /// Returns the drawing of the column, independent of its scroll offset.
  func columnDrawing() -> DisplayList {
    var list = DisplayList()
    control.form.draw(into: &list, at: now)
    control.tokens.draw(into: &list, at: now)
    return list
  }

  /// Types a valid password into both fields. The second keeps the focus.
  mutating func fillForm() {
    type("Passw0rd!")
    press(.tab)
    press(.tab)
    type("Passw0rd!")
  }

  /// Presses the button long enough to start a drag.
  mutating func pressLong() {
    move(to: buttonCenter)
    press(at: buttonCenter)
    advance(by: .milliseconds(400))
  }
}

extension WindowContents.FocusStop {
  /// All stops in Tab order.
  static let all =
    PasswordForm.FocusStop.allCases.map(Self.form)
    + [Self(section: .tokens, index: 0), Self(section: .button, index: 0)]

  static func form(_ stop: PasswordForm.FocusStop) -> Self { Self(section: .form, index: stop.rawValue) }
}
