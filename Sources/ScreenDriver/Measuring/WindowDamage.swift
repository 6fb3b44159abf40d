public import Scene

/// A rectangle of a window that was drawn, and when the observer heard of it.
public struct WindowDamage: Hashable, Sendable {
  public var time: ContinuousClock.Instant
  /// In the window's device pixels.
  public var area: PixelRect

  public init(time: ContinuousClock.Instant, area: PixelRect) {
    self.time = time
    self.area = area
  }
}

/// What a program drew at one go.
public struct DrawnFrame: Hashable, Sendable {
  /// When the first of it was heard of.
  public var time: ContinuousClock.Instant
  /// The sum of all that was drawn, in device pixels; what was drawn twice counts twice.
  public var pixelCount: Int

  public init(time: ContinuousClock.Instant, pixelCount: Int) {
    self.time = time
    self.pixelCount = pixelCount
  }
}

extension Sequence<WindowDamage> {
  /// The damage in bursts: what follows within 1.5 ms belongs to the same frame.
  ///
  /// - Precondition: It is in the order of time.
  public func frames() -> [DrawnFrame] {
    var frames: [DrawnFrame] = []
    var last: ContinuousClock.Instant?
    for damage in self {
      if let last, last.duration(to: damage.time) <= .microseconds(1500) {
        frames[frames.count - 1].pixelCount += damage.area.area
      } else {
        frames.append(DrawnFrame(time: damage.time, pixelCount: damage.area.area))
      }
      last = damage.time
    }
    return frames
  }
}
