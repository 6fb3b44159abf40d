extension Spring {
  /// What a span of time does to a state: x = xx·x₀ + xv·v₀ and v = vx·x₀ + vv·v₀.
  ///
  /// It depends on the spring and the span alone: springs that are alike and were released together
  /// share one, and a step of fixed length is the same one over and over. Applied to its own result
  /// it goes on; each time that adds an error of some 10⁻¹⁶ of the amplitude that is left.
  public struct Transition: Hashable, Sendable {
    /// Displacement by displacement.
    public let xx: Double
    /// Displacement by velocity, in seconds.
    public let xv: Double
    /// Velocity by displacement, per second.
    public let vx: Double
    /// Velocity by velocity.
    public let vv: Double

    @inlinable
    init(xx: Double, xv: Double, vx: Double, vv: Double) {
      (self.xx, self.xv, self.vx, self.vv) = (xx, xv, vx, vv)
    }

    /// No time at all.
    @inlinable public static var identity: Transition { Transition(xx: 1, xv: 0, vx: 0, vv: 1) }
    /// So much time that all is at rest.
    @inlinable public static var rest: Transition { Transition(xx: 0, xv: 0, vx: 0, vv: 0) }

    /// The state at the end of the span.
    ///
    /// - Parameter start: At its beginning.
    @inlinable
    public func applied(to start: State) -> State {
      State(
        displacement: xx * start.displacement + xv * start.velocity,
        velocity: vx * start.displacement + vv * start.velocity)
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
