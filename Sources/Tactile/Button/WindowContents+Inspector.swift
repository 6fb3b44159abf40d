import Controls
import Motion

// The inspector, in which one tries how the button feels.
extension WindowContents {
  var hasInspector: Bool { ofInspector { _ in true } == true }

  /// Asks the inspector; `nil` while it is closed, or where it has no answer.
  @discardableResult
  func ofInspector<Answer>(
    _ question: (borrowing Retained<FeelInspector>) -> Answer?
  ) -> Answer? {
    switch inspector {
    case .some(let inspector): question(inspector)
    case .none: nil
    }
  }

  /// Where the focus goes when the inspector opens: its first slider.
  private static let firstSlider = FocusStop(
    part: .inspector, index: FeelInspector.Stop.all.firstIndex(of: .slider(.response)) ?? 0)

  mutating func toggleInspector(at now: Instant) {
    hasInspector ? closeInspector(at: now) : openInspector(at: now)
  }

  private mutating func openInspector(at now: Instant) {
    let usual = FloatingButton.Configuration(shape: options.shape)
    inspector = Retained(
      FeelInspector(
        inspectorSettings, defaults: FeelInspector.Settings(usual), in: columnEnvironment))
    layOut(at: now)
    focusBeforeInspector = focus
    moveFocus(to: Self.firstSlider, at: now)
  }

  /// Puts the inspector away; the button keeps how it feels and goes at its own speed again.
  private mutating func closeInspector(at now: Instant) {
    if focus?.part == .inspector { moveFocus(to: focusBeforeInspector ?? Self.password, at: now) }
    if hold?.part == .inspector { hold = nil }
    inspector = nil
    button.control.setRate(1, at: now)
    layOut(at: now)
  }

  /// What the inspector shows of the button as it is.
  var inspectorSettings: FeelInspector.Settings {
    FeelInspector.Settings(
      options.configuration, isSlow: button.control.rate == Theme.Inspector.slowRate)
  }

  mutating func take(_ requests: [FeelInspector.Action], at now: Instant) {
    for request in requests {
      switch request {
      case .changed(let settings): apply(settings, at: now)
      case .copy(let code): actions.append(.copy(code))
      case .closed: perform(.inspector, at: now)
      }
    }
  }

  private mutating func apply(_ settings: FeelInspector.Settings, at now: Instant) {
    options.feel = settings.feel
    options.dims = settings.dims
    if settings.snap != options.configuration.snap { options.snap = settings.snap }
    button.control.setRate(settings.isSlow ? Theme.Inspector.slowRate : 1, at: now)
    button.control.reconfigure(Self.configuration(options, for: wishes, hasInspector), at: now)
  }
}
