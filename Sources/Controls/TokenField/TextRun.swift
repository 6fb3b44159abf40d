import Scene

/// Text in one piece as it is shown in a line, with what an input method composes in it.
struct TextRun {
  /// What is drawn.
  let shown: String
  /// Where each grapheme stands: those of the text, and those that are being composed.
  let line: TextLine
  /// Where among them the text stands that is being composed; `nil` where there is none.
  let composed: Range<Int>?

  /// - Parameters:
  ///   - text: Its graphemes.
  ///   - preedit: What is composed, and before which of them; `nil` for nothing.
  init(
    _ text: [Character], composing preedit: (text: String, gap: Int)? = nil, style: TextStyle,
    measuring: any TextMeasuring
  ) {
    var characters = text
    var composed: Range<Int>?
    if let preedit {
      characters.insert(contentsOf: preedit.text, at: preedit.gap)
      composed = preedit.gap..<preedit.gap + preedit.text.count
    }
    let shown = ShownCharacters(characters)
    self.shown = shown.text
    line = shown.joined(measuring.line(of: shown.text, style: style))
    self.composed = composed
  }

  /// How many graphemes the text has by itself.
  var textCount: Int { line.clusters.count - (composed?.count ?? 0) }

  /// Which of the line's gaps one of the text's is; where text is being composed, that before it.
  func lineGap(of gap: Int) -> Int {
    guard let composed, gap > composed.lowerBound else { return gap }
    return gap + composed.count
  }

  /// Which of the text's gaps one of the line's is.
  func gap(ofLine lineGap: Int) -> Int {
    guard let composed, lineGap > composed.lowerBound else { return lineGap }
    return max(composed.lowerBound, lineGap - composed.count)
  }
}

/// Characters as they are shown, some of them as several.
private struct ShownCharacters {
  private(set) var text = ""
  /// How many graphemes are shown for each.
  private var counts: [Int] = []

  init(_ characters: [Character]) {
    counts.reserveCapacity(characters.count)
    for character in characters {
      let standIn = DisplayText.standIn(for: character)
      counts.append(standIn?.count ?? 1)
      if let standIn { text += standIn } else { text.append(character) }
    }
  }

  /// A line with one cluster for each character. What has joined its neighbour in a font has none of
  /// its own, and stands at the neighbour's end.
  func joined(_ line: TextLine) -> TextLine {
    guard line.clusters.count != counts.count || counts.contains(where: { $0 != 1 }) else {
      return line
    }
    var (joined, rest) = ([TextLine.Cluster](), line.clusters[...])
    for count in counts {
      let parts = rest.prefix(count)
      rest = rest.dropFirst(count)
      joined.append(Self.union(of: parts, after: joined.last))
    }
    return TextLine(joined, isRightToLeft: line.isRightToLeft, metrics: line.metrics)
  }

  private static func union(
    of parts: ArraySlice<TextLine.Cluster>, after last: TextLine.Cluster?
  ) -> TextLine.Cluster {
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
