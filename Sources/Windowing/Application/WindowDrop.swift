import CX11
import Motion
import Scene
import X11

/// The data that is dragged over a window and dropped on it.
final class WindowDrop {
  private unowned let window: Window
  private var target = XdndTarget()

  init(on window: Window) { self.window = window }

  private var application: Application { window.application }
  private var connection: Connection { window.connection }

  /// The time at which to check whether the source is still dragging.
  var deadline: Instant? { target.deadline }

  /// Advertises that the window accepts drops (`XdndAware`).
  func advertise() {
    let version = UInt(XdndTarget.versions.upperBound)
    PropertyValue.words([version], type: XA_ATOM).write(
      to: connection.atoms[.xdndAware], of: window.id, on: connection)
  }

  /// Handles an event of a drag over the window or out of it.
  ///
  /// - Returns: Whether the event was consumed.
  func handle(_ event: XEvent, at now: Instant) -> Bool {
    switch event.type {
    case DestroyNotify where event.xdestroywindow.window == target.activeDrag?.source:
      leave()
      return false
    case ClientMessage:
      guard let (message, sender) = DragMessage.read(event.xclient, connection.atoms) else {
        return false
      }
      if event.xclient.window == window.id {
        handle(message, from: sender, at: now)
      } else if event.xclient.window == application.selectionOwner.window, window.drag.isActive {
        window.drag.handle(message, from: sender, at: now)
      } else {
        return false
      }
      return true
    default: return false
    }
  }

  /// Handles a message from a source.
  private func handle(_ message: DragMessage, from source: WindowID, at now: Instant) {
    switch message {
    case .enter(let version, let types, let hasMoreTypes):
      leave()
      guard XdndTarget.versions.contains(version) else { return }
      enter(from: source, types: types, hasMoreTypes: hasMoreTypes, at: now)
    case .position(let position, _, _): move(from: source, to: position, at: now)
    case .leave: if target.activeDrag?.source == source { leave() }
    case .drop(let time): window.handleOrDefer(.drop(from: source, time: time, received: now))
    case .status, .finished: break
    }
  }

  private func enter(from source: WindowID, types: [Atom], hasMoreTypes: Bool, at now: Instant) {
    // A source that was already destroyed sends no `DestroyNotify`.
    guard let observation = WindowObservation(of: source, StructureNotifyMask, on: connection) else { return }
    let targets = hasMoreTypes ? connection.typeList(of: source) : types
    target.enter(
      XdndTarget.ActiveDrag(
        source: source, targets: targets, types: connection.types(of: targets),
        observation: observation, deadline: now + XdndTarget.replyTimeout))
  }

  /// Asks the content for the accepted type at a position and replies to the source.
  private func move(from source: WindowID, to position: PixelPoint, at now: Instant) {
    guard target.activeDrag?.source == source, let point = logicalPoint(of: position) else { return }
    let isOwn = source == application.selectionOwner.window
    guard let hover = target.move(from: source, to: point, isOwn: isOwn, at: now) else { return }
    window.send(.data(.dragUpdated(hover)), at: window.currentTime)
    target.accept(window.cues.acceptedDrop)
    let isAccepted = target.activeDrag?.accepted != nil
    reply(.status(isAccepted: isAccepted, action: action(isOwn: isOwn)), to: source)
  }

  /// Returns the action of a drop: data of other clients is copied, data of this window is moved.
  private func action(isOwn: Bool) -> Atom {
    connection.atoms[isOwn ? .xdndActionMove : .xdndActionCopy]
  }

  /// Converts a screen position to logical pixels of the window; one round trip. Returns `nil` if
  /// the window does not exist.
  private func logicalPoint(of point: PixelPoint) -> Point? {
    var (x, y, child): (Int32, Int32, WindowID) = (0, 0, 0)
    let exists = connection.ignoringErrors {
      XTranslateCoordinates(
        connection.display, connection.root, window.id, Int32(point.x), Int32(point.y), &x, &y, &child)
    }
    return exists == 0 ? nil : Point(x: Double(x) / window.scale, y: Double(y) / window.scale)
  }

  /// Requests the dropped data, or refuses it. Only one drop is transferred at a time.
  func receive(from source: WindowID, since time: ServerTime, at now: Instant) {
    guard let activeDrag = target.activeDrag, activeDrag.source == source else { return }
    guard let type = activeDrag.accepted, let hover = activeDrag.hover, target.drop == nil else {
      reply(.finished(isAccepted: false, action: Atom(None)), to: source)
      return leave()
    }
    target.beginDrop(XdndTarget.Drop(source: source, position: hover.position))
    window.requestor.request(
      of: connection.atoms[.xdndSelection], for: .drop(at: hover.position), types: [type],
      offered: activeDrag.targets, since: time, at: now, unlessOwnedBy: application.selectionOwner)
  }

  /// Sends the result of a drop to its source, after the content was notified.
  func finish(with result: Result<ReceivedData.Content, ReceivedData.Failure>) {
    guard let drop = target.endDrop() else { return }
    let isAccepted = if case .success = result { true } else { false }
    let isOwn = drop.source == application.selectionOwner.window
    reply(.finished(isAccepted: isAccepted, action: action(isOwn: isOwn)), to: drop.source)
  }

  private func leave() {
    guard let activeDrag = target.activeDrag else { return }
    target.leave()
    if activeDrag.hover != nil { window.send(.data(.dragExited), at: window.currentTime) }
  }

  /// Checks a source that has sent no message for a while. A source may be quiet while the pointer
  /// does not move, but not after the button is released.
  func advance(to now: Instant) {
    guard let deadline, deadline <= now else { return }
    let buttons = UInt32(Button1Mask | Button2Mask | Button3Mask)
    if connection.queryPointer(from: connection.root).map({ $0.modifiers & buttons != 0 }) == true {
      target.wait(from: now)
    } else {
      target.forgetHover()
      window.send(.data(.dragExited), at: window.currentTime)
    }
  }

  private func reply(_ message: DragMessage, to source: WindowID) {
    message.send(from: window.id, about: source, to: source, on: connection)
  }
}
