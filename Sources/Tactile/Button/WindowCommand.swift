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
    // The panel stays open for commands that users repeat to reach the next state.
    let (icon, keepsOpen, shortcut): (ActionIcon, Bool, String?) =
      switch self {
      case .theme: (.theme, true, nil)
      case .snap: (.snap, true, nil)
      case .shape: (.shape, false, nil)
      case .reduceMotion: (.reduceMotion, true, nil)
      case .inspector: (.inspector, false, "F12")
      case .quit: (.quit, false, "\(strings.text(.controlKey))+Q")
      }
    return ActionItem(
      id: rawValue, label: strings.text(.command(self)), detail: detail, shortcut: shortcut, icon: icon,
      keepsOpen: keepsOpen)
  }
}
