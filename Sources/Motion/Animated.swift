/// A value that moves: where it is and how fast it goes are functions of the time, and wherever it
/// is sent next it starts from there.
///
/// A component for which there is no finite way to go, because its target or its place is infinite
/// or NaN, is at its target at once. All other components stay finite.
public struct Animated<Value: Animatable>: Sendable {
  @usableFromInline var destination: Value
  /// What was begun last.
  @usableFromInline var flight: Flight<Value.Components>
  /// Until when there is more to it than that flight: it is stretched, or added to others.
  @usableFromInline var plannedUntil = Instant.distantPast
  /// What more there is; `nil` for most.
  @usableFromInline var plan: Plan<Value.Components>?

  /// The least differences that matter, by component: motion ends when no more than these are left
  /// of it.
  public let thresholds: Value.Components

  /// Creates a value at rest.
  ///
  /// - Parameter threshold: The least difference that matters, in the value's own units: motion
  ///   ends when no more than this is left of it in any component. Half of what can be seen is a
  ///   good choice: half a device pixel, half of 1/255. Not positive counts as the least positive
  ///   number.
  @inlinable
  public init(_ value: Value, threshold: Double) {
    self.init(value, thresholds: Value.Components(repeating: threshold))
  }

  /// Creates a value at rest, each component of which has a threshold of its own.
  @inlinable
  public init(_ value: Value, thresholds: Value.Components) {
    destination = value
    flight = Flight(restingAt: value.components)
    self.thresholds = thresholds
  }

  /// Where it was sent, or where it was put.
  ///
  /// It rests there in the end, unless an even number of rounds there and back ends where they
  /// began.
  @inlinable public var target: Value { destination }

  /// Where it is: exactly the target once motion has ended there.
  @inlinable
  public func value(at now: Instant) -> Value {
    guard let place = place(at: now) else { return destination }
    return Value(components: place)
  }

  /// How fast it goes, in its own units per second; zero while it waits and once motion has ended.
  @inlinable
  public func velocity(at now: Instant) -> Value {
    Value(components: componentVelocity(at: now))
  }

  /// How fast its components go, in their units per second; for values that are no vectors, as
  /// colours, the only velocity that means something.
  @inlinable
  public func componentVelocity(at now: Instant) -> Value.Components {
    guard isPlain(at: now) else { return plannedVelocity(at: now) }
    return flight.velocity(by: flight.course.weights(at: now))
  }

  /// When it is next somewhere else than at `now`: `now` itself while it moves, the end of a delay
  /// or a hold while it waits, `nil` when it has come to rest for good.
  @inlinable
  public func nextChange(after now: Instant) -> Instant? {
    guard isPlain(at: now) else { return plannedNextChange(after: now) }
    return flight.course.nextChange(after: now)
  }

  /// The numbers of where it is; `nil` where it stands at its target.
  @inlinable
  func place(at now: Instant) -> Value.Components? {
    guard isPlain(at: now) else { return plannedPlace(at: now) }
    return flight.place(by: flight.course.weights(at: now))
  }

  /// Whether there is no more to it than its flight.
  @inlinable
  func isPlain(at now: Instant) -> Bool { now >= plannedUntil && !flight.course.isEndless }
}

/// What is kept out of line, so that plain flights are looked at where they are and not copied.
extension Animated {
  @inlinable @inline(never)
  func plannedPlace(at now: Instant) -> Value.Components? {
    plan?.place(of: flight, at: now) ?? nil
  }

  @inlinable @inline(never)
  func plannedVelocity(at now: Instant) -> Value.Components {
    plan?.velocity(of: flight, at: now) ?? .zero
  }

  @inlinable @inline(never)
  func plannedNextChange(after now: Instant) -> Instant? {
    plan?.nextChange(of: flight, after: now) ?? nil
  }
}
