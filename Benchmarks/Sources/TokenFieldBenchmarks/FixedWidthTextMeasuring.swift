import Scene

/// Text measuring with letters that are half as wide as high, so that no font is measured.
final class FixedWidthTextMeasuring: TextMeasuring {
  func metrics(of text: String, style: TextStyle) -> TextMetrics {
    let advance = style.size / 2 * Double(text.utf8.count)
    return TextMetrics(
      advance: advance, ascent: style.size * 0.75, descent: style.size * 0.25,
      ink: Rect(x: 0, y: -style.size * 0.75, width: advance, height: style.size))
  }

  func line(of text: String, style: TextStyle) -> TextLine {
    let pitch = style.size / 2
    let clusters = text.indices.enumerated().map { index, _ in
      TextLine.Cluster(x: pitch * Double(index)...pitch * Double(index + 1))
    }
    return TextLine(clusters, metrics: metrics(of: text, style: style))
  }

  func secretMetrics(of utf8: Span<UInt8>, style: TextStyle) -> TextMetrics {
    metrics(of: "•", style: style)
  }
}
