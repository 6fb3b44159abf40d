public import Scene

/// The visible frame of the floating button at one instant.
public struct ButtonObservation: Hashable, Sendable {
  /// The time since the observation began.
  public var time: Duration
  /// The visible part of the button, in device pixels of the window.
  public var frame: PixelRect

  public init(time: Duration, frame: PixelRect) {
    self.time = time
    self.frame = frame
  }

  /// Returns the scale of the button, 1 at rest, computed from an axis that the window does not
  /// clip.
  ///
  /// - Parameters:
  ///   - whole: Any frame of the whole button at scale 1.
  ///   - window: The window's bounds, with origin 0.
  /// - Returns: The scale. `nil` if the window clips both axes.
  public func scale(atRest whole: PixelRect, in window: PixelRect) -> Double? {
    if !isCutOff(\.x, \.maxX, window) { return Double(frame.width) / Double(whole.width) }
    if !isCutOff(\.y, \.maxY, window) { return Double(frame.height) / Double(whole.height) }
    return nil
  }

  /// Returns the center of the button in device pixels, even if the button is clipped.
  ///
  /// - Parameters:
  ///   - whole: Any frame of the whole button at scale 1.
  ///   - window: The window's bounds, with origin 0.
  ///   - scale: The scale of the button. If `nil`, it is computed from `frame`.
  /// - Returns: The center. `nil` if the scale is neither given nor computable.
  public func center(atRest whole: PixelRect, in window: PixelRect, scale: Double? = nil) -> Point? {
    guard let scale = scale ?? self.scale(atRest: whole, in: window) else { return nil }
    return Point(
      x: Self.middle(frame.x, frame.maxX, of: window.maxX, length: scale * Double(whole.width)),
      y: Self.middle(frame.y, frame.maxY, of: window.maxY, length: scale * Double(whole.height)))
  }

  private func isCutOff(_ start: KeyPath<PixelRect, Int>, _ end: KeyPath<PixelRect, Int>, _ window: PixelRect)
    -> Bool
  { frame[keyPath: start] <= window[keyPath: start] || frame[keyPath: end] >= window[keyPath: end] }

  /// Returns the middle of a segment of which the window shows the part from `start` to `end`.
  private static func middle(_ start: Int, _ end: Int, of window: Int, length: Double) -> Double {
    if start > 0, end >= window { return Double(start) + length / 2 }
    if start <= 0, end < window { return Double(end) - length / 2 }
    return Double(start + end) / 2
  }
}
