import Synchronization

/// The appearance of text except for its color.
public struct TextStyle: Hashable, Sendable {
  /// The font weight, with the values of OpenType's `usWeightClass`.
  public enum Weight: Int, Hashable, Sendable {
    case regular = 400
    case medium = 500
    case semibold = 600
    case bold = 700
  }

  /// The family of the installed fixed-width font. A renderer replaces it by no other family that the user prefers.
  public static let fixedWidthFamily = "monospace"

  /// The font families in order of preference, separated by commas as in CSS.
  public var family: String
  /// The height of the em square, in logical pixels. It is limited to 0...10,000; NaN becomes 0.
  public var size: Double { didSet { size = Self.limited(size) } }
  public var weight: Weight

  public init(family: String, size: Double, weight: Weight = .regular) {
    self.family = family
    self.size = Self.limited(size)
    self.weight = weight
  }

  private static func limited(_ size: Double) -> Double { size > 0 ? min(size, 10_000) : 0 }
}

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

  /// Returns the positions in a text at which a line may begin without a space before them (Unicode Standard
  /// Annex #14), in bytes of UTF-8, in ascending order. None of them is between two ASCII characters, as in a path or
  /// a fingerprint. The default implementation returns none.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  func lineBreaks(in text: String) -> [Int]

  /// Measures one grapheme of a secret. Neither a cache nor a `String` keeps it.
  ///
  /// - Parameter utf8: One grapheme cluster in UTF-8.
  func secretMetrics(of utf8: Span<UInt8>, style: TextStyle) -> TextMetrics
}

extension TextMeasuring {
  public func lineBreaks(in text: String) -> [Int] { [] }
}

/// Measures text of an imaginary font, in which all characters are half as wide as the font size. So the results of a
/// test do not depend on installed fonts.
public final class FixedWidthText: TextMeasuring {
  public init() {}

  public func metrics(of text: String, style: TextStyle) -> TextMetrics {
    TextMetrics(advance: style.size / 2 * Double(text.count), ascent: style.size, descent: 0, ink: .zero)
  }

  public func line(of text: String, style: TextStyle) -> TextLine {
    let width = style.size / 2
    let clusters = text.indices.enumerated().map { index, _ in
      TextLine.Cluster(x: width * Double(index)...width * Double(index + 1))
    }
    return TextLine(clusters, metrics: metrics(of: text, style: style))
  }

  public func secretMetrics(of utf8: Span<UInt8>, style: TextStyle) -> TextMetrics {
    metrics(of: "•", style: style)
  }
}

/// The positions of the graphemes in one line of text, for any writing direction.
///
/// A line is drawn from its origin to the right, over its whole advance. A right-to-left line
/// starts at the far end of the advance and ends at the origin. To align it to a right edge, place
/// the origin one advance to the left of that edge.
public struct TextLine: Hashable, Sendable {
  /// One grapheme cluster.
  public struct Cluster: Hashable, Sendable {
    /// The left and right edge, relative to the origin of the line, in logical pixels. A ligature
    /// is divided evenly between its clusters.
    public var x: ClosedRange<Double>
    /// Whether the cluster is read from right to left.
    public var isRightToLeft: Bool

    public init(x: ClosedRange<Double>, isRightToLeft: Bool = false) {
      (self.x, self.isRightToLeft) = (x, isRightToLeft)
    }

    /// The position of a caret before the cluster in reading order.
    public var leadingX: Double { isRightToLeft ? x.upperBound : x.lowerBound }

    /// The position of a caret after the cluster in reading order.
    public var trailingX: Double { isRightToLeft ? x.lowerBound : x.upperBound }
  }

  /// The clusters in reading order, which is the order of the text's characters.
  public var clusters: [Cluster]
  /// Whether the line as a whole is read from right to left, which its first letter decides.
  public var isRightToLeft: Bool
  public var metrics: TextMetrics

  public init(_ clusters: [Cluster], isRightToLeft: Bool = false, metrics: TextMetrics) {
    (self.clusters, self.isRightToLeft, self.metrics) = (clusters, isRightToLeft, metrics)
  }
}

/// The identifier of a secret. It does not contain the secret.
public struct SecretHandle: Hashable, Sendable {
  private static let count = Atomic(0)

  private let number: Int

  /// Creates a handle that differs from all others in the process.
  public init() { number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// A source of secret text that a renderer reads one grapheme at a time.
///
/// A display list contains only a `SecretHandle` and a generation number. The owner keeps the
/// secret in memory of its own and provides each grapheme for the duration of one call.
public protocol SecretTextSource: ~Copyable {
  /// Calls `body` with the UTF-8 bytes of one grapheme. Does nothing if there is no such grapheme.
  ///
  /// - Parameters:
  ///   - index: The index of the grapheme, counted in grapheme clusters from 0.
  ///   - handle: The secret to read.
  ///   - body: Reads the bytes. It must not keep the span.
  func withGrapheme(at index: Int, of handle: SecretHandle, _ body: (Span<UInt8>) -> Void)
}

/// A source without secrets, for drawing content that shows none.
public struct EmptySecretTextSource: SecretTextSource {
  public init() {}

  public func withGrapheme(at index: Int, of handle: SecretHandle, _ body: (Span<UInt8>) -> Void) {}
}
