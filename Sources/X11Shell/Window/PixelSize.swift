/// A width and a height in device pixels, each in the range of the X protocol.
struct PixelSize: Hashable, Sendable {
  let width: Int
  let height: Int

  /// The valid range of a side. The protocol has 16-bit sizes and signed 16-bit coordinates.
  static let sideRange = 1...32767

  init(width: Int, height: Int) {
    self.width = width.clamped(to: Self.sideRange)
    self.height = height.clamped(to: Self.sideRange)
  }
}

extension Int {
  /// Returns the nearest number in a range.
  func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.max(range.lowerBound, Swift.min(self, range.upperBound))
  }
}
