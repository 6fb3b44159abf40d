import CPango
import Scene

/// Shapes lines of text with Pango, each once, and keeps what was shaped lately.
///
/// Layout is the same at every scale: the metrics are the font's own, neither hinted nor rounded to
/// pixels, and a style's size is the em square in logical pixels whatever the display's resolution.
///
/// Glyphs are drawn as outlines. Cairo 1.16 puts the pictures of glyphs on whole pixels, which
/// makes their spacing uneven at small sizes; outlines keep their distances and look the same at
/// rest as while they move.
final class TextShaper {
  private let context: GObjectReference
  /// What a secret is shaped in, overwritten after each use.
  private let scratch: ShapedLine
  private var lines = GenerationalCache<StyledString, ShapedLine>(limit: 512)
  /// Apart from the lines, since asking Pango each time costs more than to look them up.
  private var measures = GenerationalCache<StyledString, TextMetrics>(limit: 512)

  /// - Throws: `RenderingError.noFonts` where there are none.
  init(fonts: FontSet) throws(RenderingError) {
    let map = try fonts.makeFontMap()
    context = Self.makeContext(over: map)
    scratch = ShapedLine(in: context)
  }

  private static func makeContext(over fonts: borrowing GObjectReference) -> GObjectReference {
    let context = GObjectReference(adopting: pango_font_map_create_context(fonts.typed()))
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    pango_cairo_context_set_font_options(context.opaque, options)
    pango_context_set_round_glyph_positions(context.opaque, 0)
    return context
  }

  /// A line of text, shaped now if it isn't kept.
  func line(_ string: String, style: TextStyle) -> ShapedLine {
    let key = StyledString(string: string, style: style)
    if let line = lines.find(key) { return line }
    let line = ShapedLine(string, style: style, in: context)
    lines.insert(line, for: key, cost: 1)
    return line
  }
}

extension TextShaper {
  /// Measures a line. Its height is that of the style's own font, whatever others lend it glyphs,
  /// so that a line keeps its height while somebody types.
  func metrics(of text: String, style: TextStyle) -> TextMetrics {
    let key = StyledString(string: text, style: style)
    if let metrics = measures.find(key) { return metrics }
    var metrics = line(text, style: style).metrics
    if text != Self.blank { metrics.takeHeight(of: blankMetrics(style)) }
    measures.insert(metrics, for: key, cost: 1)
    return metrics
  }

  /// Measures one grapheme of a secret by itself, and keeps nothing of it.
  func secretMetrics(of utf8: Span<UInt8>, style: TextStyle) -> TextMetrics {
    var metrics = withSecret(utf8, style: style) { $0.metrics }
    metrics.takeHeight(of: blankMetrics(style))
    return metrics
  }

  /// Only the style's own font is asked for this character, which every font has.
  private static let blank = " "

  private func blankMetrics(_ style: TextStyle) -> TextMetrics {
    metrics(of: Self.blank, style: style)
  }

  /// Adds the outlines of one grapheme of a secret.
  ///
  /// - Returns: Its advance, the same as measured.
  func addOutlines(
    ofSecret utf8: Span<UInt8>, style: TextStyle, x: Double, to context: borrowing CairoContext
  ) -> Double {
    withSecret(utf8, style: style) { line in
      line.addOutlines(to: context, x: x)
      return line.metrics.advance
    }
  }

  /// Shapes a secret for the length of a call, and wipes it afterwards.
  ///
  /// Two things stay that no caller of Pango and Cairo can reach: which glyphs were drawn lately,
  /// in the fonts' caches, and their outlines, in memory that Cairo freed, until it is used again.
  private func withSecret<Result>(
    _ utf8: Span<UInt8>, style: TextStyle, _ body: (ShapedLine) -> Result
  ) -> Result {
    scratch.setStyle(style)
    scratch.setText(utf8)
    defer { scratch.wipe() }
    return body(scratch)
  }
}

extension TextMetrics {
  fileprivate mutating func takeHeight(of other: TextMetrics) {
    (ascent, descent) = (other.ascent, other.descent)
  }
}
