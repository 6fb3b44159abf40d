import Glibc
public import Scene

extension Screenshot {
  /// Returns the smallest rectangle around all sufficiently long horizontal runs of a color.
  ///
  /// - Parameters:
  ///   - minimumRun: The minimum length of a run in pixels. It separates large shapes from small
  ///     marks of the same color.
  ///   - part: The searched area; `nil` for the whole screenshot.
  /// - Returns: The rectangle. `nil` if there is no such run.
  /// - Complexity: O(*n*) in the number of pixels.
  public func bounds(of color: ColorMatch, minimumRun: Int = 1, in part: PixelRect? = nil) -> PixelRect? {
    runs(of: color, in: part).filter { $0.width >= minimumRun }.reduce(nil) { $0?.union($1) ?? $1 }
  }

  /// Returns the bounding rectangles of the separate shapes of a color, from top to bottom.
  ///
  /// - Parameter gap: The maximum distance in pixels between parts of the same shape.
  /// - Complexity: O(*n* + *r* · *s*) for *n* pixels, *r* runs and *s* shapes.
  public func shapes(of color: ColorMatch, gap: Int = 3, in part: PixelRect? = nil) -> [PixelRect] {
    var shapes: [PixelRect] = []
    for run in runs(of: color, in: part) {
      let near = run.outset(by: gap)
      let joined = shapes.filter(near.intersects).reduce(run) { $0.union($1) }
      shapes.removeAll(where: near.intersects)
      shapes.append(joined)
    }
    return shapes.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
  }

  /// Returns the smallest rectangle around the pixels that have a color here but not in `other`.
  ///
  /// - Precondition: Both screenshots have the same size.
  public func boundsOfNewPixels(of color: ColorMatch, comparedTo other: Screenshot) -> PixelRect? {
    boundsOfDifferences(from: other) { color.matches($0) && !color.matches($1) }
  }

  /// Returns the smallest rectangle around all pixels that differ from those of `other`. The result
  /// is `nil` if there are none.
  ///
  /// - Precondition: Both screenshots have the same size.
  public func difference(from other: Screenshot) -> PixelRect? {
    boundsOfDifferences(from: other) { _, _ in true }
  }

  /// Returns the smallest rectangle around the differing pixels for which `counts` returns `true`,
  /// given the pixel of this screenshot and of the other one.
  private func boundsOfDifferences(from other: Screenshot, where counts: (UInt32, UInt32) -> Bool)
    -> PixelRect?
  {
    precondition((width, height) == (other.width, other.height), "screenshots of different sizes compared")
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

  /// Returns whether a row is equal in both screenshots. Compares bytes, because most rows are
  /// equal.
  private static func isSame(
    _ here: UnsafeBufferPointer<UInt32>, _ there: UnsafeBufferPointer<UInt32>, row: Int, width: Int
  ) -> Bool {
    guard let here = here.baseAddress, let there = there.baseAddress else { return true }
    let length = width * MemoryLayout<UInt32>.stride
    return memcmp(here + row * width, there + row * width, length) == 0
  }

  /// Returns the horizontal runs of a color, row by row, each one pixel high.
  private func runs(of color: ColorMatch, in part: PixelRect?) -> [PixelRect] {
    let part = (part ?? bounds).intersection(bounds)
    var runs: [PixelRect] = []
    // Most pixels equal the previous one.
    var (previous, isMatch) = (UInt32.max, false)
    pixels.withUnsafeBufferPointer { pixels in
      for y in part.y..<part.maxY {
        let row = pixels.extracting(y * width..<y * width + part.maxX)
        var (start, x): (Int?, Int) = (nil, part.x)
        while x < row.count {
          if row[x] != previous { (previous, isMatch) = (row[x], color.matches(row[x])) }
          if isMatch, start == nil { start = x }
          if let first = start, !isMatch {
            runs.append(PixelRect(x: first, y: y, width: x - first, height: 1))
            start = nil
          }
          x = Self.endOfEqualPixels(in: row, from: x)
        }
        if let start { runs.append(PixelRect(x: start, y: y, width: part.maxX - start, height: 1)) }
      }
    }
    return runs
  }

  /// Returns the end of the pixels that equal the one at an index. Compares blocks of bytes with those
  /// one pixel before, because loops over single pixels are slow in debug builds.
  private static func endOfEqualPixels(in row: UnsafeBufferPointer<UInt32>, from index: Int) -> Int {
    let (block, size) = (32, MemoryLayout<UInt32>.stride)
    var end = index + 1
    while let start = row.baseAddress, end + block <= row.count,
      memcmp(start + end, start + end - 1, block * size) == 0
    {
      end += block
    }
    while end < row.count, row[end] == row[index] { end += 1 }
    return end
  }
}
