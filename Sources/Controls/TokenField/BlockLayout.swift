import Scene

/// The layout of one block of a token field's content, in a space with its origin at the top
/// leading corner of the block.
///
/// The type is not generic, although its tokens are: about a hundred boxes are created again for
/// each key, and unspecialized generic code takes ten times as long for each.
struct BlockLayout {
  /// A token or a text run.
  struct Box {
    /// The elements of the block in this box. Empty if the box contains only preedit text.
    var elements: Range<Int>
    var frame: Rect
    /// The text run, or `nil` for a token.
    var text: TextRun?
    /// The validation problem of the token, or `nil` if it is valid.
    var problem: String?
  }

  /// A line of boxes, as high as the highest of them.
  struct Line {
    var boxes: Range<Int>
    var top: Double
    var height: Double
  }

  private(set) var boxes: [Box]
  private(set) var lines: [Line] = []
  /// The number of tokens with a problem.
  let problemCount: Int

  /// Breaks boxes into lines.
  ///
  /// - Parameters:
  ///   - boxes: The boxes, with their sizes.
  ///   - width: The width of a line. A wider box gets a line of its own.
  ///   - spacing: The distance between adjacent boxes and between lines.
  /// - Complexity: O(*n*).
  init(_ boxes: [Box], width: Double, spacing: Double) {
    self.boxes = boxes
    problemCount = boxes.count { $0.problem != nil }
    var line = Line(boxes: 0..<0, top: 0, height: 0)
    var x = 0.0
    for index in boxes.indices {
      let size = boxes[index].frame.size
      if !line.boxes.isEmpty, x + size.width > width {
        close(line)
        let top = line.top + line.height + spacing
        (line, x) = (Line(boxes: index..<index, top: top, height: 0), 0)
      }
      self.boxes[index].frame.origin = Point(x: x, y: line.top)
      line.boxes = line.boxes.lowerBound..<index + 1
      line.height = max(line.height, size.height)
      x += size.width + spacing
    }
    if !line.boxes.isEmpty { close(line) }
  }

  /// Ends a line and centers its boxes vertically.
  private mutating func close(_ line: Line) {
    for index in line.boxes { boxes[index].frame.origin.y += (line.height - boxes[index].frame.height) / 2 }
    lines.append(line)
  }

  /// The distance from the top of the first line to the bottom of the last line.
  var height: Double { lines.last.map { $0.top + $0.height } ?? 0 }

  /// Returns the index of the box that contains an element, or `nil` after the last element.
  ///
  /// - Complexity: O(log *n*).
  func box(ofElement offset: Int) -> Int? {
    var (low, high) = (0, boxes.count)
    while low < high {
      let middle = (low + high) / 2
      if boxes[middle].elements.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < boxes.count ? low : nil
  }

  /// Returns the index of the line that contains a box.
  func line(ofBox box: Int) -> Int? { lines.firstIndex { $0.boxes.contains(box) } }

  /// Returns the range of the elements on a line.
  func elements(of line: Line) -> Range<Int> {
    boxes[line.boxes.lowerBound].elements.lowerBound..<boxes[line.boxes.upperBound - 1].elements.upperBound
  }

  /// Returns the number of elements of the following block that fit on the last line of this block.
  func fittingElementCount(of next: BlockLayout, width: Double, spacing: Double) -> Int {
    guard let last = boxes.last else { return 0 }
    // Added in the same order as in `init`, so that both results are equal to the last bit.
    var (x, count) = (last.frame.minX + (last.frame.width + spacing), 0)
    for box in next.boxes {
      guard x + box.frame.width <= width else { break }
      x += box.frame.width + spacing
      count = box.elements.upperBound
    }
    return count
  }
}

/// The size and the validation problem of a token. Both stay valid as long as the token does.
struct TokenMeasure {
  var size: Size
  /// The validation problem of the token, or `nil` if it is valid.
  var problem: String?
}

extension BlockLayout {
  /// The measures of the tokens: one entry for each element, `nil` for text.
  var measures: [TokenMeasure?] {
    var measures = [TokenMeasure?](repeating: nil, count: boxes.last?.elements.upperBound ?? 0)
    for box in boxes where box.text == nil {
      measures[box.elements.lowerBound] = TokenMeasure(size: box.frame.size, problem: box.problem)
    }
    return measures
  }
}

/// A text run as displayed on a line, including the preedit text of an input method.
struct TextRun {
  /// The displayed text.
  let displayedText: String
  /// The positions of the graphemes, including those of the preedit text.
  let line: TextLine
  /// The range of the preedit text among the graphemes, or `nil` if there is none.
  let composed: Range<Int>?

  /// Lays out a text run.
  ///
  /// - Parameters:
  ///   - text: The graphemes of the text.
  ///   - preedit: The preedit text and its insertion index in `text`, or `nil` if there is none.
  init(
    _ text: [Character], composing preedit: (text: String, index: Int)? = nil, style: TextStyle,
    measuring: any TextMeasuring
  ) {
    var characters = text
    var composed: Range<Int>?
    if let preedit {
      characters.insert(contentsOf: preedit.text, at: preedit.index)
      composed = preedit.index..<preedit.index + preedit.text.count
    }
    let displayed = DisplayedCharacters(characters)
    self.displayedText = displayed.text
    line = displayed.joined(measuring.line(of: displayed.text, style: style))
    self.composed = composed
  }

  /// The number of graphemes without the preedit text.
  var textCount: Int { line.clusters.count - (composed?.count ?? 0) }

  /// Returns the insertion index in the line for one in the text. At the preedit text, it is the
  /// index before it.
  func lineIndex(of index: Int) -> Int {
    guard let composed, index > composed.lowerBound else { return index }
    return index + composed.count
  }

  /// Returns the insertion index in the text for one in the line.
  func textIndex(ofLine lineIndex: Int) -> Int {
    guard let composed, lineIndex > composed.lowerBound else { return lineIndex }
    return max(composed.lowerBound, lineIndex - composed.count)
  }
}

/// Characters as displayed: some of them as several graphemes.
private struct DisplayedCharacters {
  private(set) var text = ""
  /// The number of displayed graphemes for each character.
  private var counts: [Int] = []

  init(_ characters: [Character]) {
    counts.reserveCapacity(characters.count)
    for character in characters {
      let replacement = DisplaySanitizer.replacement(for: character)
      counts.append(replacement?.count ?? 1)
      if let replacement { text += replacement } else { text.append(character) }
    }
  }

  /// Returns a line with one cluster for each character. A character that the font joins with its
  /// neighbor has no cluster of its own. It gets an empty one at the end of the neighbor.
  func joined(_ line: TextLine) -> TextLine {
    guard line.clusters.count != counts.count || counts.contains(where: { $0 != 1 }) else { return line }
    var (joined, remaining) = ([TextLine.Cluster](), line.clusters[...])
    for count in counts {
      let parts = remaining.prefix(count)
      remaining = remaining.dropFirst(count)
      joined.append(Self.union(of: parts, after: joined.last))
    }
    return TextLine(joined, isRightToLeft: line.isRightToLeft, metrics: line.metrics)
  }

  private static func union(of parts: ArraySlice<TextLine.Cluster>, after last: TextLine.Cluster?)
    -> TextLine.Cluster
  {
    guard let first = parts.first else {
      let x = last?.trailingX ?? 0
      return TextLine.Cluster(x: x...x, isRightToLeft: last?.isRightToLeft ?? false)
    }
    let x = parts.dropFirst().reduce(first.x) {
      min($0.lowerBound, $1.x.lowerBound)...max($0.upperBound, $1.x.upperBound)
    }
    return TextLine.Cluster(x: x, isRightToLeft: first.isRightToLeft)
  }
}
