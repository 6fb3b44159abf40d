import Scene

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
