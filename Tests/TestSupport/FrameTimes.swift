/// The intervals between frames during an animation.
public struct FrameTimes: Sendable {
  private let minimum: Double
  private let maximum: Double
  private var generator: SeededGenerator

  /// Returns the constant intervals of a display with a refresh rate in hertz.
  public static func steady(hertz: Double) -> FrameTimes {
    FrameTimes(minimum: 1 / hertz, maximum: 1 / hertz, seed: 0)
  }

  /// Returns random intervals from 1 ms to 100 ms, which depend only on the seed.
  public static func random(seed: Int) -> FrameTimes {
    FrameTimes(minimum: 0.001, maximum: 0.1, seed: seed)
  }

  private init(minimum: Double, maximum: Double, seed: Int) {
    (self.minimum, self.maximum) = (minimum, maximum)
    generator = SeededGenerator(seed: seed)
  }

  /// Returns the interval until the next frame.
  public mutating func next() -> Duration {
    .nanoseconds(Int64((.random(in: minimum...maximum, using: &generator) * 1e9).rounded()))
  }
}
