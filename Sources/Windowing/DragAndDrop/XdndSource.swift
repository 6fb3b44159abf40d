import CX11
import Motion
import Scene
import X11

/// The XDND source state machine: which messages are sent to which target, and when ([XDND][1]).
///
/// The source sends no further position until the target has replied to the last one. An unresponsive target blocks nothing:
/// the drag continues to other windows, and ends for the user `replyTimeout` after the button is
/// released. The target can read the dropped data for longer. Pure: it reads no clock and sends no
/// request.
///
/// [1]: https://www.freedesktop.org/wiki/Specifications/XDND/
struct XdndSource {
  /// A window that accepts drops.
  struct DropTarget: Hashable {
    let window: WindowID
    /// The window that receives the messages: `window` itself or its proxy.
    let destination: WindowID
    /// The highest protocol version that both sides support.
    let version: Int
  }

  enum Command: Hashable {
    case send(DragMessage, to: DropTarget)
    /// The drag has ended for the user. The data is still offered.
    case reportResult(DragOutcome)
    /// The drag has ended. The outcome is `nil` if it was already reported.
    case finish(DragOutcome?)
  }

  private enum Phase: Hashable {
    case dragging
    /// The button was released; the target's last reply is pending.
    case buttonReleased
    /// The data was dropped; the target has not finished.
    case dropped
    /// The drop is complete, and its outcome was reported.
    case released
    case ended
  }

  /// The selection targets in which the data is available.
  private let targets: [Atom]
  /// The requested XDND action.
  private let action: Atom
  private(set) var dropTarget: DropTarget?
  /// The time at which an unresponsive target times out, or `nil` if no reply is required.
  private(set) var deadline: Instant?
  private var phase = Phase.dragging
  private var position = PixelPoint(x: 0, y: 0)
  private var time = ServerTime(milliseconds: 0)
  /// The position that was last sent to the target.
  private var sentPosition: PixelPoint?
  private var isWaiting = false
  private var isAccepted = false

  /// The time that a target has to reply after the button is released.
  static let replyTimeout = Duration.seconds(2)
  /// The time for which dropped data can be read after that. A target may ask the user first.
  static let maximumOfferDuration = Duration.seconds(600)

  init(targets: [Atom], action: Atom) { (self.targets, self.action) = (targets, action) }

  /// Whether the pointer is dragging the data.
  var isDragging: Bool { phase == .dragging }

  /// Updates the position of the pointer on the screen.
  ///
  /// - Parameter target: The target at that position, or `nil` if there is none.
  mutating func move(to position: PixelPoint, over target: DropTarget?, at time: ServerTime) -> [Command] {
    guard phase == .dragging else { return [] }
    (self.position, self.time) = (position, time)
    guard target != dropTarget else { return sendPosition() }
    return leave() + enter(target) + sendPosition()
  }

  private mutating func leave() -> [Command] {
    defer { dropTarget = nil }
    return dropTarget.map { [.send(.leave, to: $0)] } ?? []
  }

  private mutating func enter(_ target: DropTarget?) -> [Command] {
    (dropTarget, sentPosition) = (target, nil)
    (isWaiting, isAccepted) = (false, false)
    guard let target else { return [] }
    let message = DragMessage.enter(version: target.version, types: targets, hasMoreTypes: targets.count > 3)
    return [.send(message, to: target)]
  }

  private mutating func sendPosition() -> [Command] {
    guard let dropTarget, !isWaiting, sentPosition != position else { return [] }
    (isWaiting, sentPosition) = (true, position)
    return [.send(.position(position, time: time, action: action), to: dropTarget)]
  }

  /// Handles a target's reply to a position (`XdndStatus`).
  mutating func handleStatus(from window: WindowID, isAccepted: Bool, at now: Instant) -> [Command] {
    guard window == dropTarget?.window, phase == .dragging || phase == .buttonReleased else { return [] }
    (self.isAccepted, isWaiting) = (isAccepted, false)
    let commands = sendPosition()
    return phase == .buttonReleased && !isWaiting ? commands + conclude(at: now) : commands
  }

  /// Handles the release of the last button.
  mutating func buttonReleased(at now: Instant) -> [Command] {
    guard phase == .dragging else { return [] }
    phase = .buttonReleased
    deadline = now + Self.replyTimeout
    return isWaiting ? [] : conclude(at: now)
  }

  private mutating func conclude(at now: Instant) -> [Command] {
    guard let dropTarget, isAccepted else { return leave() + end(.cancelled) }
    phase = .dropped
    deadline = now + Self.replyTimeout
    return [.send(.drop(time: time), to: dropTarget)]
  }

  /// Handles the end of a drop (`XdndFinished`). Before version 5 this message had no result.
  mutating func handleFinished(from window: WindowID, isAccepted: Bool) -> [Command] {
    guard phase == .dropped || phase == .released, let target = dropTarget, window == target.window else {
      return []
    }
    return end(isAccepted || target.version < 5 ? .dropped : .cancelled)
  }

  /// Cancels the drag, unless the data was already dropped.
  mutating func cancel() -> [Command] {
    guard phase == .dragging || phase == .buttonReleased else { return [] }
    return leave() + end(.cancelled)
  }

  /// Handles the timeout of an unresponsive target, and later the end of the offer.
  ///
  /// - Parameter isTaking: Whether a target is still reading the data.
  mutating func advance(to now: Instant, isTaking: Bool) -> [Command] {
    guard let deadline, deadline <= now else { return [] }
    if isTaking {
      self.deadline = now + Self.replyTimeout
      return []
    }
    guard phase == .dropped else { return (phase == .buttonReleased ? leave() : []) + end(.cancelled) }
    phase = .released
    self.deadline = now + Self.maximumOfferDuration
    return [.reportResult(.dropped)]
  }

  /// Ends the drag in any phase.
  mutating func end(_ outcome: DragOutcome) -> [Command] {
    guard phase != .ended else { return [] }
    defer { (phase, deadline) = (.ended, nil) }
    return [.finish(phase == .released ? nil : outcome)]
  }
}

/// Finds the windows that accept drops.
///
/// The properties `XdndAware` and `XdndProxy` of a window are cached for a short time. A window
/// that was found may be destroyed before a message reaches it.
struct XdndTargetFinder {
  private let connection: Connection
  /// The cached targets. A value is `nil` if the window accepts no drops.
  private var cached: [WindowID: XdndSource.DropTarget?] = [:]
  /// The time at which the cache expires. A new window may set its properties only after it is
  /// mapped.
  private var expiry = Instant.distantPast

  /// The maximum search depth below the root. Window manager frames use two or three levels.
  private static let depth = 16
  /// The lifetime of cached properties.
  private static let cacheLifetime = Duration.seconds(1)

  init(on connection: Connection) { self.connection = connection }

  /// Returns the target at a position on the screen: the outermost window that accepts drops, or
  /// the root window if a file manager accepts drops there.
  ///
  /// - Complexity: A round trip for each window from the root down, and up to three more for each
  ///   window that is not cached.
  mutating func target(at point: PixelPoint, at now: Instant) -> XdndSource.DropTarget? {
    if expiry <= now {
      cached.removeAll(keepingCapacity: true)
      expiry = now + Self.cacheLifetime
    }
    let root = connection.root
    var window = root
    for _ in 0..<Self.depth {
      guard let child = connection.locate(point, of: root, in: window)?.child, child != WindowID(None) else {
        break
      }
      if let target = target(of: child) { return target }
      window = child
    }
    return target(of: root)
  }

  private mutating func target(of window: WindowID) -> XdndSource.DropTarget? {
    if let target = cached[window] { return target }
    let target = queryTarget(of: window)
    cached[window] = .some(target)
    return target
  }

  /// Queries the drop target of a window. A proxy is valid only if its own `XdndProxy` property names
  /// itself. Otherwise a client that has exited left the property.
  private func queryTarget(of window: WindowID) -> XdndSource.DropTarget? {
    var destination = window
    if let proxy = connection.words(.xdndProxy, of: window, type: XA_WINDOW).first,
      connection.words(.xdndProxy, of: proxy, type: XA_WINDOW).first == proxy
    {
      destination = proxy
    }
    guard let version = connection.words(.xdndAware, of: destination, type: XA_ATOM).first,
      version >= DragMessage.versions.lowerBound
    else { return nil }
    return XdndSource.DropTarget(
      window: window, destination: destination, version: min(Int(version), DragMessage.versions.upperBound))
  }
}
