import Scene

/// Where tokens stand in lines, and where the caret stands between them.
struct TokenLayout: Hashable, Sendable {
  /// The place of each token, in the order of the tokens.
  private(set) var frames: [Rect] = []
  /// Tokens on one line, with the line's top and its height: that of its tallest token.
  private(set) var lines: [Line] = []

  struct Line: Hashable, Sendable {
    var tokens: Range<Int>
    var top: Double
    var height: Double

    var bottom: Double { top + height }
  }

  /// A field without tokens and without room.
  init() {}

  /// Breaks tokens into lines.
  ///
  /// - Parameters:
  ///   - sizes: Of the tokens, in logical pixels.
  ///   - content: Where they go; its height does not matter.
  ///   - spacing: Between neighbours, and between lines.
  ///   - emptyHeight: Of the line of a field without tokens.
  /// - Complexity: O(*n*) in the number of tokens.
  init(_ sizes: [Size], in content: Rect, spacing: Double, emptyHeight: Double) {
    frames.reserveCapacity(sizes.count)
    var line = Line(tokens: 0..<0, top: content.minY, height: 0)
    var x = content.minX
    for (index, size) in sizes.enumerated() {
      if !line.tokens.isEmpty, x + size.width > content.maxX {
        close(line)
        line = Line(tokens: index..<index, top: line.bottom + spacing, height: 0)
        x = content.minX
      }
      frames.append(Rect(origin: Point(x: x, y: line.top), size: size))
      line.tokens = line.tokens.lowerBound..<index + 1
      line.height = max(line.height, size.height)
      x += size.width + spacing
    }
    if line.tokens.isEmpty { line.height = emptyHeight }
    close(line)
    self.spacing = spacing
    start = content.minX
  }

  private var spacing = 0.0
  private var start = 0.0

  /// Ends a line and centres its tokens in its height.
  private mutating func close(_ line: Line) {
    for index in line.tokens {
      frames[index].origin.y += (line.height - frames[index].height) / 2
    }
    lines.append(line)
  }

  /// From the first line's top to the last one's bottom.
  var height: Double { (lines.last?.bottom ?? 0) - (lines.first?.top ?? 0) }

  /// The middle of the caret in a gap, and the line it stands in: at the leading edge of the token
  /// after the gap; behind the last token, one spacing after it.
  func caret(inGap gap: Int) -> (x: Double, line: Line)? {
    guard let last = lines.last else { return nil }
    if gap < frames.count {
      let line = lines.first { $0.tokens.contains(gap) } ?? last
      return (frames[gap].minX, line)
    }
    return ((frames.last?.maxX).map { $0 + spacing } ?? start, last)
  }

  /// The gap nearest to a point: first the line by height, then the gap by the tokens' middles.
  func gap(nearest point: Point) -> Int {
    let isAbove: (Line) -> Bool = { point.y < $0.bottom + spacing / 2 }
    guard let line = lines.first(where: isAbove) ?? lines.last else { return 0 }
    let after = line.tokens.first { point.x < frames[$0].midX }
    return after ?? line.tokens.upperBound
  }
}
