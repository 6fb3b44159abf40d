import CX11
import Motion
import Scene
import X11

/// The data that a window requests from other clients: from a pasteboard, or after it was dragged over the window and
/// dropped on it.
final class WindowTransfers {
  private unowned let window: Window
  private var requestor: SelectionRequestor
  private var target = XdndTarget()

  init(of window: Window) {
    self.window = window
    requestor = SelectionRequestor(on: window.connection)
  }

  private var application: Application { window.application }
  private var connection: Connection { window.connection }

  /// The time of the next action that no event triggers. `nil` if none is pending.
  var deadline: Instant? { .earliest(requestor.deadline, target.deadline) }

  /// Requests the data of a pasteboard. The content receives the result in a later iteration. The primary selection is
  /// not read if the user has disabled pasting it.
  func request(
    _ pasteboard: Pasteboard, for source: ReceivedData.Source, types: [DataType],
    options: ReceiveConfiguration = IncomingSelection.defaultOptions
  ) {
    guard let inputTime = application.inputTimes.lastAction,
      pasteboard != .primary || application.desktop.settings.pastesSelection
    else {
      return requestor.addResult(ReceivedData(from: source, .failure(.noData)))
    }
    requestor.request(
      of: pasteboard.selection(connection.atoms), for: source, types: types, options: options,
      since: inputTime, at: MonotonicClock.now, unlessOwnedBy: application.selectionOwner)
  }

  /// Handles an event if it concerns requested or dragged data.
  ///
  /// - Returns: Whether the event was consumed.
  func handle(_ event: XEvent, at now: Instant) -> Bool {
    handleDrag(event, at: now) || requestor.handle(event, at: now)
  }

  /// Performs the due actions and sends received data to the content.
  func advance(to now: Instant) {
    checkSource(at: now)
    window.drag.advance(to: now)
    requestor.advance(to: now)
    for data in requestor.takeReceived() {
      window.deliver(.input(.data(.received(data))))
      if case .drop = data.source { finishDrop(with: data.result) }
    }
  }
}

// Drops.
extension WindowTransfers {

  /// Advertises that the window accepts drops (`XdndAware`).
  func advertise() {
    let version = UInt(XdndTarget.versions.upperBound)
    connection.write(.words([version], type: XA_ATOM), to: .xdndAware, of: window.id)
  }

  /// Handles an event of a drag over the window or out of it.
  ///
  /// - Returns: Whether the event was consumed.
  private func handleDrag(_ event: XEvent, at now: Instant) -> Bool {
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
    case .drop(let time): window.input.handleOrDefer(.drop(from: source, time: time, received: now))
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
    window.deliver(.input(.data(.dragUpdated(hover))))
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
    connection.locate(point, of: connection.root, in: window.id).map {
      Point(x: Double($0.point.x) / window.scale, y: Double($0.point.y) / window.scale)
    }
  }

  /// Requests the dropped data, or refuses it. Only one drop is transferred at a time.
  func receiveDrop(from source: WindowID, since time: ServerTime, at now: Instant) {
    guard let activeDrag = target.activeDrag, activeDrag.source == source else { return }
    guard let type = activeDrag.accepted, let hover = activeDrag.hover, target.drop == nil else {
      reply(.finished(isAccepted: false, action: Atom(None)), to: source)
      return leave()
    }
    target.beginDrop(XdndTarget.Drop(source: source, position: hover.position))
    requestor.request(
      of: connection.atoms[.xdndSelection], for: .drop(at: hover.position), types: [type],
      offered: activeDrag.targets, since: time, at: now, unlessOwnedBy: application.selectionOwner)
  }

  /// Sends the result of a drop to its source, after the content was notified.
  private func finishDrop(with result: Result<ReceivedData.Content, ReceivedData.Failure>) {
    guard let drop = target.endDrop() else { return }
    let isAccepted = if case .success = result { true } else { false }
    let isOwn = drop.source == application.selectionOwner.window
    reply(.finished(isAccepted: isAccepted, action: action(isOwn: isOwn)), to: drop.source)
  }

  private func leave() {
    guard let activeDrag = target.activeDrag else { return }
    target.leave()
    if activeDrag.hover != nil { window.deliver(.input(.data(.dragExited))) }
  }

  /// Checks a source that has sent no message for a while. A source may be quiet while the pointer
  /// does not move, but not after the button is released.
  private func checkSource(at now: Instant) {
    guard let deadline = target.deadline, deadline <= now else { return }
    let buttons = UInt32(Button1Mask | Button2Mask | Button3Mask)
    if connection.queryPointer(from: connection.root).map({ $0.modifiers & buttons != 0 }) == true {
      target.wait(from: now)
    } else {
      target.forgetHover()
      window.deliver(.input(.data(.dragExited)))
    }
  }

  private func reply(_ message: DragMessage, to source: WindowID) {
    message.send(from: window.id, about: source, to: source, on: connection)
  }
}
