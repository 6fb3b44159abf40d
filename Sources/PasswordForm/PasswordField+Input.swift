public import Controls
public import Motion
public import Scene
import Secrets

extension PasswordField {
  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    let inEye = letEyeHandle(event, at: now)
    if inEye.isHandled { return Response(isHandled: true, changesNothing: inEye.changesNothing) }
    var response = respond(to: event, at: now)
    response.changesNothing = response.changesNothing && inEye.changesNothing
    return response
  }

  private mutating func respond(to event: InputEvent, at now: Instant) -> Response<Action> {
    switch event {
    case .pointerPressed(let press): return pressed(press, at: now)
    case .pointerMoved(let point): return moved(to: point, at: now)
    case .pointerReleased(let press): return released(press, at: now)
    case .pointerGrabLost:
      isSelecting = false
      return .ignored
    case .windowHidden:
      isSelecting = false
      if isRevealed { hide(at: now) }
      return .ignored
    case .windowCovered:
      // Who comes back to it may be another person, as behind a lock.
      if isRevealed { hide(at: now) }
      return .ignored
    case .windowFocusChanged(let isFocused):
      if !isFocused, isRevealed { hide(at: now) }
      blink.restart(at: now, in: environment)
      tellOfKeyboard(at: now)
      return .ignored
    case .keyboardChanged(let status):
      return follow(status, at: now)
    case .keyPressed(let press): return keyPressed(press, at: now)
    case .textCommitted(let typed):
      guard focusedStop == .text else { return .ignored }
      return type(typed, at: now)
    case .pointerLeft, .scrolled, .preeditChanged, .data:
      return Response(isHandled: false, changesNothing: true)
    }
  }

  private mutating func follow(_ status: KeyboardStatus, at now: Instant) -> Response<Action> {
    let losesFocus = status.grab == .kept && keyboard.grab != .kept
    let isHiding = losesFocus && isRevealed
    if isHiding { hide(at: now) }
    keyboard = status
    let isNews = tellOfKeyboard(at: now)
    return Response(isHandled: false, changesNothing: !isNews && !isHiding)
  }

  private mutating func letEyeHandle(
    _ event: InputEvent, at now: Instant
  ) -> Response<EyeButton.Action> {
    // The pointer that selects text is not at the eye, wherever it is.
    if isSelecting, case .pointerMoved = event { return eye.handle(.pointerLeft, at: now) }
    let response = eye.handle(event, at: now)
    if !response.actions.isEmpty { toggleReveal(at: now) }
    return response
  }

  // The pointer.

  private mutating func pressed(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard frame.contains(press.position) else { return .ignored }
    switch press.button {
    case .primary:
      pressedPrimary(press, at: now)
      return .handled()
    case .middle:
      if isEditable { select(to: press.position, extending: false, at: now) }
      return requestPaste(from: .primary)
    case .secondary: return .ignored
    }
  }

  /// A second click selects all, since a password has no words.
  private mutating func pressedPrimary(_ press: PointerPress, at now: Instant) {
    let count = clicks.press(press, at: now, within: environment.preferences.doubleClickTime)
    let isExtending = press.modifiers.contains(.shift)
    isSelecting = count == 1 || isExtending
    if isSelecting {
      select(to: press.position, extending: isExtending, at: now)
    } else {
      selection.selectAll(count: unitCount)
      caretMoved(at: now)
    }
  }

  private mutating func moved(to point: Point, at now: Instant) -> Response<Action> {
    guard isSelecting else {
      return Response(isHandled: frame.contains(point), changesNothing: true)
    }
    select(to: point, extending: true, at: now)
    return .handled()
  }

  private mutating func released(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard press.button == .primary, isSelecting else { return .ignored }
    isSelecting = false
    return .handled()
  }

  private mutating func select(to point: Point, extending: Bool, at now: Instant) {
    let border = border(nearest: point)
    selection.place(at: border, extending: extending, count: text.graphemeCount)
    caretMoved(at: now)
  }

  // The keyboard.

  private mutating func keyPressed(_ press: KeyPress, at now: Instant) -> Response<Action> {
    guard let focusedStop else { return .ignored }
    if press.key == .escape, isRevealed {
      hide(at: now)
      return .handled()
    }
    if press.key == .character("v"), press.modifiers == .alt {
      // Who holds it has meant one thing by it.
      if !press.isRepeat { toggleReveal(at: now) }
      return .handled()
    }
    return focusedStop == .text ? keyPressedInText(press, at: now) : .ignored
  }

  private mutating func keyPressedInText(_ press: KeyPress, at now: Instant) -> Response<Action> {
    if let command = EditingCommand(press) {
      return perform(command, isRepeat: press.isRepeat, at: now)
    }
    switch press.key {
    case .enter where press.modifiers.isEmpty:
      return press.isRepeat ? .handled() : .handled(.entered)
    case .tab, .escape: return .ignored
    default:
      guard press.modifiers.isDisjoint(with: .command), !press.text.isEmpty else {
        return .ignored
      }
      return type(press.text, at: now)
    }
  }

  private mutating func type(_ typed: TypedText, at now: Instant) -> Response<Action> {
    typed.withUTF8 { insert($0, at: now) }
  }

  /// Puts all of some text in the place of what is selected, or nothing of it.
  mutating func insert(_ utf8: Span<UInt8>, at now: Instant) -> Response<Action> {
    guard isEditable else { return .handled(.notEditable) }
    switch text.replace(graphemes: selection.range, with: utf8) {
    case .inserted(let caret):
      edited(caret: caret, at: now)
      return .handled(.edited)
    case .refused(let refusal):
      return .handled(.refused(refusal))
    }
  }

  private mutating func perform(
    _ command: EditingCommand, isRepeat: Bool, at now: Instant
  ) -> Response<Action> {
    let generation = text.generation
    switch command {
    case .move(.up, _), .move(.down, _), .move(.pieceLeft, _), .move(.pieceRight, _):
      return .ignored
    case .move(let movement, let extending): move(movement, extending: extending)
    case .selectAll: selectMore()
    case .selectNone: selection.collapse()
    case .delete where !isEditable: return .handled(.notEditable)
    case .delete(let deletion):
      let isOfAll = deletion.isOfWord && !isRevealed && selection.isCaret
      if isOfAll { selection.selectAll(count: unitCount) }
      delete(deletion, isRepeat: isRepeat)
    case .paste: return requestPaste(from: .clipboard, isRepeat: isRepeat)
    case .copy, .cut: return copy(isCutting: command == .cut, at: now)
    // What was typed is kept nowhere else.
    case .undo, .redo: return .ignored
    }
    guard text.generation != generation else {
      caretMoved(at: now)
      return .handled()
    }
    edited(caret: selection.head, at: now)
    return .handled(.edited)
  }

  /// Does what follows from another text, which its owner is yet to be told of.
  ///
  /// - Parameter caret: Where it goes, in graphemes from the start.
  mutating func edited(caret: Int, at now: Instant) {
    selection = TextSelection(caret: caret)
    textChanged(at: now)
    caretMoved(at: now)
  }

  /// Has the caret be seen where it is now: on, and within what the field shows of a long text.
  mutating func caretMoved(at now: Instant) {
    blink.restart(at: now, in: environment)
    layOutText()
  }
}

extension EditingCommand.Deletion {
  /// A word that cannot be seen is all there is.
  fileprivate var isOfWord: Bool { self == .wordBackward || self == .wordForward }
}
