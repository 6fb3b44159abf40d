import CPango
import Scene
import System

extension PangoLine {
  var isRightToLeft: Bool { line?.pointee.resolved_dir == Self.rightToLeft }

  /// `PANGO_DIRECTION_RTL`.
  private static let rightToLeft: UInt32 = 1

  /// The clusters of the line. The last one is empty and represents text that Pango omitted, such
  /// as everything after a NUL.
  var clusters: [ShapedCluster] {
    guard let line = line?.pointee else { return [] }
    var clusters: [ShapedCluster] = []
    var x = 0.0
    var entry = line.runs
    while let current = entry?.pointee {
      if let run = current.run?.pointee { x = Self.append(run, at: x, to: &clusters) }
      entry = current.next
    }
    clusters.sort { $0.start < $1.start }
    let end = isRightToLeft ? 0 : x
    clusters.append(ShapedCluster(start: Int(line.start_index + line.length), x: end...end))
    return clusters
  }

  /// Adds the clusters of a run in the order of its glyphs, from left to right.
  ///
  /// - Parameter x: The x position of the start of the run.
  /// - Returns: The x position of its end.
  private static func append(_ run: CPangoGlyphItem, at x: Double, to clusters: inout [ShapedCluster])
    -> Double
  {
    guard let item = run.item?.pointee, let string = run.glyphs?.pointee, let starts = string.log_clusters,
      let glyphs = string.glyphs
    else { return x }
    var (x, end) = (x, x)
    for index in 0..<Int(string.num_glyphs) {
      end += Double(glyphs[index].geometry.0) / unitsPerPixel
      guard index + 1 == string.num_glyphs || starts[index + 1] != starts[index] else { continue }
      clusters.append(
        ShapedCluster(
          start: Int(item.offset + starts[index]), x: min(x, end)...max(x, end),
          isRightToLeft: item.level % 2 == 1))
      x = end
    }
    return end
  }
}
