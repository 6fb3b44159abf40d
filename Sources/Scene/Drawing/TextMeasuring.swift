/// The measures of one line of text, in logical pixels.
public struct TextMetrics: Hashable, Sendable {
  /// From the first glyph's origin to where the next line of text would go on.
  public var advance: Double
  /// From the baseline up to the top of the line, positive.
  public var ascent: Double
  /// From the baseline down to the bottom of the line, positive.
  public var descent: Double
  /// What the glyphs cover, relative to the origin on the baseline; it may pass the line's box.
  public var ink: Rect

  public init(advance: Double, ascent: Double, descent: Double, ink: Rect) {
    self.advance = advance
    self.ascent = ascent
    self.descent = descent
    self.ink = ink
  }

  public var height: Double { ascent + descent }
}

/// Tells how large text is, so that layout needs no font in tests.
///
/// A renderer implements it and draws with the same measures.
public protocol TextMeasuring: AnyObject {
  /// Measures one line of text.
  ///
  /// - Complexity: O(1) for what was measured lately; otherwise O(*n*) in the text's length.
  func metrics(of text: String, style: TextStyle) -> TextMetrics

  /// Tells where the graphemes of one line of text stand, when it is drawn from its origin
  /// rightward, as all lines are: one that is read from right to left ends at its origin.
  ///
  /// There are as many clusters as the text has characters, in their order.
  ///
  /// - Complexity: O(*n*) in the text's length.
  func line(of text: String, style: TextStyle) -> TextLine

  /// Measures one grapheme of a secret without keeping it: neither a cache nor a `String` holds it
  /// afterwards.
  ///
  /// - Parameter utf8: One grapheme cluster in UTF-8.
  func secretMetrics(of utf8: Span<UInt8>, style: TextStyle) -> TextMetrics
}
