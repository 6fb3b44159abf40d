public import Controls
import Gestures
public import Motion
public import Scene
import Secrets

extension PasswordField {
  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    let wasRevealed = isRevealed
    var response = respond(to: event, at: now)
    if isRevealed != wasRevealed { response.outcomes += visibilityAnnouncement.map { .effect($0) } }
    return response
  }

  /// An announcement of a change by the user or after a time, unless the window has lost the focus. The button reports its
  /// state if it has the focus.
  var visibilityAnnouncement: [Effect] {
    guard environment.isWindowFocused, focusedStop != .reveal else { return [] }
    return [.announce(environment.text(isRevealed ? .isVisible : .isHidden), isUrgent: false)]
  }

  private mutating func respond(to event: InputEvent, at now: Instant) -> Response<Action> {
    if case .accessibility(let request) = event { return handle(request, at: now) }
    if forwardToRevealButton(event, at: now) { return .handled() }
    switch event {
    case .pointerPressed(let press) where press.button == .middle: return pressedMiddle(press, at: now)
    case .pointerPressed, .pointerMoved, .pointerReleased, .pointerGrabLost, .pointerLeft:
      return select(by: event, at: now)
    case .windowHidden:
      recognizer.cancel()
      if isRevealed { hide(at: now) }
      return .ignored
    case .windowObscured:
      // A different user may be present when the window becomes visible again, as after a screen
      // lock.
      if isRevealed { hide(at: now) }
      return .ignored
    case .windowFocusChanged(let isFocused):
      if !isFocused, isRevealed { hide(at: now) }
      blink.restart(at: now, in: environment)
      updateKeyboardStatus(at: now)
      return .ignored
    case .keyboardChanged(let status):
      let old = statusLine.keyboard
      setKeyboard(status, at: now)
      return showsFocus ? announcement(after: old) : .ignored
    case .keyPressed(let press): return keyPressed(press, at: now)
    case .textCommitted(let typed): return focusedStop == nil ? .ignored : type(typed, at: now)
    case .data(.received(let data)): return received(data, at: now)
    case .scrolled, .preeditChanged, .data, .accessibility: return .ignored
    }
  }

  /// Announces a change of Caps Lock, or else one of the layout, since the user chooses between several.
  private func announcement(after old: KeyboardStatus) -> Response<Action> {
    let new = statusLine.keyboard
    var text: String?
    if isSecret, new.isCapsLockOn != old.isCapsLockOn {
      text = environment.text(new.isCapsLockOn ? .capsLock : .capsLockIsOff)
    } else if new.hasSeveralLayouts, old.layout != nil, new.layout != old.layout {
      text = new.layout
    }
    return text.map { Response(outcomes: [.effect(.announce($0, isUrgent: false))]) } ?? .ignored
  }

  private mutating func setKeyboard(_ status: KeyboardStatus, at now: Instant) {
    let losesFocus = status.grab == .grabbedWithoutFocus && statusLine.keyboard.grab != .grabbedWithoutFocus
    if losesFocus && isRevealed { hide(at: now) }
    statusLine.keyboard = status
    updateKeyboardStatus(at: now)
  }

  /// Sends an event to the reveal button.
  ///
  /// - Returns: Whether the button handled it.
  private mutating func forwardToRevealButton(_ event: InputEvent, at now: Instant) -> Bool {
    guard isSecret else { return false }
    // Enter answers, also after a Tab to the button.
    if case .keyPressed(let press) = event, press.key == .enter { return false }
    // A pointer that selects text does not hover over the reveal button.
    if recognizer.isPressed, case .pointerMoved = event {
      return revealButton.handle(.pointerLeft, at: now).isHandled
    }
    let response = revealButton.handle(event, at: now)
    if !response.actions.isEmpty { toggleReveal(at: now) }
    return response.isHandled
  }

  // Pointer input.

  /// Pastes the primary selection at the pointer.
  private mutating func pressedMiddle(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard frame.contains(press.position) else { return .ignored }
    if isEditable { select(to: press.position, extending: false, at: now) }
    return requestPaste(from: .primary, at: now)
  }

  /// Selects text with the pointer. A double click selects all, because a password has no words.
  private mutating func select(by event: InputEvent, at now: Instant) -> Response<Action> {
    let isInside = event.pointerPosition.map(frame.contains) ?? false
    let outcome = recognizer.handle(event, at: now, over: isInside ? 0 : nil)
    switch outcome {
    case .pressed(let press, let clicks):
      let isExtending = press.modifiers.contains(.shift)
      if clicks == 1 || isExtending {
        select(to: press.position, extending: isExtending, at: now)
      } else {
        recognizer.cancel()
        selection.selectAll(count: elementCount)
        didMoveCaret(at: now)
      }
    case .dragging(let drag): select(to: drag.position, extending: true, at: now)
    // The text may have changed since the press, which already moved the caret.
    case .dropped(let drag) where drag.translation != .zero:
      select(to: drag.position, extending: true, at: now)
    case .ignored, .handled, .held, .dropped, .tapped, .cancelled: break
    }
    return Response(isHandled: outcome.isHandled)
  }

  private mutating func select(to point: Point, extending: Bool, at now: Instant) {
    let index = insertionIndex(nearest: point)
    selection.moveCaret(to: index, extending: extending, count: text.graphemeCount)
    didMoveCaret(at: now)
  }

  // Keyboard input.

  private mutating func keyPressed(_ press: KeyPress, at now: Instant) -> Response<Action> {
    guard let focusedStop else { return .ignored }
    if press.key == .escape, isRevealed, isSecret {
      hide(at: now)
      return .handled()
    }
    if press.key == .character("v"), press.modifiers == .alt, isSecret {
      // Key repeat must not toggle again.
      if !press.isRepeat { toggleReveal(at: now) }
      return .handled()
    }
    if press.key == .enter, press.modifiers.isEmpty {
      return press.isRepeat ? .handled() : .handled(.entered)
    }
    if let command = EditingCommand(press) {
      return focusedStop == .text ? perform(command, isRepeat: press.isRepeat, at: now) : .ignored
    }
    let isTyped = press.modifiers.isDisjoint(with: .command) && !press.text.isEmpty
    guard isTyped, press.key != .tab, press.key != .escape else { return .ignored }
    return type(press.text, at: now)
  }

  /// Inserts typed text, and moves the focus from the reveal button to the text: a space in the same text would reveal the
  /// password.
  private mutating func type(_ typed: TypedText, at now: Instant) -> Response<Action> {
    var response = typed.withUTF8 { insert($0, at: now) }
    if focusedStop != .text { response.outcomes.insert(.effect(.focus(FocusStop.text.rawValue)), at: 0) }
    return response
  }

  /// Replaces the selection with all of a text. Rejected text changes nothing.
  mutating func insert(_ utf8: Span<UInt8>, at now: Instant) -> Response<Action> {
    guard isEditable else { return .handled(.notEditable) }
    let (range, count) = (selection.range, elementCount)
    switch text.replace(graphemes: range, with: utf8) {
    case .inserted(let caret):
      movePastes(after: range, by: range.count + elementCount - count)
      didEdit(caret: caret, at: now)
      return .handled(.edited)
    case .rejected(let rejection): return .handled(.rejected(rejection))
    }
  }

  private mutating func perform(_ command: EditingCommand, isRepeat: Bool, at now: Instant) -> Response<
    Action
  > {
    guard !isRepeat || command.isRepeatable else { return .handled() }
    let generation = text.generation
    switch command {
    case .move(.up, _), .move(.down, _), .move(.tokenLeft, _), .move(.tokenRight, _): return .ignored
    case .move(let movement, let extending): move(movement, extending: extending)
    case .selectAll: expandSelection()
    case .selectNone: selection.collapse()
    case .delete where !isEditable: return .handled(.notEditable)
    case .delete(let deletion):
      // In masked text, a word is the entire text.
      let isWord = deletion == .wordBackward || deletion == .wordForward
      let deletesAll = isWord && !isRevealed && selection.isCaret
      if deletesAll { selection.selectAll(count: elementCount) }
      delete(deletion, isRepeat: isRepeat)
    case .paste: return requestPaste(from: .clipboard, at: now)
    case .copy, .cut: return copy(isCutting: command == .cut, at: now)
    // There is no undo history, because it would store copies of the password.
    case .undo, .redo: return .ignored
    }
    guard text.generation != generation else {
      didMoveCaret(at: now)
      return .handled()
    }
    didEdit(caret: selection.head, at: now)
    return .handled(.edited)
  }

  /// Moves the destinations of pastes with the text around them, so that text that is typed after a request
  /// follows the pasted text.
  ///
  /// - Parameter later: The index of the first paste that follows the new text.
  mutating func movePastes(after range: Range<Int>, by count: Int, from later: Int = .max) {
    for (index, paste) in pendingPastes.enumerated() {
      let moved = range.replaced(by: count, moving: paste.destination, isBehind: index >= later)
      pendingPastes[index].destination = moved
    }
  }

  /// Updates the field after an edit. The caller returns `Action.edited`.
  ///
  /// - Parameter caret: The new caret position, in graphemes from the start.
  mutating func didEdit(caret: Int, at now: Instant) {
    selection = TextSelection(caret: caret)
    didChangeText(at: now)
    didMoveCaret(at: now)
  }

  /// Restarts the blinking of the caret and scrolls a long text to it.
  mutating func didMoveCaret(at now: Instant) {
    blink.restart(at: now, in: environment)
    layOutText()
  }
}

/// The elements are graphemes. A password has no word boundaries, so that caret movement does not
/// reveal them. Characters stay in the order of typing regardless of their writing direction.
extension PasswordField: TextEditing {
  package var elementCount: Int { text.graphemeCount }

  package func destination(of movement: TextSelection.Movement, from index: Int) -> Int {
    switch movement {
    case .left: max(0, index - 1)
    case .right: min(index + 1, elementCount)
    case .wordLeft, .tokenLeft, .lineStart, .toStart: 0
    case .wordRight, .tokenRight, .lineEnd, .toEnd: elementCount
    case .up, .down: index
    }
  }

  package func wordStart(before index: Int) -> Int { 0 }

  package func wordEnd(after index: Int) -> Int { elementCount }

  package mutating func remove(_ range: Range<Int>) {
    movePastes(after: range, by: 0)
    selection = TextSelection(caret: text.remove(graphemes: range))
  }
}
