/// A token field's content and its caret, apart from all looks: what is in it, what is selected, and
/// what can be undone.
///
/// Its units are tokens and graphemes of text that is no token yet, in one row; text between two
/// tokens is one piece by nature. Whoever shows it takes the news after each call.
struct TokenEditor<Kind: TokenKind> {
  typealias Token = Kind.Token
  typealias Units = UnitSequence<Token>

  private(set) var units: Units
  var kind: Kind
  var configuration: TokenFieldConfiguration {
    didSet { if configuration.duplicates != oldValue.duplicates { keys = KeyCounts() } }
  }
  /// The caret and what was selected last.
  var selection = TextSelection(caret: 0)
  /// What is selected beside that, each by a click of its own.
  var scattered: [Range<Int>] = []
  var history = EditHistory<Edit>()
  /// The token that is being edited in place.
  var trial: Trial?
  /// How often its content was changed.
  private(set) var editCount = 0
  /// What happened since it was last asked for.
  private(set) var news = News()
  private var keys = KeyCounts()

  /// Some units that took the place of others.
  struct Edit {
    var start: Int
    var removed: Units
    var inserted: Units
    var before: TextSelection
    var after: TextSelection
  }

  /// What a token was before it became text, and where that text stands.
  struct Trial {
    let original: Token
    let mark: EditHistory<Edit>.Mark
    var range: Range<Int>
  }

  /// What whoever shows the editor must know of what was done.
  struct News {
    /// In this order.
    var changes: [Units.Change] = []
    /// Which units went, and how many came instead; as many as there are changes.
    var replacements: [(range: Range<Int>, count: Int)] = []
    var inserted = Units()
    var removed = Units()
    /// Tokens to be pointed out.
    var flashes: [Token.ID] = []
    /// Why something was not done, in a sentence.
    var remark: String?
  }

  init(_ tokens: some Sequence<Token>, kind: Kind, configuration: TokenFieldConfiguration) {
    units = Units(tokens.lazy.map { .token($0) })
    self.kind = kind
    self.configuration = configuration
  }

  /// Hands over what happened, and forgets it.
  mutating func takeNews() -> News {
    defer { news = News() }
    return news
  }

  mutating func remark(_ sentence: String, pointingOut tokens: [Token.ID] = []) {
    news.remark = sentence
    news.flashes += tokens
  }

  /// All that is selected, in order: no two overlap or touch, though the range that the caret is in
  /// may have grown over what was selected beside it.
  var selectedRanges: [Range<Int>] {
    Self.joined(selection.isCaret ? scattered : scattered + [selection.range])
  }

  /// What is selected, side by side.
  ///
  /// - Complexity: O(*b*) in the number of blocks that it is in; to count it, `selectedCounts` is
  ///   there.
  var selectedUnits: Units { units.slices(selectedRanges) }

  /// How much is selected.
  ///
  /// - Complexity: O(log *n*) for each range.
  var selectedCounts: (tokens: Int, characters: Int) {
    selectedRanges.reduce(into: (0, 0)) { counts, range in
      let text = units.textCount(in: range)
      counts.tokens += range.count - text
      counts.characters += text
    }
  }

  var hasSelection: Bool { !selection.isCaret || !scattered.isEmpty }
}

// Changing.
extension TokenEditor {
  /// Puts units in the place of others, the caret behind them, and notes it for undoing. Graphemes
  /// are whole afterwards where text meets text.
  mutating func replace(
    _ range: Range<Int>, with new: Units, as kind: EditHistory<Edit>.Kind = .single
  ) {
    let healed = Seam(replacing: range, with: new, in: units)
    guard !healed.range.isEmpty || !healed.units.isEmpty else {
      selection = TextSelection(caret: range.lowerBound)
      return
    }
    let edit = Edit(
      start: healed.range.lowerBound, removed: units.slice(healed.range), inserted: healed.units,
      before: selection, after: TextSelection(caret: healed.caret))
    scattered = []
    history.note(edit, cost: cost(of: healed.units), as: kind)
    apply(edit)
  }

  /// About how many bytes are kept with units that come in. Those that go out were there before, so
  /// that keeping them takes no more.
  private func cost(of new: Units) -> Int {
    new.reduce(0) { cost, unit in
      cost + MemoryLayout<TokenUnit<Token>>.stride
        + (unit.token.map { kind.text(of: $0).utf8.count } ?? 0)
    }
  }

  mutating func undo() { takeBack(history.undo()) }

  mutating func redo() {
    for edit in history.redo() { apply(edit) }
  }

  /// - Parameter edits: The newest first.
  mutating func takeBack(_ edits: [Edit]) {
    for edit in edits { apply(edit.inverse) }
  }

  private mutating func apply(_ edit: Edit) {
    let range = edit.start..<edit.start + edit.removed.count
    follow(edit, over: range)
    let change = units.replace(range, with: edit.inserted)
    editCount += 1
    news.changes.append(change)
    news.replacements.append((range, edit.inserted.count))
    news.removed.append(edit.removed)
    news.inserted.append(edit.inserted)
    if configuration.duplicates != .allow { keys.note(edit, of: kind) }
    (selection, scattered) = (edit.after, [])
  }

  /// Keeps to the text of the token that is being edited.
  private mutating func follow(_ edit: Edit, over range: Range<Int>) {
    guard let trial else { return }
    let isWithin =
      trial.range.lowerBound <= range.lowerBound
      && range.upperBound <= trial.range.upperBound
    let isText = edit.inserted.textCount == edit.inserted.count
    guard isWithin, isText else {
      self.trial = nil
      return
    }
    let growth = edit.inserted.count - range.count
    self.trial?.range = trial.range.lowerBound..<trial.range.upperBound + growth
  }

  /// Divides a block where whoever lays it out finds a good place.
  mutating func split(block: Int, at offsets: [Int]) -> Units.Change {
    units.split(block: block, at: offsets)
  }

  /// Has a block end further on, where whoever lays it out finds room for the next one's first units.
  mutating func moveBorder(behind block: Int, by count: Int) -> Units.Change {
    units.moveBorder(behind: block, by: count)
  }
}

// Which tokens are there.
extension TokenEditor {
  /// Whether it may take long to tell which tokens are there, until more of them are counted.
  var hasKeysToCount: Bool {
    configuration.duplicates != .allow && !keys.isComplete(forUnitCount: units.count)
  }

  /// Counts on, for who has time.
  mutating func countKeys(atMost limit: Int) { keys.count(units, of: kind, atMost: limit) }

  /// Whether a token of a key is there.
  mutating func isThere(_ key: String) -> Bool {
    if hasKeysToCount { countKeys(atMost: units.count) }
    return keys.contains(key)
  }
}

extension TokenEditor.Edit {
  /// What takes it back.
  var inverse: Self {
    Self(start: start, removed: inserted, inserted: removed, before: after, after: before)
  }
}

extension UnitSequence {
  /// Some ranges of units, side by side; whole blocks are shared.
  func slices(_ ranges: [Range<Int>]) -> UnitSequence {
    ranges.reduce(into: UnitSequence()) { $0.append(slice($1)) }
  }

  /// Adds units behind all others.
  mutating func append(_ new: UnitSequence) { replace(count..<count, with: new) }
}
