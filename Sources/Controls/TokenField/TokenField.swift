import Gestures
public import Motion
public import Scene

/// A control that edits tokens and text on the same lines.
///
/// An element is a token or one grapheme of text that is not a token. Each insertion index between
/// two elements is a caret position. The user can type text, turn text into tokens, and select,
/// move, copy and delete elements.
///
/// The type of the tokens is generic. A `TokenAdapter` supplies their size, drawing, name and
/// parsing. Elements that do not fit on a line wrap. Content that exceeds the maximum number of
/// lines scrolls.
///
/// - Complexity: A key takes time for each text run after the caret. A new or deleted token also moves the memory of the
///   tokens after it. Only elements that become visible are measured.
public struct TokenField<Adapter: TokenAdapter>: ColumnControl {
  public typealias Token = Adapter.Token

  /// A notification for the owner of the field.
  public enum Action {
    /// Tokens were inserted, removed or moved.
    case changed(TokenChange<Token>)
    /// The user has pressed Enter during a paste, which is finished now.
    case entered
  }

  var editor: TokenEditor<Adapter>
  public internal(set) var environment: Environment

  var viewport: Viewport
  var flow = FlowLayout()
  var caret = CaretState()
  var motions = TokenAnimations<Token>()
  var pastes = PasteQueue()
  var pointer = PointerSession()
  /// The source of completions, or `nil` for none. A new source is used when text changes next.
  public var completionSource: (any CompletionSource)?
  var overlay: TokenFieldOverlay
  /// Actions that could not be returned immediately.
  private var pendingActions: [Outcome<Action>] = []
  var statusLine = FieldStatus()
  /// The name of the list for assistive programs, and the description of the text. If it is empty, the placeholder is the name.
  public var name = ""
  /// Whether the name is the message of a dialog, which is read first and so does not describe the text again.
  package var isNamedByMessage = false
  /// The problem of the list as a whole, which the owner shows. `nil` if there is none.
  package var listProblem: String?

  /// Creates a field with the caret before the first token.
  ///
  /// - Complexity: O(*n*) in the number of tokens. Only the visible tokens are measured.
  public init(
    _ tokens: some Sequence<Token>, adapter: Adapter,
    configuration: TokenFieldConfiguration = TokenFieldConfiguration(), in environment: Environment
  ) {
    editor = TokenEditor(tokens, adapter: adapter, configuration: configuration)
    viewport = Viewport(in: environment)
    overlay = TokenFieldOverlay(in: environment)
    self.environment = environment
    updateStatus()
  }

  public mutating func advance(to now: Instant) -> Response<Action> {
    let longPressActions = recognizeLongPress(at: now)
    motions.advance(to: now)
    overlay.tooltip.advance(to: now)
    autoscroll(at: now)
    layOutVisible(at: now)
    // Content that became visible during the scroll may differ from its estimated height.
    if viewport.scroller.isRevealing { revealCaret(at: now) }
    extendSelectionAfterAutoscroll(at: now)
    if let time = pastes.noticeTime, time <= now {
      pastes.noticeTime = nil
      if pastes.isPending { updateStatus() }
    }
    defer { pendingActions.removeAll() }
    return Response(outcomes: longPressActions + pendingActions)
  }

  public func nextChange(after now: Instant) -> Instant? {
    if !pendingActions.isEmpty || needsAutoscroll(at: now) { return now }
    return .earliest(
      showsCaret ? caret.nextBlink(after: now) : nil,
      .earliest(
        viewport.scroller.nextChange(after: now), motions.nextChange(after: now), pointer.recognizer.deadline),
      .earliest(viewport.growthChange(after: now), overlay.nextChange(after: now), pastes.noticeTime))
  }
}

// Input and drawing.
extension TokenField {
  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    if case .accessibility(let request) = event { return handle(request, at: now) }
    let inMenu = isModal ? handleInMenu(event, at: now) : nil
    if let inMenu, !event.isNonInput { return inMenu }
    updateTooltip(for: event, at: now)
    if inMenu == nil, overlay.completion.isOpen, let inList = handleInList(event, at: now) { return inList }
    var response = inMenu ?? .ignored
    response.outcomes += recognizeLongPress(at: now)
    response.merge(respond(to: event, at: now))
    autoscroll(at: now)
    return response
  }

  private mutating func respond(to event: InputEvent, at now: Instant) -> Response<Action> {
    switch event {
    case .pointerPressed(let press): return pressed(press, at: now)
    case .pointerMoved(let point): return moved(to: point, at: now)
    case .pointerReleased(let press): return released(press, at: now)
    case .pointerGrabLost, .windowHidden:
      if pointer.mode != .draggingOut { pointer.cancel() }
      return .ignored
    case .windowFocusChanged(let isFocused):
      caret.restartBlinking(at: now, in: environment)
      return isFocused || !caret.isFocused ? .ignored : focusLost(at: now)
    case .keyPressed(let press): return keyPressed(press, at: now)
    case .textCommitted(let text):
      guard caret.isFocused else { return .ignored }
      guard !pointer.mode.isDragging else { return .handled() }
      return change(at: now) { $0.editor.type(String(text)) }
    case .preeditChanged(let preedit): return compose(preedit, at: now)
    case .data(let event): return handle(event, at: now)
    case .scrolled(let step): return scrolled(step, at: now)
    case .pointerLeft, .keyboardChanged, .windowObscured, .accessibility: return .ignored
    }
  }

  private mutating func keyPressed(_ press: KeyPress, at now: Instant) -> Response<Action> {
    guard caret.isFocused else { return .ignored }
    // During a drag, only Escape has an effect: it cancels the drag.
    guard !pointer.mode.isDragging || press.key == .escape else { return .handled() }
    if let command = EditingCommand(press) { return perform(command, isRepeat: press.isRepeat, at: now) }
    switch (press.key, press.modifiers) {
    case (.enter, []): return enter(isRepeat: press.isRepeat, at: now)
    case (.tab, []), (.tab, .shift): return tab(at: now)
    case (.function(2), []): return edit(reachedToken, at: now)
    case (.escape, []): return press.isRepeat ? .handled() : escape(at: now)
    case (.menu, []), (.function(10), .shift): return press.isRepeat ? .handled() : openMenuByKey(at: now)
    case (.pageUp, []), (.pageUp, .shift), (.pageDown, []), (.pageDown, .shift):
      return turnPage(down: press.key == .pageDown, extending: press.modifiers.contains(.shift), at: now)
    default: break
    }
    guard press.modifiers.isDisjoint(with: .command), !press.text.isEmpty, press.key != .tab,
      press.key != .escape
    else { return .ignored }
    return change(at: now) { $0.editor.type(String(press.text)) }
  }

  public func draw(into list: inout DisplayList, at now: Instant) {
    list.fieldBackground(in: viewport.frame, showsFocus: showsFocus, environment)
    let clip = RoundedRect(viewport.frame, cornerRadius: theme.field.cornerRadius)
    list.group(DisplayList.Group(clip: clip)) { list in
      drawFadingTokens(into: &list, at: now)
      drawBoxes(into: &list, at: now)
      drawPlaceholder(into: &list)
    }
    drawCaret(into: &list, at: now)
    viewport.scroller.drawThumb(
      along: viewport.frame, edge: viewport.frame.maxX, margin: theme.field.cornerRadius, into: &list, at: now
    )
    drawStatus(into: &list)
  }

  // The user and the program change the field by these functions only.

  /// Changes the editor, and applies its pending updates to the layout, the animations and the overlay.
  mutating func change(
    at now: Instant, _ options: ChangeOptions = .command, _ body: (inout TokenField) -> Void
  ) -> Response<Action> {
    let before = selection
    let scrollTarget = viewport.scroller.target
    let frames = environment.reducesMotion ? [:] : visibleTokenFrames(at: now)
    let text = options.contains(.keepsCompletions) ? textAtCaret : nil
    if !options.contains(.keepsMessage) { statusLine.problem = nil }
    body(&self)
    editor.commitInPlaceEditIfCaretLeft()
    let isTextKept = moveCompletions(of: text)
    let updates = editor.takePendingUpdates()
    show(updates, from: frames, movedFrom: before.head, at: now)
    caret.restartBlinking(at: now, in: environment)
    if options.contains(.revealsCaret) { revealCaret(at: now) } else { viewport.scroller.endReveal() }
    if viewport.scroller.target != scrollTarget { overlay.closeMenu(at: now) }
    updateCompletions(
      isEdited: options.contains(.offersCompletions) && !isTextKept && !updates.changes.isEmpty, at: now)
    flash(updates.flashes, at: now)
    var actions: [Outcome<Action>] = updates.tokenChange.map { [.action(.changed($0))] } ?? []
    if let message = updates.message {
      statusLine.problem = message
      actions.append(.effect(.bell))
    }
    updateStatus()
    if let announcement = announcement(of: updates) { actions.append(.effect(announcement)) }
    if options.contains(.offersSelection), pointer.mode != .selecting, selection != before,
      editor.hasSelection
    {
      actions.append(primaryOffer)
    }
    return Response(isHandled: true, outcomes: actions)
  }

  /// Lays out changed content, and animates it from its previous frames.
  private mutating func show(
    _ updates: TokenEditor<Adapter>.PendingUpdates, from frames: [Token.ID: Rect], movedFrom head: Int,
    at now: Instant
  ) {
    let offset = viewport.scroller.offset(at: now)
    if !updates.changes.isEmpty {
      caret.place()
      // The element under the pointer may have moved or may be gone.
      if [.none, .selecting].contains(pointer.mode) { pointer.leaveDrop() } else { pointer.cancel() }
      overlay.tooltip.leave(at: now)
      for change in updates.changes { flow.apply(change) }
    }
    // Some keys move the preedit text with the caret.
    if !caret.preedit.isEmpty, head != selection.head {
      for index in [head, selection.head] { flow.discardLayout(around: index) }
    }
    layOutVisible(at: now)
    if !updates.changes.isEmpty { animate(updates, from: frames, scrolledFrom: offset, at: now) }
  }

  /// The action that offers the selection for pasting with the middle button.
  var primaryOffer: Outcome<Action> { .effect(.offer(editor.selectedData, in: .primary)) }

  /// Handles the loss of the focus: turns text into tokens. During a drag out of the window,
  /// nothing changes until the drag ends, because a change of the active window may be part of the
  /// drag.
  mutating func focusLost(at now: Instant) -> Response<Action> {
    overlay.completion.close(at: now)
    overlay.closeMenu(at: now)
    overlay.tooltip.leave(at: now)
    guard pointer.mode != .draggingOut else { return .ignored }
    pointer.cancel()
    var response = change(at: now) { field in
      field.commitPreedit()
      if field.configuration.delimiters.contains(.focusLoss) { field.editor.tokenizeAll() }
    }
    response.isHandled = false
    return response
  }

  // Content.

  /// The selection, in insertion indices between elements.
  ///
  /// An element is a token or a grapheme of text that is not a token. Index 0 is before the first
  /// element; `count` is after the last element.
  public package(set) var selection: TextSelection {
    get { editor.selection }
    set { editor.selection = newValue }
  }

  /// The number of elements.
  public var count: Int { editor.elements.count }

  /// The elements in order.
  ///
  /// - Complexity: O(*n*).
  public var elements: [TokenFieldElement<Token>] { Array(editor.elements) }

  /// The tokens in order.
  public var tokens: [Token] { editor.elements.tokens }

  /// The options of the field. A change takes effect with the next command.
  public var configuration: TokenFieldConfiguration {
    get { editor.configuration }
    set { editor.configuration = newValue }
  }

  /// The status message: the caret and the selection, or another message. It is displayed as far as
  /// it fits. Right-to-left names are isolated (UAX #9).
  package var status: String { statusLine.message.text }

  /// The adapter of the tokens.
  public var adapter: Adapter { editor.adapter }

  /// Whether the caret is visible: only where the user can type.
  var showsCaret: Bool { showsFocus && !editor.hasSelection }

  /// Whether the field has the keyboard focus and its window is focused.
  var showsFocus: Bool { caret.isFocused && environment.isWindowFocused }

  /// The caret position.
  var caretPosition: CaretPosition {
    CaretPosition(insertionIndex: selection.head, isAtLineEnd: caret.isAtLineEnd)
  }

  // Focus.

  public var focusStopCount: Int { 1 }

  public mutating func focus(_ stop: Int?, at now: Instant) {
    let hadFocus = caret.isFocused
    caret.focus(stop != nil, at: now, in: environment)
    if hadFocus, stop == nil { pendingActions += focusLost(at: now).outcomes }
  }

  public func focusStop(under point: Point, at now: Instant) -> Int? {
    viewport.frame.contains(point) ? 0 : nil
  }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect {
    viewport.targetFrame.union(statusFrame(below: viewport.targetFrame))
  }
}

/// A change of the tokens of a field. The lists are lazy, because they may be long. A moved token is in both.
public struct TokenChange<Token> {
  /// The tokens that were removed.
  public let removed: TokenList<Token>
  /// The tokens that were inserted.
  public let inserted: TokenList<Token>
  /// Whether the change undoes an earlier one.
  public let isUndo: Bool
}

/// The updates that follow a change of a token field, in addition to its new layout.
struct ChangeOptions: OptionSet {
  let rawValue: UInt8

  /// Offer a new selection for pasting elsewhere, because the user made it.
  static let offersSelection = ChangeOptions(rawValue: 1 << 0)
  /// Open the list of completions if text has changed.
  static let offersCompletions = ChangeOptions(rawValue: 1 << 1)
  /// Keep the list of completions as it is if the text at the caret is the same after the change.
  static let keepsCompletions = ChangeOptions(rawValue: 1 << 2)
  /// Scroll to the caret.
  static let revealsCaret = ChangeOptions(rawValue: 1 << 3)
  /// Keep the message about the last change.
  static let keepsMessage = ChangeOptions(rawValue: 1 << 4)

  /// The updates after most commands.
  static let command: ChangeOptions = [.offersSelection, .offersCompletions, .revealsCaret]
  /// The updates of a movement of the pointer that selects.
  static let selection: ChangeOptions = [.offersCompletions, .revealsCaret, .keepsMessage]
  /// The updates after data has arrived.
  static let paste: ChangeOptions = [.offersCompletions, .keepsCompletions, .revealsCaret]
}

extension TokenEditor.PendingUpdates {
  /// The notification of the owner, or `nil` if no token was inserted or removed.
  var tokenChange: TokenChange<Adapter.Token>? {
    guard removed.hasToken || inserted.hasToken else { return nil }
    return TokenChange(
      removed: TokenList(elements: removed), inserted: TokenList(elements: inserted), isUndo: isUndo)
  }
}

// Changes by the program.
extension TokenField {
  /// Replaces all elements by tokens. The caret moves after them.
  ///
  /// See `replace(_:with:isUndoable:at:)`.
  @discardableResult public mutating func setTokens(
    _ tokens: some Sequence<Token>, isUndoable: Bool = true, at now: Instant
  ) -> Response<Action> {
    replace(0..<count, with: tokens, isUndoable: isUndoable, movesCaret: true, at: now)
  }

  /// Inserts tokens at an insertion index.
  ///
  /// See `replace(_:with:isUndoable:at:)`.
  @discardableResult public mutating func insert(
    _ tokens: some Sequence<Token>, at index: Int, isUndoable: Bool = true, at now: Instant
  ) -> Response<Action> {
    replace(index..<index, with: tokens, isUndoable: isUndoable, at: now)
  }

  /// Removes a range of elements.
  ///
  /// See `replace(_:with:isUndoable:at:)`.
  @discardableResult public mutating func remove(
    _ range: Range<Int>, isUndoable: Bool = true, at now: Instant
  ) -> Response<Action> {
    replace(range, with: [], isUndoable: isUndoable, at: now)
  }

  /// Replaces a range of elements by tokens, also if the user may not edit the field.
  ///
  /// The selection stays between the same elements, and the content does not scroll. An in-place edit ends; its text
  /// stays text. `DuplicatePolicy` does not apply.
  ///
  /// - Parameters:
  ///   - range: The range in insertion indices. It is limited to the content.
  ///   - tokens: The tokens. Their identities differ from each other and from those of all remaining tokens.
  ///   - isUndoable: Whether the change is a step that the user can undo. Otherwise, neither it nor any change before it
  ///     can be undone.
  /// - Returns: One `changed` action if tokens were inserted or removed, otherwise no action.
  @discardableResult public mutating func replace(
    _ range: Range<Int>, with tokens: some Sequence<Token>, isUndoable: Bool = true, at now: Instant
  ) -> Response<Action> {
    replace(range, with: tokens, isUndoable: isUndoable, movesCaret: false, at: now)
  }

  private mutating func replace(
    _ range: Range<Int>, with tokens: some Sequence<Token>, isUndoable: Bool, movesCaret: Bool,
    at now: Instant
  ) -> Response<Action> {
    let range = range.clamped(to: 0..<count)
    let new = TokenEditor<Adapter>.Elements(tokens.lazy.map { .token($0) })
    return change(at: now, .keepsCompletions) { field in
      field.editor.inPlaceEdit = nil
      field.editor.history.endStep()
      field.editor.keepingSelection { $0.replace(range, with: new) }
      if movesCaret { field.editor.select(TextSelection(anchor: field.count, head: field.count)) }
      if !isUndoable { field.editor.history.removeAllSteps() }
    }
  }

  /// Selects a range of elements, or moves the caret if the range is empty, and scrolls to its end.
  ///
  /// An in-place edit ends if the selection is not in its text, as if the user had moved the caret.
  ///
  /// - Parameter range: The range in insertion indices. It is limited to the content.
  /// - Returns: One `changed` action if the in-place edit has changed a token, otherwise no action.
  @discardableResult public mutating func select(_ range: Range<Int>, at now: Instant) -> Response<Action> {
    let range = range.clamped(to: 0..<count)
    return change(at: now, .revealsCaret) { field in
      field.caret.place()
      field.editor.select(TextSelection(anchor: range.lowerBound, head: range.upperBound))
    }
  }
}
