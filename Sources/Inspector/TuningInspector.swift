package import Controls
package import Motion
package import Scene

/// A panel in which the user tunes the motion, snapping and timing of the floating button, and
/// copies the result as Swift code.
///
/// The owner is notified of every change immediately, so that the button changes during the drag of
/// a slider.
package struct TuningInspector: ~Copyable, CompositeControl {
  /// The settings that the user can change in the inspector.
  package struct Settings: Hashable, Sendable {
    /// The tuning of the button.
    package var tuning: FloatingButton.Tuning
    /// The snap mode of the button.
    package var snap: SnapMode
    /// Whether the button moves in slow motion, at a tenth of its speed.
    package var isSlow: Bool

    /// Creates settings.
    package init(
      tuning: FloatingButton.Tuning = FloatingButton.Tuning(), snap: SnapMode = .edges, isSlow: Bool = false
    ) {
      self.tuning = tuning
      self.snap = snap
      self.isSlow = isSlow
    }

    /// Creates the settings of a button. If it does not dim, its dimmed opacity is 1, which is
    /// equivalent.
    package init(_ configuration: FloatingButton.Configuration, isSlow: Bool = false) {
      self.init(tuning: configuration.tuning, snap: configuration.snap, isSlow: isSlow)
      if !configuration.dims { tuning.dimmedOpacity = 1 }
    }

    /// Whether the button dims while it is not used.
    package var dims: Bool { tuning.dimmedOpacity < 1 }
  }

  /// A request or a notification for the owner of the inspector.
  package enum Action: Hashable, Sendable {
    /// The settings changed. Apply them to the button.
    case changed(Settings)
    /// Copy this Swift code to the clipboard.
    case copy(String)
    /// Close the inspector.
    case close
  }

  /// A focus stop of the inspector.
  package enum FocusStop: Hashable, Sendable {
    case close, plot
    case slider(Parameter)
    case snap, slowMotion, copy, reset

    /// All focus stops in tab order.
    package static let all: [FocusStop] =
      [.close, .plot] + Parameter.allCases.map(FocusStop.slider) + [.snap, .slowMotion, .copy, .reset]
  }

  /// The settings that Reset restores.
  package let defaults: Settings
  /// The effect of a control on the inspector.
  package enum Part { case close, changed, copy, reset }

  package let group: ControlGroup<Part>
  let close: Child<InspectorButton>
  let plot: Child<SpringPlot>
  /// The sliders of the parameters, in the order of `Parameter.allCases`.
  let sliders: [Child<Slider>]
  let snap: Child<SegmentedControl>
  let slowMotion: Child<ToggleSwitch>
  let copy: Child<InspectorButton>
  let reset: Child<InspectorButton>
  var layout = TuningInspectorLayout()

  /// Creates an inspector.
  ///
  /// - Parameters:
  ///   - settings: The initial settings. Numbers are rounded to the nearest value of their slider.
  ///   - defaults: The settings that Reset restores. A double click restores the value of one
  ///     slider.
  ///   - environment: The theme, fonts, scale and other settings.
  package init(
    _ settings: Settings = Settings(), defaults: Settings = Settings(), in environment: Environment
  ) {
    self.defaults = defaults
    group = ControlGroup(.manual, in: environment)
    close = group.add(InspectorButton(nil, in: environment)) { _ in [.close] }
    let parameters = Parameter.allCases.map { parameter in
      var slider = Slider(
        parameter.value(in: settings.tuning), of: parameter.range,
        defaultValue: parameter.value(in: defaults.tuning), in: environment)
      (slider.name, slider.text) = (parameter.label, parameter.text)
      return slider
    }
    plot = group.add(
      SpringPlot(
        Spring(response: parameters[0].value, dampingFraction: parameters[1].value),
        isSlow: settings.isSlow, in: environment))
    sliders = parameters.map { [group] slider in group.add(slider) { _ in [.changed] } }
    var snap = SegmentedControl(
      SnapMode.allCases.map(\.label), selection: Self.segment(of: settings.snap), in: environment)
    snap.name = Self.snapTitle
    self.snap = group.add(snap) { _ in [.changed] }
    slowMotion = group.add(
      ToggleSwitch("Slow motion 1/10", isOn: settings.isSlow, in: environment)
    ) { _ in [.changed] }
    copy = group.add(InspectorButton("Copy as Swift", in: environment)) { _ in [.copy] }
    reset = group.add(InspectorButton("Reset", in: environment)) { _ in [.reset] }
  }

  /// The current settings. Every number of the tuning is in the range of its slider and on a step.
  package var settings: Settings {
    Settings(
      tuning: FloatingButton.Tuning(
        spring: spring, draggedScale: value(of: .draggedScale), dimmedOpacity: value(of: .dimmedOpacity),
        longPress: .milliseconds(Int((1000 * value(of: .longPress)).rounded()))),
      snap: SnapMode.allCases[snap.control.selection], isSlow: slowMotion.control.isOn)
  }

  /// Sets the settings without a notification, for example after another part of the program has
  /// changed the button.
  ///
  /// - Parameters:
  ///   - settings: The settings. Numbers are rounded to the nearest value of their slider.
  ///   - now: The start of the animations.
  package func set(_ settings: Settings, at now: Instant) {
    for parameter in Parameter.allCases {
      sliders[parameter.rawValue].control.set(parameter.value(in: settings.tuning), at: now)
    }
    snap.control.select(Self.segment(of: settings.snap), at: now)
    slowMotion.control.set(settings.isSlow, at: now)
    updatePlot(at: now)
  }

  func value(of parameter: Parameter) -> Double { sliders[parameter.rawValue].control.value }

  var spring: Spring { Spring(response: value(of: .response), dampingFraction: value(of: .dampingFraction)) }

  /// Applies the sliders and the slow-motion switch to the plot.
  func updatePlot(at now: Instant) {
    plot.control.setSlow(slowMotion.control.isOn, at: now)
    plot.control.show(spring, at: now)
  }

  package func draw(into list: inout DisplayList, at now: Instant) {
    drawTexts(into: &list)
    group.draw(into: &list, at: now)
  }

  package func describe(into tree: inout AccessibleTree, at now: Instant) {
    tree.add(.part(0), AccessibleNode(.label, Self.title, in: layout.title))
    group.describe(into: &tree, at: now)
  }

  /// Returns the row of a slider, or the frame of another control.
  package func frame(ofFocusStop stop: Int, at now: Instant) -> Rect {
    if case .slider(let parameter) = FocusStop.all[stop] { return layout.rows[parameter.rawValue] }
    return group.frame(ofFocusStop: stop, at: now)
  }

  package func perform(_ part: Part, at now: Instant) -> [Outcome<Action>] {
    switch part {
    case .close: return [.action(.close)]
    case .changed:
      updatePlot(at: now)
      return [.action(.changed(settings))]
    case .copy:
      copy.control.confirm("Copied", until: now + Theme.Inspector.copiedTime)
      return [.action(.copy(swiftCode))]
    case .reset:
      let previous = settings
      set(defaults, at: now)
      return settings == previous ? [] : [.action(.changed(settings))]
    }
  }

  static let title = "Inspector"
  static let snapTitle = "Snap to"

  private static func segment(of mode: SnapMode) -> Int { SnapMode.allCases.firstIndex(of: mode) ?? 0 }
}
