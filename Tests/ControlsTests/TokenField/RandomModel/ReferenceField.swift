import Controls

/// A reference model of a token field: one array and a few numbers, without blocks, splices and
/// shared storage. Each change copies the whole content.
struct ReferenceField {
  typealias Element = TokenFieldElement<TextToken>

  /// The state that undo restores.
  struct State: Equatable {
    var elements: [Element]
    var anchor = 0
    var head = 0
  }

  struct Step {
    var before: State
    var after: State
    var kind: Kind
    /// The additionally selected indices before the step.
    var additional: Set<Int> = []
    /// The number of its last change, counted from 1.
    var number = 0
  }

  enum Kind { case typing, deleting, discrete }

  /// A token being edited as text.
  struct InPlaceEdit {
    var original: TextToken
    /// The number of undo steps before the edit.
    var checkpoint: Int
    var range: Range<Int>
  }

  /// The selection at the time of a data request.
  struct Request {
    var editCount: Int
    var anchor: Int
    var head: Int
    var additional: Set<Int>
    /// The number of changes before the request.
    var changeCount: Int
    var isCancelled = false

    /// Returns whether the selection and the content are unchanged.
    func isSelected(in field: ReferenceField) -> Bool {
      editCount == field.editCount && additional == field.additional
        && TextSelection(anchor: anchor, head: head)
          == TextSelection(anchor: field.state.anchor, head: field.head)
    }
  }

  var state: State
  /// The indices selected in addition to the range.
  var additional: Set<Int> = []
  var past: [Step] = []
  var future: [Step] = []
  var openKind: Kind?
  var editing: InPlaceEdit?
  var nextID: Int
  var duplicates: DuplicatePolicy
  var isFocused = true
  var clipboard: [Element]?
  var primary: [Element]?
  /// Whether the current action sets the selection itself; it then does not become primary.
  var isAutoSelected = false
  /// The number of content changes.
  var editCount = 0
  /// The number of changes that were recorded or redone.
  var changeCount = 0
  /// The pending paste requests.
  var requests: [Request] = []
  /// Whether Enter waits for the pastes.
  var isEntered = false

  init(_ texts: [String], duplicates: DuplicatePolicy) {
    state = State(
      elements: texts.enumerated().map { .token(TextToken(id: $0.offset, text: $0.element)) })
    (self.duplicates, nextID) = (duplicates, texts.count)
  }

  var elements: [Element] { state.elements }
  var head: Int { state.head }
  var range: Range<Int> { min(state.anchor, head)..<max(state.anchor, head) }
  var selected: Set<Int> { additional.union(range) }
  var selectedElements: [Element] { selected.sorted().map { elements[$0] } }

  func isText(_ index: Int) -> Bool {
    elements.indices.contains(index) && elements[index].character != nil
  }

  /// Returns the range of the text run around an insertion index.
  func textRun(at index: Int) -> Range<Int> {
    var (start, end) = (index, index)
    while isText(start - 1) { start -= 1 }
    while isText(end) { end += 1 }
    return start..<end
  }

  func text(_ range: Range<Int>) -> String { String(range.compactMap { elements[$0].character }) }

  mutating func moveCaret(_ index: Int, extending: Bool = false) {
    state.head = max(0, min(index, elements.count))
    if !extending { state.anchor = head }
  }

  mutating func select(_ range: Range<Int>) {
    (state.anchor, state.head) = (range.lowerBound, range.upperBound)
  }
}

// Changes.
extension ReferenceField {
  /// Returns the number of Unicode scalars in some elements. A token counts as one.
  static func scalars(_ elements: some Sequence<Element>) -> Int {
    elements.reduce(0) { $0 + ($1.character?.unicodeScalars.count ?? 1) }
  }

  /// Returns the first insertion index after `count` scalars.
  static func index(afterScalars count: Int, in elements: [Element]) -> Int {
    var remaining = count
    for index in elements.indices {
      if remaining <= 0 { return index }
      remaining -= elements[index].character?.unicodeScalars.count ?? 1
    }
    return elements.count
  }

  mutating func edit(_ range: Range<Int>, _ new: [Element], _ kind: Kind = .discrete) {
    guard !range.isEmpty || !new.isEmpty else { return moveCaret(range.lowerBound) }
    splice(
      Array(elements[..<range.lowerBound]), new, Array(elements[range.upperBound...]), kind)
  }

  /// Replaces the content by new elements between two remainders; optionally selects the new ones.
  mutating func splice(
    _ before: [Element], _ new: [Element], _ after: [Element], _ kind: Kind = .discrete,
    selectsNew: Bool = false
  ) {
    editCount += 1
    let (old, additional) = (state, additional)
    state.elements = (before + new + after).resegmented
    moveCaret(Self.index(afterScalars: Self.scalars(before) + Self.scalars(new), in: elements))
    if selectsNew { state.anchor = max(0, head - new.resegmented.count) }
    self.additional = []
    updateEdit(from: old.elements)
    if let editing, !(editing.range.lowerBound <= head && head <= editing.range.upperBound) {
      self.editing = nil
    }
    record(Step(before: old, after: state, kind: kind, additional: additional))
  }

  /// Records the selection at the end of the last step.
  mutating func endStep() { past[past.count - 1].after = state }

  /// Updates the in-place edit after a change. Ends it if more than its own text has changed.
  mutating func updateEdit(from old: [Element]) {
    guard let editing else { return }
    let trailingCount = old.count - editing.range.upperBound
    let end = elements.count - trailingCount
    let isRestUnchanged =
      end >= editing.range.lowerBound
      && elements[..<min(editing.range.lowerBound, elements.count)] == old[..<editing.range.lowerBound]
      && elements.suffix(trailingCount) == old.suffix(trailingCount)
    if isRestUnchanged, (editing.range.lowerBound..<end).allSatisfy(isText) {
      self.editing?.range = editing.range.lowerBound..<end
    } else {
      self.editing = nil
    }
  }

  private mutating func record(_ step: Step) {
    future = []
    if openKind == step.kind, step.kind != .discrete, !past.isEmpty {
      past[past.count - 1].after = step.after
    } else {
      past.append(step)
    }
    numberLastStep()
    openKind = step.kind
  }

  private mutating func numberLastStep() {
    changeCount += 1
    past[past.count - 1].number = changeCount
  }

  mutating func coalesce(since checkpoint: Int) {
    openKind = nil
    guard checkpoint < past.count else { return }
    let steps = past[checkpoint...]
    past.removeSubrange(checkpoint...)
    let (first, last) = (steps.first!, steps.last!)
    past.append(
      Step(
        before: first.before, after: last.after, kind: .discrete, additional: first.additional,
        number: last.number))
  }

  mutating func checkpoint() -> Int {
    openKind = nil
    return past.count
  }

  mutating func undo() {
    openKind = nil
    if let last = requests.lastIndex(where: { !$0.isCancelled }),
      past.allSatisfy({ $0.number <= requests[last].changeCount })
    {
      (requests[last].isCancelled, isEntered) = (true, false)
      return
    }
    guard let step = past.popLast() else { return }
    future.append(step)
    restore(step.before, step.additional)
  }

  mutating func redo() {
    openKind = nil
    guard let step = future.popLast() else { return }
    past.append(step)
    numberLastStep()
    restore(step.after)
  }

  private mutating func restore(_ new: State, _ newOthers: Set<Int> = []) {
    editCount += 1
    let old = elements
    (state, additional) = (new, newOthers)
    updateEdit(from: old)
  }

  mutating func revert() {
    guard let editing else { return }
    openKind = nil
    if editing.checkpoint < past.count {
      let step = past[editing.checkpoint]
      past.removeSubrange(editing.checkpoint...)
      future = []
      restore(step.before, step.additional)
    }
    self.editing = nil
  }
}
