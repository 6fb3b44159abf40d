public import Motion
public import Scene

// Objects for assistive programs: a list of the tokens, and the text at the caret.
extension TokenField {
  /// The objects of the field.
  private enum Part {
    static var tokens: AccessibleKey { .part(1) }
    static var text: AccessibleKey { .part(2) }
    static var completions: AccessibleKey { .part(3) }
    static var menu: AccessibleKey { .part(4) }
  }

  public func describe(into tree: inout AccessibleTree, at now: Instant) {
    let elements = editor.elements
    let (selected, all) = (editor.selectedCounts.tokens, elements.tokenCount(before: count))
    let summary = environment.strings.text(.tokensSelected(selected, of: all)).text
    let list = AccessibleNode(
      .listBox, accessibleName, states: .multiselectable,
      announcement: selected > 0 ? AccessibleAnnouncement(summary) : nil, in: viewport.frame)
    tree.addList(
      Part.tokens, list, count: all,
      selected: editor.selectedRanges.map {
        elements.tokenCount(before: $0.lowerBound)..<elements.tokenCount(before: $0.upperBound)
      }.filter { !$0.isEmpty }, focused: focusedToken, index: { number(of: $0, near: $1) },
      hit: { token(at: $0, at: now).map(elements.tokenCount) },
      element: { (identity(ofToken: $0), node(ofToken: $0, at: now)) })
    tree.add(Part.text, textNode(at: now))
    tree.overlaid(in: overlayBounds) { tree in
      if overlay.completion.isOpen { describeCompletions(into: &tree, at: now) }
      if overlay.menu.isOpen {
        tree.scope(Part.menu) { overlay.menu.describe(as: accessibleName, into: &$0) }
      }
    }
  }

  private func describeCompletions(into tree: inout AccessibleTree, at now: Instant) {
    let popup = overlay.completion
    let offset = Vector(dx: popup.rowsFrame.minX, dy: popup.rowsFrame.minY - popup.scroller.offset(at: now))
    let number = environment.strings.text(
      .completions(completions.count, areMore: completions.count >= Self.completionLimit)
    ).text
    let list = AccessibleNode(
      .listBox, environment.strings.text(.suggestions), description: number,
      announcement: AccessibleAnnouncement(number), in: popup.frame)
    let states: AccessibleStates = [.selectable, .focusable]
    tree.add(Part.completions, list) { tree in
      tree.translated(by: offset, in: popup.rowsFrame) { tree in
        for (index, completion) in completions.enumerated() {
          tree.add(
            .part(popup.firstPart + index),
            AccessibleNode(
              .listItem, completion.text,
              states: index == highlightedCompletion ? states.union([.selected, .focused]) : states,
              actions: [environment.pressAction()],
              in: popup.frame(ofRow: index, width: popup.rowsFrame.width)))
        }
      }
    }
  }

  private var accessibleName: String { name.isEmpty ? configuration.placeholder : name }

  /// The number of the token that a key has reached. `nil` in the list of completions.
  private var focusedToken: Int? {
    guard hasFocus, highlightedCompletion == nil else { return nil }
    return reachedToken.map(editor.elements.tokenCount)
  }

  /// Whether keys go to the content, and not to its menu.
  private var hasFocus: Bool { caret.isFocused && !overlay.menu.isOpen }

  private func node(ofToken number: Int, at now: Instant) -> AccessibleNode {
    let index = editor.elements.index(ofToken: number)
    let token = editor.elements.tokens[number]
    let problem = adapter.problem(of: token, in: environment)
    var states = AccessibleStates.focusable(number == focusedToken)
    // Without a selection, a screen reader would say of each token that it is not selected.
    if editor.hasSelection { states.insert(.selectable) }
    if editor.isSelected(index) { states.insert(.selected) }
    if problem != nil { states.insert(.invalid) }
    let visible = frame(ofElement: index, at: now)
    if visible == nil { states.insert(.offscreen) }
    let strings = environment.strings
    let actions = [
      AccessibleAction("edit", strings.text(.edit), shortcut: ";;F2"),
      AccessibleAction("delete", strings.text(.delete), shortcut: ";;\(strings.text(.deleteKey))"),
    ]
    return AccessibleNode(
      .listItem, adapter.name(of: token), description: problem ?? "", states: states,
      actions: configuration.isEditable ? actions : [], in: visible ?? viewport.frame)
  }

  private func textNode(at now: Instant) -> AccessibleNode {
    let run = textRun(around: selection.head)
    let (start, selected) = (run.lowerBound, selection.range)
    let text = AccessibleText(
      .plain(editor.elements.string(in: run)), caret: selection.head - start,
      selected: selected.lowerBound - start..<selected.upperBound - start)
    var states = AccessibleStates.focusable(hasFocus && focusedToken == nil && highlightedCompletion == nil)
    if !configuration.isEditable { states.insert(.readOnly) }
    if completionSource != nil { states.formUnion(.expandable(!completions.isEmpty)) }
    if listProblem != nil { states.insert(.invalid) }
    let label: ControlLabel = configuration.status == .recipientCount ? .newRecipient : .newToken
    // The position of the caret is no description: it would be read after each key. A form may have several fields.
    var node = AccessibleNode(
      .entry, environment.strings.text(label), description: isNamedByMessage ? "" : accessibleName,
      states: states, text: text, in: frame(ofText: run, at: now) ?? viewport.frame)
    node.prepend(listProblem ?? (hasFailed ? status : ""))
    return node
  }

  /// Returns the smallest frame of text and of the caret. The tokens beside it are objects of their own.
  private func frame(ofText run: Range<Int>, at now: Instant) -> Rect? {
    let ends = run.isEmpty ? [] : [run.lowerBound, run.upperBound - 1]
    let frames = ends.compactMap { frame(ofElement: $0, at: now) } + [caretFrame(at: now)].compactMap(\.self)
    return frames.dropFirst().reduce(frames.first) { $0?.union($1) }
  }

  /// Returns the announcement of a change, or of the reason why there was none.
  func announcement(of updates: TokenEditor<Adapter>.PendingUpdates) -> Effect? {
    let strings = environment.strings
    if let message = updates.message { return .announce(strings.text(message).text, isUrgent: true) }
    let (inserted, removed) = (updates.inserted, updates.removed)
    let message: ControlMessage
    switch (inserted.tokens.count, removed.tokens.count) {
    // It may have ended another edit.
    case (_, 1...) where editor.inPlaceEdit != nil && (!updates.isUndo || updates.isUnchanged):
      message = .editing
    case _ where updates.isUnchanged: return nil
    case _ where updates.isUndo && !updates.changes.isEmpty: message = .undone
    case (0, 0): return nil
    case (0, let number): message = .tokensDeleted(number)
    case (1, 0):
      if let problem = problem(at: selection.head - 1) {
        return .announce(strings.text(problem).text, isUrgent: true)
      }
      guard let token = inserted.tokens.first else { return nil }
      message = .tokenAdded(editor.displayName(of: token))
    case (let number, 0): message = .tokensAdded(number)
    default: return nil
    }
    return .announce(strings.text(message).text, isUrgent: false)
  }

  /// Returns the number of the token with an identity, searching outward from where it was.
  ///
  /// Specialized, because generic code takes a hundred times as long for each token.
  @specialized(where Adapter == TextTokenAdapter)
  private func number(of identity: Int, near hint: Int?) -> Int? {
    let all = 0..<editor.elements.tokenCount(before: count)
    guard let last = all.last else { return nil }
    let start = max(0, min(hint ?? 0, last))
    // Tokens that were added together have identities in their order.
    let guesses = [start, 0, last].map { $0 &+ identity &- self.identity(ofToken: $0) }
    let origins = [start] + guesses.filter(all.contains)
    func isFound(_ number: Int) -> Bool { all.contains(number) && self.identity(ofToken: number) == identity }
    for distance in 0..<min(all.count, Self.maximumSearchDistance) {
      for origin in origins.prefix(distance < Self.maximumGuessError ? origins.count : 1) {
        if isFound(origin - distance) { return origin - distance }
        if isFound(origin + distance) { return origin + distance }
      }
    }
    return nil
  }

  /// The maximum distance at which a token is searched, so that a client that asks for what does not exist costs little.
  private static var maximumSearchDistance: Int { 5000 }
  /// The maximum number of tokens that were added or removed between two known ones.
  private static var maximumGuessError: Int { 500 }

  private func identity(ofToken number: Int) -> Int {
    let id = editor.elements.tokens[number].id
    return id as? Int ?? id.hashValue
  }

  mutating func handle(_ request: AccessibilityRequest, at now: Instant) -> Response<Action> {
    // The content that is dragged, or that the menu is about, must not change.
    guard !pointer.mode.isDragging, !isModal || request.path.first == Part.menu else { return .ignored }
    if let own = request.forMember(Part.menu) { return handleInMenu(.accessibility(own), at: now) }
    let path = Array(request.path)
    switch (path.first, path.dropFirst().first, request.kind) {
    case (Part.completions, .part(let part), .perform):
      return accept(completion: part &- overlay.completion.firstPart, at: now)
    case (Part.completions, .part(let part), .focus):
      let row = part &- overlay.completion.firstPart
      guard completions.indices.contains(row) else { return .ignored }
      overlay.completion.highlight(row, at: now)
      updateStatus()
      return focusResponse
    case (Part.text, nil, let kind): return handle(kind, at: now)
    case (Part.tokens, nil, .setSelected(let isSelected)):
      return change(at: now) {
        $0.editor.select(TextSelection(anchor: isSelected ? 0 : $0.count, head: $0.count))
      }
    case (Part.tokens, .item(let identity), let kind):
      guard let number = number(of: identity, near: request.index) else { return .ignored }
      return handle(kind, ofToken: editor.elements.index(ofToken: number), at: now)
    default: return .ignored
    }
  }

  /// Handles a request for the text at the caret.
  private mutating func handle(_ kind: AccessibilityRequest.Kind, at now: Instant) -> Response<Action> {
    let run = textRun(around: selection.head)
    let content = AccessibleText.Content.plain(editor.elements.string(in: run))
    if kind == .focus {
      overlay.completion.highlight(nil, at: now)
      updateStatus()
      // Before a token without text, the token has the focus.
      guard reachedToken != nil else { return focusResponse }
      return change(at: now) { $0.editor.moveCaret(to: $0.count, extending: false) }.merging(focusResponse)
    }
    let new: String? = if case .replaceText(_, let new) = kind { new } else { nil }
    guard new == nil || configuration.isEditable,
      let selection = selection.changed(by: kind, in: content, from: run.lowerBound)
    else { return .ignored }
    return change(at: now) { field in
      field.editor.select(selection)
      if let new { if new.isEmpty { field.editor.removeSelected() } else { field.editor.type(new) } }
    }
  }

  private mutating func handle(_ kind: AccessibilityRequest.Kind, ofToken index: Int, at now: Instant)
    -> Response<Action>
  {
    switch kind {
    // The next keys are for the text of the token.
    case .perform("edit"): return edit(index, at: now).merging(focusResponse)
    case .perform("delete"): return change(at: now) { $0.editor.remove(index..<index + 1, as: .discrete) }
    case .focus:
      // After text, the caret has the focus in the text, so the token is selected.
      let anchor = editor.elements.textRun(before: index).isEmpty ? index : index + 1
      let selection = TextSelection(anchor: anchor, head: index)
      return change(at: now) { $0.editor.select(selection) }.merging(focusResponse)
    case .setSelected(let isSelected):
      return isSelected == editor.isSelected(index) ? .handled() : change(at: now) { $0.editor.toggle(index) }
    default: return .ignored
    }
  }

  private var focusResponse: Response<Action> { Response(isHandled: true, outcomes: [.effect(.focus(0))]) }
}
