/// From where to where a motion leads, and how fast it begins.
@usableFromInline
struct Route<Components: SIMD<Double> & Sendable>: Sendable {
  @usableFromInline let from: Components
  @usableFromInline let to: Components
  /// From the one to the other.
  @usableFromInline let distance: Components
  /// At the start, in units per second.
  @usableFromInline let velocity: Components

  @inlinable
  init(from: Components, to: Components, velocity: Components) {
    (self.from, self.to, self.velocity) = (from, to, velocity)
    distance = (to - from).followable
  }

  /// Whether it leads anywhere.
  @inlinable var leads: Bool { distance != .zero || velocity != .zero }

  /// Where on it.
  @inlinable
  func place(by weights: Weights) -> Components {
    to + (velocity * weights.xv - distance * weights.xx)
  }

  /// How fast, in units per second.
  @inlinable
  func velocity(by weights: Weights) -> Components {
    velocity * weights.vv - distance * weights.vx
  }
}
