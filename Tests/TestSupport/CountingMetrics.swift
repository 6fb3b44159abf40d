public import Scene

/// `FixedTextMetrics` with a count of the measured characters.
public final class CountingMetrics: TextMeasuring {
  public private(set) var characters = 0
  private let metrics = FixedTextMetrics()

  public init() {}

  public func metrics(of text: String, style: TextStyle) -> TextMetrics {
    characters += text.count
    return metrics.metrics(of: text, style: style)
  }

  public func line(of text: String, style: TextStyle) -> TextLine {
    characters += text.count
    return metrics.line(of: text, style: style)
  }

  public func secretMetrics(of utf8: Span<UInt8>, style: TextStyle) -> TextMetrics {
    metrics.secretMetrics(of: utf8, style: style)
  }
}
