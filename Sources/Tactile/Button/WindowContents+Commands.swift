import Controls
import Motion

extension WindowContents {
  /// Does what was chosen in the button's panel or in its menu, or asked for by a key.
  mutating func perform(_ command: WindowCommand, at now: Instant) {
    switch command {
    case .theme: environment.theme = environment.theme == .dark ? .light : .dark
    case .snap: options.selectNextSnap()
    case .shape: options.selectNextShape()
    case .reduceMotion: environment.reducesMotion.toggle()
    case .inspector: toggleInspector(at: now)
    case .quit: return actions.append(.close)
    }
    configureButton(at: now)
  }

  /// Makes the running button what is asked of it, and shows that in all places.
  mutating func configureButton(at now: Instant) {
    button.reconfigure(Self.configuration(options, in: environment, hasInspector), at: now)
    // By its size the inspector has room beside it.
    layOut(at: now)
    let settings = inspectorSettings
    inspector?.set(settings, at: now)
  }

  /// The button that is asked for, with what it offers.
  static func configuration(
    _ options: ButtonOptions, in environment: Environment, _ hasInspector: Bool,
    start: RelativePlace? = nil
  ) -> FloatingButton.Configuration {
    var configuration = options.configuration
    configuration.start = start
    let items = WindowCommand.allCases.map {
      $0.item(detail: detail(of: $0, options, environment, hasInspector))
    }
    configuration.actions = items.dropLast() + [.moveTo] + items.suffix(1)
    configuration.menuItems = items
    return configuration
  }

  /// How what a command changes stands at the moment, in a word.
  private static func detail(
    of command: WindowCommand, _ options: ButtonOptions, _ environment: Environment,
    _ hasInspector: Bool
  ) -> String? {
    switch command {
    case .theme: environment.theme == .dark ? "Dark" : "Light"
    case .snap: options.configuration.snap.title
    case .shape: options.shape == .ball ? "Ball" : "Button"
    case .reduceMotion: environment.reducesMotion ? "Reduced" : "Full"
    case .inspector: hasInspector ? "Open" : "Closed"
    case .quit: nil
    }
  }
}
