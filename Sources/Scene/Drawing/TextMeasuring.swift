/// The metrics of one line of text, in logical pixels.
public struct TextMetrics: Hashable, Sendable {
  /// The distance from the origin of the first glyph to the position at which following text would
  /// continue.
  public var advance: Double
  /// The distance from the baseline up to the top of the line, positive.
  public var ascent: Double
  /// The distance from the baseline down to the bottom of the line, positive.
  public var descent: Double
  /// The area that the glyphs cover, relative to the origin on the baseline. It may extend beyond
  /// the box of the line.
  public var ink: Rect

  public init(advance: Double, ascent: Double, descent: Double, ink: Rect) {
    self.advance = advance
    self.ascent = ascent
    self.descent = descent
    self.ink = ink
  }

  public var height: Double { ascent + descent }
}

/// A source of text metrics. It makes layout independent of fonts in tests.
///
/// A renderer implements it and draws with the same metrics.
public protocol TextMeasuring: AnyObject {
  /// Measures one line of text.
  ///
  /// - Complexity: O(1) for recently measured text; otherwise O(*n*) in the length of the text.
  func metrics(of text: String, style: TextStyle) -> TextMetrics

  /// Returns the positions of the graphemes in one line of text, relative to its origin.
  ///
  /// Each line is drawn from its origin to the right, so a right-to-left line ends at its origin.
  /// The result has one cluster for each character of the text, in the same order.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  func line(of text: String, style: TextStyle) -> TextLine

  /// Measures one grapheme of a secret. Neither a cache nor a `String` keeps it.
  ///
  /// - Parameter utf8: One grapheme cluster in UTF-8.
  func secretMetrics(of utf8: Span<UInt8>, style: TextStyle) -> TextMetrics
}
