import CX11
import Motion
import Scene

/// Takes the keyboard for a window, tries again where another program has it, and gives it back.
///
/// Window managers hold the keyboard for a moment while they switch windows, so one refusal is no news
/// yet. Whoever holds it for longer may do so for good, as a lock or a menu does: then the window tries
/// less and less often, in the end only when something happens to it, and nothing is left that wakes the
/// program.
///
/// Once it is taken it is kept as long as `claim` says: that is what it is taken for.
struct KeyboardGrabbing {
  private(set) var state = KeyboardGrab.none
  /// When the next try is due by itself; `nil` where none is.
  private(set) var deadline: Instant?
  var claim = KeyboardClaim()
  /// How many in a row were in vain.
  private var refusals = 0
  /// The number of the request by which it was taken.
  private var request: UInt = 0

  /// From the first refusal to the next try; from then on each wait is twice the one before.
  static let firstDelay = Duration.milliseconds(100)
  /// How many tries follow the first.
  static let mostRetries = 6

  /// Lets there be a try soon, since something has happened that may have changed the answer.
  mutating func reconsider(at now: Instant) {
    guard refusals > 0 else { return }
    (refusals, deadline) = (1, now)
  }

  /// Takes in that the server has let go of the keyboard, with the window.
  mutating func lose() { (state, deadline, refusals) = (.none, nil, 0) }

  /// Takes in that a grab of the window's has ended.
  ///
  /// - Parameter serial: The number of the last request before that; the end of a grab before this one
  ///   may be told when this one is known already.
  mutating func noteEnd(toldAt serial: UInt) {
    if state.isOurs, serial >= request { lose() }
  }

  /// Does what is due.
  ///
  /// - Parameters:
  ///   - isWanted: Whether the window is to have the keyboard where it may.
  ///   - grab: Asks for it; answers with anything but `none`, and the request's number.
  ///   - letGo: Gives it back.
  mutating func follow(
    isWanted: Bool, at now: Instant, grab: () -> (KeyboardGrab, request: UInt), letGo: () -> Void
  ) {
    switch isWanted ? claim.standing : .giveBack {
    case .take where state.isOurs: state = .held
    case .take:
      let isDue = deadline.map { $0 <= now } ?? (refusals == 0)
      if isDue { take(grab(), at: now) }
    case .keep where state.isOurs: state = .kept
    case .keep, .giveBack:
      if state.isOurs { letGo() }
      lose()
    }
  }

  private mutating func take(_ answer: (grab: KeyboardGrab, request: UInt), at now: Instant) {
    deadline = nil
    guard answer.grab != .held else {
      (state, refusals, request) = (.held, 0, answer.request)
      return
    }
    refusals += 1
    if refusals > 1 { state = answer.grab }
    if refusals <= Self.mostRetries { deadline = now + Self.firstDelay * (1 << (refusals - 1)) }
  }
}

extension KeyboardGrab {
  /// Whether all keys come to the window.
  var isOurs: Bool { self == .held || self == .kept }
}

extension Connection {
  /// Asks for all keys of the keyboard, for a window that has the focus (`XGrabKeyboard`); a round
  /// trip.
  ///
  /// The window's own keys come as ever. That the focus came is told without a time, and any time that
  /// is known is older than the grab by which a window manager has just switched to the window, for
  /// which the server would refuse; so it is the server's present one.
  ///
  /// - Returns: What came of it, and the request's number.
  func grabKeyboard(for window: Window) -> (KeyboardGrab, request: UInt) {
    let request = XNextRequest(display)
    let status = XGrabKeyboard(
      display, window, True, GrabModeAsync, GrabModeAsync, Time(CurrentTime))
    return switch status {
    case GrabSuccess: (.held, request)
    case AlreadyGrabbed, GrabFrozen: (.heldElsewhere, request)
    default: (.refused, request)
    }
  }

  /// Gives the keyboard back.
  func ungrabKeyboard() { XUngrabKeyboard(display, Time(CurrentTime)) }
}
