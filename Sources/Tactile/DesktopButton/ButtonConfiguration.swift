import Controls
import Policies
import Windowing

/// The configuration of the desktop button.
struct ButtonConfiguration: Hashable {
  /// The diameter in logical pixels.
  var size = 56.0
  var snap = SnapMode.edges
  var drag = FloatingButton.DragMode.immediate
  var dims = true
  /// Whether the button is hidden while the active window is full screen on its monitor.
  var hidesOverFullScreen = true
  var hotKey: HotKey?
  /// The operations of a double tap and of a long press.
  var doubleTap: ButtonAction.Operation?
  var longPress: ButtonAction.Operation?
  /// The time for which the action `hide` hides the button.
  var hiddenDuration = Duration.seconds(600)
  /// The items of the panel.
  var items = ButtonConfiguration.defaultItems

  /// An item of the panel.
  enum Item: Hashable {
    case action(ButtonAction)
    /// A panel of its own, which the item opens.
    case menu(name: String, icon: ButtonIcon, [ButtonAction])
  }

  private static let defaultItems: [Item] = {
    do throws(TOMLError) { return try items(of: TOMLParser.parse(Array(defaultText.utf8))) ?? [] } catch {
      // A test parses the text, which is part of the program.
      fatalError("the default configuration is invalid: \(error)")
    }
  }()
}

/// The icon of an item.
enum ButtonIcon: Hashable {
  case builtIn(ActionIcon)
  /// The name of an icon in the icon theme, or the absolute path of a PNG or SVG file.
  case external(String)
}

/// An action of the desktop button.
struct ButtonAction: Hashable {
  enum Operation: Hashable {
    case builtIn(BuiltInAction)
    /// The name of a program and its arguments.
    case command([String])

    /// The programs that perform the operation, in the order in which they are tried.
    var programs: [[String]] {
      switch self {
      case .builtIn(let action): action.programs
      case .command(let words): [words]
      }
    }
  }

  /// `nil` for a built-in action, whose name depends on the language.
  var name: String?
  var icon: ButtonIcon
  var operation: Operation

  init(_ operation: Operation, name: String? = nil, icon: ButtonIcon? = nil) {
    self.operation = operation
    switch operation {
    case .builtIn(let action): (self.name, self.icon) = (name, icon ?? .builtIn(action.icon))
    case .command(let words): (self.name, self.icon) = (name ?? words[0], icon ?? .builtIn(.command))
    }
  }
}

/// An action that the desktop button performs itself.
enum BuiltInAction: Hashable, CaseIterable {
  case window(WindowAction)
  case lock, screenshot, keyboard, move, hide, settings, quit

  static let allCases =
    WindowAction.allCases.map(window) + [
      .lock, .screenshot, .keyboard, .move, .hide, .settings, .quit,
    ]

  /// The name in the configuration.
  var name: String { if case .window(let action) = self { action.rawValue } else { "\(self)" } }

  init?(name: String) {
    guard let action = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = action
  }

  var icon: ActionIcon {
    switch self {
    case .window(.close): .close
    case .window(.minimize): .minimize
    case .window(.maximize): .maximize
    case .window(.fullScreen): .fullScreen
    case .window(.previousDesktop): .previous
    case .window(.nextDesktop): .next
    case .window(.showDesktop): .desktop
    case .lock: .lock
    case .screenshot: .screenshot
    case .keyboard: .keyboard
    case .move: .move
    case .hide: .hide
    case .settings: .inspector
    case .quit: .quit
    }
  }

  /// The programs that perform the action, in the order in which they are tried. `loginctl` comes last, because it
  /// succeeds even if no program locks the screen.
  var programs: [[String]] {
    switch self {
    case .lock: [["xdg-screensaver", "lock"], ["i3lock"], ["loginctl", "lock-session"]]
    case .screenshot:
      [
        ["gnome-screenshot", "--interactive"], ["spectacle"], ["xfce4-screenshooter"], ["flameshot", "gui"],
        ["mate-screenshot", "--interactive"], ["scrot"],
      ]
    case .keyboard: [["onboard"], ["matchbox-keyboard"], ["florence"], ["svkbd-mobile-intl"]]
    case .window, .move, .hide, .settings, .quit: []
    }
  }
}
