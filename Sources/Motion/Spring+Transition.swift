extension Spring {
  /// What a span of time does to a state: x = xx·x₀ + xv·v₀ and v = vx·x₀ + vv·v₀.
  ///
  /// It depends on the spring and the span alone, so springs that are alike and were released
  /// together share one, and a step of fixed length is the same one over and over. Applying it to
  /// its own result goes on; of that, each step adds an error of some 10⁻¹⁶ of the amplitude left.
  public struct Transition: Hashable, Sendable {
    /// Displacement and velocity that come of a displacement of 1.
    let byDisplacement: SIMD2<Double>
    /// Displacement and velocity that come of a velocity of 1.
    let byVelocity: SIMD2<Double>

    /// Displacement by displacement.
    public var xx: Double { byDisplacement.x }
    /// Displacement by velocity, in seconds.
    public var xv: Double { byVelocity.x }
    /// Velocity by displacement, per second.
    public var vx: Double { byDisplacement.y }
    /// Velocity by velocity.
    public var vv: Double { byVelocity.y }

    /// No time at all.
    public static let identity = Transition(byDisplacement: [1, 0], byVelocity: [0, 1])
    /// So much time that all is at rest.
    public static let rest = Transition(byDisplacement: .zero, byVelocity: .zero)

    /// The state at the end of the span.
    ///
    /// - Parameter start: At its beginning.
    public func applied(to start: State) -> State {
      let end = byDisplacement * start.displacement + byVelocity * start.velocity
      return State(displacement: end.x, velocity: end.y)
    }
  }
}
