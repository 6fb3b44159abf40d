/// Something with a caret in it: what the commands of `EditingCommand` mean, said once for every
/// kind of text.
///
/// It is a row of units, of which each is a grapheme cluster of text or a thing that is none, such
/// as a token. Who conforms keeps them, as openly or as secretly as they want to be kept.
package protocol TextEditing: ~Copyable {
  /// The caret and what is selected, by the gaps between units.
  var selection: TextSelection { get set }

  /// How many units there are.
  var unitCount: Int { get }

  /// Whether a person may change the content.
  var isEditable: Bool { get }

  /// Where a movement leads from a gap.
  ///
  /// - Returns: A gap in 0…`unitCount`; where the movement leads nowhere, the same.
  func destination(of movement: TextSelection.Movement, from gap: Int) -> Int

  /// The ends of a range as they are seen; in text that is read from right to left its beginning is
  /// the right one.
  func ends(of range: Range<Int>) -> (left: Int, right: Int)

  /// Where the word begins that deleting backward takes, in the order of reading.
  func wordStart(before gap: Int) -> Int

  /// Where the word ends that deleting forward takes, in the order of reading.
  func wordEnd(after gap: Int) -> Int

  /// Whether a unit is no text. Such a unit is deleted neither by the first press of a key nor by
  /// one that is held.
  func isPiece(at index: Int) -> Bool

  /// The text without a piece in it that a gap lies in or beside; empty where there is none.
  func stretch(around gap: Int) -> Range<Int>

  /// Takes some units out and leaves the caret where they were.
  mutating func remove(_ range: Range<Int>)
}

extension TextEditing where Self: ~Copyable {
  /// Reading from left to right.
  package func ends(of range: Range<Int>) -> (left: Int, right: Int) {
    (range.lowerBound, range.upperBound)
  }

  /// All is text.
  package func isPiece(at index: Int) -> Bool { false }

  /// All is one stretch.
  package func stretch(around gap: Int) -> Range<Int> { 0..<unitCount }
}

// Moving and selecting.
extension TextEditing where Self: ~Copyable {
  /// Moves the caret.
  ///
  /// - Parameter extending: Whether the anchor stays. Otherwise it follows, and a step by one out
  ///   of a range goes to that side of the range instead.
  package mutating func move(_ movement: TextSelection.Movement, extending: Bool) {
    let side = extending ? nil : sideOfRange(toward: movement)
    let gap = side ?? destination(of: movement, from: selection.head)
    selection.place(at: gap, extending: extending, count: unitCount)
  }

  /// The end of the selected range that a step by one goes to.
  private func sideOfRange(toward movement: TextSelection.Movement) -> Int? {
    guard !selection.isCaret else { return nil }
    switch movement {
    case .left: return ends(of: selection.range).left
    case .right: return ends(of: selection.range).right
    default: return nil
    }
  }

  /// Selects the text that the caret is in, and by a second time all there is.
  package mutating func selectMore() {
    let stretch = stretch(around: selection.head)
    if stretch.isEmpty || selection.range == stretch {
      selection.selectAll(count: unitCount)
    } else {
      selection = TextSelection(anchor: stretch.lowerBound, head: stretch.upperBound)
    }
  }
}

// Deleting.
extension TextEditing where Self: ~Copyable {
  /// Does what a key that deletes asks for.
  ///
  /// A piece beside the caret is selected by the first press, which the second one deletes; at a
  /// word's command it is deleted at once. No piece is deleted by a key that is held: who holds it
  /// to delete text stops at the text's end.
  ///
  /// - Parameter isRepeat: Whether the keyboard repeats a key that is held.
  package mutating func delete(_ deletion: EditingCommand.Deletion, isRepeat: Bool) {
    guard isEditable else { return }
    let range = doomed(by: deletion)
    guard !range.isEmpty else { return }
    guard hasPiece(in: range) else { return remove(range) }
    guard !isRepeat else { return }
    if selection.isCaret, deletion == .backward || deletion == .forward {
      select(range, headFirst: deletion == .backward)
    } else {
      remove(range)
    }
  }

  private mutating func select(_ range: Range<Int>, headFirst: Bool) {
    let (start, end) = (range.lowerBound, range.upperBound)
    selection = TextSelection(anchor: headFirst ? end : start, head: headFirst ? start : end)
  }

  /// What a command would delete.
  private func doomed(by deletion: EditingCommand.Deletion) -> Range<Int> {
    let gap = selection.head
    switch deletion {
    // These delete text up to an end of it; pieces are never lost by them.
    case .toStart where !selection.isCaret, .toEnd where !selection.isCaret:
      return hasPiece(in: selection.range) ? gap..<gap : selection.range
    case _ where !selection.isCaret: return selection.range
    case .toStart: return min(stretch(around: gap).lowerBound, gap)..<gap
    case .toEnd: return gap..<max(stretch(around: gap).upperBound, gap)
    case .backward: return max(0, gap - 1)..<gap
    case .forward: return gap..<min(unitCount, gap + 1)
    case .wordBackward: return wordStart(before: gap)..<gap
    case .wordForward: return gap..<wordEnd(after: gap)
    }
  }

  private func hasPiece(in range: Range<Int>) -> Bool { range.contains { isPiece(at: $0) } }
}
