public import Scene

/// A paragraph broken into lines that fit a width.
public struct TextBlock {
  public let style: TextStyle
  /// The lines from top to bottom with their measures; at least one.
  public let lines: [(text: String, metrics: TextMetrics)]

  /// Breaks text at its spaces. A word wider than the width gets a line of its own.
  ///
  /// - Parameter width: In logical pixels.
  /// - Complexity: O(*n*) measurements for *n* words.
  public init(_ text: String, style: TextStyle, width: Double, measuring: any TextMeasuring) {
    self.style = style
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let longer = line.isEmpty ? String(word) : "\(line) \(word)"
      if !line.isEmpty, measuring.metrics(of: longer, style: style).advance > width {
        lines.append(line)
        line = String(word)
      } else {
        line = longer
      }
    }
    self.lines = (lines + [line]).map { ($0, measuring.metrics(of: $0, style: style)) }
  }

  /// Of all lines, in logical pixels.
  public var height: Double { lines.reduce(0) { $0 + $1.metrics.height } }

  /// Adds the lines to a display list.
  ///
  /// - Parameter origin: The top leading corner of the first line.
  public func draw(at origin: Point, _ color: Color, into list: inout DisplayList) {
    var top = origin.y
    for (text, metrics) in lines {
      list.text(
        text, style, color, at: Point(x: origin.x, y: top + metrics.ascent), metrics: metrics)
      top += metrics.height
    }
  }
}
