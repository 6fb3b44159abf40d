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
  /// The distance from the shape to the edge of the bitmap, in standard deviations.
  private let extent: Double
  /// The number of steps of the stack along a corner.
  private let steps: Int

  /// Creates the profile of a shape.
  ///
  /// - Parameters:
  ///   - shape: The shape. Its position is ignored.
  ///   - blur: σ in the unit of the shape. The minimum is 1/20 of a device pixel.
  ///   - extent: The distance to which the shadow is computed, in standard deviations.
  ///   - scale: The number of device pixels per unit of the shape.
  init(_ shape: RoundedRect, blur: Double, extent: Double, scale: Double) {
    radius = shape.cornerRadius * scale
    core = Size(width: shape.rect.width * scale / 2 - radius, height: shape.rect.height * scale / 2 - radius)
    self.blur = max(blur * scale, 0.05)
    self.extent = extent
    // With steps of σ/2 along the corner's arc, no step is visible: the error is less than 1/255.
    steps = Int(min(max((.pi * radius / self.blur).rounded(.up), 1), 64))
  }

  /// The device pixels that the shadow covers, relative to the center of the shape.
  var bounds: PixelRect {
    let distance = radius + extent * blur
    let half = Rect(x: 0, y: 0, width: core.width + distance, height: core.height + distance)
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
    // Most terms are 0 in the middle.
    let starts = columns.map { column in column.firstIndex { $0 != 0 } ?? column.count }
    let (width, height) = (bounds.maxX, bounds.maxY)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: width) { sums in
      for y in 0..<height {
        let (above, below) = ((height - 1 - y) * stride, (height + y) * stride)
        let row = bytes.extracting(below..<below + 2 * width)
        // All rows that are far from both ends are equal. These are most rows of a card.
        if y == 0 || !rows.allSatisfy({ $0[y] == $0[y - 1] }) {
          sums.initialize(repeating: 0)
          for step in 0...steps {
            Self.add(columns[step], from: starts[step], times: 255 * rows[step][y], to: sums)
          }
          Self.mirror(sums, to: row)
        } else {
          _ = row.update(fromContentsOf: bytes.extracting(below - stride..<below - stride + 2 * width))
        }
        _ = bytes.extracting(above..<above + 2 * width).update(fromContentsOf: row)
      }
    }
  }

  private static func add(
    _ term: [Float], from start: Int, times factor: Float, to sums: UnsafeMutableBufferPointer<Float>
  ) {
    guard factor > 0 else { return }
    term.withUnsafeBufferPointer { term in for x in start..<sums.count { sums[x] += factor * term[x] } }
  }

  /// Rounds the right half of a row and writes both halves.
  private static func mirror(
    _ sums: UnsafeMutableBufferPointer<Float>, to row: UnsafeMutableBufferPointer<UInt8>
  ) {
    let (left, right) = (row.extracting(..<sums.count), row.extracting(sums.count...))
    for x in sums.indices {
      // The lowest bits of the sum with 2²³ are the rounded value. A conversion takes longer.
      right[x] = UInt8(truncatingIfNeeded: (sums[x] + 0x1p23).bitPattern)
    }
    for x in sums.indices { left[sums.count &- 1 &- x] = right[x] }
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
      return (Self.erf(far) - Self.erf(near)) / 2
    }
  }

  /// Returns the error function, rounded to ±1 where it differs from that by less than 0.00003.
  private static func erf(_ x: Float) -> Float { abs(x) < 3 ? erff(x) : x < 0 ? -1 : 1 }
}
