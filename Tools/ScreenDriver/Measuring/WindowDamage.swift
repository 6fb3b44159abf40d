public import Scene

/// A rectangle of a window that was drawn, and the time at which the observer was notified.
public struct WindowDamage: Hashable, Sendable {
  public var time: ContinuousClock.Instant
  /// The rectangle in device pixels of the window.
  public var area: PixelRect

  public init(time: ContinuousClock.Instant, area: PixelRect) {
    self.time = time
    self.area = area
  }
}

/// The drawing of one frame.
public struct DrawnFrame: Hashable, Sendable {
  /// The time of the first notification.
  public var time: ContinuousClock.Instant
  /// The sum of all drawn areas, in device pixels. A pixel that was drawn twice counts twice.
  public var pixelCount: Int

  public init(time: ContinuousClock.Instant, pixelCount: Int) {
    self.time = time
    self.pixelCount = pixelCount
  }
}

extension Sequence<WindowDamage> {
  /// Groups the damage into frames: damage that follows within 1.5 ms belongs to the same frame.
  ///
  /// - Precondition: The sequence is sorted by time.
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
