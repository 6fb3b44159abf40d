package import Scene

/// An editable sequence of elements with a caret. Implements `EditingCommand` for all text types.
///
/// An element is a grapheme cluster of text or an atomic element, such as a token. The conforming
/// type stores the elements; for example, a password field stores them in protected memory.
package protocol TextEditing: ~Copyable {
  /// The selection, in insertion indices between elements.
  var selection: TextSelection { get set }

  /// The number of elements.
  var elementCount: Int { get }

  /// Whether the user may change the content.
  var isEditable: Bool { get }

  /// Returns the insertion index at which a movement from an insertion index ends.
  ///
  /// - Returns: An insertion index in 0…`elementCount`, or `index` if the movement is impossible.
  func destination(of movement: TextSelection.Movement, from index: Int) -> Int

  /// Returns the insertion indices at the left and the right edge of a range. In right-to-left
  /// text, the right edge is the start of the range.
  func visualEdges(of range: Range<Int>) -> (left: Int, right: Int)

  /// Returns the start of the word that backward deletion removes, in logical order.
  func wordStart(before index: Int) -> Int

  /// Returns the end of the word that forward deletion removes, in logical order.
  func wordEnd(after index: Int) -> Int

  /// Returns whether an element is atomic, that is, no text. The first press of a deletion key
  /// selects such an element, and a repeating key does not delete it.
  func isAtomic(at index: Int) -> Bool

  /// Returns the text run around or next to an insertion index: contiguous text without atomic
  /// elements. The range is empty if there is no text.
  func textRun(around index: Int) -> Range<Int>

  /// Removes elements and moves the caret to their position.
  mutating func remove(_ range: Range<Int>)
}

extension TextEditing where Self: ~Copyable {
  /// Returns the bounds of the range, as for left-to-right text.
  package func visualEdges(of range: Range<Int>) -> (left: Int, right: Int) {
    (range.lowerBound, range.upperBound)
  }

  /// Returns `false`: all elements are text.
  package func isAtomic(at index: Int) -> Bool { false }

  /// Returns all elements: the content is one text run.
  package func textRun(around index: Int) -> Range<Int> { 0..<elementCount }
}

// Moving and selecting.
extension TextEditing where Self: ~Copyable {
  /// Moves the caret.
  ///
  /// - Parameter extending: Whether the anchor stays. Otherwise the anchor moves too, and a step by
  ///   one element out of a selected range ends at the edge of the range.
  package mutating func move(_ movement: TextSelection.Movement, extending: Bool) {
    let side = extending ? nil : selectionEdge(toward: movement)
    let index = side ?? destination(of: movement, from: selection.head)
    selection.moveCaret(to: index, extending: extending, count: elementCount)
  }

  /// Returns the edge of the selected range at which a step by one element ends, or `nil` for other
  /// movements and without a range.
  private func selectionEdge(toward movement: TextSelection.Movement) -> Int? {
    guard !selection.isCaret else { return nil }
    switch movement {
    case .left: return visualEdges(of: selection.range).left
    case .right: return visualEdges(of: selection.range).right
    default: return nil
    }
  }

  /// Selects the text run at the caret. If it is empty or already selected, selects everything.
  package mutating func expandSelection() {
    let textRun = textRun(around: selection.head)
    if textRun.isEmpty || selection.range == textRun {
      selection.selectAll(count: elementCount)
    } else {
      selection = TextSelection(anchor: textRun.lowerBound, head: textRun.upperBound)
    }
  }
}

// Deleting.
extension TextEditing where Self: ~Copyable {
  /// Performs a deletion command.
  ///
  /// The first press selects an atomic element next to the caret, and the second press deletes it.
  /// A word command deletes it immediately. A repeating key never deletes an atomic element, so the
  /// deletion stops at the end of the text.
  ///
  /// - Parameters:
  ///   - deletion: The part of the text to delete.
  ///   - isRepeat: Whether the key event is a keyboard repeat.
  package mutating func delete(_ deletion: EditingCommand.Deletion, isRepeat: Bool) {
    guard isEditable else { return }
    let range = deletionRange(for: deletion)
    guard !range.isEmpty else { return }
    guard containsAtomicElement(in: range) else { return remove(range) }
    guard !isRepeat else { return }
    if selection.isCaret, deletion == .backward || deletion == .forward {
      let (start, end) = (range.lowerBound, range.upperBound)
      let isBackward = deletion == .backward
      selection = TextSelection(anchor: isBackward ? end : start, head: isBackward ? start : end)
    } else {
      remove(range)
    }
  }

  /// Returns the range that a command would delete.
  private func deletionRange(for deletion: EditingCommand.Deletion) -> Range<Int> {
    let index = selection.head
    switch deletion {
    // These commands delete text up to the end of its run. They never delete atomic elements.
    case .toStart where !selection.isCaret, .toEnd where !selection.isCaret:
      return containsAtomicElement(in: selection.range) ? index..<index : selection.range
    case _ where !selection.isCaret: return selection.range
    case .toStart: return min(textRun(around: index).lowerBound, index)..<index
    case .toEnd: return index..<max(textRun(around: index).upperBound, index)
    case .backward: return max(0, index - 1)..<index
    case .forward: return index..<min(elementCount, index + 1)
    case .wordBackward: return wordStart(before: index)..<index
    case .wordForward: return index..<wordEnd(after: index)
    }
  }

  private func containsAtomicElement(in range: Range<Int>) -> Bool { range.contains { isAtomic(at: $0) } }
}

/// A caret, or a selected range with a fixed and a moving end.
///
/// The ends are insertion indices between *n* elements, such as characters or tokens: 0 is before
/// the first element, and *n* is after the last.
public struct TextSelection: Hashable, Sendable {
  /// The fixed end of the range.
  public private(set) var anchor: Int
  /// The moving end of the range, at which the caret is displayed.
  public private(set) var head: Int

  /// Creates a caret at an insertion index.
  ///
  /// - Precondition: The index is not negative.
  package init(caret: Int) { self.init(anchor: caret, head: caret) }

  /// Creates a range.
  ///
  /// - Precondition: Neither end is negative.
  package init(anchor: Int, head: Int) {
    precondition(anchor >= 0 && head >= 0, "negative insertion index: \(anchor), \(head)")
    self.anchor = anchor
    self.head = head
  }

  /// Returns the selection that an assistive program requests, also that of the text to replace. `nil` for other requests.
  ///
  /// - Parameters:
  ///   - text: The text to which the offsets of the request refer.
  ///   - start: The insertion index before the text.
  package func changed(
    by request: AccessibilityRequest.Kind, in text: AccessibleText.Content, from start: Int = 0
  ) -> TextSelection? {
    let offsets: Range<Int>
    switch request {
    case .setCaret(let offset): offsets = offset..<offset
    case .select(let range?), .replaceText(let range, _): offsets = range
    case .select(nil): return TextSelection(caret: head)
    default: return nil
    }
    func index(_ offset: Int) -> Int { start + text.graphemeIndex(ofOffset: offset) }
    return TextSelection(anchor: index(offsets.lowerBound), head: index(offsets.upperBound))
  }

  /// The range between both ends.
  public var range: Range<Int> { min(anchor, head)..<max(anchor, head) }

  /// Whether the selection is only a caret.
  public var isCaret: Bool { anchor == head }

  /// A movement of the caret. Left and right are directions on the screen, regardless of the
  /// direction of the text.
  public enum Movement: Hashable, Sendable {
    /// By one character or token.
    case left, right
    /// To the next word boundary.
    case wordLeft, wordRight
    /// Past one token, or past one text run.
    case tokenLeft, tokenRight
    /// By one line.
    case up, down
    /// To an end of the line.
    case lineStart, lineEnd
    /// To an end of the text.
    case toStart, toEnd
  }

  /// Moves the caret to an insertion index, clamped to 0…`count`.
  ///
  /// - Parameters:
  ///   - index: The insertion index.
  ///   - extending: Whether the anchor stays. Otherwise it moves with the caret.
  ///   - count: The number of elements.
  package mutating func moveCaret(to index: Int, extending: Bool = false, count: Int) {
    head = max(0, min(index, count))
    if !extending { anchor = head }
  }

  /// Selects all of `count` elements, with the caret at the end.
  package mutating func selectAll(count: Int) { (anchor, head) = (0, count) }

  /// Collapses the range to the caret.
  package mutating func collapse() { anchor = head }
}
