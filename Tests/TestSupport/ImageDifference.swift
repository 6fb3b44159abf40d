public import CairoRendering
import Glibc
import Scene

/// The difference of two images, as the two numbers of `fuzzy` in web-platform-tests.
public struct ImageDifference: Equatable, Sendable {
  /// The largest difference in any channel of any pixel, 0…255.
  public var maxDifference = 0
  /// The number of pixels that differ.
  public var totalPixels = 0

  /// Compares two images. If their sizes differ, every pixel counts as different.
  ///
  /// - Complexity: O(*n*) in the number of pixels.
  public init(_ a: borrowing ImageBuffer, _ b: borrowing ImageBuffer) {
    guard a.width == b.width, a.height == b.height else {
      maxDifference = 255
      totalPixels = max(a.width * a.height, b.width * b.height)
      return
    }
    guard !Self.areEqual(a, b) else { return }
    for y in 0..<a.height {
      for x in 0..<a.width { add(a[x, y], b[x, y]) }
    }
  }

  /// Whether the two images are identical.
  public var isNone: Bool { totalPixels == 0 }

  /// Returns whether two images of the same size are identical. This is the fast path, because
  /// nearly all comparisons find no difference.
  private static func areEqual(_ a: borrowing ImageBuffer, _ b: borrowing ImageBuffer) -> Bool {
    a.withBitmap { a in
      b.withBitmap { b in memcmp(a.address, b.address, a.stride * a.height) == 0 }
    }
  }

  private mutating func add(_ a: UInt32, _ b: UInt32) {
    let largest = channelDifferences(a, b).max() ?? 0
    maxDifference = max(maxDifference, largest)
    if largest > 0 { totalPixels += 1 }
  }
}

extension ImageBuffer {
  /// Returns an image of the difference from another image, amplified 16 times and black if there
  /// is no difference. Returns `nil` if the sizes differ. A difference in alpha appears in all
  /// three colors.
  public borrowing func amplifiedDifference(from other: borrowing ImageBuffer) -> ImageBuffer? {
    guard other.width == width, other.height == height else { return nil }
    let image = ImageBuffer(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let channels = channelDifferences(self[x, y], other[x, y]).map { UInt32(min(255, $0 * 16)) }
        let gray = channels[3] * 0x01_0101
        image[x, y] = 0xFF00_0000 | gray | channels[0] | channels[1] << 8 | channels[2] << 16
      }
    }
    return image
  }
}

/// Returns the absolute differences of two pixels in blue, green, red and alpha.
private func channelDifferences(_ a: UInt32, _ b: UInt32) -> [Int] {
  [0, 8, 16, 24].map { shift in abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF)) }
}
