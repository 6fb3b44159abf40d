import CPango
import Glibc
import Scene

/// A line of text with its glyphs chosen and placed: a Pango layout.
final class ShapedLine {
  private let layout: GObjectReference

  /// An empty line.
  ///
  /// - Parameter context: The Pango context that knows the fonts.
  init(in context: borrowing GObjectReference) {
    layout = GObjectReference(adopting: pango_layout_new(context.opaque))
    pango_layout_set_single_paragraph_mode(layout.opaque, 1)
  }

  /// A line that shows `string`.
  convenience init(_ string: String, style: TextStyle, in context: borrowing GObjectReference) {
    self.init(in: context)
    setStyle(style)
    setText(string.utf8Span.span)
  }

  /// Chooses the font.
  func setStyle(_ style: TextStyle) {
    let description = pango_font_description_new()
    defer { pango_font_description_free(description) }
    pango_font_description_set_family(description, style.family)
    pango_font_description_set_weight(
      description, PangoWeight(rawValue: PangoWeight.RawValue(style.weight.rawValue)))
    pango_font_description_set_absolute_size(description, style.size * Double(PANGO_SCALE))
    pango_layout_set_font_description(layout.opaque, description)
  }

  /// Replaces the text.
  ///
  /// - Parameter utf8: A C function takes no more than 2³¹ bytes; what is beyond is left out.
  func setText(_ utf8: Span<UInt8>) {
    utf8.withUnsafeBytes { bytes in
      let characters = bytes.assumingMemoryBound(to: CChar.self)
      pango_layout_set_text(layout.opaque, characters.baseAddress, Int32(clamping: bytes.count))
    }
  }

  /// The measures of this line, its height that of the tallest font in it.
  var metrics: TextMetrics {
    var (ink, logical) = (PangoRectangle(), PangoRectangle())
    pango_layout_line_get_extents(line, &ink, &logical)
    let (box, logicalBox) = (Rect(ink), Rect(logical))
    return TextMetrics(
      advance: logicalBox.maxX, ascent: -logicalBox.minY, descent: logicalBox.maxY, ink: box)
  }

  /// Adds the outlines of all glyphs, the first one's origin lying `x` right of the context's.
  func addOutlines(to context: borrowing CairoContext, x: Double = 0) {
    context.add(line, x: x)
  }

  /// Overwrites the text and its glyphs where Pango holds them, and shapes as many other
  /// characters, so that Pango's own buffers hold those.
  func wipe() {
    let count = strlen(pango_layout_get_text(layout.opaque))
    wipeGlyphs()
    explicit_bzero(UnsafeMutableRawPointer(mutating: pango_layout_get_text(layout.opaque)), count)
    setText([UInt8](repeating: UInt8(ascii: "x"), count: count).span)
    _ = metrics
  }

  private func wipeGlyphs() {
    var run = line.pointee.runs
    while let current = run {
      let item = current.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self)
      if let glyphs = item.pointee.glyphs {
        let count = Int(glyphs.pointee.num_glyphs)
        explicit_bzero(glyphs.pointee.glyphs, count * MemoryLayout<PangoGlyphInfo>.stride)
      }
      run = current.pointee.next
    }
  }

  /// Owned by the layout, which shapes it when asked for it first.
  private var line: UnsafeMutablePointer<PangoLayoutLine> {
    pango_layout_get_line_readonly(layout.opaque, 0)
  }
}

extension Rect {
  /// A rectangle in Pango's units.
  fileprivate init(_ rectangle: PangoRectangle) {
    let unit = 1 / Double(PANGO_SCALE)
    self.init(
      x: Double(rectangle.x) * unit, y: Double(rectangle.y) * unit,
      width: Double(rectangle.width) * unit, height: Double(rectangle.height) * unit)
  }
}
