extension Spring {
  /// What a span of time does to a state: x = xx·x₀ + xv·v₀ and v = vx·x₀ + vv·v₀.
  ///
  /// It depends on the spring and the span alone: springs that are alike and were released together
  /// share one, and a step of fixed length is the same one over and over. Applied to its own result
  /// it goes on; each time that adds an error of some 10⁻¹⁶ of the amplitude that is left.
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

    /// Takes many springs to the end of the span, each as `applied(to:)` would, to the last bit.
    ///
    /// - Parameters:
    ///   - displacements: One of each spring.
    ///   - velocities: As many.
    /// - Complexity: O(number of springs), allocating nothing.
    public func apply(
      displacements: inout MutableSpan<Double>, velocities: inout MutableSpan<Double>
    ) {
      precondition(
        displacements.count == velocities.count,
        "there are \(displacements.count) displacements but \(velocities.count) velocities")
      let (xx, xv, vx, vv) = (xx, xv, vx, vv)
      for index in displacements.indices {
        let (x, v) = (displacements[index], velocities[index])
        displacements[index] = xx * x + xv * v
        velocities[index] = vx * x + vv * v
      }
    }
  }
}
