extension Spring {
  /// The linear map of a state over a time: x = xx·x₀ + xv·v₀ and v = vx·x₀ + vv·v₀.
  ///
  /// It depends only on the spring and the time. Equal springs that were released together share
  /// one, and a fixed time step always has the same one. It can be applied to its own result; each
  /// application adds an error of about 10⁻¹⁶ of the remaining amplitude.
  public struct Transition: Hashable, Sendable {
    /// The displacement per initial displacement.
    public let xx: Double
    /// The displacement per initial velocity, in seconds.
    public let xv: Double
    /// The velocity per initial displacement, in 1/s.
    public let vx: Double
    /// The velocity per initial velocity.
    public let vv: Double

    @inlinable init(xx: Double, xv: Double, vx: Double, vv: Double) {
      (self.xx, self.xv, self.vx, self.vv) = (xx, xv, vx, vv)
    }

    /// The transition over no time.
    public static var identity: Transition { Transition(xx: 1, xv: 0, vx: 0, vv: 1) }
    /// The transition to rest, after an infinite time.
    public static var rest: Transition { Transition(xx: 0, xv: 0, vx: 0, vv: 0) }

    /// Returns the state at the end of the time.
    ///
    /// - Parameter start: The state at the beginning.
    @inlinable public func applied(to start: State) -> State {
      State(
        displacement: xx * start.displacement + xv * start.velocity,
        velocity: vx * start.displacement + vv * start.velocity)
    }

    /// Returns the transition of the same motion when time advances at another rate: only the
    /// velocity changes.
    func scaled(byRate rate: Double) -> Transition {
      Transition(xx: xx, xv: xv, vx: vx * rate, vv: vv * rate)
    }

    /// Applies the transition to many springs, with the same bits as `applied(to:)`.
    ///
    /// - Parameters:
    ///   - displacements: The displacement of each spring.
    ///   - velocities: The velocity of each spring; as many as displacements.
    /// - Complexity: O(number of springs), without allocation.
    public func apply(displacements: inout MutableSpan<Double>, velocities: inout MutableSpan<Double>) {
      precondition(
        displacements.count == velocities.count,
        "\(displacements.count) displacements, but \(velocities.count) velocities")
      let (xx, xv, vx, vv) = (xx, xv, vx, vv)
      for index in displacements.indices {
        let (x, v) = (displacements[index], velocities[index])
        displacements[index] = xx * x + xv * v
        velocities[index] = vx * x + vv * v
      }
    }
  }
}
