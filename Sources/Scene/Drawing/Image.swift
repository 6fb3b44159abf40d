/// A picture in device pixels. Two images are equal if they are the same object.
public final class Image: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// The pixels row by row from the top, each as `0xAARRGGBB` with premultiplied colors.
  public let pixels: [UInt32]

  /// - Precondition: `pixels` has an element for each pixel.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(pixels.count == width * height, "\(pixels.count) pixels for \(width) × \(height)")
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  public static func == (a: Image, b: Image) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
