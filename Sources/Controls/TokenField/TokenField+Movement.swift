import Scene

/// Where the caret goes: in text by graphemes and words as they are seen, between tokens by tokens,
/// up and down by lines.
extension TokenField: TextEditing {
  package var unitCount: Int { count }

  package var isEditable: Bool { configuration.isEditable }

  package func isPiece(at index: Int) -> Bool { !editor.units[index].isText }

  package func stretch(around gap: Int) -> Range<Int> { editor.units.stretch(around: gap) }

  package mutating func remove(_ range: Range<Int>) {
    let isText = !range.contains { isPiece(at: $0) }
    editor.remove(range, as: isText ? .deleting : .single)
  }

  package func destination(of movement: TextSelection.Movement, from gap: Int) -> Int {
    place(after: movement).gap
  }

  package func ends(of range: Range<Int>) -> (left: Int, right: Int) {
    let isReversed =
      stretch(around: range.lowerBound).upperBound >= range.upperBound
      && run(around: range.lowerBound)?.run.line.isRightToLeft == true
    let (start, end) = (range.lowerBound, range.upperBound)
    return isReversed ? (end, start) : (start, end)
  }

  package func wordStart(before gap: Int) -> Int {
    let text = editor.units.stretch(before: gap)
    guard !text.isEmpty else { return max(0, gap - 1) }
    return text.lowerBound + words(in: text).wordStart(before: text.count)
  }

  package func wordEnd(after gap: Int) -> Int {
    let text = editor.units.stretch(after: gap)
    guard !text.isEmpty else { return min(count, gap + 1) }
    return gap + words(in: text).wordEnd(after: 0)
  }

  func words(in text: Range<Int>) -> WordBoundaries<[Character]> {
    WordBoundaries(in: editor.units.characters(in: text))
  }

  /// Where a movement leads from the caret.
  func place(after movement: TextSelection.Movement) -> CaretPlace {
    let gap = selection.head
    switch movement {
    case .left: return CaretPlace(gap: step(from: gap, toLeft: true))
    case .right: return CaretPlace(gap: step(from: gap, toLeft: false))
    case .wordLeft: return CaretPlace(gap: wordStep(from: gap, toLeft: true))
    case .wordRight: return CaretPlace(gap: wordStep(from: gap, toLeft: false))
    case .pieceLeft: return CaretPlace(gap: pieceStep(from: gap, toLeft: true))
    case .pieceRight: return CaretPlace(gap: pieceStep(from: gap, toLeft: false))
    case .up: return verticalStep(-1)
    case .down: return verticalStep(1)
    case .lineStart: return lineEnd(isStart: true)
    case .lineEnd: return lineEnd(isStart: false)
    case .toStart: return CaretPlace(gap: 0)
    case .toEnd: return CaretPlace(gap: count)
    }
  }
}

// Left and right.
extension TokenField {
  /// The laid-out text that a gap lies in or beside, and where it begins.
  private func run(around gap: Int) -> (run: TextRun, start: Int)? {
    let text = stretch(around: gap)
    guard !text.isEmpty,
      let position = flow.position(of: text.lowerBound, in: editor.units),
      let box = position.layout.box(ofUnit: position.offset),
      let run = position.layout.boxes[box].text
    else { return nil }
    return (run, text.lowerBound)
  }

  /// By one grapheme or one token.
  private func step(from gap: Int, toLeft: Bool) -> Int {
    guard let (run, start) = run(around: gap) else {
      return entering(max(0, min(gap + (toLeft ? -1 : 1), count)), fromLeft: !toLeft)
    }
    let next = run.line.gap(nextTo: gap - start, onTheLeft: toLeft)
    if start + next != gap { return start + next }
    // The caret leaves the text on that side of it, whichever end it is.
    let beyond = toLeft ? start - 1 : start + run.line.clusters.count + 1
    guard (0...count).contains(beyond) else { return gap }
    return entering(beyond, fromLeft: !toLeft)
  }

  /// The gap at the side of text that the caret comes to, where there is text at a gap.
  private func entering(_ gap: Int, fromLeft: Bool) -> Int {
    guard let (run, start) = run(around: gap) else { return gap }
    return fromLeft == run.line.isRightToLeft ? start + run.line.clusters.count : start
  }

  /// By a word in text; where there is none, to an end of the field, or past one token.
  private func wordStep(from gap: Int, toLeft: Bool) -> Int {
    let text = stretch(around: gap)
    let isBackward = toLeft != (run(around: gap)?.run.line.isRightToLeft ?? false)
    if !text.isEmpty, gap != (isBackward ? text.lowerBound : text.upperBound) {
      return isBackward ? wordStart(before: gap) : wordEnd(after: gap)
    }
    guard text.isEmpty, configuration.controlArrow == .ends else {
      return step(from: gap, toLeft: toLeft)
    }
    return toLeft ? 0 : count
  }

  /// By one token, or past all text that stands in one piece.
  private func pieceStep(from gap: Int, toLeft: Bool) -> Int {
    guard let (run, start) = run(around: gap) else { return step(from: gap, toLeft: toLeft) }
    let side = toLeft == run.line.isRightToLeft ? start + run.textCount : start
    return gap == side ? step(from: gap, toLeft: toLeft) : side
  }
}

// Lines.
extension TokenField {
  private func verticalStep(_ step: Int) -> CaretPlace {
    let end = CaretPlace(gap: step < 0 ? 0 : count)
    guard let x = goalX ?? flow.caret(at: caretPlace, in: editor.units)?.minX,
      let line = flow.line(at: caretPlace, in: editor.units),
      let next = flow.line(step, from: line, in: editor.units)
    else { return end }
    return flow.place(on: next, nearestTo: x, in: editor.units)
  }

  /// In text to the end of the line, and from there to that of the field; where no text is, to that
  /// of the field at once. In a token that is being edited to the end of its text before that.
  private func lineEnd(isStart: Bool) -> CaretPlace {
    if let text = editor.trial?.range {
      let gap = isStart ? text.lowerBound : text.upperBound
      if gap != selection.head || !selection.isCaret { return CaretPlace(gap: gap) }
    }
    let end = CaretPlace(gap: isStart ? 0 : count)
    guard editor.hasTextHere, let line = flow.line(at: caretPlace, in: editor.units) else {
      return end
    }
    let gap = isStart ? line.gaps.lowerBound : line.gaps.upperBound
    let place = CaretPlace(gap: gap, isAtLineEnd: !isStart && gap < count)
    return place.gap == selection.head && (isStart || isAtLineEnd || gap == count) ? end : place
  }
}
