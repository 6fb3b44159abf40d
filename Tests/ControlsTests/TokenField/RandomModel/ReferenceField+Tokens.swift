import Controls

// Conversion between text and tokens.
extension ReferenceField {
  mutating func makeID() -> Int {
    defer { nextID += 1 }
    return nextID
  }

  func match(of text: String, without excluded: Set<Int> = []) -> Int? {
    elements.indices.first {
      !excluded.contains($0) && elements[$0].token?.text.lowercased() == text.lowercased()
    }
  }

  /// Returns an insertion index after `count` elements have replaced a range.
  private func mapped(_ index: Int, _ range: Range<Int>, _ count: Int) -> Int {
    if index <= range.lowerBound { return index }
    return index < range.upperBound ? range.lowerBound + count : index + count - range.count
  }

  @discardableResult
  mutating func makeToken(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return true }
    let text = Self.trimmed(text(range))
    let edited = editing.flatMap { $0.range.overlaps(range) ? $0 : nil }
    let ends = { (count: Int, field: ReferenceField) in
      (field.mapped(field.state.anchor, range, count), field.mapped(field.head, range, count))
    }
    let (empty, whole) = (ends(0, self), ends(1, self))
    if text.isEmpty {
      replace(edited, range, [], empty)
      return true
    }
    if let edited, edited.range == range, edited.original.text == text {
      revert()
      (state.anchor, state.head) = whole
      return true
    }
    let token = TextToken(id: edited?.original.id ?? makeID(), text: text)
    if duplicates != .allow, let index = match(of: text) {
      guard duplicates == .move else { return false }
      moveDuplicate(index, to: range, edited, whole)
      return true
    }
    replace(edited, range, [.token(token)], whole)
    return true
  }

  private mutating func replace(
    _ edited: InPlaceEdit?, _ range: Range<Int>, _ new: [Element], _ ends: (Int, Int)
  ) {
    openKind = nil
    edit(range, new)
    (state.anchor, state.head) = ends
    endStep()
    guard let edited else { return }
    coalesce(since: edited.checkpoint)
    editing = nil
  }

  private mutating func moveDuplicate(
    _ index: Int, to range: Range<Int>, _ edited: InPlaceEdit?, _ ends: (Int, Int)
  ) {
    let checkpoint = edited?.checkpoint ?? checkpoint()
    editing = nil
    let duplicate = elements[index]
    edit(range, [duplicate])
    let oldIndex = index < range.lowerBound ? index : index + 1 - range.count
    let scalars = [ends.0, ends.1].map {
      Self.scalars(elements[..<$0]) - ($0 > oldIndex ? 1 : 0)
    }
    edit(oldIndex..<oldIndex + 1, [])
    state.anchor = Self.index(afterScalars: scalars[0], in: elements)
    state.head = Self.index(afterScalars: scalars[1], in: elements)
    endStep()
    coalesce(since: checkpoint)
  }

  static func trimmed(_ text: String) -> String {
    var characters = Array(text)
    while characters.last?.isWhitespace == true { characters.removeLast() }
    while characters.first?.isWhitespace == true { characters.removeFirst() }
    return String(characters)
  }

  /// Commits the in-place edit if the selection has left it. Called after each user action.
  mutating func commitEditIfCaretLeft() {
    guard let editing else { return }
    let text = editing.range
    if text.lowerBound <= range.lowerBound, range.upperBound <= text.upperBound { return }
    discardEmptyEdit()
    makeToken(text)
    if self.editing != nil { coalesce(since: editing.checkpoint) }
    self.editing = nil
  }

  mutating func discardEmptyEdit() {
    guard let editing, editing.range.isEmpty else { return }
    coalesce(since: editing.checkpoint)
    self.editing = nil
  }

  mutating func tokenizeAtCaret() {
    discardEmptyEdit()
    makeToken(textRun(at: head))
  }

  mutating func tokenizeAll() {
    discardEmptyEdit()
    let start = editing?.checkpoint ?? checkpoint()
    if let editing { makeToken(editing.range) }
    editing = nil
    var end = elements.count
    while let last = (0..<end).last(where: isText) {
      let text = textRun(at: last)
      if text.upperBound <= end { makeToken(text) }
      end = text.lowerBound
    }
    coalesce(since: start)
  }

  /// The index of the only selected token. `nil` for any other selection.
  var selectedToken: Int? {
    guard additional.isEmpty, range.count == 1, !isText(range.lowerBound) else { return nil }
    return range.lowerBound
  }

  mutating func editToken(_ index: Int) {
    isAutoSelected = true
    additional = []
    select(index..<index + 1)
    let id = elements[index].token?.id
    if let editing { makeToken(editing.range) }
    var isTokenized = makeToken(textRun(after: range.upperBound))
    if isTokenized { isTokenized = makeToken(textRun(before: range.lowerBound)) }
    guard isTokenized, let index = selectedToken, let token = elements[index].token else {
      let edge = range.lowerBound
      return moveCaret(edge < elements.count && elements[edge].token?.id == id ? edge + 1 : edge)
    }
    let checkpoint = checkpoint()
    let text = token.text.map { Element.text($0) }
    editing = nil
    edit(index..<index + 1, text)
    openKind = nil
    select(index..<index + text.count)
    endStep()
    editing = InPlaceEdit(original: token, checkpoint: checkpoint, range: range)
  }

  func textRun(after index: Int) -> Range<Int> { index..<textRun(at: index).upperBound }

  func textRun(before index: Int) -> Range<Int> { textRun(at: index).lowerBound..<index }
}

// Typing, deletion and pasting.
extension ReferenceField {
  mutating func removeSelected(_ kind: Kind = .discrete) {
    if !selected.isEmpty { replaceSelected(with: [], kind) }
  }

  private mutating func replaceSelected(with new: [Element], _ kind: Kind) {
    if Self.ranges(selected).count > 1 { openKind = nil }
    splice(staying(0..<insertionIndex), new, staying(insertionIndex..<elements.count), kind)
  }

  /// The index at which new content is inserted.
  private var insertionIndex: Int { selected.min() ?? head }

  /// Returns the elements of a range that are neither selected nor in `excluded`.
  private func staying(_ range: Range<Int>, without excluded: Set<Int> = []) -> [Element] {
    range.filter { !selected.contains($0) && !excluded.contains($0) }.map { elements[$0] }
  }

  /// Returns the indices as ranges.
  static func ranges(_ indices: Set<Int>) -> [Range<Int>] {
    indices.sorted().reduce(into: []) { ranges, index in
      if ranges.last?.upperBound == index {
        ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<index + 1
      } else {
        ranges.append(index..<index + 1)
      }
    }
  }

  /// Types the text of one key press.
  mutating func type(_ text: String) {
    for character in text {
      if ",;\n\t".contains(character), !isEnclosed {
        if selected.isEmpty { makeToken(textRun(before: head)) }
      } else {
        insert(character)
      }
    }
  }

  private mutating func insert(_ character: Character) {
    let isWordStart =
      isText(insertionIndex - 1) && elements[insertionIndex - 1].character?.isWhitespace == true
      && !character.isWhitespace
    if !selected.isEmpty || isWordStart { openKind = nil }
    replaceSelected(with: [.text(character)], .typing)
  }

  /// Whether the text before the caret has an unterminated quotation or bracket.
  private var isEnclosed: Bool {
    var (inside, isEscaped, isWordStart): (Character?, Bool, Bool) = (nil, false, true)
    for character in text(textRun(before: head)) {
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

  /// Pastes a list that is already split into its parts.
  mutating func paste(list: [String]) {
    if !list.isEmpty { paste { $0.insertPasted(list) } }
  }

  mutating func paste(elements new: [Element]) { paste { $0.insertPasted(new) } }

  /// Pastes content. If nothing is inserted, restores the previous state.
  ///
  /// - Parameter operation: Inserts the content and returns the inserted elements.
  private mutating func paste(_ operation: (inout ReferenceField) -> [Element]) {
    var old = self
    var new = operation(&self)
    var checkpoint: Int?
    let isInside = old.editing.map {
      $0.range.lowerBound <= old.range.lowerBound && old.range.upperBound <= $0.range.upperBound
    }
    if isInside == true, new.contains(where: { $0.token != nil }) {
      // An in-place edit is committed before tokens are inserted into it.
      restore(to: old)
      checkpoint = editing?.checkpoint
      let before = textRun(before: range.lowerBound)
      makeToken(before.isEmpty ? textRun(after: range.upperBound) : before)
      old = self
      new = operation(&self)
    }
    if new.isEmpty {
      restore(to: old)
    } else if let checkpoint {
      coalesce(since: checkpoint)
    }
  }

  private mutating func insertPasted(_ list: [String]) -> [Element] {
    var (list, joined) = (list, 0..<0)
    let before = textRun(before: insertionIndex)
    if !before.isEmpty, editing == nil {
      list[0] = Self.trimmed(text(before) + list[0])
      if duplicates != .refuse || match(of: list[0], without: selected) == nil { joined = before }
    }
    return merge(list.map { .token(TextToken(id: makeID(), text: $0)) }, joining: Set(joined))
  }

  private mutating func insertPasted(_ new: [Element]) -> [Element] {
    var ids = Set(staying(elements.indices).compactMap { $0.token?.id })
    return merge(
      new.map { element in
        guard let token = element.token, !ids.insert(token.id).inserted else { return element }
        return .token(TextToken(id: makeID(), text: token.text))
      })
  }

  /// Restores a previous state, except the next token identity.
  private mutating func restore(to old: ReferenceField) {
    let nextID = nextID
    self = old
    self.nextID = nextID
  }

  /// Inserts the elements that the duplicate policy allows. With `.move`, existing duplicates move.
  ///
  /// - Returns: The inserted elements.
  private mutating func merge(_ new: [Element], joining joined: Set<Int> = []) -> [Element] {
    let (edited, checkpoint) = (editing, checkpoint())
    var (keys, excluded): (Set<String>, Set<Int>) = ([], joined)
    let admitted = new.compactMap { element -> Element? in
      guard duplicates != .allow, let token = element.token else { return element }
      guard keys.insert(token.text.lowercased()).inserted else { return nil }
      guard let index = match(of: token.text, without: selected) else { return element }
      guard duplicates == .move else { return nil }
      excluded.insert(index)
      return elements[index]
    }
    splice(
      staying(0..<insertionIndex, without: excluded), admitted,
      staying(insertionIndex..<elements.count, without: excluded))
    coalesce(since: editing == nil ? edited?.checkpoint ?? checkpoint : checkpoint)
    return admitted
  }

  mutating func toggle(_ index: Int) {
    openKind = nil
    var all = selected
    if all.remove(index) != nil {
      moveCaret(index)
    } else {
      all.insert(index)
      let range = Self.ranges(all).first { $0.contains(index) } ?? index..<index
      select(range)
      all.subtract(range)
    }
    additional = all
  }

  /// Moves the selected elements to an insertion index.
  mutating func move(to index: Int) {
    let ranges = Self.ranges(selected)
    guard !ranges.isEmpty else { return }
    let isWithin = ranges.contains { $0.lowerBound <= index && index <= $0.upperBound }
    if isWithin, ranges.count == 1 { return }
    openKind = nil
    splice(staying(0..<index), selectedElements, staying(index..<elements.count), selectsNew: true)
    openKind = nil
  }

  mutating func erase(_ key: ReferenceKey.Deletion, isRepeat: Bool) {
    let isToEnd = key == .toStart || key == .toEnd
    if !additional.isEmpty {
      if !isRepeat, !isToEnd { removeSelected() }
      return
    }
    let isRange = !range.isEmpty
    let deleted = isRange ? range : deletionRange(for: key)
    let hasToken = deleted.contains { !isText($0) }
    if deleted.isEmpty || hasToken && (isRepeat || isToEnd) { return }
    if hasToken, !isRange, key == .back || key == .forward {
      select(deleted)
      if key == .back { swap(&state.anchor, &state.head) }
    } else {
      edit(deleted, [], hasToken ? .discrete : .deleting)
    }
  }

  private func deletionRange(for key: ReferenceKey.Deletion) -> Range<Int> {
    switch key {
    case .back: max(0, head - 1)..<head
    case .forward: head..<min(elements.count, head + 1)
    case .toStart: textRun(before: head)
    case .toEnd: textRun(after: head)
    case .wordBack where isText(head - 1): wordStart(before: head)..<head
    case .wordForward where isText(head): head..<wordEnd(after: head)
    case .wordBack: deletionRange(for: .back)
    case .wordForward: deletionRange(for: .forward)
    }
  }
  private func wordStart(before index: Int) -> Int {
    let (text, words) = words(around: index)
    return text.lowerBound + words.wordStart(before: index - text.lowerBound)
  }

  private func wordEnd(after index: Int) -> Int {
    let (text, words) = words(around: index)
    return text.lowerBound + words.wordEnd(after: index - text.lowerBound)
  }

  private func words(around index: Int) -> (text: Range<Int>, words: WordBoundaries<[Character]>) {
    let text = textRun(at: index)
    return (text, WordBoundaries(in: Array(self.text(text))))
  }
}
