public import Scene

/// A paragraph broken into lines that fit a width.
public struct TextBlock {
  /// The font of all lines.
  public let style: TextStyle
  /// The lines from top to bottom with their metrics; at least one.
  public let lines: [(text: String, metrics: TextMetrics)]
  /// Whether text was omitted because of the line limit.
  public let isElided: Bool

  /// Whether the first letter of the paragraph is one of a right-to-left script. Its lines are aligned to the right.
  public let isRightToLeft: Bool
  /// Whether a line ends inside a word that is wider than the width.
  let breaksWord: Bool

  /// Breaks text where the Unicode line breaking algorithm allows it, and inside words that are wider than the width.
  /// A word of ASCII characters ends only at a space.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - style: The font.
  ///   - width: The maximum width of a line in logical pixels. A line has at least one character,
  ///     even if it is wider.
  ///   - measuring: Measures the text.
  /// - Complexity: O(*n*) in the length of the text, with one measurement for it and one for each line.
  public init(_ text: String, style: TextStyle, width: Double, measuring: any TextMeasuring) {
    var breaker = LineBreaker(text, style, width, measuring)
    breaker.addLines(upTo: .max)
    self.init(breaker, isElided: false)
  }

  /// Breaks untrusted text into a limited number of lines. If the rest of the text does not fit on
  /// the last line, its middle or end is elided.
  ///
  /// - Parameters:
  ///   - text: The text. It is sanitized by `DisplaySanitizer`.
  ///   - style: The font.
  ///   - width: The maximum width of a line in logical pixels.
  ///   - limit: The maximum number of lines. A number less than 1 counts as 1.
  ///   - keepsEnd: Whether the last line ends with the end of the text.
  ///   - measuring: Measures the text.
  /// - Complexity: O(*n*) in the length of the text, with measurements of the characters that fit on the lines.
  public init(
    _ text: String, style: TextStyle, width: Double, lines limit: Int, keepsEnd: Bool = true,
    measuring: any TextMeasuring
  ) {
    let text = DisplaySanitizer.sanitized(text)
    let limit = max(1, limit)
    let perLine = Elision.maximumCharacters(width: width, size: style.size)
    let (count, overflow) = limit.multipliedReportingOverflow(by: perLine)
    let examined = text.prefix(overflow ? .max : count)
    var breaker = LineBreaker(String(examined), style, width, measuring)
    breaker.addLines(upTo: limit - 1)
    guard !breaker.isComplete || examined.endIndex < text.endIndex else {
      self.init(breaker, isElided: false)
      return
    }
    let start = text.utf8.index(text.startIndex, offsetBy: breaker.offset)
    let last = Elision(
      of: String(text[start...]), toFit: width, style: style, measuring: measuring, keepsEnd: keepsEnd)
    breaker.add(last.displayedText)
    self.init(breaker, isElided: last.isElided)
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
      var breaker = LineBreaker(elision.displayedText, style, width, measuring)
      breaker.addLines(upTo: .max)
      if breaker.lines.count <= limit || elision.displayedText.isEmpty {
        self.init(breaker, isElided: elision.isElided)
        return
      }
      // Lines are not full, because they break between words.
      total *= 0.95
    }
  }

  private init(_ breaker: LineBreaker, isElided: Bool) {
    (style, lines, self.isElided) = (breaker.style, breaker.lines, isElided)
    (isRightToLeft, breaksWord) = (breaker.isRightToLeft, breaker.breaksWord)
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
  ///   - width: The width to whose right edge right-to-left lines are aligned, in logical pixels. If `nil`, that of
  ///     the widest line.
  ///   - list: The display list.
  public func draw(
    at origin: Point, _ color: Color, alignedIn width: Double? = nil, into list: inout DisplayList
  ) {
    var top = origin.y
    let right = origin.x + (width ?? self.width)
    for (text, metrics) in lines {
      let x = isRightToLeft ? right - metrics.advance : origin.x
      list.text(text, style, color, at: Point(x: x, y: top + metrics.ascent), metrics: metrics)
      top += metrics.height
    }
  }
}

extension [TextBlock] {
  /// The size of paragraphs below each other, in logical pixels.
  var size: Size { Size(width: reduce(0) { Swift.max($0, $1.width) }, height: reduce(0) { $0 + $1.height }) }

  /// Adds paragraphs below each other to a display list. The parameters are those of `TextBlock.draw`.
  func draw(at origin: Point, _ color: Color, alignedIn width: Double, into list: inout DisplayList) {
    var origin = origin
    for block in self {
      block.draw(at: origin, color, alignedIn: width, into: &list)
      origin.y += block.height
    }
  }
}

/// Paragraphs that are broken into lines again only after their text, font or width has changed.
package struct TextBlockCache {
  private struct Key: Hashable {
    let text: String
    let style: TextStyle
    let width: Double
    let limit: Int
  }

  private static let capacity = 64
  private var blocks: [Key: TextBlock] = [:]

  package init() {}

  /// Discards all paragraphs, because text may be measured differently.
  package mutating func removeAll() { blocks = [:] }

  /// Returns the paragraph that `TextBlock` makes of untrusted text.
  package mutating func block(
    _ text: String, style: TextStyle, width: Double, lines limit: Int, measuring: any TextMeasuring
  ) -> TextBlock {
    let key = Key(text: text, style: style, width: width, limit: limit)
    if let block = blocks[key] { return block }
    let block = TextBlock(text, style: style, width: width, lines: limit, measuring: measuring)
    if blocks.count == Self.capacity { blocks = [:] }
    // Text that could not be measured, for example without memory, is tried again.
    if block.height > 0 { blocks[key] = block }
    return block
  }
}

/// A greedy line breaker: each line contains as many words as fit.
///
/// The positions of all characters are those in the whole paragraph, which is shaped once.
private struct LineBreaker {
  let style: TextStyle
  /// The complete lines.
  private(set) var lines: [(text: String, metrics: TextMetrics)] = []
  private(set) var breaksWord = false
  private let text: String
  private let width: Double
  private let measuring: any TextMeasuring
  private let paragraph: TextLine
  /// Whether a part of the paragraph is right-to-left.
  private let hasRightToLeft: Bool
  /// The indices of the characters, and the end.
  private let indices: [String.Index]
  /// Whether a line may begin with each character.
  private var isBreak: [Bool] = []
  /// The number of characters on the complete lines.
  private var next = 0

  init(_ text: String, _ style: TextStyle, _ width: Double, _ measuring: any TextMeasuring) {
    // The sum of the widths of characters is rounded.
    (self.text, self.style, self.width, self.measuring) = (text, style, width + 0.01, measuring)
    paragraph = measuring.line(of: text, style: style)
    hasRightToLeft = paragraph.isRightToLeft || paragraph.clusters.contains(where: \.isRightToLeft)
    indices = Array(text.indices) + [text.endIndex]
    let breaks = Set(
      measuring.lineBreaks(in: text).map { text.utf8.index(text.startIndex, offsetBy: $0) })
    // The indentation is not a line of its own.
    var (isAfterSpace, isIndented) = (false, true)
    for index in text.indices {
      let isSpace = text[index] == " "
      isBreak.append(!isIndented && !isSpace && (isAfterSpace || breaks.contains(index)))
      (isAfterSpace, isIndented) = (isSpace, isIndented && isSpace)
    }
  }

  var isRightToLeft: Bool { paragraph.isRightToLeft }

  /// Whether all characters are on complete lines.
  var isComplete: Bool { next == isBreak.count && !lines.isEmpty }

  /// The number of bytes on the complete lines.
  var offset: Int { text.utf8.distance(from: text.startIndex, to: indices[next]) }

  /// Adds lines of the text until it is complete or there are `limit` lines.
  mutating func addLines(upTo limit: Int) {
    while !isComplete, lines.count < limit {
      var end = endOfLine()
      // Without its neighbors, the line may be wider, because of kerning and the forms of letters.
      while end > next + 1, measuring.metrics(of: line(to: end), style: style).advance > width {
        end = (next + 1..<end).last { isBreak[$0] } ?? end - 1
      }
      breaksWord = breaksWord || end < isBreak.count && !isBreak[end]
      add(line(to: end))
      next = end
    }
  }

  /// Adds a line of text with the base direction of the paragraph, which its own first letter may not have.
  mutating func add(_ line: String) {
    var line = line
    if hasRightToLeft, measuring.line(of: line, style: style).isRightToLeft != isRightToLeft {
      // RIGHT-TO-LEFT MARK and LEFT-TO-RIGHT MARK, which are invisible.
      line = (isRightToLeft ? "\u{200F}" : "\u{200E}") + line
    }
    lines.append((line, measuring.metrics(of: line, style: style)))
  }

  private func line(to end: Int) -> String {
    var end = end
    while end > next, text[indices[end - 1]] == " " { end -= 1 }
    return String(text[indices[next]..<indices[end]])
  }

  private func endOfLine() -> Int {
    var (lastBreak, advance): (Int?, Double) = (nil, 0)
    for index in next..<isBreak.count {
      if index > next, isBreak[index] { lastBreak = index }
      let x = paragraph.clusters[index].x
      advance += x.upperBound - x.lowerBound
      if advance > width, index > next, text[indices[index]] != " " { return lastBreak ?? index }
    }
    return isBreak.count
  }
}
