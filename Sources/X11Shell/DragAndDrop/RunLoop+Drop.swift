import CX11
import Motion
import Scene

extension RunLoop {
  /// Says that data can be dropped on the window (`XdndAware`).
  func welcomeDrops() {
    let version = UInt(DropTarget.versions.upperBound)
    PropertyValue.words([version], type: XA_ATOM)
      .write(to: window.connection.atoms[.xdndAware], of: window.id, on: window.connection)
  }

  /// Takes in an event if it is about data that is carried over the window, or out of it.
  ///
  /// - Returns: Whether it was, and means nothing to anybody else.
  mutating func hearOfDrag(
    _ event: XEvent, at now: Instant, _ client: inout some WindowClient & ~Copyable
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
        hear(message, from: sender, at: now, &client)
      } else if event.xclient.window == exchange.owner.window {
        hearAnswer(message, from: sender, at: now)
      }
      return true
    default: return false
    }
  }

  /// Takes in what a source says.
  private mutating func hear(
    _ message: DragMessage, from source: Window, at now: Instant,
    _ client: inout some WindowClient & ~Copyable
  ) {
    switch message {
    case .enter(let version, let types, let hasMoreTypes):
      endVisit(&client)
      guard DropTarget.versions.contains(version) else { return }
      beginVisit(from: source, types: types, hasMoreTypes: hasMoreTypes, at: now)
    case .position(let place, _, _): move(from: source, to: place, at: now, &client)
    case .leave: if dropTarget.visit?.source == source { endVisit(&client) }
    case .drop(let time): take(.drop(from: source, time: time, received: now), &client)
    case .status, .finished: break
    }
  }

  private mutating func beginVisit(
    from source: Window, types: [Atom], hasMoreTypes: Bool, at now: Instant
  ) {
    let connection = window.connection
    let isOwn = source == exchange.owner.window
    // A source that is gone already will not tell when it goes.
    guard let mask = connection.eventMask(of: source) else { return }
    if !isOwn {
      connection.aboutStrangers {
        _ = XSelectInput(connection.display, source, mask | StructureNotifyMask)
      }
    }
    let targets = hasMoreTypes ? connection.typeList(of: source) : types
    dropTarget.enter(
      DropTarget.Visit(
        source: source, targets: targets, types: connection.types(of: targets),
        formerEventMask: isOwn ? nil : mask, deadline: now + DropTarget.patience))
  }

  /// Asks the client about a place, and tells the source.
  private mutating func move(
    from source: Window, to place: PixelPoint, at now: Instant,
    _ client: inout some WindowClient & ~Copyable
  ) {
    guard dropTarget.visit?.source == source, let point = logicalPoint(of: place) else { return }
    let isOwn = source == exchange.owner.window
    guard let hover = dropTarget.move(from: source, to: point, isOwn: isOwn, at: now) else {
      return
    }
    tell(&client, .data(.dropMoved(hover)), at: now)
    dropTarget.accept(client.acceptedType(ofDrop: hover))
    answer(
      .status(
        isAccepted: dropTarget.visit?.accepted != nil, silence: nil, action: action(isOwn: isOwn)),
      to: source)
  }

  /// What is dropped stays where it came from, unless that is this window.
  private func action(isOwn: Bool) -> Atom {
    window.connection.atoms[isOwn ? .xdndActionMove : .xdndActionCopy]
  }

  /// A place of the screen in the window, in logical pixels; a round trip. `nil` where the window
  /// is gone.
  private func logicalPoint(of place: PixelPoint) -> Point? {
    let connection = window.connection
    var (x, y, child): (Int32, Int32, Window) = (0, 0, 0)
    let exists = connection.aboutStrangers {
      XTranslateCoordinates(
        connection.display, connection.root, window.id, Int32(place.x), Int32(place.y), &x, &y,
        &child)
    }
    guard exists != 0 else { return nil }
    return Point(x: Double(x) / window.scale, y: Double(y) / window.scale)
  }

  /// Asks for the data, or refuses it. One drop's data is on its way at a time.
  mutating func drop(
    from source: Window, since time: ServerTime, at now: Instant,
    _ client: inout some WindowClient & ~Copyable
  ) {
    guard let visit = dropTarget.visit, visit.source == source else { return }
    guard let type = visit.accepted, let hover = visit.hover, dropTarget.drop == nil else {
      answer(.finished(isAccepted: false, action: Atom(None)), to: source)
      return endVisit(&client)
    }
    stopListening(to: visit)
    dropTarget.beginDrop(DropTarget.Drop(source: source, place: hover.position))
    exchange.request(
      window.connection.atoms[.xdndSelection], for: .drop(at: hover.position), types: [type],
      offered: visit.targets, since: time, at: now)
  }

  /// Tells the source what became of its drop, once the client has been told.
  mutating func finishDrop(with result: Result<ReceivedData.Content, ReceivedData.Failure>) {
    guard let drop = dropTarget.endDrop() else { return }
    let isAccepted = if case .success = result { true } else { false }
    let isOwn = drop.source == exchange.owner.window
    answer(.finished(isAccepted: isAccepted, action: action(isOwn: isOwn)), to: drop.source)
  }

  private mutating func endVisit(_ client: inout some WindowClient & ~Copyable) {
    guard let visit = dropTarget.visit else { return }
    stopListening(to: visit)
    dropTarget.leave()
    if visit.hover != nil { tell(&client, .data(.dropLeft), at: MonotonicClock.now) }
  }

  /// Looks after a source that has said nothing for long: one may well do so while the pointer
  /// rests, but not once the button is up.
  mutating func advanceDrop(to now: Instant, _ client: inout some WindowClient & ~Copyable) {
    guard let deadline = dropTarget.deadline, deadline <= now else { return }
    if window.connection.isButtonDown {
      dropTarget.wait(from: now)
    } else {
      dropTarget.forgetHover()
      tell(&client, .data(.dropLeft), at: now)
    }
  }

  private func stopListening(to visit: DropTarget.Visit) {
    guard let mask = visit.formerEventMask else { return }
    let connection = window.connection
    connection.aboutStrangers { _ = XSelectInput(connection.display, visit.source, mask) }
  }

  private func answer(_ message: DragMessage, to source: Window) {
    message.send(from: window.id, about: source, to: source, on: window.connection)
  }
}

extension Connection {
  /// Whether any of the pointer's buttons is down at this moment; a round trip.
  fileprivate var isButtonDown: Bool {
    var (root, child): (Window, Window) = (0, 0)
    var (rootX, rootY, x, y): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    var mask: UInt32 = 0
    XQueryPointer(display, self.root, &root, &child, &rootX, &rootY, &x, &y, &mask)
    return mask & UInt32(Button1Mask | Button2Mask | Button3Mask) != 0
  }
}
