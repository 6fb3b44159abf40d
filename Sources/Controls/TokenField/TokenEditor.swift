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
  var configuration: TokenFieldConfiguration
  /// The caret and what was selected last.
  var selection = TextSelection(caret: 0)
  /// What is selected beside that, each by a click of its own.
  var scattered: [Range<Int>] = []
  var history = EditHistory<Edit>()
  /// The token that is being edited in place.
  var trial: Trial? { didSet { holdHistory(insteadOf: oldValue) } }
  /// How often its content was changed.
  private(set) var editCount = 0
  /// What happened since it was last asked for.
  private(set) var news = News()

  /// Some units that took the place of others.
  struct Edit {
    var start: Int
    var removed: Units
    var inserted: Units
    var before: TextSelection
    var after: TextSelection
    /// Where all that came was there before, between what went: the ranges of that, in order.
    var parts: [Range<Int>] = []
    /// Whether those have come instead, among what was there.
    var bringsPartsBack = false
    /// What else is selected before and after.
    var scatteredBefore: [Range<Int>] = []
    var scatteredAfter: [Range<Int>] = []
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
    /// As many as there are changes.
    var replacements: [Replacement] = []
    var inserted = Units()
    var removed = Units()
    /// What the history keeps no more.
    var forgotten: [Units] = []
    /// Tokens to be pointed out.
    var flashes: [Token.ID] = []
    /// Why something was not done, in a sentence.
    var remark: Sentence?
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

  mutating func remark(_ words: String, pointingOut tokens: [Token.ID] = []) {
    remark(Sentence(words), pointingOut: tokens)
  }

  mutating func remark(_ sentence: Sentence, pointingOut tokens: [Token.ID] = []) {
    news.remark = sentence
    news.flashes += tokens
  }
}

// Changing.
extension TokenEditor {
  /// Puts units in the place of others, the caret behind them, and notes it for undoing. Graphemes
  /// are whole afterwards where text meets text.
  ///
  /// - Parameters:
  ///   - cost: About how many bytes are kept with what is new: nothing with what was there before,
  ///     elsewhere; `nil` where nobody knows yet, which costs O(*n*) in the number of units.
  ///   - parts: In order, the ranges of what goes for good, where all else of it comes again.
  /// - Returns: What was done, by which places can follow.
  @discardableResult
  mutating func replace(
    _ range: Range<Int>, with new: Units, as kind: EditHistory<Edit>.Kind = .single,
    cost: Int? = nil, takingOut parts: [Range<Int>] = []
  ) -> Seam<Token> {
    let healed = Seam(replacing: range, with: new, in: units)
    guard !healed.range.isEmpty || !healed.units.isEmpty else {
      selection = TextSelection(caret: range.lowerBound)
      return healed
    }
    // Where graphemes have grown together, none of those beside them is what it was.
    let isExact =
      healed.range == range
      && parts.reduce(healed.units.count) { $0 + $1.count } == healed.range.count
    let edit = Edit(
      start: healed.range.lowerBound, removed: units.slice(healed.range), inserted: healed.units,
      before: selection, after: TextSelection(caret: healed.caret),
      parts: isExact ? parts : [], scatteredBefore: scattered)
    scattered = []
    forget(history.note(edit, cost: cost ?? self.cost(of: healed.units), as: kind))
    apply(edit)
    return healed
  }

  private mutating func forget(_ steps: [[Edit]]) {
    news.forgotten += steps.joined().flatMap { [$0.removed, $0.inserted] }
  }

  /// Makes one step of all that is done, after which what is selected then is selected whenever it is
  /// done again.
  ///
  /// - Parameters:
  ///   - mark: Since when what was done before belongs to it; `nil` for nothing of that.
  ///   - kind: What it is made by: with more of it the step goes on.
  mutating func makeStep(
    since mark: EditHistory<Edit>.Mark? = nil, as kind: EditHistory<Edit>.Kind = .single,
    _ change: (inout Self) -> Void
  ) {
    holdHistory { editor in
      let own = editor.history.mark()
      change(&editor)
      let (selection, scattered) = (editor.selection, editor.scattered)
      editor.history.alterLast(since: own) { edit in
        (edit.after, edit.scatteredAfter) = (selection, scattered)
      }
      editor.history.join(since: mark ?? own, as: kind)
    }
  }

  /// Does something before whose end nothing is forgotten.
  mutating func holdHistory(while change: (inout Self) -> Void) {
    history.hold()
    change(&self)
    forget(history.release())
  }

  /// Keeps what was done to a token while it is edited, which may be taken back as a whole.
  private mutating func holdHistory(insteadOf old: Trial?) {
    if old == nil, trial != nil { history.hold() }
    if old != nil, trial == nil { forget(history.release()) }
  }

  /// About how many bytes are kept with units that come in. Those that go out were there before, so
  /// that keeping them takes no more.
  func cost(of new: Units) -> Int { new.reduce(0) { $0 + cost(of: $1) } }

  /// The same of one unit.
  func cost(of unit: Units.Unit) -> Int {
    MemoryLayout<Units.Unit>.stride + (unit.token.map { kind.text(of: $0).utf8.count } ?? 0)
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
    news.replacements.append(
      Replacement(
        whole: (range, edit.inserted.count), parts: edit.parts,
        bringsPartsBack: edit.bringsPartsBack))
    news.removed.append(edit.removed)
    news.inserted.append(edit.inserted)
    (selection, scattered) = (edit.after, edit.scatteredAfter)
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

  /// Marks tokens by their keys, for who has time.
  mutating func markKeys(atMost limit: Int) {
    let kind = kind
    units.mark(atMost: limit) { KeyMark.mark(of: $0, kind) }
  }

  /// Marks those of a block.
  ///
  /// - Returns: Whether they were marked before.
  mutating func markKeys(ofBlock block: Int) -> Bool {
    guard units.blocks[block].marks == nil else { return true }
    let kind = kind
    units.mark(
      block: block,
      with: ContiguousArray(units.blocks[block].units.map { KeyMark.mark(of: $0, kind) }))
    return false
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

extension TokenEditor.Edit {
  /// What takes it back.
  var inverse: Self {
    Self(
      start: start, removed: inserted, inserted: removed, before: after, after: before,
      parts: parts, bringsPartsBack: !bringsPartsBack, scatteredBefore: scatteredAfter,
      scatteredAfter: scatteredBefore)
  }
}
