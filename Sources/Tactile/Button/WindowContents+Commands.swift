import Controls
import Motion
import X11Shell

extension WindowContents {
  /// Does what was chosen in the button's panel or in its menu, or asked for by a key.
  mutating func perform(_ command: WindowCommand, at now: Instant) {
    switch command {
    case .theme: wish(at: now) { $0.colorScheme = $0.isDark ? .light : .dark }
    case .snap: options.selectNextSnap()
    case .shape: options.selectNextShape()
    case .reduceMotion: wish(at: now) { $0.reducesMotion = !$0.wantsLessMotion }
    case .inspector: toggleInspector(at: now)
    case .quit: return actions.append(.close)
    }
    configureButton(at: now)
  }

  /// Makes the running button what is asked of it, and shows that in all places.
  mutating func configureButton(at now: Instant) {
    button.control.reconfigure(Self.configuration(options, for: wishes, hasInspector), at: now)
    // By its size the inspector has room beside it.
    layOut(at: now)
    let settings = inspectorSettings
    inspector?.control.set(settings, at: now)
  }

  /// The button that is asked for, with what it offers.
  static func configuration(
    _ options: ButtonOptions, for wishes: Wishes, _ hasInspector: Bool,
    start: RelativePlace? = nil
  ) -> FloatingButton.Configuration {
    var configuration = options.configuration
    configuration.start = start
    let items = WindowCommand.allCases.map {
      $0.item(detail: detail(of: $0, options, wishes, hasInspector))
    }
    configuration.actions = items.dropLast() + [.moveTo] + items.suffix(1)
    configuration.menuItems = items
    return configuration
  }

  /// How what a command changes stands at the moment, in a word.
  private static func detail(
    of command: WindowCommand, _ options: ButtonOptions, _ wishes: Wishes,
    _ hasInspector: Bool
  ) -> String? {
    switch command {
    case .theme: wishes.isDark ? "Dark" : "Light"
    case .snap: options.configuration.snap.title
    case .shape: options.shape == .ball ? "Ball" : "Button"
    case .reduceMotion: wishes.wantsLessMotion ? "Reduced" : "Full"
    case .inspector: hasInspector ? "Open" : "Closed"
    case .quit: nil
    }
  }
}
