import CX11
import Motion
import Scene
import X11

/// The data that is dragged from a window.
///
/// The press has already grabbed the pointer implicitly, by XInput or the core protocol. The grab
/// lasts until the last button is released, so a drag adds no grab and cannot leave one
/// active. The keyboard is not grabbed, so the user can switch windows during the drag.
final class WindowDrag {
  private unowned let window: Window
  /// The drag, until the target has finished.
  private var source: XdndSource?
  private var targetFinder: XdndTargetFinder
  private var icon: DragIcon?
  /// The latest pointer position on the screen that was not processed yet.
  private var pendingPosition: PixelPoint?
  /// The time of that position.
  private var time = ServerTime(milliseconds: 0)
  /// The time of the last search for the window under the pointer.
  private var lastTargetUpdate = Instant.distantPast
  /// The outcomes of drags that were not reported yet.
  private var outcomes: [DragOutcome] = []
  /// The window's origin in screen pixels.
  private var origin = PixelPoint(x: 0, y: 0)
  /// Whether the current press belongs to a drag, until the last button is released.
  private(set) var holdsPress = false

  /// The minimum interval between two searches: one frame at 60 Hz.
  private static let interval = Duration.nanoseconds(16_666_667)

  init(of window: Window) {
    self.window = window
    targetFinder = XdndTargetFinder(on: window.connection)
  }

  private var application: Application { window.application }
  private var connection: Connection { window.connection }

  /// Whether a drag is in progress.
  var isActive: Bool { source != nil }

  /// The time of the next action that is due without an event.
  var deadline: Instant? {
    guard outcomes.isEmpty else { return .distantPast }
    return .earliest(source?.deadline, pendingPosition == nil ? nil : lastTargetUpdate + Self.interval)
  }

  /// Starts dragging data with the pointer, until its last button is released.
  ///
  /// If no button is pressed, the drag is cancelled immediately.
  func begin(_ offer: DataProvider, preview: DragPreview?) {
    for other in application.windows { other.drag.end() }
    guard let inputTime = application.inputTimes.lastAction, window.input.isPressed,
      let pointer = connection.queryPointer(from: window.id)
    else {
      return outcomes.append(.cancelled)
    }
    let content = SelectionContent(offer, since: inputTime)
    application.selectionOwner.own(connection.atoms[.xdndSelection], content)
    let targets = offer.representations.flatMap { connection.atoms.targets(for: $0.type) }
    connection.write(
      .words(targets, type: XA_ATOM), to: .xdndTypeList, of: application.selectionOwner.window)
    icon = preview.flatMap {
      DragIcon(
        $0, scale: window.scale, isComposited: window.visibility.isComposited,
        drawnBy: window.frames.renderer, on: connection)
    }
    // What is known of other windows may be out of date.
    (targetFinder, lastTargetUpdate) = (XdndTargetFinder(on: connection), .distantPast)
    source = XdndSource(targets: targets, action: connection.atoms[.xdndActionCopy])
    (pendingPosition, time) = (pointer.position, inputTime)
    origin = pointer.windowOrigin
    holdsPress = true
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
      let now = MonotonicClock.now
      updateTarget(at: now)
      apply(source?.buttonReleased(at: now))
      icon = nil
    // Another button cancels the drag.
    case .pointerPressed: cancel()
    case .pointerGrabLost: losePointer()
    case .pointerLeft, .scrolled: break
    default: return false
    }
    return true
  }

  private func move(to point: Point) {
    guard let inputTime = application.inputTimes.lastAction, source?.isDragging == true else { return }
    let scale = window.scale
    let position = PixelPoint(
      x: origin.x + Int((point.x * scale).rounded(.down)), y: origin.y + Int((point.y * scale).rounded(.down))
    )
    (pendingPosition, time) = (position, inputTime)
  }

  /// Searches for the window under the pointer if there is a pending position.
  private func updateTarget(at now: Instant) {
    guard let position = pendingPosition.take() else { return }
    lastTargetUpdate = now
    icon?.show(at: position)
    let target = targetFinder.target(at: position, at: now)
    apply(source?.move(to: position, over: target, at: time))
  }

  /// Updates the window origin after the window may have moved; one round trip.
  func updateOrigin() {
    if holdsPress, let pointer = connection.queryPointer(from: window.id) { origin = pointer.windowOrigin }
  }

  /// Cancels the drag because the server has released the pointer.
  func losePointer() {
    cancel()
    holdsPress = false
  }

  /// Cancels the drag, as Escape does.
  ///
  /// - Returns: Whether a drag was cancelled.
  @discardableResult func cancel() -> Bool {
    guard let commands = source?.cancel(), !commands.isEmpty else { return false }
    apply(commands)
    return true
  }

  /// Ends the drag immediately, even if a target has not finished its drop.
  func end() {
    cancel()
    apply(source?.end(.cancelled))
  }

  /// Handles a message from a target.
  func handle(_ message: DragMessage, from target: WindowID, at now: Instant) {
    switch message {
    case .status(let isAccepted, _):
      apply(source?.handleStatus(from: target, isAccepted: isAccepted, at: now))
    case .finished(let isAccepted, _):
      apply(source?.handleFinished(from: target, isAccepted: isAccepted))
    case .enter, .position, .leave, .drop: break
    }
  }

  /// Performs the due actions (target search, timeouts) and reports the outcomes of drags to the
  /// content.
  func advance(to now: Instant) {
    if source != nil {
      if lastTargetUpdate + Self.interval <= now { updateTarget(at: now) }
      let isTaking = application.selectionOwner.isTransferring(connection.atoms[.xdndSelection])
      apply(source?.advance(to: now, isTaking: isTaking))
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
        (source, pendingPosition) = (nil, nil)
        icon = nil
        // Transfers in progress continue to their end.
        application.selectionOwner.disown(connection.atoms[.xdndSelection])
        if let outcome { outcomes.append(outcome) }
      }
    }
  }
}
