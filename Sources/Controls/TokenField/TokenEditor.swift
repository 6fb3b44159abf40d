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
  /// The caret and the range that was selected last.
  var selection = TextSelection(caret: 0)
  /// The other selected ranges, each selected by a separate click.
  var additionalSelections: [Range<Int>] = []
  var history = EditHistory<Edit>()
  /// The in-place edit of a token, or `nil` if there is none.
  var inPlaceEdit: InPlaceEdit? { didSet { updateTrimming(replacing: oldValue) } }
  /// The number of changes of the content.
  private(set) var editCount = 0
  /// The updates that the view has not taken yet.
  private(set) var pendingUpdates = PendingUpdates()

  /// A replacement of elements.
  struct Edit {
    var start: Int
    var removed: Elements
    var inserted: Elements
    var before: TextSelection
    var after: TextSelection
    /// The removed ranges, in order, if all inserted elements were already there between them.
    /// Otherwise empty.
    var parts: [Range<Int>] = []
    /// Whether the edit inserts these ranges again, between elements that were already there.
    var isReinsertion = false
    /// The additional selections before and after the edit.
    var additionalBefore: [Range<Int>] = []
    var additionalAfter: [Range<Int>] = []
  }

  /// The in-place edit of a token: the token before it became text, and the range of that text.
  struct InPlaceEdit {
    let original: Token
    let checkpoint: EditHistory<Edit>.Checkpoint
    var range: Range<Int>
  }

  /// The changes that the view has not applied yet.
  struct PendingUpdates {
    /// The changes in the order in which they were made.
    var changes: [Elements.Change] = []
    /// One replacement for each change.
    var replacements: [Replacement] = []
    var inserted = Elements()
    var removed = Elements()
    /// Whether the changes undo earlier ones.
    var isUndo = false
    /// Content that was trimmed from the undo history.
    var trimmedContent: [Elements] = []
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

  /// Returns the pending updates and clears them.
  mutating func takePendingUpdates() -> PendingUpdates {
    defer { pendingUpdates = PendingUpdates() }
    return pendingUpdates
  }

  mutating func reportMessage(_ message: ControlMessage, highlighting tokens: [Token.ID] = []) {
    pendingUpdates.message = message
    pendingUpdates.flashes += tokens
  }
}

// Changing the content.
extension TokenEditor {
  /// Replaces a range, moves the caret after the new elements and records the change for undo.
  /// Graphemes are segmented again at each boundary between two texts.
  ///
  /// - Parameters:
  ///   - cost: The approximate number of bytes that the history keeps for the new elements: 0 for
  ///     elements that existed before in another position. If `nil`, it is computed in O(*n*) for
  ///     *n* elements.
  ///   - parts: The ranges that are removed, in order, if all other elements of `range` are
  ///     inserted again.
  /// - Returns: The replacement, which maps insertion indices.
  @discardableResult mutating func replace(
    _ range: Range<Int>, with new: Elements, as kind: EditHistory<Edit>.Kind = .discrete, cost: Int? = nil,
    removing parts: [Range<Int>] = []
  ) -> GraphemeSplice<Token> {
    let splice = GraphemeSplice(replacing: range, with: new, in: elements)
    guard !splice.range.isEmpty || !splice.elements.isEmpty else {
      selection = TextSelection(caret: range.lowerBound)
      return splice
    }
    // If graphemes have joined, none of the adjacent ones is unchanged.
    let isExact =
      splice.range == range && parts.reduce(splice.elements.count) { $0 + $1.count } == splice.range.count
    let edit = Edit(
      start: splice.range.lowerBound, removed: elements.slice(splice.range), inserted: splice.elements,
      before: selection, after: TextSelection(caret: splice.caret), parts: isExact ? parts : [],
      additionalBefore: additionalSelections)
    additionalSelections = []
    recordTrimmed(history.record(edit, cost: cost ?? self.cost(of: splice.elements), as: kind))
    apply(edit)
    return splice
  }

  private mutating func recordTrimmed(_ steps: [[Edit]]) {
    pendingUpdates.trimmedContent += steps.joined().flatMap { [$0.removed, $0.inserted] }
  }

  /// Makes one undo step of all changes in a closure. Redoing the step restores the selection that
  /// exists after the closure.
  ///
  /// - Parameters:
  ///   - checkpoint: The checkpoint from which on earlier changes belong to the step. If `nil`, no
  ///     earlier changes belong to it.
  ///   - kind: The kind of the change. Further changes of the same kind continue the step.
  mutating func makeStep(
    since checkpoint: EditHistory<Edit>.Checkpoint? = nil, as kind: EditHistory<Edit>.Kind = .discrete,
    _ change: (inout Self) -> Void
  ) {
    suspendTrimming { editor in
      let own = editor.history.checkpoint()
      change(&editor)
      let (selection, additionalSelections) = (editor.selection, editor.additionalSelections)
      editor.history.updateLastChange(since: own) { edit in
        (edit.after, edit.additionalAfter) = (selection, additionalSelections)
      }
      editor.history.coalesce(since: checkpoint ?? own, as: kind)
    }
  }

  /// Makes a change during which nothing is trimmed from the history.
  mutating func suspendTrimming(while change: (inout Self) -> Void) {
    history.suspendTrimming()
    change(&self)
    recordTrimmed(history.resumeTrimming())
  }

  /// Keeps the changes of an in-place edit in the history, because the edit may be reverted as a
  /// whole.
  private mutating func updateTrimming(replacing old: InPlaceEdit?) {
    if old == nil, inPlaceEdit != nil { history.suspendTrimming() }
    if old != nil, inPlaceEdit == nil { recordTrimmed(history.resumeTrimming()) }
  }

  /// Returns the approximate number of bytes that the history keeps for inserted elements. Removed
  /// elements existed before, so that keeping them takes no more memory.
  func cost(of new: Elements) -> Int { new.reduce(0) { $0 + cost(of: $1) } }

  /// Returns the same for one element.
  func cost(of element: Elements.Element) -> Int {
    MemoryLayout<Elements.Element>.stride + (element.token.map { adapter.text(of: $0).utf8.count } ?? 0)
  }

  mutating func undo() {
    pendingUpdates.isUndo = true
    revert(history.undo())
  }

  mutating func redo() { for edit in history.redo() { apply(edit) } }

  /// Reverts edits.
  ///
  /// - Parameter edits: The edits, newest first.
  mutating func revert(_ edits: [Edit]) { for edit in edits { apply(edit.inverse) } }

  private mutating func apply(_ edit: Edit) {
    let range = edit.start..<edit.start + edit.removed.count
    updateInPlaceEdit(for: edit, over: range)
    let change = elements.replace(range, with: edit.inserted)
    editCount += 1
    pendingUpdates.changes.append(change)
    pendingUpdates.replacements.append(
      Replacement(whole: (range, edit.inserted.count), parts: edit.parts, isReinsertion: edit.isReinsertion)
    )
    pendingUpdates.removed.append(edit.removed)
    pendingUpdates.inserted.append(edit.inserted)
    (selection, additionalSelections) = (edit.after, edit.additionalAfter)
  }

  /// Updates the range of the in-place edit, or ends it if the edit is outside that range or
  /// inserts a token.
  private mutating func updateInPlaceEdit(for edit: Edit, over range: Range<Int>) {
    guard let inPlaceEdit else { return }
    let isWithin =
      inPlaceEdit.range.lowerBound <= range.lowerBound && range.upperBound <= inPlaceEdit.range.upperBound
    let isText = edit.inserted.textCount == edit.inserted.count
    guard isWithin, isText else {
      self.inPlaceEdit = nil
      return
    }
    let growth = edit.inserted.count - range.count
    self.inPlaceEdit?.range = inPlaceEdit.range.lowerBound..<inPlaceEdit.range.upperBound + growth
  }

  /// Computes missing fingerprints of about `limit` elements, in frames with time to spare.
  mutating func computeFingerprints(limit: Int) {
    let adapter = adapter
    elements.computeFingerprints(limit: limit) { KeyFingerprint.fingerprint(of: $0, adapter) }
  }

  /// Computes the fingerprints of a block.
  ///
  /// - Returns: Whether the block already had fingerprints.
  mutating func computeFingerprints(ofBlock block: Int) -> Bool {
    guard elements.blocks[block].fingerprints == nil else { return true }
    let adapter = adapter
    elements.setFingerprints(
      block: block,
      with: ContiguousArray(
        elements.blocks[block].elements.map { KeyFingerprint.fingerprint(of: $0, adapter) }))
    return false
  }

  /// Splits a block at offsets that the layout has chosen.
  mutating func split(block: Int, at offsets: [Int]) -> Elements.Change {
    elements.split(block: block, at: offsets)
  }

  /// Moves the first elements of the next block to a block, if the layout has found space for them.
  mutating func moveBoundary(after block: Int, by count: Int) -> Elements.Change {
    elements.moveBoundary(after: block, by: count)
  }
}

extension TokenEditor.Edit {
  /// The edit that reverts this edit.
  var inverse: Self {
    Self(
      start: start, removed: inserted, inserted: removed, before: after, after: before, parts: parts,
      isReinsertion: !isReinsertion, additionalBefore: additionalAfter, additionalAfter: additionalBefore)
  }
}
