import Scene

/// The place at a caret's foot, below which an input method puts what it offers, in device pixels of
/// the window.
struct InputSpot: Equatable {
  var x: Int16
  var y: Int16

  /// - Parameters:
  ///   - caret: In logical pixels; what lies outside of the protocol's numbers is put at their end.
  ///   - scale: Device pixels to one logical pixel.
  init(below caret: Rect, scale: Double) {
    x = Self.pixel(caret.minX * scale)
    y = Self.pixel(caret.maxY * scale)
  }

  /// - Returns: 0 where it is no number.
  private static func pixel(_ coordinate: Double) -> Int16 {
    guard !coordinate.isNaN else { return 0 }
    return Int16(min(max(coordinate.rounded(), -32768), 32767))
  }
}
