public import Scene

/// Where the floating button was to be seen at one moment.
public struct ButtonSighting: Hashable, Sendable {
  /// Since the watching began.
  public var time: Duration
  /// As much of it as the window shows, in the window's device pixels.
  public var frame: PixelRect

  public init(time: Duration, frame: PixelRect) {
    self.time = time
    self.frame = frame
  }

  /// How large it was, 1 as at rest, told from a side that the window's border does not cut off.
  ///
  /// - Parameters:
  ///   - rest: Any frame of the whole button at scale 1.
  ///   - window: Its inside, from 0.
  /// - Returns: `nil` where both sides are cut off.
  public func scale(atRest rest: PixelRect, in window: PixelRect) -> Double? {
    if !isCutOff(\.x, \.maxX, window) { return Double(frame.width) / Double(rest.width) }
    if !isCutOff(\.y, \.maxY, window) { return Double(frame.height) / Double(rest.height) }
    return nil
  }

  /// Where its centre was, be it cut off, in device pixels.
  ///
  /// - Parameters:
  ///   - rest: Any frame of the whole button at scale 1.
  ///   - window: Its inside, from 0.
  ///   - scale: What it is known to be; else it is told from the sighting itself.
  /// - Returns: `nil` where the scale is neither known nor to be told.
  public func center(
    atRest rest: PixelRect, in window: PixelRect, scale: Double? = nil
  ) -> Point? {
    guard let scale = scale ?? self.scale(atRest: rest, in: window) else { return nil }
    return Point(
      x: Self.middle(frame.x, frame.maxX, of: window.maxX, length: scale * Double(rest.width)),
      y: Self.middle(frame.y, frame.maxY, of: window.maxY, length: scale * Double(rest.height)))
  }

  private func isCutOff(
    _ start: KeyPath<PixelRect, Int>, _ end: KeyPath<PixelRect, Int>, _ window: PixelRect
  ) -> Bool {
    frame[keyPath: start] <= window[keyPath: start] || frame[keyPath: end] >= window[keyPath: end]
  }

  /// The middle of something of that length of which a window shows the stretch from `start` to
  /// `end`.
  private static func middle(_ start: Int, _ end: Int, of window: Int, length: Double) -> Double {
    if start > 0, end >= window { return Double(start) + length / 2 }
    if start <= 0, end < window { return Double(end) - length / 2 }
    return Double(start + end) / 2
  }
}
