public import Scene

/// A paragraph broken into lines that fit a width.
public struct TextBlock {
  public let style: TextStyle
  /// The lines from top to bottom with their measures; at least one.
  public let lines: [(text: String, metrics: TextMetrics)]

  /// Breaks text at its spaces, and inside a word where that alone is wider than the width.
  ///
  /// - Parameter width: In logical pixels; a line has at least one character, however narrow it is.
  /// - Complexity: O(*n*) measurements for *n* words, and for *n* characters of words too wide.
  public init(_ text: String, style: TextStyle, width: Double, measuring: any TextMeasuring) {
    var breaker = LineBreaker {
      measuring.metrics(of: $0, style: style).advance <= width
    }
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      breaker.add(word)
    }
    self.style = style
    lines = (breaker.lines + [breaker.line]).map {
      ($0, measuring.metrics(of: $0, style: style))
    }
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

/// Fills lines with words, greedily.
private struct LineBreaker {
  let fits: (String) -> Bool
  /// The lines that are full.
  private(set) var lines: [String] = []
  /// The line that is being filled.
  private(set) var line = ""

  init(fits: @escaping (String) -> Bool) { self.fits = fits }

  mutating func add(_ word: Substring) {
    let longer = line.isEmpty ? String(word) : "\(line) \(word)"
    guard !fits(longer) else {
      line = longer
      return
    }
    endLine()
    guard !fits(String(word)) else {
      line = String(word)
      return
    }
    for character in word {
      if !fits("\(line)\(character)") { endLine() }
      line.append(character)
    }
  }

  private mutating func endLine() {
    guard !line.isEmpty else { return }
    lines.append(line)
    line = ""
  }
}
