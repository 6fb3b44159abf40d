import Controls

/// A command of the window, available in the button's panel, in its menu and by keys.
enum WindowCommand: String, CaseIterable, Hashable {
  case theme, snap, shape, reduceMotion, inspector, quit
}

extension WindowCommand {
  /// Returns the item of the command in the panel and in the menu.
  ///
  /// - Parameter detail: The current state of the setting that the command changes.
  func item(detail: String?) -> ActionItem {
    ActionItem(
      id: rawValue, label: label, detail: detail, shortcut: shortcut, icon: icon,
      keepsOpen: keepsOpen)
  }

  private var label: String {
    switch self {
    case .theme: "Theme"
    case .snap: "Snap"
    case .shape: "Shape"
    case .reduceMotion: "Motion"
    case .inspector: "Inspector"
    case .quit: "Quit"
    }
  }

  private var shortcut: String? {
    switch self {
    case .inspector: "F12"
    case .quit: "Ctrl+Q"
    case .theme, .snap, .shape, .reduceMotion: nil
    }
  }

  private var icon: ActionIcon {
    switch self {
    case .theme: .theme
    case .snap: .snap
    case .shape: .shape
    case .reduceMotion: .reduceMotion
    case .inspector: .inspector
    case .quit: .quit
    }
  }

  /// Whether the panel stays open, because users often repeat the command to reach the next state.
  private var keepsOpen: Bool {
    switch self {
    case .theme, .snap, .reduceMotion: true
    case .shape, .inspector, .quit: false
    }
  }
}
