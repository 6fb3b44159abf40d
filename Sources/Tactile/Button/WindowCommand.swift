import Controls

/// What the window can be told to do: in the button's panel, in its menu, and by keys.
enum WindowCommand: String, CaseIterable, Hashable {
  case theme, snap, shape, reduceMotion, inspector, quit
}

extension WindowCommand {
  /// How it is offered.
  ///
  /// - Parameter detail: How what it changes stands at the moment.
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

  /// Whether one often chooses it again, to go on to the next state.
  private var keepsOpen: Bool {
    switch self {
    case .theme, .snap, .reduceMotion: true
    case .shape, .inspector, .quit: false
    }
  }
}
