public import Motion

/// A panel in which one tries how the floating button moves, snaps and waits, until it feels right,
/// and takes that along as Swift code.
///
/// Every change is told at once, so that the running button obeys while a slider is still in the
/// hand.
public struct FeelInspector: Control {
  /// What can be tried.
  public struct Settings: Hashable, Sendable {
    public var feel: FloatingButton.Feel
    public var snap: SnapMode
    /// Whether the button moves at a tenth of its speed.
    public var isSlow: Bool

    public init(
      feel: FloatingButton.Feel = FloatingButton.Feel(), snap: SnapMode = .edges,
      isSlow: Bool = false
    ) {
      self.feel = feel
      self.snap = snap
      self.isSlow = isSlow
    }

    /// Those of a button. One that does not dim counts as dimming to 1, which is as much.
    public init(_ configuration: FloatingButton.Configuration, isSlow: Bool = false) {
      self.init(feel: configuration.feel, snap: configuration.snap, isSlow: isSlow)
      if !configuration.dims { feel.dimmedOpacity = 1 }
    }

    /// Whether the button is to dim when it is left alone.
    public var dims: Bool { feel.dimmedOpacity < 1 }
  }

  /// What the inspector asks its owner to do.
  public enum Action: Hashable, Sendable {
    /// Let the button be like this from now on.
    case changed(Settings)
    /// Put this Swift code on the clipboard.
    case copy(String)
    /// Put the inspector away.
    case closed
  }

  /// A place where Tab stops.
  public enum Stop: Hashable, Sendable {
    case close, plot
    case slider(Quantity)
    case snap, slowMotion, copy, reset

    /// All of them in the order of Tab.
    public static let all: [Stop] =
      [.close, .plot] + Quantity.allCases.map(Stop.slider) + [.snap, .slowMotion, .copy, .reset]
  }

  /// What Reset goes back to.
  public let defaults: Settings
  public var environment: Environment {
    didSet { updateEnvironment() }
  }

  var close: InspectorButton
  var plot: SpringPlot
  /// One for each quantity, in their order.
  var sliders: [Slider]
  var snap: SegmentedControl
  var slowMotion: ToggleSwitch
  var copy: InspectorButton
  var reset: InspectorButton

  /// The part that has the keyboard focus, and the one in which the pointer was pressed.
  var focus: Stop?
  var holder: Stop?
  /// Until when it says that it has copied.
  var copiedUntil: Instant?
  var layout = FeelInspectorLayout()

  /// Creates an inspector that shows some settings.
  ///
  /// - Parameters:
  ///   - settings: What the sliders cannot choose becomes the nearest that they can.
  ///   - defaults: What Reset, and for each slider a double click, goes back to.
  public init(
    _ settings: Settings = Settings(), defaults: Settings = Settings(),
    in environment: Environment
  ) {
    self.defaults = defaults
    self.environment = environment
    close = InspectorButton(.cross, in: environment)
    sliders = Quantity.allCases.map { quantity in
      Slider(
        quantity.value(in: settings.feel), of: quantity.range,
        defaultValue: quantity.value(in: defaults.feel), in: environment)
    }
    snap = SegmentedControl(
      SnapMode.allCases.map(\.title), selection: Self.segment(of: settings.snap),
      in: environment)
    slowMotion = ToggleSwitch(Self.slowMotionTitle, isOn: settings.isSlow, in: environment)
    copy = InspectorButton(.words(Self.copyTitle), in: environment)
    reset = InspectorButton(.words(Self.resetTitle), in: environment)
    plot = SpringPlot(
      Spring(response: sliders[0].value, dampingFraction: sliders[1].value), in: environment)
    plot.setSlow(settings.isSlow, at: .zero)
  }

  /// What it shows: every number of the feel in its slider's range and on a step.
  public var settings: Settings {
    Settings(
      feel: FloatingButton.Feel(
        spring: spring, draggedScale: value(of: .draggedScale),
        dimmedOpacity: value(of: .dimmedOpacity),
        longPress: .milliseconds(Int((1000 * value(of: .longPress)).rounded()))),
      snap: SnapMode.allCases[snap.selection], isSlow: slowMotion.isOn)
  }

  /// Shows other settings, as when the button was changed elsewhere, and tells nobody.
  ///
  /// - Parameter settings: What the sliders cannot choose becomes the nearest that they can.
  public mutating func set(_ settings: Settings, at now: Instant) {
    for quantity in Quantity.allCases {
      sliders[quantity.rawValue].set(quantity.value(in: settings.feel), at: now)
    }
    snap.select(Self.segment(of: settings.snap), at: now)
    slowMotion.set(settings.isSlow, at: now)
    updatePlot(at: now)
  }

  func value(of quantity: Quantity) -> Double { sliders[quantity.rawValue].value }

  var spring: Spring {
    Spring(response: value(of: .response), dampingFraction: value(of: .dampingFraction))
  }

  /// Lets the plot follow the sliders and the switch.
  mutating func updatePlot(at now: Instant) {
    plot.setSlow(slowMotion.isOn, at: now)
    plot.show(spring, at: now)
  }

  private mutating func updateEnvironment() {
    close.environment = environment
    plot.environment = environment
    for index in sliders.indices { sliders[index].environment = environment }
    snap.environment = environment
    slowMotion.environment = environment
    copy.environment = environment
    reset.environment = environment
    layOut()
  }

  public func nextChange(after now: Instant) -> Instant? {
    let controls = Instant.earliest(
      plot.nextChange(after: now), snap.nextChange(after: now), slowMotion.nextChange(after: now),
      hasCopied(at: now) ? copiedUntil : nil)
    return sliders.reduce(controls) { .earliest($0, $1.nextChange(after: now)) }
  }

  /// Whether it has been copied lately.
  func hasCopied(at now: Instant) -> Bool { copiedUntil.map { now < $0 } ?? false }
}

// What it says.
extension FeelInspector {
  static let title = "Inspector"
  static let snapTitle = "Snap to"
  static let slowMotionTitle = "Slow motion 1/10"
  static let copyTitle = "Copy as Swift"
  static let copiedTitle = "Copied"
  static let resetTitle = "Reset"

  private static func segment(of mode: SnapMode) -> Int {
    SnapMode.allCases.firstIndex(of: mode) ?? 0
  }
}
