/// The content of a token field with its caret, selection and undo history, independent of its
/// appearance.
///
/// The elements are tokens and graphemes of text that is not a token. The text between two tokens
/// is one text run. After each call, the view must take the pending updates.
struct TokenEditor<Adapter: TokenAdapter> {
  typealias Token = Adapter.Token
  typealias Elements = ElementSequence<Token>

  private(set) var elements: Elements
  var adapter: Adapter
  var configuration: TokenFieldConfiguration
  var selected = ElementSelection(main: TextSelection(caret: 0))
  var history = EditHistory<Edit>()
  /// The in-place edit of a token, or `nil` if there is none.
  var inPlaceEdit: InPlaceEdit?
  /// The number of changes of the content.
  private(set) var editCount = 0
  /// Selections that follow all changes of the content: the destinations of pastes, by the numbers of their requests,
  /// and one with the highest number, which the user makes.
  var trackedSelections: [Int: TrackedSelection] = [:]
  /// The number of tokens with each key. `nil` until a duplicate is searched.
  private var keyCounts: [String: Int]?
  /// The updates that the view has not taken yet.
  private(set) var pendingUpdates = PendingUpdates()

  /// A change of the content and of the selection.
  struct Edit {
    /// The replacements of ranges of the content, in order.
    var replacements: [Replacement]
    /// The mapping of offsets through the change. It has a segment for each removed range, also if one replacement
    /// contains several of them and the content between them.
    var map: PositionMap
    var before: ElementSelection
    var after: ElementSelection
  }

  /// The replacement of a range of the content.
  struct Replacement {
    /// The offset in the content before the change.
    var start: Int
    var removed: Elements
    var inserted: Elements

    var end: Int { start + removed.length }
    var isEmpty: Bool { removed.isEmpty && inserted.isEmpty }
    var inverse: Self { Self(start: start, removed: inserted, inserted: removed) }
  }

  /// The in-place edit of a token: the token before it became text, and the offsets of that text.
  struct InPlaceEdit {
    let original: Token
    let checkpoint: EditHistory<Edit>.Checkpoint
    fileprivate(set) var offsets: Range<Int>
  }

  /// The changes that the view has not applied yet.
  struct PendingUpdates {
    /// The changes for the layout, in the order in which they were made.
    var changes: [ElementChange] = []
    var inserted = Elements()
    var removed = Elements()
    /// Whether the changes undo earlier ones.
    var isUndo = false
    /// Whether the user has accepted an in-place edit without a change.
    var isUnchanged = false
    /// The tokens to highlight.
    var flashes: [Token.ID] = []
    /// The reason why a command was not executed.
    var message: ControlMessage?
  }

  init(_ tokens: some Sequence<Token>, adapter: Adapter, configuration: TokenFieldConfiguration) {
    elements = Elements(tokens.lazy.map { .token($0) })
    self.adapter = adapter
    self.configuration = configuration
  }

  /// Returns the pending updates and clears them. Limits the undo history, but keeps the changes of an in-place edit,
  /// because it may be reverted as a whole.
  mutating func takePendingUpdates() -> PendingUpdates {
    defer { pendingUpdates = PendingUpdates() }
    if inPlaceEdit == nil { history.trim() }
    return pendingUpdates
  }

  /// Returns the name of a token in a message.
  func displayName(of token: Token) -> String {
    TokenFieldConstants.name(adapter.name(of: token))
  }

  mutating func reportMessage(_ message: ControlMessage, highlighting tokens: [Token.ID] = []) {
    pendingUpdates.message = message
    pendingUpdates.flashes += tokens
  }
}

// Changing the content.
extension TokenEditor {
  /// The maximum number of ranges for which the layout between them is kept.
  static var maximumReplacementCount: Int { 16 }

  /// Replaces a range and removes other ranges, as one edit. The caret moves after the new elements.
  ///
  /// - Parameters:
  ///   - isMove: Whether the new elements existed before in another position, so that the history keeps no more texts.
  ///   - others: Ranges to remove, in order. They do not overlap `range`.
  ///   - selectsNew: Whether to select the new elements.
  ///   - pasteNumber: The number of the paste that makes the change. Destinations of later pastes stay after the new
  ///     elements.
  /// - Returns: The mapping of offsets.
  @discardableResult mutating func replace(
    _ range: Range<Int>, with new: Elements, as kind: EditHistory<Edit>.Kind = .discrete,
    isMove: Bool = false, removing others: [Range<Int>] = [], selectsNew: Bool = false,
    pasteNumber: Int = .max
  ) -> PositionMap {
    let insertion = others.count { $0.lowerBound < range.lowerBound }
    let ranges = others[..<insertion] + [range] + others[insertion...]
    var replacements = ranges.enumerated().map { index, range in
      Replacement(
        start: elements.offset(of: range.lowerBound), removed: elements.slice(range),
        inserted: index == insertion ? new : Elements())
    }
    let map = PositionMap(
      replacements.map { PositionMap.Segment(old: $0.start..<$0.end, newLength: $0.inserted.length) })
    let start = map.map(replacements[insertion].start)
    if replacements.count > Self.maximumReplacementCount { replacements = [joined(replacements)] }
    replacements.removeAll(where: \.isEmpty)
    var edit = Edit(replacements: replacements, map: map, before: selected, after: selected)
    if !replacements.isEmpty { apply(edit, pasteNumber: pasteNumber) }
    let caret = elements.index(atOrAfter: start + new.length)
    let anchor = selectsNew ? elements.index(atOrAfter: start) : caret
    selected = ElementSelection(main: TextSelection(anchor: anchor, head: caret))
    edit.after = selected
    if !replacements.isEmpty {
      history.record(edit, cost: cost(of: edit, inserting: isMove ? Elements() : new), as: kind)
    }
    return map
  }

  /// Removes the selected elements, as one undo step.
  mutating func removeSelected(as kind: EditHistory<Edit>.Kind = .discrete) {
    let ranges = selectedRanges
    guard configuration.isEditable, let first = ranges.first else { return }
    // The removal of several ranges continues no step.
    if ranges.count > 1 { history.endStep() }
    replace(first, with: Elements(), as: kind, removing: Array(ranges.dropFirst()))
  }

  /// Removes a range. The caret moves to its position.
  mutating func remove(_ range: Range<Int>, as kind: EditHistory<Edit>.Kind) {
    if configuration.isEditable { replace(range, with: Elements(), as: kind) }
  }

  /// Returns one replacement with the effect of several.
  private func joined(_ replacements: [Replacement]) -> Replacement {
    var (inserted, end) = (Elements(), replacements[0].start)
    for replacement in replacements {
      inserted.append(elements.slice(offsets: end..<replacement.start))
      inserted.append(replacement.inserted)
      end = replacement.end
    }
    let start = replacements[0].start
    return Replacement(start: start, removed: elements.slice(offsets: start..<end), inserted: inserted)
  }

  /// The selection, as it would be tracked from now on.
  var trackedSelection: TrackedSelection { TrackedSelection(selected, in: elements) }

  /// Makes a change during which the selection stays between the same elements. What is inserted at an end of a selection
  /// does not belong to it.
  mutating func keepingSelection(_ change: (inout Self) -> PositionMap) {
    let old = selected.mapped(elements.offset)
    let map = change(&self)
    let others = old.additional.map { map.map($0) }.filter { !$0.isReplaced }.map(\.range)
    func position(_ index: Int) -> Int {
      map.map(index, !old.main.range.isEmpty && index == old.main.range.lowerBound ? .after : .before)
    }
    let main = TextSelection(anchor: position(old.main.anchor), head: position(old.main.head))
    selected = ElementSelection(main: main, additional: others).mapped(elements.index(atOrAfter:))
  }

  /// Makes one undo step of all changes in a closure. Redoing the step restores the selection that
  /// exists after the closure.
  ///
  /// - Parameter checkpoint: The checkpoint from which on earlier changes belong to the step. If `nil`, no
  ///   earlier changes belong to it.
  mutating func makeStep(
    since checkpoint: EditHistory<Edit>.Checkpoint? = nil, _ change: (inout Self) -> Void
  ) {
    let own = history.checkpoint()
    change(&self)
    let selected = selected
    history.updateLastChange(since: own) { $0.after = selected }
    history.coalesce(since: checkpoint ?? own)
  }

  /// Returns the approximate number of bytes that the history keeps for an edit: its elements and the texts of new ones.
  private func cost(of edit: Edit, inserting new: Elements) -> Int {
    let elements = edit.replacements.reduce(0) { cost, replacement in
      let (removed, inserted) = (replacement.removed.items, replacement.inserted.items)
      let count = removed.underestimatedCount + inserted.underestimatedCount
      return cost + MemoryLayout<Replacement>.stride + count * MemoryLayout<Elements.Item>.stride
    }
    return new.items.reduce(elements) { cost, item in
      cost + (item.token.map { adapter.text(of: $0).utf8.count } ?? item.text?.length ?? 0)
    }
  }

  mutating func undo() { revert(history.undo()) }

  mutating func redo() { for edit in history.redo() { apply(edit) } }

  /// Reverts edits.
  ///
  /// - Parameters:
  ///   - edits: The edits, newest first.
  ///   - isUnchanged: Whether they are an in-place edit that the user has accepted.
  mutating func revert(_ edits: [Edit], isUnchanged: Bool = false) {
    (pendingUpdates.isUndo, pendingUpdates.isUnchanged) = (true, isUnchanged)
    for edit in edits { apply(edit.inverse) }
  }

  private mutating func apply(_ edit: Edit, pasteNumber: Int = .max) {
    // From the end, so that the offsets of the other replacements stay valid.
    for replacement in edit.replacements.reversed() {
      let range = replacement.start..<replacement.end
      updateInPlaceEdit(for: replacement, over: range)
      pendingUpdates.changes.append(elements.replace(offsets: range, with: replacement.inserted))
    }
    if configuration.duplicates == .allow { keyCounts = nil }
    for replacement in edit.replacements {
      pendingUpdates.removed.append(replacement.removed)
      pendingUpdates.inserted.append(replacement.inserted)
      countKeys(of: replacement.removed, by: -1)
      countKeys(of: replacement.inserted, by: 1)
    }
    editCount += 1
    for number in trackedSelections.keys {
      trackedSelections[number]?.move(by: edit.map, number > pasteNumber ? .after : .before)
    }
    selected = edit.after
  }

  /// Updates the offsets of the in-place edit, or ends it if the change is outside of its text or
  /// inserts a token.
  private mutating func updateInPlaceEdit(for replacement: Replacement, over range: Range<Int>) {
    guard let inPlaceEdit else { return }
    let isWithin =
      inPlaceEdit.offsets.lowerBound <= range.lowerBound && range.upperBound <= inPlaceEdit.offsets.upperBound
    guard isWithin, !replacement.inserted.hasToken else {
      self.inPlaceEdit = nil
      return
    }
    let end = inPlaceEdit.offsets.upperBound + replacement.inserted.length - range.count
    self.inPlaceEdit?.offsets = inPlaceEdit.offsets.lowerBound..<end
  }

  /// The text of the in-place edit.
  var inPlaceRange: Range<Int>? { inPlaceEdit.map { elements.indices(atOrAfter: $0.offsets) } }

  // Finding tokens by key.

  /// Returns the index of the first token with a key, or `nil` if there is none.
  ///
  /// - Complexity: O(1) if there is none, except for the first call.
  mutating func index(ofKey key: String) -> Int? {
    if keyCounts == nil {
      keyCounts = [:]
      countKeys(of: elements, by: 1)
    }
    guard keyCounts?[key] != nil else { return nil }
    return elements.tokens.firstIndex { adapter.key(of: $0) == key }.map(elements.index(ofToken:))
  }

  private mutating func countKeys(of elements: Elements, by growth: Int) {
    guard keyCounts != nil else { return }
    for token in elements.tokens {
      let key = adapter.key(of: token)
      let count = (keyCounts?[key] ?? 0) + growth
      keyCounts?[key] = count > 0 ? count : nil
    }
  }
}

extension TokenEditor.Edit {
  /// The edit that reverts this edit.
  var inverse: Self {
    var growth = 0
    let replacements = replacements.map { replacement in
      var inverse = replacement.inverse
      inverse.start += growth
      growth += replacement.inserted.length - replacement.removed.length
      return inverse
    }
    return Self(replacements: replacements, map: map.inverse, before: after, after: before)
  }
}
