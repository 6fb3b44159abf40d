import Scene

/// The position at the bottom of a caret, below which an input method displays its candidates, in
/// device pixels of the window.
struct InputSpot: Equatable {
  var x: Int16
  var y: Int16

  /// - Parameters:
  ///   - caret: The caret in logical pixels. Coordinates outside the protocol's range are clamped.
  ///   - scale: The number of device pixels per logical pixel.
  init(below caret: Rect, scale: Double) {
    x = Self.pixel(caret.minX * scale)
    y = Self.pixel(caret.maxY * scale)
  }

  /// - Returns: 0 if the coordinate is not a number.
  private static func pixel(_ coordinate: Double) -> Int16 {
    guard !coordinate.isNaN else { return 0 }
    return Int16(min(max(coordinate.rounded(), -32768), 32767))
  }
}
