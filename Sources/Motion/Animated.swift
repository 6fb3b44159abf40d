/// A value that moves: where it is and how fast it goes are functions of the time, and wherever it is
/// sent next it starts from there.
public struct Animated<Value: Animatable>: Sendable {
  /// Where it goes, or where it rests.
  public private(set) var target: Value

  /// The least difference that matters, in the value's own units: motion ends when no more than this
  /// is left of it. Half of what can be seen is a good choice: half a device pixel, half of 1/255.
  public let threshold: Double

  /// What is under way; `nil` at rest.
  private var flight: Flight<Value.Components>?

  /// Creates a value at rest.
  ///
  /// - Parameter threshold: Positive, in the value's units.
  public init(_ value: Value, threshold: Double) {
    target = value
    self.threshold = threshold
  }

  /// Where it is.
  public func value(at now: Instant) -> Value {
    guard let flight, !flight.isOver(at: now) else { return restValue }
    return Value(components: flight.place(at: now))
  }

  /// How fast it goes, in its own units per second.
  public func velocity(at now: Instant) -> Value {
    guard let flight, !flight.isOver(at: now) else { return Value(components: .zero) }
    return Value(components: flight.velocity(at: now))
  }

  /// Puts it somewhere, at rest.
  public mutating func set(_ value: Value) {
    target = value
    flight = nil
  }

  /// Sends it somewhere from wherever it is.
  ///
  /// - Parameters:
  ///   - target: Where to.
  ///   - now: When; motion starts at this instant.
  ///   - animation: How; `nil` for at once.
  ///   - velocity: In its own units per second; `nil` to keep the velocity it has. A timed animation
  ///     takes none.
  public mutating func animate(
    to target: Value, at now: Instant, with animation: Animation?, velocity: Value? = nil
  ) {
    guard let animation else { return set(target) }
    flight = Flight(
      from: value(at: now).components, to: target.components,
      velocity: (velocity ?? self.velocity(at: now)).components,
      animation: animation, start: now, threshold: threshold)
    self.target = target
  }

  /// When it is next somewhere else than at `now`: `now` itself while it moves, the end of a delay or
  /// a hold while it waits, `nil` at rest.
  public func nextChange(after now: Instant) -> Instant? { flight?.nextChange(after: now) }

  /// Where it stands when nothing is under way any more; not the target where an even number of
  /// autoreversed rounds brought it back.
  private var restValue: Value {
    flight.map { Value(components: $0.restPlace) } ?? target
  }
}
