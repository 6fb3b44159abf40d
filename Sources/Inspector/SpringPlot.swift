package import Controls
package import Gestures
package import Motion
package import Scene

/// A plot of the step response of a spring, with markers for the overshoot and the settling time.
///
/// A dot moves along the curve in real time after the spring has changed and after the user has
/// pressed the plot, by pointer or by key. It stops where the spring has settled.
package struct SpringPlot: Pressable {
  /// The plot has no actions.
  package typealias Action = Never
  typealias Style = Theme.SpringPlot

  /// The plotted spring.
  package private(set) var spring: Spring
  /// The theme, fonts, scale and other settings.
  package private(set) var environment: Environment

  package var press = PressRecognizer()
  package var isFocused = false
  package private(set) var frame = Rect.zero
  /// The animated response and damping fraction of the plotted spring.
  private var response: Animated<Double>
  private var dampingFraction: Animated<Double>
  /// The span of the time axis, in seconds.
  private var span: Animated<Double>
  /// The clock of the dot. It is slower in slow motion.
  private var clock: PlaybackClock
  /// The latest start of the dot, in the time of `clock`.
  private var start: Instant?

  /// Creates a plot. Lay it out before drawing it.
  ///
  /// - Parameters:
  ///   - spring: The plotted spring.
  ///   - isSlow: Whether the dot moves at a tenth of its speed.
  ///   - environment: The theme, fonts, scale and other settings.
  package init(_ spring: Spring, isSlow: Bool = false, in environment: Environment) {
    self.spring = spring
    self.environment = environment
    clock = PlaybackClock(rate: Self.rate(isSlow: isSlow))
    response = Animated(spring.response, threshold: Style.springThreshold)
    dampingFraction = Animated(spring.dampingFraction, threshold: Style.springThreshold)
    span = Animated(0, threshold: Style.spanThreshold)
    span.set(requiredSpan)
  }

  package mutating func update(_ environment: Environment, at now: Instant) {
    self.environment = environment
    if requiredSpan != span.target { span.set(requiredSpan) }
  }

  package mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    frame = Rect(origin: origin, size: Size(width: width, height: Theme.SpringPlot.height))
  }

  /// Plots another spring. Starts the dot, unless the user prefers reduced motion.
  package mutating func show(_ spring: Spring, at now: Instant) {
    guard spring != self.spring else { return }
    self.spring = spring
    let change = environment.motion(.spring(Theme.SpringPlot.spring))
    response.animate(to: spring.response, at: now, with: change)
    dampingFraction.animate(to: spring.dampingFraction, at: now, with: change)
    span.animate(to: requiredSpan, at: now, with: change)
    if environment.reducesMotion { start = nil } else { play(at: now) }
  }

  package var accessibleNode: AccessibleNode {
    AccessibleNode(
      .button, "Play the step response", description: "\(overshootText). \(settlingText).", in: frame)
  }

  /// Starts the dot at the beginning of the curve.
  package mutating func play(at now: Instant) { start = clock.time(at: now) }

  /// Sets whether the dot moves at a tenth of its speed. A moving dot continues from its position.
  package mutating func setSlow(_ isSlow: Bool, at now: Instant) {
    let rate = Self.rate(isSlow: isSlow)
    if rate != clock.rate { clock.setRate(rate, at: now) }
  }

  private static func rate(isSlow: Bool) -> Double { isSlow ? Theme.Inspector.slowRate : 1 }

  /// The overshoot of the spring beyond 1, 0…1.
  package var overshoot: Double { spring.overshoot }

  /// The settling time in seconds: the time after which a motion over 300 logical pixels stays
  /// within half a device pixel of its end.
  package var settlingTime: Double { settlingTime(of: spring) }

  package var outline: RoundedRect { RoundedRect(frame, cornerRadius: Theme.SpringPlot.cornerRadius) }

  package mutating func pressed(at now: Instant) -> [Action] {
    play(at: now)
    return []
  }

  package func nextChange(after now: Instant) -> Instant? {
    .earliest(
      response.nextChange(after: now), dampingFraction.nextChange(after: now), span.nextChange(after: now),
      elapsed(at: now).flatMap { $0 < settlingTime ? now : nil })
  }

  /// Returns the time since the start of the dot in seconds, or `nil` if it was never started.
  private func elapsed(at now: Instant) -> Double? { start.map { clock.time(at: now).seconds(since: $0) } }

  /// The smallest span in which the spring settles, in seconds.
  private var requiredSpan: Double {
    let needed = settlingTime / Style.filledSpan
    return Style.spans.first { $0 >= needed } ?? Spring.maximumSettlingTime / Style.filledSpan
  }

  func settlingTime(of spring: Spring) -> Double {
    spring.stepSettlingTime(threshold: environment.positionThreshold / Theme.SpringPlot.distance)
  }
}

// The state at a time.
extension SpringPlot {
  /// Returns the current graph, in the coordinate space of the plot.
  func graph(at now: Instant) -> SpringGraph {
    // The animated span can overshoot its target, but must stay positive.
    let span = max(Theme.SpringPlot.spans[0] / 2, span.value(at: now))
    let area = environment.snapped(Rect(origin: .zero, size: frame.size).inset(by: Theme.SpringPlot.insets))
    let isMoving = response.nextChange(after: now) != nil || dampingFraction.nextChange(after: now) != nil
    let animated = Spring(response: response.value(at: now), dampingFraction: dampingFraction.value(at: now))
    return SpringGraph(isMoving ? animated : spring, span: span, area: area)
  }

  /// Returns the center of the dot: on the curve, or at its end if the spring has settled.
  func dotCenter(on graph: SpringGraph, at now: Instant) -> Point {
    let end = min(settlingTime(of: graph.spring), graph.span)
    return graph.point(at: min(max(0, elapsed(at: now) ?? end), end))
  }

  /// The span of the time axis after all animations, in seconds.
  var targetSpan: Double { span.target }
}
