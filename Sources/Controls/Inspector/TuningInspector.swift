public import Motion

/// A panel in which the user tunes the motion, snapping and timing of the floating button, and
/// copies the result as Swift code.
///
/// The owner is notified of every change immediately, so that the button changes during the drag of
/// a slider.
public struct TuningInspector: ColumnControl {
  /// The settings that the user can change in the inspector.
  public struct Settings: Hashable, Sendable {
    /// The tuning of the button.
    public var tuning: FloatingButton.Tuning
    /// The snap mode of the button.
    public var snap: SnapMode
    /// Whether the button moves in slow motion, at a tenth of its speed.
    public var isSlow: Bool

    /// Creates settings.
    public init(
      tuning: FloatingButton.Tuning = FloatingButton.Tuning(), snap: SnapMode = .edges, isSlow: Bool = false
    ) {
      self.tuning = tuning
      self.snap = snap
      self.isSlow = isSlow
    }

    /// Creates the settings of a button. If it does not dim, its dimmed opacity is 1, which is
    /// equivalent.
    public init(_ configuration: FloatingButton.Configuration, isSlow: Bool = false) {
      self.init(tuning: configuration.tuning, snap: configuration.snap, isSlow: isSlow)
      if !configuration.dims { tuning.dimmedOpacity = 1 }
    }

    /// Whether the button dims while it is not used.
    public var dims: Bool { tuning.dimmedOpacity < 1 }
  }

  /// A request or a notification for the owner of the inspector.
  public enum Action: Hashable, Sendable {
    /// The settings changed. Apply them to the button.
    case changed(Settings)
    /// Copy this Swift code to the clipboard.
    case copy(String)
    /// Close the inspector.
    case close
  }

  /// A focus stop of the inspector.
  public enum FocusStop: Hashable, Sendable {
    case close, plot
    case slider(Parameter)
    case snap, slowMotion, copy, reset

    /// All focus stops in tab order.
    public static let all: [FocusStop] =
      [.close, .plot] + Parameter.allCases.map(FocusStop.slider) + [.snap, .slowMotion, .copy, .reset]
  }

  /// The settings that Reset restores.
  public let defaults: Settings
  /// The theme, fonts, scale and other settings.
  public private(set) var environment: Environment

  var close: InspectorButton
  var plot: SpringPlot
  /// The sliders of the parameters, in the order of `Parameter.allCases`.
  var sliders: [Slider]
  var snap: SegmentedControl
  var slowMotion: ToggleSwitch
  var copy: InspectorButton
  var reset: InspectorButton

  /// The section with the keyboard focus, and the section that captures the pointer after a press.
  var focus: FocusStop?
  var pointerCapture: FocusStop?
  /// The end of the confirmation of a copy.
  var copiedUntil: Instant?
  var layout = TuningInspectorLayout()

  /// Creates an inspector.
  ///
  /// - Parameters:
  ///   - settings: The initial settings. Numbers are rounded to the nearest value of their slider.
  ///   - defaults: The settings that Reset restores. A double click restores the value of one
  ///     slider.
  ///   - environment: The theme, fonts, scale and other settings.
  public init(_ settings: Settings = Settings(), defaults: Settings = Settings(), in environment: Environment)
  {
    self.defaults = defaults
    self.environment = environment
    close = InspectorButton(.cross, in: environment)
    sliders = Parameter.allCases.map { parameter in
      Slider(
        parameter.value(in: settings.tuning), of: parameter.range,
        defaultValue: parameter.value(in: defaults.tuning), in: environment)
    }
    snap = SegmentedControl(
      SnapMode.allCases.map(\.label), selection: Self.segment(of: settings.snap), in: environment)
    slowMotion = ToggleSwitch(Self.slowMotionTitle, isOn: settings.isSlow, in: environment)
    copy = InspectorButton(.text(Self.copyTitle), in: environment)
    reset = InspectorButton(.text(Self.resetTitle), in: environment)
    plot = SpringPlot(
      Spring(response: sliders[0].value, dampingFraction: sliders[1].value), isSlow: settings.isSlow,
      in: environment)
  }

  /// The current settings. Every number of the tuning is in the range of its slider and on a step.
  public var settings: Settings {
    Settings(
      tuning: FloatingButton.Tuning(
        spring: spring, draggedScale: value(of: .draggedScale), dimmedOpacity: value(of: .dimmedOpacity),
        longPress: .milliseconds(Int((1000 * value(of: .longPress)).rounded()))),
      snap: SnapMode.allCases[snap.selection], isSlow: slowMotion.isOn)
  }

  /// Sets the settings without a notification, for example after another part of the program has
  /// changed the button.
  ///
  /// - Parameters:
  ///   - settings: The settings. Numbers are rounded to the nearest value of their slider.
  ///   - now: The start of the animations.
  public mutating func set(_ settings: Settings, at now: Instant) {
    for parameter in Parameter.allCases {
      sliders[parameter.rawValue].set(parameter.value(in: settings.tuning), at: now)
    }
    snap.select(Self.segment(of: settings.snap), at: now)
    slowMotion.set(settings.isSlow, at: now)
    updatePlot(at: now)
  }

  func value(of parameter: Parameter) -> Double { sliders[parameter.rawValue].value }

  var spring: Spring { Spring(response: value(of: .response), dampingFraction: value(of: .dampingFraction)) }

  /// Applies the sliders and the slow-motion switch to the plot.
  mutating func updatePlot(at now: Instant) {
    plot.setSlow(slowMotion.isOn, at: now)
    plot.show(spring, at: now)
  }

  public mutating func update(_ environment: Environment, at now: Instant) {
    self.environment = environment
    close.update(environment, at: now)
    plot.update(environment, at: now)
    for index in sliders.indices { sliders[index].update(environment, at: now) }
    snap.update(environment, at: now)
    slowMotion.update(environment, at: now)
    copy.update(environment, at: now)
    reset.update(environment, at: now)
    layOut(at: layout.origin, width: layout.width, at: now)
  }

  public func nextChange(after now: Instant) -> Instant? {
    let controls = Instant.earliest(
      plot.nextChange(after: now), snap.nextChange(after: now), slowMotion.nextChange(after: now),
      hasCopied(at: now) ? copiedUntil : nil)
    return sliders.reduce(controls) { .earliest($0, $1.nextChange(after: now)) }
  }

  /// Returns whether the copy button currently confirms a copy.
  func hasCopied(at now: Instant) -> Bool { copiedUntil.map { now < $0 } ?? false }
}

// The texts.
extension TuningInspector {
  static let title = "Inspector"
  static let snapTitle = "Snap to"
  static let slowMotionTitle = "Slow motion 1/10"
  static let copyTitle = "Copy as Swift"
  static let copiedTitle = "Copied"
  static let resetTitle = "Reset"

  private static func segment(of mode: SnapMode) -> Int { SnapMode.allCases.firstIndex(of: mode) ?? 0 }
}
