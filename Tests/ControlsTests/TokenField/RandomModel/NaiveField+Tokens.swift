import Controls

// Text becomes tokens, and tokens text.
extension NaiveField {
  mutating func makeID() -> Int {
    defer { nextID += 1 }
    return nextID
  }

  func twin(of text: String, besides others: Set<Int> = []) -> Int? {
    units.indices.first {
      !others.contains($0) && units[$0].token?.text.lowercased() == text.lowercased()
    }
  }

  /// Where a gap is after a range became `count` units.
  private func followed(_ gap: Int, _ range: Range<Int>, _ count: Int) -> Int {
    if gap <= range.lowerBound { return gap }
    return gap < range.upperBound ? range.lowerBound + count : gap + count - range.count
  }

  @discardableResult
  mutating func makeToken(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return true }
    let text = Self.trimmed(text(range))
    let own = trial.flatMap { $0.range.overlaps(range) ? $0 : nil }
    let ends = { (count: Int, field: NaiveField) in
      (field.followed(field.state.anchor, range, count), field.followed(field.head, range, count))
    }
    let (spaces, whole) = (ends(0, self), ends(1, self))
    if text.isEmpty {
      settle(own, range, [], spaces)
      return true
    }
    if let own, own.range == range, own.original.text == text {
      revert()
      (state.anchor, state.head) = whole
      return true
    }
    let token = TextToken(id: own?.original.id ?? makeID(), text: text)
    if duplicates != .allow, let index = twin(of: text) {
      guard duplicates == .move else { return false }
      moveTwin(index, to: range, own, whole)
      return true
    }
    settle(own, range, [.token(token)], whole)
    return true
  }

  private mutating func settle(
    _ own: Trial?, _ range: Range<Int>, _ new: [Unit], _ ends: (Int, Int)
  ) {
    openKind = nil
    edit(range, new)
    (state.anchor, state.head) = ends
    endStep()
    guard let own else { return }
    join(since: own.mark)
    trial = nil
  }

  private mutating func moveTwin(
    _ index: Int, to range: Range<Int>, _ own: Trial?, _ ends: (Int, Int)
  ) {
    let mark = own?.mark ?? mark()
    trial = nil
    let twin = units[index]
    edit(range, [twin])
    let doomed = index < range.lowerBound ? index : index + 1 - range.count
    let scalars = [ends.0, ends.1].map {
      Self.scalars(units[..<$0]) - ($0 > doomed ? 1 : 0)
    }
    edit(doomed..<doomed + 1, [])
    state.anchor = Self.gap(afterScalars: scalars[0], in: units)
    state.head = Self.gap(afterScalars: scalars[1], in: units)
    endStep()
    join(since: mark)
  }

  static func trimmed(_ text: String) -> String {
    var characters = Array(text)
    while characters.last?.isWhitespace == true { characters.removeLast() }
    while characters.first?.isWhitespace == true { characters.removeFirst() }
    return String(characters)
  }

  /// What is done at the end of all that is done: a token that was left is a token again.
  mutating func settleTrial() {
    guard let trial else { return }
    let text = trial.range
    if text.lowerBound <= range.lowerBound, range.upperBound <= text.upperBound { return }
    settleEmptied()
    makeToken(text)
    if self.trial != nil { join(since: trial.mark) }
    self.trial = nil
  }

  mutating func settleEmptied() {
    guard let trial, trial.range.isEmpty else { return }
    join(since: trial.mark)
    self.trial = nil
  }

  mutating func makeTokenHere() {
    settleEmptied()
    makeToken(run(at: head))
  }

  mutating func makeAllTokens() {
    settleEmptied()
    let start = trial?.mark ?? mark()
    if let trial { makeToken(trial.range) }
    trial = nil
    var end = units.count
    while let last = (0..<end).last(where: isText) {
      let text = run(at: last)
      if text.upperBound <= end { makeToken(text) }
      end = text.lowerBound
    }
    join(since: start)
  }

  /// The one token that is selected.
  var selectedToken: Int? {
    guard others.isEmpty, range.count == 1, !isText(range.lowerBound) else { return nil }
    return range.lowerBound
  }

  mutating func editToken(_ index: Int) {
    selectsByItself = true
    select(index..<index + 1)
    let id = units[index].token?.id
    if let trial { makeToken(trial.range) }
    var isApart = makeToken(run(after: range.upperBound))
    if isApart { isApart = makeToken(run(before: range.lowerBound)) }
    guard isApart, let index = selectedToken, let token = units[index].token else {
      let gap = range.lowerBound
      return place(gap < units.count && units[gap].token?.id == id ? gap + 1 : gap)
    }
    let mark = mark()
    let text = token.text.map { Unit.text($0) }
    trial = nil
    edit(index..<index + 1, text)
    openKind = nil
    select(index..<index + text.count)
    endStep()
    trial = Trial(original: token, mark: mark, range: range)
  }

  func run(after gap: Int) -> Range<Int> { gap..<run(at: gap).upperBound }

  func run(before gap: Int) -> Range<Int> { run(at: gap).lowerBound..<gap }
}

// Typing, deleting, pasting.
extension NaiveField {
  mutating func removeSelected(_ kind: Kind = .single) {
    if !selected.isEmpty { replaceSelected(with: [], kind) }
  }

  private mutating func replaceSelected(with new: [Unit], _ kind: Kind) {
    if Self.pieces(selected).count > 1 { openKind = nil }
    become(rest(0..<start), new, rest(start..<units.count), kind)
  }

  /// Where what comes goes.
  private var start: Int { selected.min() ?? head }

  /// What stays when all that is selected goes.
  private func rest(_ range: Range<Int>, without doomed: Set<Int> = []) -> [Unit] {
    range.filter { !selected.contains($0) && !doomed.contains($0) }.map { units[$0] }
  }

  /// Indices as ranges.
  static func pieces(_ indices: Set<Int>) -> [Range<Int>] {
    indices.sorted().reduce(into: []) { pieces, index in
      if pieces.last?.upperBound == index {
        pieces[pieces.count - 1] = pieces[pieces.count - 1].lowerBound..<index + 1
      } else {
        pieces.append(index..<index + 1)
      }
    }
  }

  /// Types one key's text.
  mutating func type(_ text: String) {
    (isAtLineEnd, goalX) = (false, nil)
    for character in text {
      if ",;\n\t".contains(character), !isEnclosed {
        if selected.isEmpty { makeToken(run(before: head)) }
      } else {
        insert(character)
      }
    }
  }

  private mutating func insert(_ character: Character) {
    let isWordStart =
      isText(start - 1) && units[start - 1].character?.isWhitespace == true
      && !character.isWhitespace
    if !selected.isEmpty || isWordStart { openKind = nil }
    replaceSelected(with: [.text(character)], .typing)
  }

  /// Whether the text before the caret has a quotation or a bracket that is not over.
  private var isEnclosed: Bool {
    var (inside, isEscaped, isWordStart): (Character?, Bool, Bool) = (nil, false, true)
    for character in text(run(before: head)) {
      let wasEscaped = isEscaped
      isEscaped = false
      if !wasEscaped {
        if inside == "\"", character == "\\" {
          isEscaped = true
        } else if inside == "\"", character == "\"" {
          inside = nil
        } else if inside == "<", character == ">" {
          inside = nil
        } else if inside == nil, character == "\"", isWordStart {
          inside = "\""
        } else if inside == nil, character == "<" {
          inside = "<"
        }
      }
      isWordStart = " ,;\n\t".contains(character)
    }
    return inside != nil
  }

  /// Pastes a list whose parts are known.
  mutating func paste(list: [String]) {
    if !list.isEmpty { paste { $0.put(list) } }
  }

  mutating func paste(units new: [Unit]) { paste { $0.put(new) } }

  /// Pastes something; where nothing comes of it all stays as it is.
  ///
  /// - Parameter put: Returns what has come.
  private mutating func paste(_ put: (inout NaiveField) -> [Unit]) {
    var old = self
    var new = put(&self)
    let isIn = old.trial.map {
      $0.range.lowerBound <= old.range.lowerBound && old.range.upperBound <= $0.range.upperBound
    }
    if isIn == true, new.contains(where: { $0.token != nil }) {
      // Before tokens come, what is edited there becomes one.
      giveUp(to: old)
      let before = run(before: range.lowerBound)
      makeToken(before.isEmpty ? run(after: range.upperBound) : before)
      old = self
      new = put(&self)
    }
    if new.isEmpty { giveUp(to: old) }
  }

  private mutating func put(_ list: [String]) -> [Unit] {
    var (list, joined) = (list, 0..<0)
    let before = run(before: start)
    if !before.isEmpty, trial == nil {
      list[0] = Self.trimmed(text(before) + list[0])
      if duplicates != .refuse || twin(of: list[0], besides: selected) == nil { joined = before }
    }
    return admit(list.map { .token(TextToken(id: makeID(), text: $0)) }, joining: Set(joined))
  }

  private mutating func put(_ new: [Unit]) -> [Unit] {
    var taken = Set(rest(units.indices).compactMap { $0.token?.id })
    return admit(
      new.map { unit in
        guard let token = unit.token, !taken.insert(token.id).inserted else { return unit }
        return .token(TextToken(id: makeID(), text: token.text))
      })
  }

  /// All is as it was, but for the identities that were given.
  private mutating func giveUp(to old: NaiveField) {
    let nextID = nextID
    self = old
    self.nextID = nextID
  }

  /// Puts units in as far as they may be there; twins come from elsewhere where they are to move.
  ///
  /// - Returns: These.
  private mutating func admit(_ new: [Unit], joining joined: Set<Int> = []) -> [Unit] {
    let (edited, mark) = (trial, mark())
    var (seen, doomed): (Set<String>, Set<Int>) = ([], joined)
    let admitted = new.compactMap { unit -> Unit? in
      guard duplicates != .allow, let token = unit.token else { return unit }
      guard seen.insert(token.text.lowercased()).inserted else { return nil }
      guard let index = twin(of: token.text, besides: selected) else { return unit }
      guard duplicates == .move else { return nil }
      doomed.insert(index)
      return units[index]
    }
    become(
      rest(0..<start, without: doomed), admitted,
      rest(start..<units.count, without: doomed))
    join(since: trial == nil ? edited?.mark ?? mark : mark)
    return admitted
  }

  mutating func toggle(_ index: Int) {
    openKind = nil
    (isAtLineEnd, goalX) = (false, nil)
    var all = selected
    if all.remove(index) != nil {
      place(index)
    } else {
      all.insert(index)
      let piece = Self.pieces(all).first { $0.contains(index) } ?? index..<index
      select(piece)
      all.subtract(piece)
    }
    others = all
  }

  /// Takes what is selected to a gap.
  mutating func move(to gap: Int) {
    let pieces = Self.pieces(selected)
    guard !pieces.isEmpty else { return }
    let isWithin = pieces.contains { $0.lowerBound <= gap && gap <= $0.upperBound }
    if isWithin, pieces.count == 1 { return }
    openKind = nil
    become(rest(0..<gap), selectedUnits, rest(gap..<units.count), selectsNew: true)
    openKind = nil
  }

  mutating func erase(_ key: NaiveKey.Erasure, isRepeat: Bool) {
    (isAtLineEnd, goalX) = (false, nil)
    let isToEnd = key == .toStart || key == .toEnd
    if !others.isEmpty {
      if !isRepeat, !isToEnd { removeSelected() }
      return
    }
    let isRange = !range.isEmpty
    let doomed = isRange ? range : reach(of: key)
    let hasToken = doomed.contains { !isText($0) }
    if doomed.isEmpty || hasToken && (isRepeat || isToEnd) { return }
    if hasToken, !isRange, key == .back || key == .forward {
      select(doomed)
      if key == .back { swap(&state.anchor, &state.head) }
    } else {
      edit(doomed, [], hasToken ? .single : .deleting)
    }
  }

  private func reach(of key: NaiveKey.Erasure) -> Range<Int> {
    switch key {
    case .back: max(0, head - 1)..<head
    case .forward: head..<min(units.count, head + 1)
    case .toStart: run(before: head)
    case .toEnd: run(after: head)
    case .wordBack where isText(head - 1): wordStart(before: head)..<head
    case .wordForward where isText(head): head..<wordEnd(after: head)
    case .wordBack: reach(of: .back)
    case .wordForward: reach(of: .forward)
    }
  }
}
