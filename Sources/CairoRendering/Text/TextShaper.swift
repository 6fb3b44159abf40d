import Scene

/// Shapes lines of text and caches recently used lines.
///
/// HarfBuzz shapes simple-script text in the style's own font. All other text is shaped by Pango,
/// which is loaded on first use. The size of a style is the em square in logical pixels, regardless
/// of the display's resolution. So layout is the same at every scale.
///
/// Glyphs are drawn as outlines. Cairo 1.16 positions glyph bitmaps on whole pixels, which makes
/// their spacing uneven at small sizes. Outlines keep exact distances, and they look the same at
/// rest and in motion.
final class TextShaper {
  let typefaces: TypefaceCache
  private let buffer: GlyphBuffer
  private let rasterizer: GlyphRasterizer
  private let pangoName: String
  /// The Pango context, or `nil` if Pango is not available.
  private lazy var pango: PangoContext? = typefaces.openConfiguration().flatMap {
    PangoContext($0, by: pangoName)
  }
  /// The line for secrets that are not simple-script text, overwritten after each use.
  private lazy var scratch: PangoLine? = pango.flatMap { PangoLine(in: $0) }
  /// The families that take precedence over the families of a style, separated by commas.
  var preferredFamily: String? {
    didSet {
      cachedLines = GenerationalCache(limit: cachedLines.limit)
      cachedMetrics = GenerationalCache(limit: cachedMetrics.limit)
    }
  }
  private var cachedLines = GenerationalCache<StyledString, any ShapedLine>(limit: 512)
  /// The metrics of lines, in a separate cache, because computing them takes longer than a lookup.
  private var cachedMetrics = GenerationalCache<StyledString, TextMetrics>(limit: 512)

  /// Creates a shaper.
  ///
  /// - Parameters:
  ///   - cache: Supplies the fonts.
  ///   - pango: The name of the Pango library. If it is not available, other text than
  ///     simple-script text is displayed with the glyphs of the style's own font.
  /// - Throws: `RenderingError.outOfMemory` if there is not enough memory.
  init(typefaces cache: TypefaceCache, pango: String = PangoLibrary.name) throws(RenderingError) {
    guard let rasterizer = GlyphRasterizer(), let buffer = GlyphBuffer() else { throw .outOfMemory }
    self.buffer = buffer
    self.typefaces = cache
    self.rasterizer = rasterizer
    pangoName = pango
  }

  /// Returns a line of text, and shapes it if it is not cached. Returns `nil` if there is no font.
  func line(_ string: String, style: TextStyle) -> (any ShapedLine)? {
    let key = StyledString(string: string, style: style)
    if let line = cachedLines.find(key) { return line }
    guard let line = shape(string.utf8Span, style: style.preferring(preferredFamily)) else { return nil }
    cachedLines.insert(line, for: key, cost: Self.cost(of: string))
    return line
  }

  /// Returns the cache cost of a text, in lines of typical length. A text of one megabyte is
  /// removed as soon as it is not used.
  private static func cost(of text: String) -> Int { 1 + text.utf8.count / 256 }

  private func shape(_ text: UTF8Span, style: TextStyle) -> (any ShapedLine)? {
    harfBuzzLine(text, style: style) ?? pangoLine(text.span, style: style)
      ?? harfBuzzLine(text, style: style, requiresAllGlyphs: false)
  }

  /// Returns a line in the style's own font.
  ///
  /// - Parameter requiresAllGlyphs: Whether to return `nil` if the font lacks a glyph or if the
  ///   text is not simple-script text.
  private func harfBuzzLine(_ text: UTF8Span, style: TextStyle, requiresAllGlyphs: Bool = true)
    -> HarfBuzzLine?
  {
    guard !requiresAllGlyphs || SimpleScriptText.contains(text), let typeface = typefaces.typeface(for: style)
    else { return nil }
    defer { buffer.wipe() }
    guard buffer.shape(text.span, in: typeface) else { return nil }
    if requiresAllGlyphs && buffer.lacksGlyphs { return nil }
    return HarfBuzzLine(of: buffer, size: style.size, in: typeface, by: rasterizer)
  }

  private func pangoLine(_ utf8: Span<UInt8>, style: TextStyle) -> PangoLine? {
    guard let pango, let line = PangoLine(in: pango) else { return nil }
    line.setStyle(style)
    line.setText(utf8)
    return line
  }
}

extension TextShaper {
  /// Returns the metrics of a line. Its height is the height of the style's own font, even if it
  /// has glyphs of other fonts. So the height does not change while the user types.
  func metrics(of text: String, style: TextStyle) -> TextMetrics {
    let key = StyledString(string: text, style: style)
    if let metrics = cachedMetrics.find(key) { return metrics }
    // A text that cannot be shaped, for example without memory, is tried again.
    guard var metrics = line(text, style: style)?.metrics else { return .zero }
    if text != Self.blank { metrics.copyHeight(from: blankMetrics(style)) }
    cachedMetrics.insert(metrics, for: key, cost: Self.cost(of: text))
    return metrics
  }

  /// Returns the positions of the graphemes of a line, computed from the glyphs that are drawn.
  func textLine(_ text: String, style: TextStyle) -> TextLine {
    let metrics = metrics(of: text, style: style)
    guard let line = line(text, style: style) else {
      let empty = TextLine.Cluster(x: 0...0)
      return TextLine(Array(repeating: empty, count: text.count), metrics: metrics)
    }
    return TextLine(line, of: text, metrics: metrics)
  }

  /// Returns the positions at which a line may begin without a space before them. In simple-script text and without
  /// Pango, there are none.
  func lineBreaks(in text: String) -> [Int] {
    SimpleScriptText.contains(text.utf8Span) ? [] : pango?.library.lineBreaks(in: text) ?? []
  }

  /// Returns the metrics of one grapheme of a secret. Nothing is cached.
  func secretMetrics(of utf8: Span<UInt8>, style: TextStyle) -> TextMetrics {
    let line = secretLine(utf8, style: style)
    defer { line?.wipe() }
    var metrics = line?.metrics ?? .zero
    metrics.copyHeight(from: blankMetrics(style))
    return metrics
  }

  /// A character that every font contains, so only the style's own font is used for it.
  private static let blank = " "

  private func blankMetrics(_ style: TextStyle) -> TextMetrics { metrics(of: Self.blank, style: style) }

  /// Draws one grapheme of a secret as in `ShapedLine.draw(on:at:scale:)`.
  ///
  /// - Returns: The advance in logical pixels, equal to the advance in `secretMetrics(of:style:)`.
  func draw(
    secret utf8: Span<UInt8>, style: TextStyle, on surface: borrowing CairoSurface, at origin: Point,
    scale: Double
  ) -> Double {
    guard let line = secretLine(utf8, style: style) else { return 0 }
    defer { line.wipe() }
    line.draw(on: surface, at: origin, scale: scale)
    return line.metrics.advance
  }

  /// Shapes a secret. The caller must wipe the line.
  ///
  /// Some traces cannot be wiped: the recently used characters and glyphs in the caches of
  /// HarfBuzz's and Pango's fonts and, for text that Pango lays out, the outlines in memory that
  /// Cairo has freed.
  private func secretLine(_ utf8: Span<UInt8>, style: TextStyle) -> (any ShapedLine)? {
    let style = style.preferring(preferredFamily)
    if let text = try? UTF8Span(validating: utf8) {
      if let line = harfBuzzLine(text, style: style) { return line }
      if scratch == nil { return harfBuzzLine(text, style: style, requiresAllGlyphs: false) }
    }
    scratch?.setStyle(style)
    scratch?.setText(utf8)
    return scratch
  }
}

extension TextMetrics {
  fileprivate static let zero = TextMetrics(advance: 0, ascent: 0, descent: 0, ink: .zero)

  fileprivate mutating func copyHeight(from other: TextMetrics) {
    (ascent, descent) = (other.ascent, other.descent)
  }
}

/// The cache key of a line of text.
struct StyledString: Hashable {
  let string: String
  let style: TextStyle

  /// Omits the families, whose names are longer than most lines. Texts that differ only in their
  /// families are rare, and equality distinguishes them.
  func hash(into hasher: inout Hasher) {
    hasher.combine(string)
    hasher.combine(style.size)
    hasher.combine(style.weight)
  }
}

extension TextStyle {
  /// Returns the style with preferred families, which are used if they are installed.
  ///
  /// - Parameter families: The families separated by commas, or `nil` to leave the style unchanged. A fixed-width
  ///   style is always unchanged.
  func preferring(_ families: String?) -> TextStyle {
    guard let families, family != Self.fixedWidthFamily else { return self }
    var style = self
    style.family = "\(families), \(family)"
    return style
  }
}

/// A test for text that needs no bidirectional or complex layout: left-to-right text in a single
/// script (Latin, Greek or Cyrillic) with digits, common symbols and accents.
///
/// For such text, HarfBuzz alone gives the same result as Pango, because there is nothing to split
/// or to reorder. Pango lays out all other text. So the table must be correct but need not be
/// complete.
enum SimpleScriptText {
  private enum Script { case common, latin, greek, cyrillic }

  /// Returns whether a text contains only characters of one simple script and common characters.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func contains(_ text: UTF8Span) -> Bool {
    var scalars = text.makeUnicodeScalarIterator()
    var script = Script.common
    while let scalar = scalars.next() {
      guard let next = Self.script(of: scalar.value) else { return false }
      if next == .common { continue }
      guard script == .common || script == next else { return false }
      script = next
    }
    return true
  }

  /// Returns the script as in Unicode's `Scripts.txt`, with accents as `common`. Returns `nil` for
  /// all other characters.
  private static func script(of scalar: UInt32) -> Script? {
    switch scalar {
    case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF: .latin
    // All except the soft hyphen, U+00AD.
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0xBF, 0xD7, 0xF7: .common
    case 0x300...0x341, 0x346...0x34E: .common
    case 0x370...0x373, 0x375...0x377, 0x37A...0x37D, 0x37F, 0x384, 0x386, 0x388...0x38A, 0x38C,
      0x38E...0x3A1, 0x3A3...0x3E1:
      .greek
    case 0x400...0x481, 0x48A...0x52F: .cyrillic
    // Dashes, quotation marks, dots, primes and similar; currencies; arrows; operators.
    case 0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20C0, 0x2190...0x2193, 0x2200...0x22FF: .common
    default: nil
    }
  }
}
