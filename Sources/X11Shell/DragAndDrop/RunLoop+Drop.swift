import CX11
import Motion
import Scene

extension RunLoop {
  /// Advertises that the window accepts drops (`XdndAware`).
  func advertiseDropSupport() {
    let version = UInt(XdndTarget.versions.upperBound)
    PropertyValue.words([version], type: XA_ATOM).write(
      to: window.connection.atoms[.xdndAware], of: window.id, on: window.connection)
  }

  /// Handles an event of a drag over the window or out of it.
  ///
  /// - Returns: Whether the event was consumed.
  mutating func handleXdndEvent(
    _ event: XEvent, at now: Instant, _ client: inout some WindowDelegate & ~Copyable
  ) -> Bool {
    switch event.type {
    case DestroyNotify where event.xdestroywindow.window == dropTarget.visit?.source:
      endVisit(&client)
      return false
    case ClientMessage:
      guard let (message, sender) = DragMessage.read(event.xclient, window.connection.atoms) else {
        return false
      }
      if event.xclient.window == window.id {
        handle(message, from: sender, at: now, &client)
      } else if event.xclient.window == exchange.owner.window {
        handleXdndReply(message, from: sender, at: now)
      }
      return true
    default: return false
    }
  }

  /// Handles a message from a source.
  private mutating func handle(
    _ message: DragMessage, from source: Window, at now: Instant,
    _ client: inout some WindowDelegate & ~Copyable
  ) {
    switch message {
    case .enter(let version, let types, let hasMoreTypes):
      endVisit(&client)
      guard XdndTarget.versions.contains(version) else { return }
      beginVisit(from: source, types: types, hasMoreTypes: hasMoreTypes, at: now)
    case .position(let position, _, _): move(from: source, to: position, at: now, &client)
    case .leave: if dropTarget.visit?.source == source { endVisit(&client) }
    case .drop(let time): handleOrDefer(.drop(from: source, time: time, received: now), &client)
    case .status, .finished: break
    }
  }

  private mutating func beginVisit(from source: Window, types: [Atom], hasMoreTypes: Bool, at now: Instant) {
    let connection = window.connection
    let isOwn = source == exchange.owner.window
    // A source that was already destroyed sends no `DestroyNotify`.
    guard let mask = connection.eventMask(of: source) else { return }
    if !isOwn {
      connection.ignoringErrors { _ = XSelectInput(connection.display, source, mask | StructureNotifyMask) }
    }
    let targets = hasMoreTypes ? connection.typeList(of: source) : types
    dropTarget.enter(
      XdndTarget.ActiveDrag(
        source: source, targets: targets, types: connection.types(of: targets),
        previousEventMask: isOwn ? nil : mask, deadline: now + XdndTarget.patience))
  }

  /// Asks the delegate for the accepted type at a position and replies to the source.
  private mutating func move(
    from source: Window, to position: PixelPoint, at now: Instant,
    _ client: inout some WindowDelegate & ~Copyable
  ) {
    guard dropTarget.visit?.source == source, let point = logicalPoint(of: position) else { return }
    let isOwn = source == exchange.owner.window
    guard let hover = dropTarget.move(from: source, to: point, isOwn: isOwn, at: now) else { return }
    send(to: &client, .data(.dragUpdated(hover)), at: now)
    dropTarget.accept(client.acceptedType(ofDrop: hover))
    answer(
      .status(isAccepted: dropTarget.visit?.accepted != nil, silence: nil, action: action(isOwn: isOwn)),
      to: source)
  }

  /// Returns the action of a drop: data of other clients is copied, data of this window is moved.
  private func action(isOwn: Bool) -> Atom {
    window.connection.atoms[isOwn ? .xdndActionMove : .xdndActionCopy]
  }

  /// Converts a screen position to logical pixels of the window; one round trip. Returns `nil` if
  /// the window does not exist.
  private func logicalPoint(of point: PixelPoint) -> Point? {
    let connection = window.connection
    var (x, y, child): (Int32, Int32, Window) = (0, 0, 0)
    let exists = connection.ignoringErrors {
      XTranslateCoordinates(
        connection.display, connection.root, window.id, Int32(point.x), Int32(point.y), &x, &y, &child)
    }
    guard exists != 0 else { return nil }
    return Point(x: Double(x) / window.scale, y: Double(y) / window.scale)
  }

  /// Requests the dropped data, or refuses it. Only one drop is transferred at a time.
  mutating func drop(
    from source: Window, since time: ServerTime, at now: Instant,
    _ client: inout some WindowDelegate & ~Copyable
  ) {
    guard let visit = dropTarget.visit, visit.source == source else { return }
    guard let type = visit.accepted, let hover = visit.hover, dropTarget.drop == nil else {
      answer(.finished(isAccepted: false, action: Atom(None)), to: source)
      return endVisit(&client)
    }
    stopListening(to: visit)
    dropTarget.beginDrop(XdndTarget.Drop(source: source, position: hover.position))
    exchange.request(
      window.connection.atoms[.xdndSelection], for: .drop(at: hover.position), types: [type],
      offered: visit.targets, since: time, at: now)
  }

  /// Sends the result of a drop to its source, after the delegate was notified.
  mutating func finishDrop(with result: Result<ReceivedData.Content, ReceivedData.Failure>) {
    guard let drop = dropTarget.endDrop() else { return }
    let isAccepted = if case .success = result { true } else { false }
    let isOwn = drop.source == exchange.owner.window
    answer(.finished(isAccepted: isAccepted, action: action(isOwn: isOwn)), to: drop.source)
  }

  private mutating func endVisit(_ client: inout some WindowDelegate & ~Copyable) {
    guard let visit = dropTarget.visit else { return }
    stopListening(to: visit)
    dropTarget.leave()
    if visit.hover != nil { send(to: &client, .data(.dragExited), at: MonotonicClock.now) }
  }

  /// Checks a source that has sent no message for a while. A source may be quiet while the pointer
  /// does not move, but not after the button is released.
  mutating func advanceDrop(to now: Instant, _ client: inout some WindowDelegate & ~Copyable) {
    guard let deadline = dropTarget.deadline, deadline <= now else { return }
    if window.connection.isButtonDown {
      dropTarget.wait(from: now)
    } else {
      dropTarget.forgetHover()
      send(to: &client, .data(.dragExited), at: now)
    }
  }

  private func stopListening(to visit: XdndTarget.ActiveDrag) {
    guard let mask = visit.previousEventMask else { return }
    let connection = window.connection
    connection.ignoringErrors { _ = XSelectInput(connection.display, visit.source, mask) }
  }

  private func answer(_ message: DragMessage, to source: Window) {
    message.send(from: window.id, about: source, to: source, on: window.connection)
  }
}

extension Connection {
  /// Whether a pointer button is pressed at this moment; one round trip.
  fileprivate var isButtonDown: Bool {
    var (root, child): (Window, Window) = (0, 0)
    var (rootX, rootY, x, y): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    var mask: UInt32 = 0
    XQueryPointer(display, self.root, &root, &child, &rootX, &rootY, &x, &y, &mask)
    return mask & UInt32(Button1Mask | Button2Mask | Button3Mask) != 0
  }
}
