public import Motion
public import Scene

/// A plot of how a spring goes from 0 to 1, with its overshoot and its settling time marked, and
/// told in words below.
///
/// A dot runs along the curve in the spring's own time whenever the spring changes, and when the
/// plot is pressed; then it rests where the spring has settled. To the keyboard the plot is a
/// button.
public struct SpringPlot: Pressable {
  /// It asks its owner for nothing.
  public typealias Action = Never

  /// What is plotted.
  public private(set) var spring: Spring
  public var environment: Environment {
    didSet { if wantedSpan != span.target { span.set(wantedSpan) } }
  }

  public var press = PressTracker()
  private(set) var frame = Rect.zero
  /// The plotted spring on its way from the one before.
  private var response: Animated<Double>
  private var dampingFraction: Animated<Double>
  /// What the time axis shows, in seconds.
  private var span: Animated<Double>
  /// The time that the dot goes by, slow in slow motion.
  private var clock = Playback()
  /// When the dot started last, by that clock.
  private var start: Instant?

  public init(_ spring: Spring, in environment: Environment) {
    typealias Look = Theme.SpringPlot
    self.spring = spring
    self.environment = environment
    response = Animated(spring.response, threshold: Look.springThreshold)
    dampingFraction = Animated(spring.dampingFraction, threshold: Look.springThreshold)
    span = Animated(0, threshold: Look.spanThreshold)
    span.set(wantedSpan)
  }

  /// Puts the plot somewhere.
  ///
  /// - Parameters:
  ///   - origin: The top leading corner.
  ///   - width: In logical pixels.
  public mutating func place(at origin: Point, width: Double) {
    frame = Rect(origin: origin, size: Size(width: width, height: Theme.SpringPlot.height))
  }

  /// Plots another spring, and plays it unless the person wants less motion.
  public mutating func show(_ spring: Spring, at now: Instant) {
    guard spring != self.spring else { return }
    self.spring = spring
    let change = environment.motion(.spring(Theme.SpringPlot.spring))
    response.animate(to: spring.response, at: now, with: change)
    dampingFraction.animate(to: spring.dampingFraction, at: now, with: change)
    span.animate(to: wantedSpan, at: now, with: change)
    if environment.reducesMotion { start = nil } else { play(at: now) }
  }

  /// Lets the dot run from the start.
  public mutating func play(at now: Instant) { start = clock.time(at: now) }

  /// Lets the dot run at a tenth of its speed, or at all of it, from where it is.
  public mutating func setSlow(_ isSlow: Bool, at now: Instant) {
    let rate = isSlow ? Theme.Inspector.slowRate : 1
    if rate != clock.rate { clock.setRate(rate, at: now) }
  }

  /// How far the spring goes beyond 1, 0…1.
  public var overshoot: Double { spring.overshoot }

  /// When a motion over 300 px is last further than half a device pixel from its end, in seconds.
  public var settlingTime: Double { settlingTime(of: spring) }

  public var outline: RoundedRect {
    RoundedRect(frame, cornerRadius: Theme.SpringPlot.cornerRadius)
  }

  public mutating func pressed(at now: Instant) -> [Action] {
    play(at: now)
    return []
  }

  public func nextChange(after now: Instant) -> Instant? {
    .earliest(
      response.nextChange(after: now), dampingFraction.nextChange(after: now),
      span.nextChange(after: now), isRunning(at: now) ? now : nil)
  }

  private func isRunning(at now: Instant) -> Bool {
    guard let elapsed = elapsed(at: now) else { return false }
    return elapsed < settlingTime
  }

  /// How long the dot has run, in seconds; `nil` where it never started.
  private func elapsed(at now: Instant) -> Double? {
    start.map { clock.time(at: now).seconds(since: $0) }
  }

  /// The least span in which the spring settles.
  private var wantedSpan: Double {
    typealias Look = Theme.SpringPlot
    let needed = settlingTime / Look.filledSpan
    return Look.spans.first { $0 >= needed } ?? Spring.longestSettlingTime / Look.filledSpan
  }

  func settlingTime(of spring: Spring) -> Double {
    spring.stepSettlingTime(
      threshold: environment.placeThreshold / Theme.SpringPlot.distance)
  }
}

// What is drawn at a time.
extension SpringPlot {
  /// The curve as it stands, in the plot's own space.
  func graph(at now: Instant) -> SpringGraph {
    // On its way the span may swing through its end, but never to nothing.
    let span = max(Theme.SpringPlot.spans[0] / 2, span.value(at: now))
    let area = environment.snapped(
      Rect(origin: .zero, size: frame.size).inset(by: Theme.SpringPlot.insets))
    let isMoving =
      response.nextChange(after: now) != nil
      || dampingFraction.nextChange(after: now) != nil
    let shown = Spring(
      response: response.value(at: now), dampingFraction: dampingFraction.value(at: now))
    return SpringGraph(isMoving ? shown : spring, span: span, area: area)
  }

  /// Where the dot is: on its way, or where the spring has settled.
  func dotCenter(on graph: SpringGraph, at now: Instant) -> Point {
    let end = min(settlingTime(of: graph.spring), graph.span)
    return graph.point(at: min(max(0, elapsed(at: now) ?? end), end))
  }

  /// What the time axis will show when it has come to rest, in seconds.
  var targetSpan: Double { span.target }
}
