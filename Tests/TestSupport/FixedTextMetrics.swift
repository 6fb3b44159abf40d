public import Scene

/// The metrics of an imaginary font, in which every character is half as wide as the font size. So
/// tests can predict the layout.
public final class FixedTextMetrics: TextMeasuring {
  /// The advance of a character, relative to the font size.
  public var pitch = 0.5

  public init() {}

  public func metrics(of text: String, style: TextStyle) -> TextMetrics {
    metrics(characters: text.count, size: style.size)
  }

  /// Returns the layout of a line, with Hebrew letters from right to left as in `BidirectionalOrder`.
  public func line(of text: String, style: TextStyle) -> TextLine {
    let (pitch, order) = (style.size * pitch, BidirectionalOrder(of: text))
    var clusters = order.levels.map { level in
      TextLine.Cluster(x: 0...0, isRightToLeft: level % 2 == 1)
    }
    for (position, index) in order.visualOrder.enumerated() {
      clusters[index].x = pitch * Double(position)...pitch * Double(position + 1)
    }
    return TextLine(
      clusters, isRightToLeft: order.isRightToLeft, metrics: metrics(of: text, style: style))
  }

  public func secretMetrics(of utf8: Span<UInt8>, style: TextStyle) -> TextMetrics {
    metrics(characters: utf8.isEmpty ? 0 : 1, size: style.size)
  }

  private func metrics(characters: Int, size: Double) -> TextMetrics {
    let (advance, ascent, descent) = (size * pitch * Double(characters), size * 0.75, size * 0.25)
    return TextMetrics(
      advance: advance, ascent: ascent, descent: descent,
      ink: Rect(x: 0, y: -ascent, width: advance, height: ascent + descent))
  }
}
