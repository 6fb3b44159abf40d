import CX11
import Motion
import Scene

extension RunLoop {
  /// Starts dragging data with the pointer, until its last button is released.
  ///
  /// If no button is pressed, the drag is cancelled immediately.
  mutating func beginDrag(_ offer: DataProvider, picture: DragPicture?) {
    endDrag()
    guard let inputTime, translation.isPressed, let pointer = pointerPosition else {
      return dragOutcomes.append(.cancelled)
    }
    let connection = window.connection
    exchange.owner.own(connection.atoms[.xdndSelection], offer, since: inputTime)
    let targets = offer.representations.flatMap { connection.atoms.targets(for: $0.type) }
    PropertyValue.words(targets, type: XA_ATOM).write(
      to: connection.atoms[.xdndTypeList], of: exchange.owner.window, on: connection)
    let icon = picture.flatMap { DragIcon($0, isComposited: visibility.isComposited, on: connection) }
    let source = XdndSource(targets: targets, action: connection.atoms[.xdndActionCopy])
    drag = DragSession(source, icon: icon, since: inputTime, on: connection)
    drag?.move(to: pointer.place, at: inputTime)
    dragOrigin = pointer.origin
    holdsDrag = true
  }

  /// The positions of the pointer and of the window's origin in screen pixels; one round trip.
  /// `nil` if they are on different screens.
  private var pointerPosition: (place: PixelPoint, origin: PixelPoint)? {
    var (root, child): (Window, Window) = (0, 0)
    var (rootX, rootY, x, y): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    var mask: UInt32 = 0
    let isSameScreen = window.connection.ignoringErrors {
      XQueryPointer(window.connection.display, window.id, &root, &child, &rootX, &rootY, &x, &y, &mask)
    }
    guard isSameScreen != 0 else { return nil }
    return (PixelPoint(x: Int(rootX), y: Int(rootY)), PixelPoint(x: Int(rootX - x), y: Int(rootY - y)))
  }

  /// Handles pointer input during a drag, and after its end while the button is still pressed.
  ///
  /// - Returns: Whether the input was consumed and is not sent to the delegate.
  mutating func takesForDrag(_ input: InputEvent) -> Bool {
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

  private mutating func moveDrag(to point: Point) {
    guard let inputTime else { return }
    let scale = window.scale
    let position = PixelPoint(
      x: dragOrigin.x + Int((point.x * scale).rounded(.down)),
      y: dragOrigin.y + Int((point.y * scale).rounded(.down)))
    drag?.move(to: position, at: inputTime)
  }

  /// Updates the window origin after the window may have moved.
  mutating func updateDragOrigin() {
    if holdsDrag, let pointer = pointerPosition { dragOrigin = pointer.origin }
  }

  /// Cancels the drag, as Escape does.
  ///
  /// - Returns: Whether a drag was cancelled.
  @discardableResult mutating func cancelDrag() -> Bool {
    guard let commands = drag?.source.cancel(), !commands.isEmpty else { return false }
    perform(commands)
    return true
  }

  /// Ends the drag immediately, even if a target has not finished its drop.
  private mutating func endDrag() {
    cancelDrag()
    perform(drag?.source.end(.cancelled))
  }

  /// Handles a message from a target.
  mutating func handleXdndReply(_ message: DragMessage, from target: Window, at now: Instant) {
    switch message {
    case .status(let isAccepted, let silence, _):
      perform(drag?.source.noteStatus(from: target, isAccepted: isAccepted, silence: silence, at: now))
    case .finished(let isAccepted, _): perform(drag?.source.noteFinish(from: target, isAccepted: isAccepted))
    case .enter, .position, .leave, .drop: break
    }
  }

  /// Performs the due actions (target search, timeouts) and reports the outcomes of drags to the
  /// delegate.
  mutating func advanceDrag(to now: Instant, _ client: inout some WindowDelegate & ~Copyable) {
    if drag?.source.isOver == false {
      let selection = window.connection.atoms[.xdndSelection]
      let isTaking = exchange.owner.isTransferring(selection)
      perform(drag?.advance(to: now, isTaking: isTaking))
    }
    for outcome in dragOutcomes { send(to: &client, .data(.dragEnded(outcome)), at: now) }
    dragOutcomes.removeAll()
  }

  private mutating func perform(_ commands: [XdndSource.Command]?) {
    for command in commands ?? [] {
      switch command {
      case .send(let message, let site):
        message.send(
          from: exchange.owner.window, about: site.window, to: site.destination, on: window.connection)
      case .reportResult(let outcome): dragOutcomes.append(outcome)
      case .finish(let outcome):
        drag = nil
        // Transfers in progress continue to their end.
        exchange.owner.disown(window.connection.atoms[.xdndSelection])
        if let outcome { dragOutcomes.append(outcome) }
      }
    }
  }
}
