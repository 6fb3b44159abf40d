import CX11
import Motion
import Scene

/// What is said to the windows that data is carried over, and when ([XDND][1]).
///
/// A window is told of no other place before it has answered for the last one, nor of any in the
/// rectangle that it wants to hear nothing of. One that never answers holds nothing up: the drag
/// goes on to other windows, and is over for the person `patience` after the button came up. Where
/// it was dropped the data can be fetched for longer. Pure.
///
/// [1]: https://www.freedesktop.org/wiki/Specifications/XDND/
struct DragSource {
  /// A window on which things can be dropped.
  struct Site: Hashable {
    let window: Window
    /// The window that messages to it are sent to: itself, or its proxy.
    let destination: Window
    /// Of the protocol: the latest that both sides understand.
    let version: Int
  }

  enum Command: Hashable {
    case say(DragMessage, to: Site)
    /// The person need not wait any longer; the data is still offered.
    case release(DragOutcome)
    /// All is over; with the outcome, unless that was told.
    case end(DragOutcome?)
  }

  private enum Phase: Hashable {
    case carrying
    /// The button is up, and the window's last answer awaited.
    case letGo
    /// It is the window's turn.
    case dropped
    /// It still is, and nobody waits for it any more.
    case released
    case over
  }

  /// The targets in which the data can be had.
  private let targets: [Atom]
  /// What is asked of the windows.
  private let action: Atom
  private(set) var site: Site?
  /// When a window that says nothing is given up; `nil` while nothing depends on it.
  private(set) var deadline: Instant?
  private var phase = Phase.carrying
  private var place = PixelPoint(x: 0, y: 0)
  private var time = ServerTime(milliseconds: 0)
  /// The place that the window was told of last.
  private var toldPlace: PixelPoint?
  private var isWaiting = false
  private var isAccepted = false
  private var silence: PixelRect?

  /// How long a window may take to answer once the button is up.
  static let patience = Duration.seconds(2)
  /// How long what was dropped can be fetched after that: a window may ask the person first.
  static let longestOffer = Duration.seconds(600)

  init(targets: [Atom], action: Atom) { (self.targets, self.action) = (targets, action) }

  /// Whether the data is carried by the pointer.
  var isCarrying: Bool { phase == .carrying }

  /// Takes in where the pointer is, on the screen.
  ///
  /// - Parameter site: What is there; `nil` where nothing can be dropped.
  mutating func move(to place: PixelPoint, over site: Site?, at time: ServerTime) -> [Command] {
    guard phase == .carrying else { return [] }
    (self.place, self.time) = (place, time)
    guard site != self.site else { return tellPlace() }
    return leave() + enter(site) + tellPlace()
  }

  private mutating func leave() -> [Command] {
    defer { site = nil }
    return site.map { [.say(.leave, to: $0)] } ?? []
  }

  private mutating func enter(_ site: Site?) -> [Command] {
    (self.site, toldPlace, silence) = (site, nil, nil)
    (isWaiting, isAccepted) = (false, false)
    guard let site else { return [] }
    let message = DragMessage.enter(
      version: site.version, types: targets, hasMoreTypes: targets.count > 3)
    return [.say(message, to: site)]
  }

  private mutating func tellPlace() -> [Command] {
    guard let site, !isWaiting, toldPlace != place, silence?.contains(place) != true else {
      return []
    }
    (isWaiting, toldPlace) = (true, place)
    return [.say(.position(place, time: time, action: action), to: site)]
  }

  /// Takes in what a window answers for the place that it was told of.
  mutating func noteStatus(
    from window: Window, isAccepted: Bool, silence: PixelRect?, at now: Instant
  ) -> [Command] {
    guard window == site?.window, phase == .carrying || phase == .letGo else { return [] }
    (self.isAccepted, self.silence, isWaiting) = (isAccepted, silence, false)
    let commands = tellPlace()
    return phase == .letGo && !isWaiting ? commands + conclude(at: now) : commands
  }

  /// Lets go of the data where it is.
  mutating func letGo(at now: Instant) -> [Command] {
    guard phase == .carrying else { return [] }
    phase = .letGo
    deadline = now + Self.patience
    return isWaiting ? [] : conclude(at: now)
  }

  private mutating func conclude(at now: Instant) -> [Command] {
    guard let site, isAccepted else { return leave() + end(.cancelled) }
    phase = .dropped
    deadline = now + Self.patience
    return [.say(.drop(time: time), to: site)]
  }

  /// Takes in that a window is done with what was dropped; before version 5 it did not say how.
  mutating func noteFinish(from window: Window, isAccepted: Bool) -> [Command] {
    guard phase == .dropped || phase == .released, let site, window == site.window else {
      return []
    }
    return end(isAccepted || site.version < 5 ? .dropped : .cancelled)
  }

  /// Gives the drag up, unless it is the window's turn.
  mutating func cancel() -> [Command] {
    guard phase == .carrying || phase == .letGo else { return [] }
    return leave() + end(.cancelled)
  }

  /// Gives up a window that has fallen silent, and in time what was dropped on it.
  ///
  /// - Parameter isTaking: Whether somebody is still taking the data.
  mutating func advance(to now: Instant, isTaking: Bool) -> [Command] {
    guard let deadline, deadline <= now else { return [] }
    if isTaking {
      self.deadline = now + Self.patience
      return []
    }
    guard phase == .dropped else { return (phase == .letGo ? leave() : []) + end(.cancelled) }
    phase = .released
    self.deadline = now + Self.longestOffer
    return [.release(.dropped)]
  }

  /// Whatever was under way is nobody's any more.
  mutating func end(_ outcome: DragOutcome) -> [Command] {
    guard phase != .over else { return [] }
    defer { (phase, deadline) = (.over, nil) }
    return [.end(phase == .released ? nil : outcome)]
  }

  /// Whether nothing of it is left.
  var isOver: Bool { phase == .over }
}

extension PixelRect {
  fileprivate func contains(_ point: PixelPoint) -> Bool {
    contains(PixelRect(x: point.x, y: point.y, width: 1, height: 1)) && !isEmpty
  }
}
