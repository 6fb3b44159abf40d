import Glibc
public import Scene

extension Screenshot {
  /// The smallest rectangle around all horizontal runs of a colour that are long enough.
  ///
  /// - Parameters:
  ///   - minimumRun: How many pixels in a row, so that a large shape is told from small marks of
  ///     the same colour.
  ///   - part: Where to look; everywhere where it is `nil`.
  /// - Returns: `nil` where there is none.
  /// - Complexity: O(*n*) in the number of pixels.
  public func bounds(
    of color: ColorMatch, minimumRun: Int = 1, in part: PixelRect? = nil
  ) -> PixelRect? {
    runs(of: color, in: part).filter { $0.width >= minimumRun }
      .reduce(nil) { $0?.union($1) ?? $1 }
  }

  /// The separate shapes of a colour, from top to bottom, each by the rectangle around it.
  ///
  /// - Parameter gap: Parts no further than so many pixels from each other are one shape.
  /// - Complexity: O(*n* + *r* · *s*) for *n* pixels, *r* runs and *s* shapes.
  public func shapes(
    of color: ColorMatch, gap: Int = 3, in part: PixelRect? = nil
  ) -> [PixelRect] {
    var shapes: [PixelRect] = []
    for run in runs(of: color, in: part) {
      let near = run.outset(by: gap)
      let joined = shapes.filter(near.intersects).reduce(run) { $0.union($1) }
      shapes.removeAll(where: near.intersects)
      shapes.append(joined)
    }
    return shapes.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
  }

  /// The smallest rectangle around the pixels that have a colour here and had not in `other`.
  ///
  /// - Precondition: Both pictures have the same size.
  public func gained(_ color: ColorMatch, since other: Screenshot) -> PixelRect? {
    boundsOfDifferences(from: other) { color.matches($0) && !color.matches($1) }
  }

  /// The smallest rectangle around all pixels that differ from those of `other`; `nil` where none
  /// does.
  ///
  /// - Precondition: Both pictures have the same size.
  public func difference(from other: Screenshot) -> PixelRect? {
    boundsOfDifferences(from: other) { _, _ in true }
  }

  /// The smallest rectangle around the differing pixels that count, which the pixel here and the
  /// other one tell.
  private func boundsOfDifferences(
    from other: Screenshot, where counts: (UInt32, UInt32) -> Bool
  ) -> PixelRect? {
    precondition(
      (width, height) == (other.width, other.height), "pictures of different sizes compared")
    var (left, right, top, bottom) = (width, 0, height, 0)
    pixels.withUnsafeBufferPointer { here in
      other.pixels.withUnsafeBufferPointer { there in
        for y in 0..<height where !Self.isSame(here, there, row: y, width: width) {
          for x in 0..<width {
            let (pixel, before) = (here[y * width + x], there[y * width + x])
            guard pixel != before, counts(pixel, before) else { continue }
            (left, right) = (min(left, x), max(right, x + 1))
            (top, bottom) = (min(top, y), y + 1)
          }
        }
      }
    }
    guard left < right else { return nil }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Whether a row is the same in both, compared as bytes since most rows are.
  private static func isSame(
    _ here: UnsafeBufferPointer<UInt32>, _ there: UnsafeBufferPointer<UInt32>, row: Int, width: Int
  ) -> Bool {
    guard let here = here.baseAddress, let there = there.baseAddress else { return true }
    let length = width * MemoryLayout<UInt32>.stride
    return memcmp(here + row * width, there + row * width, length) == 0
  }

  /// The horizontal runs of a colour, row by row, one pixel high.
  private func runs(of color: ColorMatch, in part: PixelRect?) -> [PixelRect] {
    let part = (part ?? bounds).intersection(bounds)
    var runs: [PixelRect] = []
    // Most pixels are as the one before, so asking anew only for others is many times faster.
    var (known, fits) = (UInt32.max, false)
    pixels.withUnsafeBufferPointer { pixels in
      for y in part.y..<part.maxY {
        var start: Int?
        for x in part.x..<part.maxX {
          let pixel = pixels[y * width + x]
          if pixel != known { (known, fits) = (pixel, color.matches(pixel)) }
          if fits, start == nil { start = x }
          if let first = start, !fits {
            runs.append(PixelRect(x: first, y: y, width: x - first, height: 1))
            start = nil
          }
        }
        if let start { runs.append(PixelRect(x: start, y: y, width: part.maxX - start, height: 1)) }
      }
    }
    return runs
  }
}
