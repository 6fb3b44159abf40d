import CCairo
import CPango
import Glibc
import Scene
import System

/// A line that Pango has laid out. It may contain any scripts, in both directions, with glyphs of
/// several fonts.
final class PangoLine: ShapedLine {
  private let context: PangoContext
  let layout: OpaquePointer

  /// Creates an empty line, or returns `nil` if there is not enough memory.
  init?(in context: PangoContext) {
    guard let layout = context.makeLayout() else { return nil }
    self.context = context
    self.layout = layout
  }

  deinit { library.release(layout) }

  private var library: PangoLibrary { context.library }

  /// Sets the font.
  func setStyle(_ style: TextStyle) {
    guard let description = library.makeDescription() else { return }
    defer { library.releaseDescription(description) }
    library.setFamily(description, style.family)
    library.setWeight(description, UInt32(style.weight.rawValue))
    library.setSize(description, style.size * Self.unitsPerPixel)
    library.setDescription(layout, description)
  }

  /// Replaces the text.
  ///
  /// - Parameter utf8: The text. Text beyond 2³¹ bytes is ignored, because the C function cannot
  ///   accept more.
  func setText(_ utf8: Span<UInt8>) {
    utf8.withUnsafeBytes { bytes in
      let characters = bytes.assumingMemoryBound(to: CChar.self)
      library.setText(layout, characters.baseAddress, Int32(clamping: bytes.count))
    }
    disableAlternates(of: utf8)
  }

  /// Switches off the contextual alternates of ASCII characters, as `GlyphBuffer` does. Other scripts may need theirs.
  private func disableAlternates(of utf8: Span<UInt8>) {
    guard let attributes = library.makeAttributes() else { return }
    defer { library.releaseAttributes(attributes) }
    var end = 0
    while end < utf8.count {
      let (start, isASCII) = (end, utf8[end] < 0x80)
      while end < utf8.count, (utf8[end] < 0x80) == isASCII { end += 1 }
      guard isASCII, let attribute = library.makeFeatures("calt=0") else { continue }
      attribute.pointee.start_index = UInt32(clamping: start)
      attribute.pointee.end_index = UInt32(clamping: end)
      library.insertAttribute(attributes, attribute)
    }
    library.setAttributes(layout, attributes)
  }

  /// The metrics of the line. Its height is the height of its tallest font.
  var metrics: TextMetrics {
    guard let line else { return TextMetrics(advance: 0, ascent: 0, descent: 0, ink: .zero) }
    var (ink, logical) = (CPangoRectangle(), CPangoRectangle())
    library.measure(line, &ink, &logical)
    let (box, logicalBox) = (Self.rect(ink), Self.rect(logical))
    return TextMetrics(advance: logicalBox.maxX, ascent: -logicalBox.minY, descent: logicalBox.maxY, ink: box)
  }

  func draw(on surface: borrowing CairoSurface, at origin: Point, scale: Double) {
    guard let line else { return }
    let context = CairoContext(on: surface)
    context.map(scale: scale, origin: origin)
    context.withPointer {
      cairo_move_to($0, 0, 0)
      library.addPath($0, line)
      cairo_fill($0)
    }
  }

  /// Overwrites the text and its glyphs in Pango's memory. Then shapes the same number of other
  /// characters to overwrite Pango's internal buffers.
  func wipe() {
    wipeGlyphs()
    guard let text = library.text(layout) else { return }
    let count = strlen(text)
    explicit_bzero(UnsafeMutableRawPointer(mutating: text), count)
    setText([UInt8](repeating: UInt8(ascii: "x"), count: count).span)
    _ = metrics
  }

  private func wipeGlyphs() {
    var entry = line?.pointee.runs
    while let current = entry {
      if let glyphs = current.pointee.run?.pointee.glyphs?.pointee, let first = glyphs.glyphs {
        explicit_bzero(first, Int(glyphs.num_glyphs) * MemoryLayout<CPangoGlyphInfo>.stride)
      }
      entry = current.pointee.next
    }
  }

  /// The line, owned by the layout, which shapes it on first access.
  var line: UnsafeMutablePointer<CPangoLayoutLine>? { library.line(layout, 0) }

  /// `PANGO_SCALE`.
  static let unitsPerPixel = 1024.0

  private static func rect(_ rectangle: CPangoRectangle) -> Rect {
    Rect(
      x: Double(rectangle.x) / unitsPerPixel, y: Double(rectangle.y) / unitsPerPixel,
      width: Double(rectangle.width) / unitsPerPixel, height: Double(rectangle.height) / unitsPerPixel)
  }

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
