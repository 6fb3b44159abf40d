import Scene

/// Shapes lines of text, each once, and keeps what was shaped lately.
///
/// Plain text is shaped by HarfBuzz in the style's own font; what that cannot write goes to Pango,
/// which is loaded then. A style's size is the em square in logical pixels whatever the display's
/// resolution, so layout is the same at every scale.
///
/// Glyphs are drawn as outlines. Cairo 1.16 puts the pictures of glyphs on whole pixels, which
/// makes their spacing uneven at small sizes; outlines keep their distances and look the same at
/// rest as while they move.
final class TextShaper {
  let book: FontBook
  private let buffer = GlyphBuffer()
  private let outline: GlyphOutline
  private let pangoName: String
  /// `nil` inside where Pango cannot be had.
  private lazy var pango: PangoContext? = book.openConfiguration()
    .flatMap { PangoContext($0, by: pangoName) }
  /// What a secret that is not plain is shaped in, overwritten after each use.
  private lazy var scratch: PangoLine? = pango.flatMap { PangoLine(in: $0) }
  /// Families that go before a style's own, separated by commas.
  var preferredFamily: String? {
    didSet {
      lines = GenerationalCache(limit: lines.limit)
      measures = GenerationalCache(limit: measures.limit)
    }
  }
  private var lines = GenerationalCache<StyledString, any ShapedLine>(limit: 512)
  /// Apart from the lines, since asking them each time costs more than to look them up.
  private var measures = GenerationalCache<StyledString, TextMetrics>(limit: 512)

  /// - Parameters:
  ///   - book: Where fonts are found.
  ///   - pango: The name of Pango's library; where there is none of that name, plain text is written
  ///     all the same, and of other text what its font has.
  /// - Throws: `RenderingError.cairo` where there is no memory.
  init(over book: FontBook, pango: String = PangoLibrary.name) throws(RenderingError) {
    guard let outline = GlyphOutline() else { throw .cairo("out of memory") }
    self.book = book
    self.outline = outline
    pangoName = pango
  }

  /// A line of text, shaped now if it isn't kept; `nil` where there is no font for it.
  func line(_ string: String, style: TextStyle) -> (any ShapedLine)? {
    let key = StyledString(string: string, style: style)
    if let line = lines.find(key) { return line }
    guard let line = shape(string.utf8Span, style: style.preferring(preferredFamily)) else {
      return nil
    }
    lines.insert(line, for: key, cost: Self.cost(of: string))
    return line
  }

  /// What a text takes of a cache, in lines of usual length: one of a megabyte leaves as soon as it
  /// is not used.
  private static func cost(of text: String) -> Int { 1 + text.utf8.count / 256 }

  private func shape(_ text: UTF8Span, style: TextStyle) -> (any ShapedLine)? {
    plainLine(text, style: style)
      ?? pangoLine(text.span, style: style)
      ?? plainLine(text, style: style, isWhole: false)
  }

  /// A line in the style's own font.
  ///
  /// - Parameter isWhole: Whether the font must be able to write all of it.
  private func plainLine(
    _ text: UTF8Span, style: TextStyle, isWhole: Bool = true
  ) -> PlainLine? {
    guard !isWhole || PlainText.contains(text), let typeface = book.typeface(for: style) else {
      return nil
    }
    defer { buffer.wipe() }
    buffer.shape(text.span, in: typeface)
    if isWhole && buffer.lacksGlyphs { return nil }
    return PlainLine(of: buffer, size: style.size, in: typeface, by: outline)
  }

  private func pangoLine(_ utf8: Span<UInt8>, style: TextStyle) -> PangoLine? {
    guard let pango, let line = PangoLine(in: pango) else { return nil }
    line.setStyle(style)
    line.setText(utf8)
    return line
  }
}

extension TextShaper {
  /// Measures a line. Its height is that of the style's own font, whatever others lend it glyphs,
  /// so that a line keeps its height while somebody types.
  func metrics(of text: String, style: TextStyle) -> TextMetrics {
    let key = StyledString(string: text, style: style)
    if let metrics = measures.find(key) { return metrics }
    var metrics = line(text, style: style)?.metrics ?? .zero
    if text != Self.blank { metrics.takeHeight(of: blankMetrics(style)) }
    measures.insert(metrics, for: key, cost: Self.cost(of: text))
    return metrics
  }

  /// Tells where the graphemes of a line stand, from the glyphs that are drawn.
  func textLine(_ text: String, style: TextStyle) -> TextLine {
    let metrics = metrics(of: text, style: style)
    guard let line = line(text, style: style) else {
      let nowhere = TextLine.Cluster(x: 0...0)
      return TextLine(Array(repeating: nowhere, count: text.count), metrics: metrics)
    }
    return TextLine(line, of: text, metrics: metrics)
  }

  /// Measures one grapheme of a secret by itself, and keeps nothing of it.
  func secretMetrics(of utf8: Span<UInt8>, style: TextStyle) -> TextMetrics {
    let line = secretLine(utf8, style: style)
    defer { line?.wipe() }
    var metrics = line?.metrics ?? .zero
    metrics.takeHeight(of: blankMetrics(style))
    return metrics
  }

  /// Only the style's own font is asked for this character, which every font has.
  private static let blank = " "

  private func blankMetrics(_ style: TextStyle) -> TextMetrics {
    metrics(of: Self.blank, style: style)
  }

  /// Draws one grapheme of a secret, as `ShapedLine` does.
  ///
  /// - Returns: Its advance in logical pixels, the same as measured.
  func draw(
    secret utf8: Span<UInt8>, style: TextStyle, on surface: borrowing CairoSurface,
    at origin: Point, scale: Double
  ) -> Double {
    guard let line = secretLine(utf8, style: style) else { return 0 }
    defer { line.wipe() }
    line.draw(on: surface, at: origin, scale: scale)
    return line.metrics.advance
  }

  /// Shapes a secret, which the caller wipes.
  ///
  /// What no caller can reach stays: which characters and glyphs were looked up lately, in the caches
  /// of HarfBuzz's and Pango's fonts; and of text that is not plain its outlines, in memory that
  /// Cairo freed, until it is used again.
  private func secretLine(_ utf8: Span<UInt8>, style: TextStyle) -> (any ShapedLine)? {
    let style = style.preferring(preferredFamily)
    if let text = try? UTF8Span(validating: utf8) {
      if let line = plainLine(text, style: style) { return line }
      if scratch == nil { return plainLine(text, style: style, isWhole: false) }
    }
    scratch?.setStyle(style)
    scratch?.setText(utf8)
    return scratch
  }
}

extension TextMetrics {
  fileprivate static let zero = TextMetrics(advance: 0, ascent: 0, descent: 0, ink: .zero)

  fileprivate mutating func takeHeight(of other: TextMetrics) {
    (ascent, descent) = (other.ascent, other.descent)
  }
}
