public import Scene

/// A paragraph broken into lines that fit a width.
public struct TextBlock {
  /// The font of all lines.
  public let style: TextStyle
  /// The lines from top to bottom with their metrics; at least one.
  public let lines: [(text: String, metrics: TextMetrics)]
  /// Whether text was omitted because of the line limit.
  public let isElided: Bool

  /// Breaks text at spaces, and inside words that are wider than the width.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - style: The font.
  ///   - width: The maximum width of a line in logical pixels. A line has at least one character,
  ///     even if it is wider.
  ///   - measuring: Measures the text.
  /// - Complexity: O(*n*) measurements in the number of words and of characters in words that are
  ///   too wide.
  public init(_ text: String, style: TextStyle, width: Double, measuring: any TextMeasuring) {
    var breaker = LineBreaker(from: text.startIndex) {
      measuring.metrics(of: $0, style: style).advance <= width
    }
    breaker.add(text[...])
    self.init(breaker.lines + [breaker.line], isElided: false, style, measuring)
  }

  /// Breaks untrusted text into a limited number of lines. If the rest of the text does not fit on
  /// the last line, its middle is elided.
  ///
  /// - Parameters:
  ///   - text: The text. It is sanitized by `DisplaySanitizer`.
  ///   - style: The font.
  ///   - width: The maximum width of a line in logical pixels.
  ///   - limit: The maximum number of lines, at least 1.
  ///   - measuring: Measures the text.
  /// - Complexity: O(*n*) in the length of the text, with at most one measurement for each
  ///   character that fits on the lines.
  public init(_ text: String, style: TextStyle, width: Double, lines limit: Int, measuring: any TextMeasuring)
  {
    let text = DisplaySanitizer.sanitized(text)
    var breaker = LineBreaker(from: text.startIndex, limit: limit - 1) {
      measuring.metrics(of: $0, style: style).advance <= width
    }
    let examined = text.prefix(limit * Elision.maximumCharacters(width: width, size: style.size))
    breaker.add(examined)
    guard breaker.isFull || examined.endIndex < text.endIndex else {
      self.init(breaker.lines + [breaker.line], isElided: false, style, measuring)
      return
    }
    let last = Elision(of: String(text[breaker.start...]), toFit: width, style: style, measuring: measuring)
    self.init(breaker.lines + [last.displayedText], isElided: last.isElided, style, measuring)
  }

  /// Breaks untrusted text into a limited number of lines. If it does not fit, a marker replaces its middle.
  ///
  /// - Parameters:
  ///   - text: The text. It is sanitized by `DisplaySanitizer`.
  ///   - style: The font.
  ///   - width: The maximum width of a line in logical pixels.
  ///   - limit: The maximum number of lines, at least 1.
  ///   - measuring: Measures the text.
  ///   - marker: Returns the marker.
  /// - Complexity: O(*w* log *w*) measured characters for *w* characters that fit on the lines, and O(*w*) for the
  ///   others.
  init(
    _ text: String, style: TextStyle, width: Double, lines limit: Int, measuring: any TextMeasuring,
    marker: @escaping Elision.Marker
  ) {
    var total = width * Double(limit)
    while true {
      let elision = Elision(of: text, toFit: total, style: style, measuring: measuring, marker: marker)
      let block = TextBlock(elision.displayedText, style: style, width: width, measuring: measuring)
      if block.lines.count <= limit || elision.displayedText.isEmpty {
        self.init(block.lines.map(\.text), isElided: elision.isElided, style, measuring)
        return
      }
      // Lines are not full, because they break between words.
      total *= 0.95
    }
  }

  private init(_ lines: [String], isElided: Bool, _ style: TextStyle, _ measuring: any TextMeasuring) {
    (self.style, self.isElided) = (style, isElided)
    self.lines = lines.map { ($0, measuring.metrics(of: $0, style: style)) }
  }

  /// The height of all lines, in logical pixels.
  public var height: Double { lines.reduce(0) { $0 + $1.metrics.height } }

  /// The width of the widest line, in logical pixels.
  public var width: Double { lines.reduce(0) { max($0, $1.metrics.advance) } }

  /// Adds the lines to a display list.
  ///
  /// - Parameters:
  ///   - origin: The top leading corner of the first line.
  ///   - color: The color of the text.
  ///   - list: The display list.
  public func draw(at origin: Point, _ color: Color, into list: inout DisplayList) {
    var top = origin.y
    for (text, metrics) in lines {
      list.text(text, style, color, at: Point(x: origin.x, y: top + metrics.ascent), metrics: metrics)
      top += metrics.height
    }
  }
}

/// A greedy line breaker: each line contains as many words as fit.
private struct LineBreaker {
  let fits: (String) -> Bool
  /// The maximum number of complete lines.
  let limit: Int
  /// The complete lines.
  private(set) var lines: [String] = []
  /// The current, incomplete line and its start in the text.
  private(set) var line = ""
  private(set) var start: String.Index

  init(from start: String.Index, limit: Int = .max, fits: @escaping (String) -> Bool) {
    (self.start, self.limit, self.fits) = (start, limit, fits)
  }

  /// Whether the limit is reached. The caller lays out the text from `start`.
  var isFull: Bool { lines.count >= limit }

  mutating func add(_ text: Substring) {
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if isFull { return }
      add(word: word)
    }
  }

  private mutating func add(word: Substring) {
    let longer = line.isEmpty ? String(word) : "\(line) \(word)"
    guard !fits(longer) else {
      line = longer
      return
    }
    endLine(before: word.startIndex)
    guard !fits(String(word)) else {
      line = String(word)
      return
    }
    for index in word.indices {
      if !fits("\(line)\(word[index])") { endLine(before: index) }
      if isFull { return }
      line.append(word[index])
    }
  }

  private mutating func endLine(before next: String.Index) {
    guard !line.isEmpty else { return }
    lines.append(line)
    (line, start) = ("", next)
  }
}
