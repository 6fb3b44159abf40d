/// How long after a frame the next one comes, while something moves.
public struct FrameTimes: Sendable {
  private let shortest: Double
  private let longest: Double
  private var generator: SeededGenerator

  /// As on a display that refreshes so often a second.
  public static func steady(hertz: Double) -> FrameTimes {
    FrameTimes(shortest: 1 / hertz, longest: 1 / hertz, seed: 0)
  }

  /// Anything from a millisecond to a tenth of a second, the same for the same seed.
  public static func random(seed: Int) -> FrameTimes {
    FrameTimes(shortest: 0.001, longest: 0.1, seed: seed)
  }

  private init(shortest: Double, longest: Double, seed: Int) {
    (self.shortest, self.longest) = (shortest, longest)
    generator = SeededGenerator(seed: seed)
  }

  /// Until the next frame.
  mutating func next() -> Duration {
    .nanoseconds(Int64((.random(in: shortest...longest, using: &generator) * 1e9).rounded()))
  }
}
