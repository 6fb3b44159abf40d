import Glibc
public import Scene

/// What a window shows at one moment, pixel by pixel.
public struct Screenshot: Equatable, Sendable {
  /// In device pixels.
  public let width: Int
  /// In device pixels.
  public let height: Int
  /// Row by row from the top, each pixel as `0xRRGGBB`.
  let pixels: [UInt32]

  /// Creates a picture of given pixels.
  ///
  /// - Parameter pixels: Row by row from the top, each as `0xRRGGBB`.
  /// - Precondition: There are `width` × `height` of them.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(
      pixels.count == width * height, "\(pixels.count) pixels are not \(width) x \(height)")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Whether both have the same size and the same pixels.
  public static func == (a: Screenshot, b: Screenshot) -> Bool {
    guard (a.width, a.height) == (b.width, b.height) else { return false }
    // Compared as bytes, since a film has millions of them.
    return a.pixels.withUnsafeBytes { a in
      b.pixels.withUnsafeBytes { b in
        guard let start = a.baseAddress, let other = b.baseAddress else { return true }
        return memcmp(start, other, a.count) == 0
      }
    }
  }

  /// The whole of it.
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// A part of it.
  ///
  /// - Precondition: The part lies inside.
  public func part(_ part: PixelRect) -> Screenshot {
    precondition(part.intersection(bounds) == part, "\(part) is not within \(bounds)")
    let rows = (part.y..<part.maxY).flatMap { pixels[$0 * width + part.x..<$0 * width + part.maxX] }
    return Screenshot(width: part.width, height: part.height, pixels: rows)
  }

  /// The colour at a pixel, as `0xRRGGBB`.
  ///
  /// - Precondition: The pixel lies inside.
  public func pixel(at point: PixelPoint) -> UInt32 {
    precondition(
      (0..<width).contains(point.x) && (0..<height).contains(point.y),
      "\(point) lies outside of \(width) x \(height)")
    return pixels[point.y * width + point.x]
  }
}
