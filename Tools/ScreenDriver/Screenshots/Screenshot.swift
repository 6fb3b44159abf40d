import Glibc
public import Scene

/// The pixels of a window at one instant.
public struct Screenshot: Equatable, Sendable {
  /// The width in device pixels.
  public let width: Int
  /// The height in device pixels.
  public let height: Int
  /// The pixels, row by row from the top, each as `0xRRGGBB`.
  let pixels: [UInt32]

  /// Creates a screenshot from pixels.
  ///
  /// - Parameter pixels: The pixels, row by row from the top, each as `0xRRGGBB`.
  /// - Precondition: There are `width` × `height` pixels.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(pixels.count == width * height, "\(pixels.count) pixels instead of \(width) x \(height)")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Returns whether both have the same size and the same pixels.
  public static func == (a: Screenshot, b: Screenshot) -> Bool {
    guard (a.width, a.height) == (b.width, b.height) else { return false }
    // Compares bytes, because a recording has millions of pixels.
    return a.pixels.withUnsafeBytes { a in
      b.pixels.withUnsafeBytes { b in
        guard let start = a.baseAddress, let other = b.baseAddress else { return true }
        return memcmp(start, other, a.count) == 0
      }
    }
  }

  /// The rectangle of the whole screenshot.
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// Returns a part of the screenshot.
  ///
  /// - Precondition: The part lies inside `bounds`.
  public func part(_ part: PixelRect) -> Screenshot {
    precondition(part.intersection(bounds) == part, "part \(part) is not inside \(bounds)")
    let rows = (part.y..<part.maxY).flatMap { pixels[$0 * width + part.x..<$0 * width + part.maxX] }
    return Screenshot(width: part.width, height: part.height, pixels: rows)
  }

  /// Returns the color of a pixel, as `0xRRGGBB`.
  ///
  /// - Precondition: The pixel lies inside.
  public func pixel(at point: PixelPoint) -> UInt32 {
    precondition(
      (0..<width).contains(point.x) && (0..<height).contains(point.y),
      "\(point) is outside of \(width) x \(height)")
    return pixels[point.y * width + point.x]
  }
}
