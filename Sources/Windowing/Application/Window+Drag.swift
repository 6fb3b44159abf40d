import CX11
import Motion
import Scene
import X11

extension Window {
  /// Starts dragging data with the pointer, until its last button is released.
  ///
  /// If no button is pressed, the drag is cancelled immediately.
  func beginDrag(_ offer: DataProvider, image: DragImage?) {
    application.dragSource?.endDrag()
    guard let inputTime = application.inputTime, translation.isPressed, let pointer = pointerPosition else {
      return dragOutcomes.append(.cancelled)
    }
    let connection = connection
    application.selectionOwner.own(connection.atoms[.xdndSelection], offer, since: inputTime)
    let targets = offer.representations.flatMap { connection.atoms.targets(for: $0.type) }
    PropertyValue.words(targets, type: XA_ATOM).write(
      to: connection.atoms[.xdndTypeList], of: application.selectionOwner.window, on: connection)
    let icon = image.flatMap { DragIcon($0, isComposited: visibility.isComposited, on: connection) }
    let source = XdndSource(targets: targets, action: connection.atoms[.xdndActionCopy])
    drag = DragSession(source, icon: icon, since: inputTime, on: connection)
    drag?.move(to: pointer.position, at: inputTime)
    dragOrigin = pointer.windowOrigin
    holdsDrag = true
    application.dragSource = self
  }

  /// The positions of the pointer and of the window's origin in screen pixels; one round trip.
  /// `nil` if they are on different screens.
  private var pointerPosition: (position: PixelPoint, windowOrigin: PixelPoint)? {
    connection.queryPointer(from: id).map {
      (
        PixelPoint(x: Int($0.rootX), y: Int($0.rootY)),
        PixelPoint(x: Int($0.rootX - $0.x), y: Int($0.rootY - $0.y))
      )
    }
  }

  /// Handles pointer input during a drag, and after its end while the button is still pressed.
  ///
  /// - Returns: Whether the input was consumed and is not sent to the content.
  func takesForDrag(_ input: InputEvent) -> Bool {
    guard holdsDrag else { return false }
    switch input {
    case .pointerMoved(let point): moveDrag(to: point)
    case .pointerReleased(let press):
      guard !translation.isPressed else { return true }
      moveDrag(to: press.position)
      holdsDrag = false
      perform(drag?.buttonReleased(at: MonotonicClock.now))
    // Another button cancels the drag.
    case .pointerPressed: cancelDrag()
    case .pointerGrabLost:
      cancelDrag()
      holdsDrag = false
    case .pointerLeft, .scrolled: break
    default: return false
    }
    return true
  }

  private func moveDrag(to point: Point) {
    guard let inputTime = application.inputTime else { return }
    let scale = scale
    let position = PixelPoint(
      x: dragOrigin.x + Int((point.x * scale).rounded(.down)),
      y: dragOrigin.y + Int((point.y * scale).rounded(.down)))
    drag?.move(to: position, at: inputTime)
  }

  /// Updates the window origin after the window may have moved.
  func updateDragOrigin() {
    if holdsDrag, let pointer = pointerPosition { dragOrigin = pointer.windowOrigin }
  }

  /// Cancels the drag, as Escape does.
  ///
  /// - Returns: Whether a drag was cancelled.
  @discardableResult func cancelDrag() -> Bool {
    guard let commands = drag?.source.cancel(), !commands.isEmpty else { return false }
    perform(commands)
    return true
  }

  /// Ends the drag immediately, even if a target has not finished its drop.
  func endDrag() {
    cancelDrag()
    perform(drag?.source.end(.cancelled))
  }

  /// Handles a message from a target.
  func handleXdndReply(_ message: DragMessage, from target: WindowID, at now: Instant) {
    switch message {
    case .status(let isAccepted, let noUpdateArea, _):
      perform(
        drag?.source.handleStatus(
          from: target, isAccepted: isAccepted, noUpdateArea: noUpdateArea, at: now))
    case .finished(let isAccepted, _):
      perform(drag?.source.handleFinished(from: target, isAccepted: isAccepted))
    case .enter, .position, .leave, .drop: break
    }
  }

  /// Performs the due actions (target search, timeouts) and reports the outcomes of drags to the
  /// content.
  func advanceDrag(to now: Instant) {
    if drag?.source.hasEnded == false {
      let selection = connection.atoms[.xdndSelection]
      let isTaking = application.selectionOwner.isTransferring(selection)
      perform(drag?.advance(to: now, isTaking: isTaking))
    }
    for outcome in dragOutcomes { send(.data(.dragEnded(outcome)), at: currentTime) }
    dragOutcomes.removeAll()
  }

  private func perform(_ commands: [XdndSource.Command]?) {
    for command in commands ?? [] {
      switch command {
      case .send(let message, let target):
        message.send(
          from: application.selectionOwner.window, about: target.window, to: target.destination,
          on: connection)
      case .reportResult(let outcome): dragOutcomes.append(outcome)
      case .finish(let outcome):
        drag = nil
        // Transfers in progress continue to their end.
        application.selectionOwner.disown(connection.atoms[.xdndSelection])
        if let outcome { dragOutcomes.append(outcome) }
      }
    }
  }
}
