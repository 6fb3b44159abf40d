import Controls
import Policies
import Scene
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

  var title: ProgramText
  var icon: ButtonIcon
  var operation: Operation

  init(_ operation: Operation, name: String? = nil, icon: ButtonIcon? = nil) {
    self.operation = operation
    let (title, standardIcon): (ProgramText, ActionIcon) =
      switch operation {
      case .builtIn(let action): action.item
      case .command(let words): (ProgramText(words[0]), .command)
      }
    self.title = name.map { ProgramText($0) } ?? title
    self.icon = icon ?? .builtIn(standardIcon)
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

  /// The title and the icon in the panel.
  var item: (title: ProgramText, icon: ActionIcon) {
    switch self {
    case .window(.close): (ProgramText("Close", "Schließen"), .close)
    case .window(.minimize): (ProgramText("Minimize", "Minimieren"), .minimize)
    case .window(.maximize): (ProgramText("Maximize", "Maximieren"), .maximize)
    case .window(.fullScreen): (ProgramText("Full Screen", "Vollbild"), .fullScreen)
    case .window(.previousDesktop): (ProgramText("Previous", "Voriger"), .previous)
    case .window(.nextDesktop): (ProgramText("Next", "Nächster"), .next)
    case .window(.showDesktop): (ProgramText("Desktop"), .desktop)
    case .lock: (ProgramText("Lock", "Sperren"), .lock)
    case .screenshot: (ProgramText("Screenshot", "Bildschirmfoto"), .screenshot)
    case .keyboard: (ProgramText("Keyboard", "Tastatur"), .keyboard)
    case .move: (ProgramText("Move", "Verschieben"), .move)
    case .hide: (ProgramText("Hide", "Ausblenden"), .hide)
    case .settings: (ProgramText("Settings", "Einstellungen"), .inspector)
    case .quit: (ProgramText("Quit", "Beenden"), .quit)
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

extension ButtonConfiguration.Item {
  var isMenu: Bool { if case .menu = self { true } else { false } }

  var operations: [ButtonAction.Operation] {
    switch self {
    case .action(let action): [action.operation]
    case .menu(_, _, let actions): actions.map(\.operation)
    }
  }
}

extension ButtonConfiguration {
  /// The names of all icons that are not built in.
  var iconNames: Set<String> {
    let icons = items.flatMap { item in
      switch item {
      case .action(let action): [action.icon]
      case .menu(_, let icon, let actions): [icon] + actions.map(\.icon)
      }
    }
    return Set(icons.compactMap { if case .external(let name) = $0 { name } else { nil } })
  }

  /// The configuration of the control, without its actions.
  var button: FloatingButton.Configuration {
    var result = FloatingButton.Configuration(
      shape: .ball, snap: snap, drag: drag, tap: .expand, dims: dims, start: .trailing,
      tuning: FloatingButton.Tuning(dimmedOpacity: 0.5, longPress: .milliseconds(500)))
    (result.reportsDoubleTap, result.reportsLongPress) = (doubleTap != nil, longPress != nil)
    return result
  }

  /// Gives a theme the size and the neutral colors of the button.
  func restyle(_ theme: inout Theme) {
    theme.floatingButton.ballRadius = size / 2
    theme.floatingButton.ballSymbolSize = size * 0.4
    theme.floatingButton.ballSymbolStroke = max(2, size / 16)
    theme.colors.red = Color(red: 0.16, green: 0.17, blue: 0.2)
    theme.colors.onRed = Color(red: 1, green: 1, blue: 1)
  }
}
