import Controls
import Motion

// The inspector, with which the user tunes the button.
extension WindowContents {
  var hasInspector: Bool { withInspector { _ in true } == true }

  /// Returns the result of a closure on the inspector, or `nil` while the inspector is closed.
  @discardableResult
  func withInspector<Value>(
    _ body: (borrowing CachedControl<TuningInspector>) -> Value?
  ) -> Value? {
    switch inspector {
    case .some(let inspector): body(inspector)
    case .none: nil
    }
  }

  /// The first slider, which receives the focus when the inspector opens.
  private static let firstSlider = FocusStop(
    section: .inspector, index: TuningInspector.FocusStop.all.firstIndex(of: .slider(.response)) ?? 0)

  mutating func toggleInspector(at now: Instant) {
    hasInspector ? closeInspector(at: now) : openInspector(at: now)
  }

  private mutating func openInspector(at now: Instant) {
    let defaults = FloatingButton.Configuration(shape: options.shape)
    inspector = CachedControl(
      TuningInspector(
        inspectorSettings, defaults: TuningInspector.Settings(defaults), in: columnEnvironment))
    layOut(at: now)
    focusBeforeInspector = focus
    moveFocus(to: Self.firstSlider, at: now)
  }

  /// Closes the inspector. The button keeps its tuning and returns to normal speed.
  private mutating func closeInspector(at now: Instant) {
    if focus?.section == .inspector { moveFocus(to: focusBeforeInspector ?? Self.password, at: now) }
    if pointerCapture?.section == .inspector { pointerCapture = nil }
    inspector = nil
    button.control.setRate(1, at: now)
    layOut(at: now)
  }

  /// The current settings of the button, for the inspector.
  var inspectorSettings: TuningInspector.Settings {
    TuningInspector.Settings(
      options.configuration, isSlow: button.control.rate == Theme.Inspector.slowRate)
  }

  mutating func process(_ requests: [TuningInspector.Action], at now: Instant) {
    for request in requests {
      switch request {
      case .changed(let settings): apply(settings, at: now)
      case .copy(let code): actions.append(.copy(code))
      case .close: perform(.inspector, at: now)
      }
    }
  }

  private mutating func apply(_ settings: TuningInspector.Settings, at now: Instant) {
    options.tuning = settings.tuning
    options.dims = settings.dims
    if settings.snap != options.configuration.snap { options.snap = settings.snap }
    button.control.setRate(settings.isSlow ? Theme.Inspector.slowRate : 1, at: now)
    button.control.reconfigure(Self.configuration(options, for: preferences, hasInspector), at: now)
  }
}
