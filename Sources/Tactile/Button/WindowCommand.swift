import Controls
import Inspector
import Motion
import Toolkit
import Windowing

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

extension WindowContents {
  /// Executes a command from the button's panel, from its menu or from a key.
  mutating func perform(_ command: WindowCommand, at now: Instant) -> [Outcome<Action>] {
    switch command {
    case .theme: updatePreferences(at: now) { $0.colorScheme = $0.isDark ? .light : .dark }
    case .snap: options.selectNextSnap()
    case .shape: options.shape = options.shape == .button ? .ball : .button
    case .reduceMotion: updatePreferences(at: now) { $0.reducesMotion = !$0.effectiveReducesMotion }
    case .inspector: inspector == nil ? openInspector(at: now) : closeInspector(at: now)
    case .quit: return [.action(.close)]
    }
    configureButton(at: now)
    return []
  }

  /// Applies the options to the running button, and updates everything that shows them.
  mutating func configureButton(at now: Instant) {
    button.control.reconfigure(
      Self.configuration(options, for: preferences, in: environment.strings, inspector != nil), at: now)
    // The available width of the inspector depends on the size of the button.
    layOut(at: now)
    let settings = inspectorSettings
    inspector?.control.set(settings, at: now)
  }

  /// Returns the configuration of the button, including the items of its panel and menu.
  static func configuration(
    _ options: ButtonOptions, for preferences: AppearancePreferences, in strings: any ControlStrings,
    _ hasInspector: Bool, start: UnitPoint? = nil
  ) -> FloatingButton.Configuration {
    var configuration = options.configuration
    configuration.start = start
    configuration.label = strings.text(.dragMe)
    let items = WindowCommand.allCases.map {
      $0.item(
        detail: detail(of: $0, options, preferences, hasInspector).map { strings.text($0) }, in: strings)
    }
    configuration.actions = items.dropLast() + [.moveTo(in: strings)] + items.suffix(1)
    configuration.menuItems = items
    return configuration
  }

  /// Returns the current state of the setting that a command changes, in one word.
  private static func detail(
    of command: WindowCommand, _ options: ButtonOptions, _ preferences: AppearancePreferences,
    _ hasInspector: Bool
  ) -> ProgramText? {
    switch command {
    case .theme: preferences.isDark ? .dark : .light
    case .snap: .snap(options.configuration.snap)
    case .shape: options.shape == .ball ? .ball : .button
    case .reduceMotion: preferences.effectiveReducesMotion ? .reduced : .full
    case .inspector: hasInspector ? .open : .closed
    case .quit: nil
    }
  }
}
