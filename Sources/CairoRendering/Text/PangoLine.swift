import CCairo
import CPango
import Glibc
import Scene

/// A line that Pango has laid out: of whatever scripts, in either direction, its glyphs taken from
/// as many fonts as it takes.
final class PangoLine: ShapedLine {
  private let context: PangoContext
  let layout: PangoLibrary.Object

  /// An empty line; `nil` where there is no memory.
  init?(in context: PangoContext) {
    guard let layout = context.makeLayout() else { return nil }
    self.context = context
    self.layout = layout
  }

  deinit { library.release(layout) }

  private var library: PangoLibrary { context.library }

  /// Chooses the font.
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
  /// - Parameter utf8: A C function takes no more than 2³¹ bytes; what is beyond is left out.
  func setText(_ utf8: Span<UInt8>) {
    utf8.withUnsafeBytes { bytes in
      let characters = bytes.assumingMemoryBound(to: CChar.self)
      library.setText(layout, characters.baseAddress, Int32(clamping: bytes.count))
    }
  }

  /// Its height is that of the tallest font in it.
  var metrics: TextMetrics {
    guard let line else { return TextMetrics(advance: 0, ascent: 0, descent: 0, ink: .zero) }
    var (ink, logical) = (CPangoRectangle(), CPangoRectangle())
    library.measure(line, &ink, &logical)
    let (box, logicalBox) = (Self.rect(ink), Self.rect(logical))
    return TextMetrics(
      advance: logicalBox.maxX, ascent: -logicalBox.minY, descent: logicalBox.maxY, ink: box)
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

  /// Overwrites the text and its glyphs where Pango holds them, and shapes as many other
  /// characters, so that Pango's own buffers hold those.
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

  /// Owned by the layout, which shapes it when asked for it first.
  var line: PangoLibrary.Line? { library.line(layout, 0) }

  /// `PANGO_SCALE`.
  static let unitsPerPixel = 1024.0

  private static func rect(_ rectangle: CPangoRectangle) -> Rect {
    Rect(
      x: Double(rectangle.x) / unitsPerPixel, y: Double(rectangle.y) / unitsPerPixel,
      width: Double(rectangle.width) / unitsPerPixel,
      height: Double(rectangle.height) / unitsPerPixel)
  }
}
