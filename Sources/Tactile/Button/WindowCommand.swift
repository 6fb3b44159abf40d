import Controls

/// A command of the window, available in the button's panel, in its menu and by keys.
enum WindowCommand: String, CaseIterable, Hashable {
  case theme, snap, shape, reduceMotion, inspector, quit
}

extension WindowCommand {
  /// Returns the item of the command in the panel and in the menu.
  ///
  /// - Parameter detail: The current state of the setting that the command changes.
  func item(detail: String?, in strings: any ControlStrings) -> ActionItem {
    ActionItem(
      id: rawValue, label: strings.text(.command(self)), detail: detail, shortcut: shortcut(in: strings),
      icon: icon,
      keepsOpen: keepsOpen)
  }

  private func shortcut(in strings: any ControlStrings) -> String? {
    switch self {
    case .inspector: "F12"
    case .quit: "\(strings.text(.controlKey))+Q"
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
