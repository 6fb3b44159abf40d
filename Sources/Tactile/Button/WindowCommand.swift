import Controls
import Inspector
import Motion
import Scene
import Toolkit
import Windowing

/// A command of the window, available in the button's panel, in its menu and by keys.
enum WindowCommand: String, CaseIterable, Hashable {
  case theme, snap, shape, reduceMotion, inspector, quit

  /// Returns the item of the command in the panel and in the menu, with the current state of the setting that the command
  /// changes.
  func item(
    _ options: ButtonOptions, _ preferences: AppearancePreferences, hasInspector: Bool,
    in strings: any ControlStrings
  ) -> ActionItem {
    // The panel stays open for commands that users repeat to reach the next state.
    let (title, icon, keepsOpen, detail): (ProgramText, ActionIcon, Bool, ProgramText?) =
      switch self {
      case .theme: (ProgramText("Theme", "Design"), .theme, true, preferences.isDark ? .dark : .light)
      case .snap: (ProgramText("Snap", "Andocken"), .snap, true, .snap(options.configuration.snap))
      case .shape: (ProgramText("Shape", "Form"), .shape, false, options.shape == .ball ? .ball : .button)
      case .reduceMotion:
        (
          ProgramText("Motion", "Bewegung"), .reduceMotion, true,
          preferences.effectiveReducesMotion ? .reduced : .full
        )
      case .inspector:
        (ProgramText("Inspector", "Inspektor"), .inspector, false, hasInspector ? .open : .closed)
      case .quit: (ProgramText("Quit", "Beenden"), .quit, false, nil)
      }
    var item = ActionItem(id: rawValue, label: strings.text(title), icon: icon, keepsOpen: keepsOpen)
    item.detail = detail.map { strings.text($0) }
    if self == .inspector { item.shortcut = "F12" }
    if self == .quit { item.shortcut = "\(strings.text(.controlKey))+Q" }
    return item
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
      Self.configuration(options, for: preferences, in: environment.strings, hasInspector: inspector != nil),
      at: now)
    // The available width of the inspector depends on the size of the button.
    layOut(at: now)
    let settings = inspectorSettings
    inspector?.control.set(settings, at: now)
  }

  /// Returns the configuration of the button, including the items of its panel and menu.
  static func configuration(
    _ options: ButtonOptions, for preferences: AppearancePreferences, in strings: any ControlStrings,
    hasInspector: Bool, start: UnitPoint? = nil
  ) -> FloatingButton.Configuration {
    var configuration = options.configuration
    configuration.start = start
    configuration.label = strings.text(.dragMe)
    let items = WindowCommand.allCases.map {
      $0.item(options, preferences, hasInspector: hasInspector, in: strings)
    }
    configuration.actions = items.dropLast() + [.moveTo(in: strings)] + items.suffix(1)
    configuration.menuItems = items
    return configuration
  }
}

// The inspector, with which the user tunes the button.
extension WindowContents {
  /// The first slider, which receives the focus when the inspector opens.
  private static let firstSlider = FocusStop(
    section: .inspector, index: TuningInspector.FocusStop.all.firstIndex(of: .slider(.response)) ?? 0)

  mutating func openInspector(at now: Instant) {
    let defaults = FloatingButton.Configuration(shape: options.shape)
    page.control.show(
      TuningInspector(inspectorSettings, defaults: TuningInspector.Settings(defaults), in: environment))
    layOut(at: now)
    focusBeforeInspector = focus
    moveFocus(to: Self.firstSlider, at: now)
  }

  /// Closes the inspector. The button keeps its tuning and returns to normal speed.
  mutating func closeInspector(at now: Instant) {
    if focus?.section == .inspector { moveFocus(to: focusBeforeInspector ?? Self.password, at: now) }
    page.control.removeInspector(at: now)
    button.control.setRate(1, at: now)
    layOut(at: now)
  }

  /// The current settings of the button, for the inspector.
  var inspectorSettings: TuningInspector.Settings {
    TuningInspector.Settings(
      options.configuration, isSlow: button.control.rate == Theme.Inspector.slowRate)
  }

  mutating func perform(_ action: TuningInspector.Action, at now: Instant) -> [Outcome<Action>] {
    switch action {
    case .changed(let settings):
      options.tuning = settings.tuning
      options.dims = settings.dims
      if settings.snap != options.configuration.snap { options.snap = settings.snap }
      button.control.setRate(settings.isSlow ? Theme.Inspector.slowRate : 1, at: now)
      button.control.reconfigure(
        Self.configuration(
          options, for: preferences, in: environment.strings, hasInspector: inspector != nil), at: now)
      return []
    case .copy(let code): return [.effect(.offer(DataProvider(text: code), in: .clipboard))]
    case .close: return perform(.inspector, at: now)
    }
  }
}
