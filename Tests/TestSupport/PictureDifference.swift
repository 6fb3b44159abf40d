public import CairoRendering
import Glibc
import Scene

/// How two pictures differ, in the two numbers of web-platform-tests' `fuzzy`.
public struct PictureDifference: Equatable, Sendable {
  /// The largest difference in any channel of any pixel, 0…255.
  public var maxDifference = 0
  /// How many pixels differ at all.
  public var totalPixels = 0

  /// Compares two pictures; where their sizes differ, every pixel counts as different.
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

  /// Whether the two pictures are the same to the byte.
  public var isNone: Bool { totalPixels == 0 }

  /// The quick answer, which nearly every comparison has.
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
  /// A picture of where this one differs from another, amplified 16 times and black where they
  /// agree; `nil` where their sizes differ. Alpha has no colour of its own, so it shows in all
  /// three.
  public borrowing func amplifiedDifference(from other: borrowing ImageBuffer) -> ImageBuffer? {
    guard other.width == width, other.height == height else { return nil }
    let picture = ImageBuffer(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let shown = channelDifferences(self[x, y], other[x, y]).map { UInt32(min(255, $0 * 16)) }
        let grey = shown[3] * 0x01_0101
        picture[x, y] = 0xFF00_0000 | grey | shown[0] | shown[1] << 8 | shown[2] << 16
      }
    }
    return picture
  }
}

/// How far two pixels lie apart in blue, green, red and alpha.
private func channelDifferences(_ a: UInt32, _ b: UInt32) -> [Int] {
  [0, 8, 16, 24].map { shift in abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF)) }
}
