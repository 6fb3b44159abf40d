/// The image that is shown at the pointer during a drag.
public struct DragPicture: Sendable {
  /// The width in device pixels.
  public let width: Int
  /// The height in device pixels.
  public let height: Int
  /// The pixels in rows from the top. Each is `0xAARRGGBB`, premultiplied, as in `Bitmap`.
  public let pixels: [UInt32]
  /// The pixel that is at the pointer, relative to the first pixel. It may lie outside the image.
  public let hotSpot: (x: Int, y: Int)

  /// The maximum number of pixels of an image.
  public static let pixelLimit = 1024 * 1024

  /// Creates an image.
  ///
  /// - Precondition: `pixels` has `width × height` elements, at least one and at most
  ///   `pixelLimit`.
  public init(width: Int, height: Int, pixels: [UInt32], hotSpot: (x: Int, y: Int) = (0, 0)) {
    precondition(
      width > 0 && height > 0 && pixels.count == width * height && pixels.count <= Self.pixelLimit,
      "\(pixels.count) pixels do not match the size \(width) × \(height)")
    (self.width, self.height, self.pixels) = (width, height, pixels)
    self.hotSpot = hotSpot
  }
}
