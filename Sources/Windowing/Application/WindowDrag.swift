import CX11
import Motion
import Scene
import X11

/// The data that is dragged from a window.
final class WindowDrag {
  private unowned let window: Window
  /// The drag session, until the target has finished.
  private var session: DragSession?
  /// The outcomes of drags that were not reported yet.
  private var outcomes: [DragOutcome] = []
  /// The window's origin in screen pixels.
  private var origin = PixelPoint(x: 0, y: 0)
  /// Whether the current press belongs to a drag, until the last button is released.
  private(set) var holdsPress = false

  init(of window: Window) { self.window = window }

  private var application: Application { window.application }
  private var connection: Connection { window.connection }

  /// Whether a session is in progress.
  var isActive: Bool { session != nil }

  /// The time of the next action that is due without an event.
  var deadline: Instant? { outcomes.isEmpty ? session?.deadline : .distantPast }

  /// Starts dragging data with the pointer, until its last button is released.
  ///
  /// If no button is pressed, the drag is cancelled immediately.
  func begin(_ offer: DataProvider, image: DragImage?) {
    for other in application.windows { other.drag.end() }
    guard let inputTime = application.inputTimes.lastAction, window.input.isPressed,
      let pointer = pointerPosition
    else {
      return outcomes.append(.cancelled)
    }
    let content = SelectionContent(offer, since: inputTime)
    application.selectionOwner.own(connection.atoms[.xdndSelection], content)
    let targets = offer.representations.flatMap { connection.atoms.targets(for: $0.type) }
    connection.write(
      .words(targets, type: XA_ATOM), to: .xdndTypeList, of: application.selectionOwner.window)
    let icon = image.flatMap { DragIcon($0, isComposited: window.visibility.isComposited, on: connection) }
    let source = XdndSource(targets: targets, action: connection.atoms[.xdndActionCopy])
    session = DragSession(source, icon: icon, since: inputTime, on: connection)
    session?.move(to: pointer.position, at: inputTime)
    origin = pointer.windowOrigin
    holdsPress = true
  }

  /// The positions of the pointer and of the window's origin in screen pixels; one round trip.
  /// `nil` if they are on different screens.
  private var pointerPosition: (position: PixelPoint, windowOrigin: PixelPoint)? {
    connection.queryPointer(from: window.id).map {
      (
        PixelPoint(x: Int($0.rootX), y: Int($0.rootY)),
        PixelPoint(x: Int($0.rootX - $0.x), y: Int($0.rootY - $0.y))
      )
    }
  }

  /// Handles pointer input while a press belongs to a drag.
  ///
  /// - Returns: Whether the input was consumed and is not sent to the content.
  func takes(_ input: InputEvent) -> Bool {
    switch input {
    case .pointerMoved(let point): move(to: point)
    case .pointerReleased(let press):
      guard !window.input.isPressed else { return true }
      move(to: press.position)
      holdsPress = false
      apply(session?.buttonReleased(at: MonotonicClock.now))
    // Another button cancels the drag.
    case .pointerPressed: cancel()
    case .pointerGrabLost: losePointer()
    case .pointerLeft, .scrolled: break
    default: return false
    }
    return true
  }

  private func move(to point: Point) {
    guard let inputTime = application.inputTimes.lastAction else { return }
    let scale = window.scale
    let position = PixelPoint(
      x: origin.x + Int((point.x * scale).rounded(.down)), y: origin.y + Int((point.y * scale).rounded(.down))
    )
    session?.move(to: position, at: inputTime)
  }

  /// Updates the window origin after the window may have moved.
  func updateOrigin() { if holdsPress, let pointer = pointerPosition { origin = pointer.windowOrigin } }

  /// Cancels the drag because the server has released the pointer.
  func losePointer() {
    cancel()
    holdsPress = false
  }

  /// Cancels the drag, as Escape does.
  ///
  /// - Returns: Whether a drag was cancelled.
  @discardableResult func cancel() -> Bool {
    guard let commands = session?.source.cancel(), !commands.isEmpty else { return false }
    apply(commands)
    return true
  }

  /// Ends the drag immediately, even if a target has not finished its drop.
  func end() {
    cancel()
    apply(session?.source.end(.cancelled))
  }

  /// Handles a message from a target.
  func handle(_ message: DragMessage, from target: WindowID, at now: Instant) {
    switch message {
    case .status(let isAccepted, _):
      apply(session?.source.handleStatus(from: target, isAccepted: isAccepted, at: now))
    case .finished(let isAccepted, _):
      apply(session?.source.handleFinished(from: target, isAccepted: isAccepted))
    case .enter, .position, .leave, .drop: break
    }
  }

  /// Performs the due actions (target search, timeouts) and reports the outcomes of drags to the
  /// content.
  func advance(to now: Instant) {
    if session?.source.hasEnded == false {
      let isTaking = application.selectionOwner.isTransferring(connection.atoms[.xdndSelection])
      apply(session?.advance(to: now, isTaking: isTaking))
    }
    for outcome in outcomes { window.deliver(.input(.data(.dragEnded(outcome)))) }
    outcomes.removeAll()
  }

  private func apply(_ commands: [XdndSource.Command]?) {
    for command in commands ?? [] {
      switch command {
      case .send(let message, let target):
        message.send(
          from: application.selectionOwner.window, about: target.window, to: target.destination,
          on: connection)
      case .reportResult(let outcome): outcomes.append(outcome)
      case .finish(let outcome):
        session = nil
        // Transfers in progress continue to their end.
        application.selectionOwner.disown(connection.atoms[.xdndSelection])
        if let outcome { outcomes.append(outcome) }
      }
    }
  }
}
