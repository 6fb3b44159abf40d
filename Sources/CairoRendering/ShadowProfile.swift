import Glibc
import Scene

/// A rounded rectangle around the origin, blurred by a Gaussian, in closed form.
///
/// The shape is taken as a pile of upright rectangles that share its centre, each narrower and
/// taller than the one before. The blur of such a rectangle is a product of two differences of the
/// normal distribution Φ, one of x and one of y, so that of the pile is a short sum of products:
/// Σᵢ (F(x, wᵢ) − F(x, wᵢ₊₁)) · F(y, hᵢ), where F(t, a) = Φ((t + a)/σ) − Φ((t − a)/σ).
/// Each term falls away from the centre on both axes, and so does the sum.
struct ShadowProfile {
  /// Half the shape's size without the corners, in device pixels.
  private let core: Size
  private let radius: Double
  /// σ, in device pixels.
  private let blur: Double
  /// Steps of the pile along a corner.
  private let steps: Int

  /// - Parameters:
  ///   - shape: Its place doesn't matter.
  ///   - blur: σ in the shape's unit; taken as 1/20 of a device pixel where it is less.
  ///   - scale: Device pixels to one of the shape's.
  init(_ shape: RoundedRect, blur: Double, scale: Double) {
    radius = shape.cornerRadius * scale
    core = Size(
      width: shape.rect.width * scale / 2 - radius, height: shape.rect.height * scale / 2 - radius)
    self.blur = max(blur * scale, 0.05)
    // With steps of half a σ along the corner's arc, none shows: the error is under 1/255.
    steps = Int(min(max((.pi * radius / self.blur).rounded(.up), 1), 64))
  }

  /// The device pixels beyond which nothing is left, counted from the shape's centre.
  var bounds: PixelRect {
    let reach = radius + Shadow.extent * blur
    let half = Rect(x: 0, y: 0, width: core.width + reach, height: core.height + reach)
    let quarter = PixelRect(covering: half, scale: 1)
    return PixelRect(
      x: -quarter.width, y: -quarter.height, width: 2 * quarter.width, height: 2 * quarter.height)
  }

  /// Writes the coverage, 0…255, of all pixels in `bounds`, row by row.
  ///
  /// - Complexity: O(*pixels*) for the middle, O(*pixels* · *steps*) for the ends of a quarter of the
  ///   picture, which the others mirror.
  func write(to bytes: UnsafeMutableBufferPointer<UInt8>, stride: Int) {
    let (columns, rows) = (horizontalTerms, verticalTerms)
    let (width, height) = (bounds.maxX, bounds.maxY)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: width) { sums in
      for y in 0..<height {
        // Far from both ends, which is most of a card, all rows are the same.
        if y == 0 || !rows.allSatisfy({ $0[y] == $0[y - 1] }) {
          // A half, so that cutting off the fraction rounds.
          sums.initialize(repeating: 0.5)
          for step in 0...steps {
            Self.add(columns[step], times: 255 * rows[step][y], to: sums)
          }
        }
        mirror(sums, to: bytes, rows: (height - 1 - y) * stride, (height + y) * stride)
      }
    }
  }

  private static func add(
    _ term: [Float], times factor: Float, to sums: UnsafeMutableBufferPointer<Float>
  ) {
    term.withUnsafeBufferPointer { term in
      for x in 0..<sums.count { sums[x] += factor * term[x] }
    }
  }

  private func mirror(
    _ sums: UnsafeMutableBufferPointer<Float>, to bytes: UnsafeMutableBufferPointer<UInt8>,
    rows above: Int, _ below: Int
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
  /// F(x, wᵢ) − F(x, wᵢ₊₁) for each rectangle of the pile, at the pixels' centres right of the
  /// middle.
  private var horizontalTerms: [[Float]] {
    let blurred = (0...steps).map { step in
      blurredStrip(halfLength: core.width + radius * cos(angle(step, shift: -0.25)), bounds.maxX)
    }
    return (0...steps).map { step in
      step < steps ? zip(blurred[step], blurred[step + 1]).map { $0 - $1 } : blurred[step]
    }
  }

  /// F(y, hᵢ) for each rectangle of the pile, at the pixels' centres below the middle.
  private var verticalTerms: [[Float]] {
    (0...steps).map { step in
      blurredStrip(halfLength: core.height + radius * sin(angle(step, shift: 0.25)), bounds.maxY)
    }
  }

  /// Where on the corner's arc a rectangle ends. Its width and height are taken a quarter step to
  /// either side, so that it passes the arc by as much as the next one misses it.
  private func angle(_ step: Int, shift: Double) -> Double {
    let part = (Double(step) + shift) / Double(steps)
    return .pi / 2 * max(0, min(part, 1))
  }

  /// F(t, a) at t = ½, 1½ … pixels.
  private func blurredStrip(halfLength: Double, _ count: Int) -> [Float] {
    let unit = 1 / (blur * 2.0.squareRoot())
    return (0..<count).map { pixel in
      let t = Double(pixel) + 0.5
      let (near, far) = (Float((t - halfLength) * unit), Float((t + halfLength) * unit))
      return (erff(far) - erff(near)) / 2
    }
  }
}
