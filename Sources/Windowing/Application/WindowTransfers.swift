import CX11
import Motion
import Scene
import X11

/// The data that a window requests from other clients: from a pasteboard, or after it was dragged over the window and
/// dropped on it.
final class WindowTransfers {
  private unowned let window: Window
  private var requestor: SelectionRequestor
  /// The drag over the window. One source is handled at a time.
  private var activeDrag: ActiveDrag?
  /// The source of the drop whose data was not received yet.
  private var dropSource: WindowID?

  /// A drag over the window.
  private struct ActiveDrag {
    let source: WindowID
    /// The selection targets that the source offers.
    let targets: [Atom]
    let types: [DataType]
    /// The observation of the source's window, which reports its end.
    let observation: WindowObservation
    /// The position and types of the data, after the content was notified.
    var hover: DropInfo?
    /// The type that the content accepts at this position.
    var accepted: DataType?
    /// The time at which to check whether the source is still dragging.
    var deadline: Instant
  }

  /// The time without a message after which the source of a drag is checked.
  static let dragTimeout = Duration.seconds(5)

  init(of window: Window) {
    self.window = window
    requestor = SelectionRequestor(on: window.connection)
  }

  private var application: Application { window.application }
  private var connection: Connection { window.connection }

  /// The time of the next action that no event triggers. `nil` if none is pending.
  var deadline: Instant? { .earliest(requestor.deadline, checkTime) }

  /// The time at which to check the source of a drag over the window.
  private var checkTime: Instant? { activeDrag?.hover == nil ? nil : activeDrag?.deadline }

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
    let version = UInt(DragMessage.versions.upperBound)
    connection.write(.words([version], type: XA_ATOM), to: .xdndAware, of: window.id)
  }

  /// Handles an event of a drag over the window or out of it.
  ///
  /// - Returns: Whether the event was consumed.
  private func handleDrag(_ event: XEvent, at now: Instant) -> Bool {
    switch event.type {
    case DestroyNotify where event.xdestroywindow.window == activeDrag?.source:
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
      guard DragMessage.versions.contains(version) else { return }
      enter(from: source, types: types, hasMoreTypes: hasMoreTypes, at: now)
    case .position(let position, _, _): move(from: source, to: position, at: now)
    case .leave: if activeDrag?.source == source { leave() }
    case .drop(let time): window.input.handleOrDefer(.drop(from: source, time: time, received: now))
    case .status, .finished: break
    }
  }

  /// The maximum number of types that are read from one source.
  private static let typeLimit = 256

  /// Begins a drag over the window; a few round trips. If there are more types than fit into a message, the source's
  /// property lists all of them.
  private func enter(from source: WindowID, types: [Atom], hasMoreTypes: Bool, at now: Instant) {
    // A source that was already destroyed sends no `DestroyNotify`.
    guard let observation = WindowObservation(of: source, StructureNotifyMask, on: connection) else { return }
    let targets =
      hasMoreTypes
      ? connection.words(.xdndTypeList, of: source, type: XA_ATOM, limit: Self.typeLimit) : types
    activeDrag = ActiveDrag(
      source: source, targets: targets, types: connection.types(of: targets), observation: observation,
      deadline: now + Self.dragTimeout)
  }

  /// Asks the content for the accepted type at a position and replies to the source. Ignores a type that the source does
  /// not offer.
  private func move(from source: WindowID, to position: PixelPoint, at now: Instant) {
    guard let types = activeDrag?.types, activeDrag?.source == source,
      let location = connection.locate(position, of: connection.root, in: window.id)
    else { return }
    let isOwn = source == application.selectionOwner.window
    let point = Point(x: Double(location.point.x) / window.scale, y: Double(location.point.y) / window.scale)
    let hover = DropInfo(at: point, types: types, isLocal: isOwn)
    activeDrag?.hover = hover
    activeDrag?.deadline = now + Self.dragTimeout
    window.deliver(.input(.data(.dragUpdated(hover))))
    let accepted = window.cues.acceptedDrop.flatMap { types.contains($0) ? $0 : nil }
    activeDrag?.accepted = accepted
    reply(.status(isAccepted: accepted != nil, action: action(isOwn: isOwn)), to: source)
  }

  /// Returns the action of a drop: data of other clients is copied, data of this window is moved.
  private func action(isOwn: Bool) -> Atom {
    connection.atoms[isOwn ? .xdndActionMove : .xdndActionCopy]
  }

  /// Requests the dropped data, or refuses it. Only one drop is transferred at a time.
  func receiveDrop(from source: WindowID, since time: ServerTime, at now: Instant) {
    guard let activeDrag, activeDrag.source == source else { return }
    guard let type = activeDrag.accepted, let hover = activeDrag.hover, dropSource == nil else {
      reply(.finished(isAccepted: false, action: Atom(None)), to: source)
      return leave()
    }
    (self.activeDrag, dropSource) = (nil, source)
    requestor.request(
      of: connection.atoms[.xdndSelection], for: .drop(at: hover.position), types: [type],
      offered: activeDrag.targets, since: time, at: now, unlessOwnedBy: application.selectionOwner)
  }

  /// Sends the result of a drop to its source, after the content was notified.
  private func finishDrop(with result: Result<ReceivedData.Content, ReceivedData.Failure>) {
    guard let source = dropSource.take() else { return }
    let isAccepted = if case .success = result { true } else { false }
    let isOwn = source == application.selectionOwner.window
    reply(.finished(isAccepted: isAccepted, action: action(isOwn: isOwn)), to: source)
  }

  private func leave() {
    let hadHover = activeDrag?.hover != nil
    activeDrag = nil
    if hadHover { window.deliver(.input(.data(.dragExited))) }
  }

  /// Checks a source that has sent no message for a while. A source may be quiet while the pointer
  /// does not move, but not after the button is released. Its next message sets the position again.
  private func checkSource(at now: Instant) {
    guard let checkTime, checkTime <= now else { return }
    let buttons = UInt32(Button1Mask | Button2Mask | Button3Mask)
    if connection.queryPointer(from: connection.root).map({ $0.modifiers & buttons != 0 }) == true {
      activeDrag?.deadline = now + Self.dragTimeout
    } else {
      activeDrag?.hover = nil
      activeDrag?.accepted = nil
      window.deliver(.input(.data(.dragExited)))
    }
  }

  private func reply(_ message: DragMessage, to source: WindowID) {
    message.send(from: window.id, about: source, to: source, on: connection)
  }
}

extension Connection {
  /// Returns the data types of the targets, in their order and without duplicates. The targets for
  /// text map to one type.
  ///
  /// - Complexity: One round trip, unless Xlib has cached all names.
  fileprivate func types(of targets: [Atom]) -> [DataType] {
    let text = Set(atoms.targets(for: .text))
    var types: [DataType] = []
    for (target, name) in zip(targets, names(of: targets)) {
      guard let type = text.contains(target) ? .text : name.map(DataType.init) else { continue }
      if !types.contains(type) { types.append(type) }
    }
    return types
  }
}
