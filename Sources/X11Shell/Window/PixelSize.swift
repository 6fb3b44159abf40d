/// A width and a height in device pixels, each between 1 and what the protocol can name.
struct PixelSize: Hashable, Sendable {
  let width: Int
  let height: Int

  /// The protocol counts a window's sides in 16 bits and places on it in signed ones.
  static let sides = 1...32767

  init(width: Int, height: Int) {
    self.width = width.clamped(to: Self.sides)
    self.height = height.clamped(to: Self.sides)
  }
}

extension Int {
  /// The nearest number in the range.
  func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.max(range.lowerBound, Swift.min(self, range.upperBound))
  }
}
