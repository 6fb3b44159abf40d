import Glibc
import Scene

/// A rounded rectangle around the origin, blurred by a Gaussian, in closed form.
///
/// The shape is approximated by a stack of axis-aligned rectangles with the same center, each
/// narrower and taller than the one before. The blur of each rectangle is a product of two
/// differences of the normal distribution Φ, one of x and one of y. So the blur of the stack is a
/// short sum of products:
/// Σᵢ (F(x, wᵢ) − F(x, wᵢ₊₁)) · F(y, hᵢ), where F(t, a) = Φ((t + a)/σ) − Φ((t − a)/σ).
/// Each term decreases from the center on both axes, and so does the sum.
struct ShadowProfile {
  /// Half of the shape's size without the corners, in device pixels.
  private let core: Size
  private let radius: Double
  /// The standard deviation σ in device pixels.
  private let blur: Double
  /// The number of steps of the stack along a corner.
  private let steps: Int

  /// Creates the profile of a shape.
  ///
  /// - Parameters:
  ///   - shape: The shape. Its position is ignored.
  ///   - blur: σ in the unit of the shape. The minimum is 1/20 of a device pixel.
  ///   - scale: The number of device pixels per unit of the shape.
  init(_ shape: RoundedRect, blur: Double, scale: Double) {
    radius = shape.cornerRadius * scale
    core = Size(width: shape.rect.width * scale / 2 - radius, height: shape.rect.height * scale / 2 - radius)
    self.blur = max(blur * scale, 0.05)
    // With steps of σ/2 along the corner's arc, no step is visible: the error is less than 1/255.
    steps = Int(min(max((.pi * radius / self.blur).rounded(.up), 1), 64))
  }

  /// The device pixels that the shadow covers, relative to the center of the shape.
  var bounds: PixelRect {
    let extent = radius + Shadow.extent * blur
    let half = Rect(x: 0, y: 0, width: core.width + extent, height: core.height + extent)
    let quarter = PixelRect(covering: half, scale: 1)
    return PixelRect(
      x: -quarter.width, y: -quarter.height, width: 2 * quarter.width, height: 2 * quarter.height)
  }

  /// Writes the coverage, 0…255, of all pixels in `bounds`, row by row.
  ///
  /// - Complexity: O(*pixels*) for the middle, O(*pixels* · *steps*) for the ends of one quarter of
  ///   the bitmap. The other quarters are mirrored.
  func write(to bytes: UnsafeMutableBufferPointer<UInt8>, stride: Int) {
    let (columns, rows) = (horizontalTerms, verticalTerms)
    let (width, height) = (bounds.maxX, bounds.maxY)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: width) { sums in
      for y in 0..<height {
        // All rows that are far from both ends are equal. These are most rows of a card.
        if y == 0 || !rows.allSatisfy({ $0[y] == $0[y - 1] }) {
          // Start with one half, so that truncation rounds.
          sums.initialize(repeating: 0.5)
          for step in 0...steps { Self.add(columns[step], times: 255 * rows[step][y], to: sums) }
        }
        mirror(sums, to: bytes, rows: (height - 1 - y) * stride, (height + y) * stride)
      }
    }
  }

  private static func add(_ term: [Float], times factor: Float, to sums: UnsafeMutableBufferPointer<Float>) {
    term.withUnsafeBufferPointer { term in for x in 0..<sums.count { sums[x] += factor * term[x] } }
  }

  private func mirror(
    _ sums: UnsafeMutableBufferPointer<Float>, to bytes: UnsafeMutableBufferPointer<UInt8>, rows above: Int,
    _ below: Int
  ) {
    let middle = sums.count
    for x in 0..<middle {
      let value = UInt8(sums[x])
      bytes[above + middle + x] = value
      bytes[above + middle - 1 - x] = value
      bytes[below + middle + x] = value
      bytes[below + middle - 1 - x] = value
    }
  }
}

extension ShadowProfile {
  /// The terms F(x, wᵢ) − F(x, wᵢ₊₁) of each rectangle of the stack, at the pixel centers to the
  /// right of the center.
  private var horizontalTerms: [[Float]] {
    let blurred = (0...steps).map { step in
      blurredStrip(halfLength: core.width + radius * cos(angle(step, shift: -0.25)), bounds.maxX)
    }
    return (0...steps).map { step in
      step < steps ? zip(blurred[step], blurred[step + 1]).map { $0 - $1 } : blurred[step]
    }
  }

  /// The terms F(y, hᵢ) of each rectangle of the stack, at the pixel centers below the center.
  private var verticalTerms: [[Float]] {
    (0...steps).map { step in
      blurredStrip(halfLength: core.height + radius * sin(angle(step, shift: 0.25)), bounds.maxY)
    }
  }

  /// Returns the angle on the corner's arc at which a rectangle ends. Width and height are shifted
  /// by a quarter step in opposite directions, so that a rectangle exceeds the arc by as much as
  /// the next one falls short of it.
  private func angle(_ step: Int, shift: Double) -> Double {
    let fraction = (Double(step) + shift) / Double(steps)
    return .pi / 2 * max(0, min(fraction, 1))
  }

  /// Returns F(t, a) at t = ½, 1½ … pixels.
  private func blurredStrip(halfLength: Double, _ count: Int) -> [Float] {
    let unit = 1 / (blur * 2.0.squareRoot())
    return (0..<count).map { pixel in
      let t = Double(pixel) + 0.5
      let (near, far) = (Float((t - halfLength) * unit), Float((t + halfLength) * unit))
      return (erff(far) - erff(near)) / 2
    }
  }
}
