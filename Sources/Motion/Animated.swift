/// A value that moves: where it is and how fast it goes are functions of the time, and wherever it
/// is sent next it starts from there.
///
/// A component for which there is no finite way to go, because its target or its place is infinite
/// or NaN, is at its target at once. All other components stay finite.
public struct Animated<Value: Animatable>: Sendable {
  /// Where it goes, or where it rests.
  public private(set) var target: Value

  /// The least difference that matters, in the value's own units: motion ends when no more than
  /// this is left of it in any component. Half of what can be seen is a good choice: half a device
  /// pixel, half of 1/255.
  public let threshold: Double

  /// What is under way; `nil` at rest.
  private var flight: Flight<Value.Components>?

  /// Creates a value at rest.
  ///
  /// - Parameter threshold: Positive, in the value's units; otherwise it counts as the least
  ///   positive number.
  public init(_ value: Value, threshold: Double) {
    target = value
    self.threshold = threshold
  }

  /// Where it is: exactly the target once motion has ended there.
  public func value(at now: Instant) -> Value {
    guard let flight, let place = flight.place(at: now) else { return target }
    return Value(components: place)
  }

  /// How fast it goes, in its own units per second; zero while it waits and once motion has ended.
  public func velocity(at now: Instant) -> Value {
    Value(components: flight?.velocity(at: now) ?? .zero)
  }

  /// Puts it somewhere, at rest.
  public mutating func set(_ value: Value) {
    target = value
    flight = nil
  }

  /// Sends it somewhere from wherever it is.
  ///
  /// While a delay lasts it stands still; what velocity it is to start with it has after that.
  ///
  /// - Parameters:
  ///   - target: Where to.
  ///   - now: When; motion starts at this instant.
  ///   - animation: How; `nil` for at once.
  ///   - velocity: In its own units per second; components that are not finite count as 0. `nil` to
  ///     keep the velocity it has. A timed animation, and a spring with a velocity of its own, take
  ///     none.
  public mutating func animate(
    to target: Value, at now: Instant, with animation: Animation?, velocity: Value? = nil
  ) {
    flight = animation.flatMap {
      Flight(
        from: value(at: now).components, to: target.components,
        velocity: (velocity ?? self.velocity(at: now)).components,
        animation: $0, start: now, threshold: threshold)
    }
    self.target = target
  }

  /// When it is next somewhere else than at `now`: `now` itself while it moves, the end of a delay
  /// or a hold while it waits, `nil` when it has come to rest for good.
  public func nextChange(after now: Instant) -> Instant? { flight?.nextChange(after: now) }
}
