import Controls
import Inspector
import Motion
import Scene

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
      apply(settings, at: now)
      return []
    case .copy(let code): return [.effect(.offer(DataProvider(text: code), in: .clipboard))]
    case .close: return perform(.inspector, at: now)
    }
  }

  private mutating func apply(_ settings: TuningInspector.Settings, at now: Instant) {
    options.tuning = settings.tuning
    options.dims = settings.dims
    if settings.snap != options.configuration.snap { options.snap = settings.snap }
    button.control.setRate(settings.isSlow ? Theme.Inspector.slowRate : 1, at: now)
    button.control.reconfigure(
      Self.configuration(options, for: preferences, in: environment.strings, inspector != nil), at: now)
  }
}
