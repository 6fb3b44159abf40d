public import CairoRendering
import Glibc
import Scene

/// How two pictures differ, in the two numbers of web-platform-tests' `fuzzy`.
public struct PictureDifference: Equatable, Sendable {
  /// The largest difference in any channel of any pixel, 0…255.
  public var maxDifference = 0
  /// How many pixels differ at all.
  public var totalPixels = 0
  /// The difference amplified, opaque: black where the two agree.
  fileprivate var amplified: [UInt32] = []

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
    var amplified: UInt32 = 0xFF00_0000
    var largest = 0
    for shift in stride(from: 0, through: 24, by: 8) {
      let difference = abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF))
      largest = max(largest, difference)
      // Alpha has no colour of its own, so it shows in all three.
      let shown = UInt32(min(255, difference * 16))
      amplified |= shift < 24 ? shown << shift : shown * 0x01_0101
    }
    self.amplified.append(amplified)
    maxDifference = max(maxDifference, largest)
    if largest > 0 { totalPixels += 1 }
  }
}

extension ImageBuffer {
  /// A picture of where two others differ, amplified 16 times; `nil` where their sizes do.
  ///
  /// - Parameter difference: Of two pictures of this one's size.
  public borrowing func picture(of difference: PictureDifference) -> ImageBuffer? {
    guard difference.amplified.count == width * height else { return nil }
    let picture = ImageBuffer(width: width, height: height)
    for (index, pixel) in difference.amplified.enumerated() {
      picture[index % width, index / width] = pixel
    }
    return picture
  }
}
