import CX11
import Motion
import Scene

/// The XDND source state machine: which messages are sent to which target, and when ([XDND][1]).
///
/// The source sends no further position until the target has replied to the last one, and none
/// inside the area for which the target wants no updates. An unresponsive target blocks nothing:
/// the drag continues to other windows, and ends for the user `patience` after the button is
/// released. The target can read the dropped data for longer. Pure: it reads no clock and sends no
/// request.
///
/// [1]: https://www.freedesktop.org/wiki/Specifications/XDND/
struct XdndSource {
  /// A window that accepts drops.
  struct Site: Hashable {
    let window: Window
    /// The window that receives the messages: `window` itself or its proxy.
    let destination: Window
    /// The highest protocol version that both sides support.
    let version: Int
  }

  enum Command: Hashable {
    case send(DragMessage, to: Site)
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
    case over
  }

  /// The selection targets in which the data is available.
  private let targets: [Atom]
  /// The requested XDND action.
  private let action: Atom
  private(set) var site: Site?
  /// The time at which an unresponsive target times out, or `nil` if no reply is required.
  private(set) var deadline: Instant?
  private var phase = Phase.dragging
  private var position = PixelPoint(x: 0, y: 0)
  private var time = ServerTime(milliseconds: 0)
  /// The position that was last sent to the target.
  private var sentPosition: PixelPoint?
  private var isWaiting = false
  private var isAccepted = false
  private var noPositionUpdateArea: PixelRect?

  /// The time that a target has to reply after the button is released.
  static let patience = Duration.seconds(2)
  /// The time for which dropped data can be read after that. A target may ask the user first.
  static let maximumOfferDuration = Duration.seconds(600)

  init(targets: [Atom], action: Atom) { (self.targets, self.action) = (targets, action) }

  /// Whether the pointer is dragging the data.
  var isDragging: Bool { phase == .dragging }

  /// Updates the position of the pointer on the screen.
  ///
  /// - Parameter site: The target at that position, or `nil` if there is none.
  mutating func move(to position: PixelPoint, over site: Site?, at time: ServerTime) -> [Command] {
    guard phase == .dragging else { return [] }
    (self.position, self.time) = (position, time)
    guard site != self.site else { return sendPosition() }
    return leave() + enter(site) + sendPosition()
  }

  private mutating func leave() -> [Command] {
    defer { site = nil }
    return site.map { [.send(.leave, to: $0)] } ?? []
  }

  private mutating func enter(_ site: Site?) -> [Command] {
    (self.site, sentPosition, noPositionUpdateArea) = (site, nil, nil)
    (isWaiting, isAccepted) = (false, false)
    guard let site else { return [] }
    let message = DragMessage.enter(version: site.version, types: targets, hasMoreTypes: targets.count > 3)
    return [.send(message, to: site)]
  }

  private mutating func sendPosition() -> [Command] {
    guard let site, !isWaiting, sentPosition != position, noPositionUpdateArea?.contains(position) != true
    else { return [] }
    (isWaiting, sentPosition) = (true, position)
    return [.send(.position(position, time: time, action: action), to: site)]
  }

  /// Handles a target's reply to a position (`XdndStatus`).
  mutating func noteStatus(from window: Window, isAccepted: Bool, silence: PixelRect?, at now: Instant)
    -> [Command]
  {
    guard window == site?.window, phase == .dragging || phase == .buttonReleased else { return [] }
    (self.isAccepted, self.noPositionUpdateArea, isWaiting) = (isAccepted, silence, false)
    let commands = sendPosition()
    return phase == .buttonReleased && !isWaiting ? commands + conclude(at: now) : commands
  }

  /// Handles the release of the last button.
  mutating func buttonReleased(at now: Instant) -> [Command] {
    guard phase == .dragging else { return [] }
    phase = .buttonReleased
    deadline = now + Self.patience
    return isWaiting ? [] : conclude(at: now)
  }

  private mutating func conclude(at now: Instant) -> [Command] {
    guard let site, isAccepted else { return leave() + end(.cancelled) }
    phase = .dropped
    deadline = now + Self.patience
    return [.send(.drop(time: time), to: site)]
  }

  /// Handles the end of a drop (`XdndFinished`). Before version 5 this message had no result.
  mutating func noteFinish(from window: Window, isAccepted: Bool) -> [Command] {
    guard phase == .dropped || phase == .released, let site, window == site.window else { return [] }
    return end(isAccepted || site.version < 5 ? .dropped : .cancelled)
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
      self.deadline = now + Self.patience
      return []
    }
    guard phase == .dropped else { return (phase == .buttonReleased ? leave() : []) + end(.cancelled) }
    phase = .released
    self.deadline = now + Self.maximumOfferDuration
    return [.reportResult(.dropped)]
  }

  /// Ends the drag in any phase.
  mutating func end(_ outcome: DragOutcome) -> [Command] {
    guard phase != .over else { return [] }
    defer { (phase, deadline) = (.over, nil) }
    return [.finish(phase == .released ? nil : outcome)]
  }

  /// Whether the drag has ended.
  var isOver: Bool { phase == .over }
}

extension PixelRect {
  fileprivate func contains(_ point: PixelPoint) -> Bool {
    contains(PixelRect(x: point.x, y: point.y, width: 1, height: 1)) && !isEmpty
  }
}
