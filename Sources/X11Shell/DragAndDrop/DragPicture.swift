/// What is seen at the pointer while data is carried.
public struct DragPicture: Sendable {
  /// Columns, in device pixels.
  public let width: Int
  /// Rows, in device pixels.
  public let height: Int
  /// Row by row from the top; each `0xAARRGGBB`, premultiplied, as a `Bitmap` has it.
  public let pixels: [UInt32]
  /// The pixel that is at the pointer, counted from the picture's first; may lie outside of it.
  public let hotSpot: (x: Int, y: Int)

  /// How many pixels a picture has at most.
  public static let mostPixels = 1024 * 1024

  /// Creates a picture.
  ///
  /// - Precondition: `pixels` has `width × height` elements, at least one and at most `mostPixels`.
  public init(width: Int, height: Int, pixels: [UInt32], hotSpot: (x: Int, y: Int) = (0, 0)) {
    precondition(
      width > 0 && height > 0 && pixels.count == width * height && pixels.count <= Self.mostPixels,
      "\(pixels.count) pixels do not make \(width) × \(height)")
    (self.width, self.height, self.pixels) = (width, height, pixels)
    self.hotSpot = hotSpot
  }
}
