public import Motion
public import Scene

extension TokenField {
  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    switch event {
    case .pointerPressed(let press): return pressed(press, at: now)
    case .pointerMoved(let point):
      guard isSelecting else {
        return Response(isHandled: frame.contains(point), changesNothing: true)
      }
      select(to: point, extending: true, at: now)
      return .handled()
    case .pointerReleased(let press):
      guard isSelecting, press.button == .primary else { return .ignored }
      isSelecting = false
      return .handled()
    case .pointerGrabLost, .windowHidden:
      isSelecting = false
      return .ignored
    case .windowFocusChanged:
      blink.restart(at: now, in: environment)
      return .ignored
    case .keyPressed(let press):
      guard isFocused, let command = EditingCommand(press) else { return .ignored }
      return perform(command, isRepeat: press.isRepeat, at: now)
    case .pointerLeft, .scrolled, .textCommitted, .preeditChanged, .data, .capsLockChanged:
      return Response(isHandled: false, changesNothing: true)
    }
  }

  private mutating func pressed(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard press.button == .primary, frame.contains(press.position) else { return .ignored }
    isSelecting = true
    select(to: press.position, extending: press.modifiers.contains(.shift), at: now)
    return .handled()
  }

  private mutating func select(to point: Point, extending: Bool, at now: Instant) {
    selection.place(
      at: layout.gap(nearest: point), extending: extending, count: tokens.count)
    blink.restart(at: now, in: environment)
  }

  private mutating func perform(
    _ command: EditingCommand, isRepeat: Bool, at now: Instant
  ) -> Response<Action> {
    blink.restart(at: now, in: environment)
    switch command {
    case .move(let movement, let extending):
      selection.move(movement, extending: extending, count: tokens.count)
    case .selectAll: selection.selectAll(count: tokens.count)
    case .selectNone: selection.collapse()
    case .deleteBackward: return deleteOrSelect(.backward, isRepeat: isRepeat)
    case .deleteForward: return deleteOrSelect(.forward, isRepeat: isRepeat)
    case .deleteWordBackward: return delete(.backward)
    case .deleteWordForward: return delete(.forward)
    // These delete text up to an end of the line; tokens are never lost by them.
    case .deleteToStart, .deleteToEnd: break
    }
    return .handled()
  }

  /// Deletes what is selected; with nothing selected, selects the neighbour, so that no token is
  /// lost by one key, however long it is held.
  private mutating func deleteOrSelect(
    _ step: TextSelection.Movement, isRepeat: Bool
  ) -> Response<Action> {
    if isRepeat { return .handled() }
    guard selection.isCaret else { return delete(step) }
    selection.move(step, extending: true, count: tokens.count)
    return .handled()
  }

  /// Deletes what is selected, or else the neighbour at once.
  private mutating func delete(_ step: TextSelection.Movement) -> Response<Action> {
    if selection.isCaret { selection.move(step, extending: true, count: tokens.count) }
    return Response(isHandled: true, actions: remove(selection.range))
  }
}
