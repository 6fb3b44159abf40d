import CX11
import Motion
import Scene
import X11

extension Window {
  /// Advertises that the window accepts drops (`XdndAware`).
  func advertiseDropSupport() {
    let version = UInt(XdndTarget.versions.upperBound)
    PropertyValue.words([version], type: XA_ATOM).write(
      to: connection.atoms[.xdndAware], of: id, on: connection)
  }

  /// Handles an event of a drag over the window or out of it.
  ///
  /// - Returns: Whether the event was consumed.
  func handleXdndEvent(
    _ event: XEvent, at now: Instant
  ) -> Bool {
    switch event.type {
    case DestroyNotify where event.xdestroywindow.window == dropTarget.activeDrag?.source:
      endActiveDrag()
      return false
    case ClientMessage:
      guard let (message, sender) = DragMessage.read(event.xclient, connection.atoms) else {
        return false
      }
      if event.xclient.window == id {
        handle(message, from: sender, at: now)
      } else if event.xclient.window == application.selectionOwner.window, drag != nil {
        handleXdndReply(message, from: sender, at: now)
      } else {
        return false
      }
      return true
    default: return false
    }
  }

  /// Handles a message from a source.
  private func handle(
    _ message: DragMessage, from source: WindowID, at now: Instant
  ) {
    switch message {
    case .enter(let version, let types, let hasMoreTypes):
      endActiveDrag()
      guard XdndTarget.versions.contains(version) else { return }
      beginActiveDrag(from: source, types: types, hasMoreTypes: hasMoreTypes, at: now)
    case .position(let position, _, _): move(from: source, to: position, at: now)
    case .leave: if dropTarget.activeDrag?.source == source { endActiveDrag() }
    case .drop(let time): handleOrDefer(.drop(from: source, time: time, received: now))
    case .status, .finished: break
    }
  }

  private func beginActiveDrag(
    from source: WindowID, types: [Atom], hasMoreTypes: Bool, at now: Instant
  ) {
    let connection = connection
    // A source that was already destroyed sends no `DestroyNotify`.
    guard let observation = WindowObservation(of: source, StructureNotifyMask, on: connection) else { return }
    let targets = hasMoreTypes ? connection.typeList(of: source) : types
    dropTarget.enter(
      XdndTarget.ActiveDrag(
        source: source, targets: targets, types: connection.types(of: targets),
        observation: observation, deadline: now + XdndTarget.replyTimeout))
  }

  /// Asks the content for the accepted type at a position and replies to the source.
  private func move(
    from source: WindowID, to position: PixelPoint, at now: Instant
  ) {
    guard dropTarget.activeDrag?.source == source, let point = logicalPoint(of: position) else { return }
    let isOwn = source == application.selectionOwner.window
    guard let hover = dropTarget.move(from: source, to: point, isOwn: isOwn, at: now) else { return }
    send(.data(.dragUpdated(hover)), at: currentTime)
    dropTarget.accept(cues.acceptedDrop)
    answer(
      .status(
        isAccepted: dropTarget.activeDrag?.accepted != nil, noUpdateArea: nil,
        action: action(isOwn: isOwn)),
      to: source)
  }

  /// Returns the action of a drop: data of other clients is copied, data of this window is moved.
  private func action(isOwn: Bool) -> Atom {
    connection.atoms[isOwn ? .xdndActionMove : .xdndActionCopy]
  }

  /// Converts a screen position to logical pixels of the window; one round trip. Returns `nil` if
  /// the window does not exist.
  private func logicalPoint(of point: PixelPoint) -> Point? {
    let connection = connection
    var (x, y, child): (Int32, Int32, WindowID) = (0, 0, 0)
    let exists = connection.ignoringErrors {
      XTranslateCoordinates(
        connection.display, connection.root, id, Int32(point.x), Int32(point.y), &x, &y, &child)
    }
    guard exists != 0 else { return nil }
    return Point(x: Double(x) / scale, y: Double(y) / scale)
  }

  /// Requests the dropped data, or refuses it. Only one drop is transferred at a time.
  func drop(
    from source: WindowID, since time: ServerTime, at now: Instant
  ) {
    guard let activeDrag = dropTarget.activeDrag, activeDrag.source == source else { return }
    guard let type = activeDrag.accepted, let hover = activeDrag.hover, dropTarget.drop == nil else {
      answer(.finished(isAccepted: false, action: Atom(None)), to: source)
      return endActiveDrag()
    }
    dropTarget.beginDrop(XdndTarget.Drop(source: source, position: hover.position))
    requestor.request(
      of: connection.atoms[.xdndSelection], for: .drop(at: hover.position), types: [type],
      offered: activeDrag.targets, since: time, at: now, unlessOwnedBy: application.selectionOwner)
  }

  /// Sends the result of a drop to its source, after the content was notified.
  func finishDrop(with result: Result<ReceivedData.Content, ReceivedData.Failure>) {
    guard let drop = dropTarget.endDrop() else { return }
    let isAccepted = if case .success = result { true } else { false }
    let isOwn = drop.source == application.selectionOwner.window
    answer(.finished(isAccepted: isAccepted, action: action(isOwn: isOwn)), to: drop.source)
  }

  private func endActiveDrag() {
    guard let activeDrag = dropTarget.activeDrag else { return }
    dropTarget.leave()
    if activeDrag.hover != nil { send(.data(.dragExited), at: currentTime) }
  }

  /// Checks a source that has sent no message for a while. A source may be quiet while the pointer
  /// does not move, but not after the button is released.
  func advanceDrop(to now: Instant) {
    guard let deadline = dropTarget.deadline, deadline <= now else { return }
    if connection.isButtonDown {
      dropTarget.wait(from: now)
    } else {
      dropTarget.forgetHover()
      send(.data(.dragExited), at: currentTime)
    }
  }

  private func answer(_ message: DragMessage, to source: WindowID) {
    message.send(from: id, about: source, to: source, on: connection)
  }
}

extension Connection {
  /// Whether a pointer button is pressed at this moment; one round trip.
  fileprivate var isButtonDown: Bool {
    (queryPointer(from: root)?.modifiers ?? 0) & UInt32(Button1Mask | Button2Mask | Button3Mask) != 0
  }
}
