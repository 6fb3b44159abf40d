public import Scene

/// A paragraph broken into lines that fit a width.
public struct TextBlock {
  public let style: TextStyle
  /// The lines from top to bottom with their measures; at least one.
  public let lines: [(text: String, metrics: TextMetrics)]
  /// Whether something was left out, since there are no more lines.
  public let isElided: Bool

  /// Breaks text at its spaces, and inside a word where that alone is wider than the width.
  ///
  /// - Parameter width: In logical pixels; a line has at least one character, however narrow it is.
  /// - Complexity: O(*n*) measurements for *n* words, and for *n* characters of words too wide.
  public init(_ text: String, style: TextStyle, width: Double, measuring: any TextMeasuring) {
    var breaker = LineBreaker(from: text.startIndex) {
      measuring.metrics(of: $0, style: style).advance <= width
    }
    breaker.add(text[...])
    self.init(breaker.lines + [breaker.line], isElided: false, style, measuring)
  }

  /// Breaks text from outside in the same way, into so many lines at most; of what is too much for the
  /// last of them the middle is left out.
  ///
  /// - Parameters:
  ///   - text: Shown as `DisplayText` has it.
  ///   - limit: At least 1.
  /// - Complexity: O(*n*) in the text's length, and as many measurements as the lines have room for
  ///   characters.
  public init(
    _ text: String, style: TextStyle, width: Double, lines limit: Int, measuring: any TextMeasuring
  ) {
    let text = DisplayText.displayed(text)
    var breaker = LineBreaker(from: text.startIndex, limit: limit - 1) {
      measuring.metrics(of: $0, style: style).advance <= width
    }
    breaker.add(text.prefix(limit * Elision.mostCharacters(width: width, size: style.size)))
    guard breaker.isFull else {
      self.init(breaker.lines + [breaker.line], isElided: false, style, measuring)
      return
    }
    let last = Elision(
      of: String(text[breaker.start...]), toFit: width, style: style, measuring: measuring)
    self.init(breaker.lines + [last.shown], isElided: last.isElided, style, measuring)
  }

  private init(
    _ lines: [String], isElided: Bool, _ style: TextStyle, _ measuring: any TextMeasuring
  ) {
    (self.style, self.isElided) = (style, isElided)
    self.lines = lines.map { ($0, measuring.metrics(of: $0, style: style)) }
  }

  /// Of all lines, in logical pixels.
  public var height: Double { lines.reduce(0) { $0 + $1.metrics.height } }

  /// Of the widest line, in logical pixels.
  public var width: Double { lines.reduce(0) { max($0, $1.metrics.advance) } }

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
  /// How many lines are filled at most.
  let limit: Int
  /// The lines that are full.
  private(set) var lines: [String] = []
  /// The line that is being filled, and where it begins in the text.
  private(set) var line = ""
  private(set) var start: String.Index

  init(from start: String.Index, limit: Int = .max, fits: @escaping (String) -> Bool) {
    (self.start, self.limit, self.fits) = (start, limit, fits)
  }

  /// Whether there are no more lines to fill, and the rest of the text is another's.
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
