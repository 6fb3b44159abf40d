import Controls

/// A token field as one array and a few numbers: no blocks, no seams, nothing shared, and each
/// change a copy of everything.
struct NaiveField {
  enum Unit: Hashable {
    case token(TextToken)
    case text(Character)

    var token: TextToken? { if case .token(let token) = self { token } else { nil } }
    var character: Character? { if case .text(let character) = self { character } else { nil } }
  }

  /// What undoing brings back.
  struct State: Equatable {
    var units: [Unit]
    var anchor = 0
    var head = 0
  }

  struct Step {
    var before: State
    var after: State
    var kind: Kind
    /// What was selected beside the range before.
    var others: Set<Int> = []
  }

  enum Kind { case typing, deleting, single }

  /// A token that is being edited.
  struct Trial {
    var original: TextToken
    /// How many steps there were before.
    var mark: Int
    var range: Range<Int>
  }

  /// What was selected when data was asked for.
  struct Request {
    var editCount: Int
    var anchor: Int
    var head: Int
    var others: Set<Int>

    /// Whether that is still selected, in the same content.
    func isSelected(in field: NaiveField) -> Bool {
      editCount == field.editCount && others == field.others
        && TextSelection(anchor: anchor, head: head)
          == TextSelection(anchor: field.state.anchor, head: field.head)
    }
  }

  var state: State
  /// What is selected beside the range, unit by unit.
  var others: Set<Int> = []
  var past: [Step] = []
  var future: [Step] = []
  var openKind: Kind?
  var trial: Trial?
  var nextID: Int
  var duplicates: DuplicatePolicy
  var arrow = ControlArrow.ends
  let width: Double
  /// How many lines can be seen at once.
  var linesInSight = 1000
  var isFocused = true
  var isAtLineEnd = false
  var goalX: Double?
  var clipboard: [Unit]?
  var primary: [Unit]?
  /// Whether what is done now selects by itself, which is not to be pasted elsewhere.
  var selectsByItself = false
  /// How often the content was changed.
  var editCount = 0
  /// Where what was asked for is to be pasted.
  var requests: [Request] = []

  init(_ texts: [String], duplicates: DuplicatePolicy, width: Double) {
    state = State(
      units: texts.enumerated().map { .token(TextToken(id: $0.offset, text: $0.element)) })
    (self.duplicates, self.width, nextID) = (duplicates, width, texts.count)
  }

  var units: [Unit] { state.units }
  var head: Int { state.head }
  var range: Range<Int> { min(state.anchor, head)..<max(state.anchor, head) }
  var selected: Set<Int> { others.union(range) }
  var selectedUnits: [Unit] { selected.sorted().map { units[$0] } }

  func isText(_ index: Int) -> Bool {
    units.indices.contains(index) && units[index].character != nil
  }

  /// The text that touches a gap.
  func run(at gap: Int) -> Range<Int> {
    var (start, end) = (gap, gap)
    while isText(start - 1) { start -= 1 }
    while isText(end) { end += 1 }
    return start..<end
  }

  func text(_ range: Range<Int>) -> String { String(range.compactMap { units[$0].character }) }

  mutating func place(_ gap: Int, extending: Bool = false) {
    state.head = max(0, min(gap, units.count))
    if !extending { state.anchor = head }
  }

  mutating func select(_ range: Range<Int>) {
    (state.anchor, state.head) = (range.lowerBound, range.upperBound)
  }
}

// Changing.
extension NaiveField {
  /// Takes text apart into graphemes from one end to the other.
  static func regrouped(_ units: [Unit]) -> [Unit] {
    var (result, text): ([Unit], String) = ([], "")
    for unit in units {
      if let character = unit.character {
        text.append(character)
      } else {
        result += text.map { .text($0) } + [unit]
        text = ""
      }
    }
    return result + text.map { .text($0) }
  }

  /// How many Unicode scalars there are before a gap; a token counts as one.
  static func scalars(_ units: some Sequence<Unit>) -> Int {
    units.reduce(0) { $0 + ($1.character?.unicodeScalars.count ?? 1) }
  }

  /// The first gap behind so many scalars.
  static func gap(afterScalars count: Int, in units: [Unit]) -> Int {
    (0...units.count).first { scalars(units[..<$0]) >= count } ?? units.count
  }

  mutating func edit(_ range: Range<Int>, _ new: [Unit], _ kind: Kind = .single) {
    guard !range.isEmpty || !new.isEmpty else { return place(range.lowerBound) }
    become(
      Array(units[..<range.lowerBound]), new, Array(units[range.upperBound...]), kind)
  }

  /// Becomes something new between what stays of what was, which may be selected then.
  mutating func become(
    _ before: [Unit], _ new: [Unit], _ behind: [Unit], _ kind: Kind = .single,
    selectsNew: Bool = false
  ) {
    editCount += 1
    let (old, others) = (state, others)
    state.units = Self.regrouped(before + new + behind)
    place(Self.gap(afterScalars: Self.scalars(before) + Self.scalars(new), in: units))
    if selectsNew { state.anchor = max(0, head - Self.regrouped(new).count) }
    self.others = []
    follow(from: old.units)
    if let trial, !(trial.range.lowerBound <= head && head <= trial.range.upperBound) {
      self.trial = nil
    }
    note(Step(before: old, after: state, kind: kind, others: others))
  }

  /// Takes note of what is selected when a step is done.
  mutating func endStep() { past[past.count - 1].after = state }

  /// The trial goes on as long as all that has changed is its text.
  mutating func follow(from old: [Unit]) {
    guard let trial else { return }
    let behind = old.count - trial.range.upperBound
    let end = units.count - behind
    let isElsewhereTheSame =
      end >= trial.range.lowerBound
      && units[..<min(trial.range.lowerBound, units.count)] == old[..<trial.range.lowerBound]
      && units.suffix(behind) == old.suffix(behind)
    if isElsewhereTheSame, (trial.range.lowerBound..<end).allSatisfy(isText) {
      self.trial?.range = trial.range.lowerBound..<end
    } else {
      self.trial = nil
    }
  }

  private mutating func note(_ step: Step) {
    future = []
    if openKind == step.kind, step.kind != .single, !past.isEmpty {
      past[past.count - 1].after = step.after
    } else {
      past.append(step)
    }
    openKind = step.kind
    (isAtLineEnd, goalX) = (false, nil)
  }

  mutating func join(since mark: Int) {
    openKind = nil
    guard mark < past.count else { return }
    let steps = past[mark...]
    past.removeSubrange(mark...)
    let (first, last) = (steps.first!, steps.last!)
    past.append(
      Step(before: first.before, after: last.after, kind: .single, others: first.others))
  }

  mutating func mark() -> Int {
    openKind = nil
    return past.count
  }

  mutating func undo() {
    openKind = nil
    guard let step = past.popLast() else { return }
    future.append(step)
    become(step.before, step.others)
  }

  mutating func redo() {
    openKind = nil
    guard let step = future.popLast() else { return }
    past.append(step)
    become(step.after)
  }

  private mutating func become(_ new: State, _ newOthers: Set<Int> = []) {
    editCount += 1
    let old = units
    (state, others) = (new, newOthers)
    follow(from: old)
    (isAtLineEnd, goalX) = (false, nil)
  }

  mutating func revert() {
    guard let trial else { return }
    openKind = nil
    if trial.mark < past.count {
      let step = past[trial.mark]
      past.removeSubrange(trial.mark...)
      future = []
      become(step.before, step.others)
    }
    self.trial = nil
  }
}
