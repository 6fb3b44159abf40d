/// A value that moves: where it is and how fast it goes are functions of the time, and wherever it
/// is sent next it starts from there.
///
/// A component for which there is no finite way to go, because its target or its place is infinite
/// or NaN, is at its target at once. All other components stay finite.
public struct Animated<Value: Animatable>: Sendable {
  @usableFromInline var destination: Value
  /// The way of the motion that was begun last.
  @usableFromInline var route: Route<Value.Components>
  /// When that is gone, and along which shape; where only the plan knows, it departs as it ends.
  @usableFromInline var course = Course.resting
  /// What more there is than numbers; `nil` for most.
  @usableFromInline var plan: Plan<Value.Components>?

  /// The least differences that matter, by component: motion ends when no more than these are left
  /// of it.
  @inlinable public var thresholds: Value.Components { leastDifferences }
  @usableFromInline var leastDifferences: Value.Components

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
    let place = value.components
    route = Route(from: place, to: place, velocity: .zero)
    leastDifferences = thresholds
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
    guard now > course.departure else {
      guard let plan else { return flight.velocity(at: now) }
      return plan.velocity(at: now)
    }
    return now < course.end ? route.velocity(by: course.weights(at: now)) : .zero
  }

  /// When it is next somewhere else than at `now`: `now` itself while it moves, the end of a delay
  /// or a hold while it waits, `nil` when it has come to rest for good.
  @inlinable
  public func nextChange(after now: Instant) -> Instant? {
    guard now > course.departure else {
      guard let plan else { return now < course.end ? course.departure : nil }
      return plan.nextChange(after: now)
    }
    return now < course.end ? now : nil
  }

  /// The numbers of where it is; `nil` where it stands at its target.
  @inlinable
  func place(at now: Instant) -> Value.Components? {
    guard now > course.departure else {
      guard let plan else { return now < course.end ? route.from : nil }
      return plan.place(at: now)
    }
    guard now < course.end else { return nil }
    return route.place(by: course.weights(at: now))
  }

  /// What was begun last, as far as numbers say it.
  ///
  /// Its two parts are stored side by side, because a larger one would be copied for every look at
  /// a value in an array.
  @inlinable var flight: Flight<Value.Components> { Flight(route, course) }
}
