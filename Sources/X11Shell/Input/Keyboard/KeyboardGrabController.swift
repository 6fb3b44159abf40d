import CX11
import Motion
import Scene

/// A controller that grabs the keyboard for a window, retries while another client has it, and
/// releases it.
///
/// Window managers grab the keyboard for a moment while they switch windows, so one failure is not
/// reported. A client that holds it for longer may do so for good, as a lock or a menu does. The
/// window then retries at growing intervals, in the end only after an event of its own, so that no
/// timer wakes the program.
///
/// A grab lasts as long as `policy` decides.
struct KeyboardGrabController {
  private(set) var state = KeyboardGrabStatus.none
  /// The time of the next retry. `nil` if none is scheduled.
  private(set) var deadline: Instant?
  var policy = KeyboardGrabPolicy()
  /// The number of consecutive failures.
  private var refusals = 0
  /// The serial number of the request that grabbed the keyboard.
  private var request: UInt = 0

  /// The delay between the first failure and the next attempt. Each later delay is twice the
  /// previous one.
  static let firstDelay = Duration.milliseconds(100)
  /// The maximum number of retries after the first attempt.
  static let maximumRetries = 6

  /// Schedules a retry, since an event may have changed the result.
  mutating func reconsider(at now: Instant) {
    guard refusals > 0 else { return }
    (refusals, deadline) = (1, now)
  }

  /// Handles the end of the grab, which the server also ends with the window.
  mutating func grabLost() { (state, deadline, refusals) = (.none, nil, 0) }

  /// Handles the end of a grab by the window.
  ///
  /// - Parameter serial: The number of the last request before the end. The end of an older grab
  ///   may be reported when this one is already known.
  mutating func noteEnd(toldAt serial: UInt) { if state.isOurs, serial >= request { grabLost() } }

  /// Grabs or releases the keyboard if that is due.
  ///
  /// - Parameters:
  ///   - isWanted: Whether the window wants the keyboard.
  ///   - grab: Requests the grab. Returns its status, which is not `none`, and the request's
  ///     number.
  ///   - release: Releases the grab.
  mutating func update(
    isWanted: Bool, at now: Instant, grab: () -> (KeyboardGrabStatus, request: UInt), release: () -> Void
  ) {
    switch isWanted ? policy.decision : .release {
    case .grab where state.isOurs: state = .grabbed
    case .grab:
      let isDue = deadline.map { $0 <= now } ?? (refusals == 0)
      if isDue { apply(grab(), at: now) }
    case .hold where state.isOurs: state = .grabbedWithoutFocus
    case .hold, .release:
      if state.isOurs { release() }
      grabLost()
    }
  }

  private mutating func apply(_ reply: (grab: KeyboardGrabStatus, request: UInt), at now: Instant) {
    deadline = nil
    guard reply.grab != .grabbed else {
      (state, refusals, request) = (.grabbed, 0, reply.request)
      return
    }
    refusals += 1
    if refusals > 1 { state = reply.grab }
    if refusals <= Self.maximumRetries { deadline = now + Self.firstDelay * (1 << (refusals - 1)) }
  }
}

extension KeyboardGrabStatus {
  /// Whether all keys are sent to the window.
  var isOurs: Bool { self == .grabbed || self == .grabbedWithoutFocus }
}

extension Connection {
  /// Requests all keys of the keyboard for a window that has the focus (`XGrabKeyboard`). One round
  /// trip.
  ///
  /// The window receives its own keys as before. The focus event has no time, and any known time is
  /// older than the grab by which a window manager has just switched to the window, for which the
  /// server would refuse. So the server's current time is used.
  ///
  /// - Returns: The status of the grab, and the request's number.
  func grabKeyboard(for window: Window) -> (KeyboardGrabStatus, request: UInt) {
    let request = XNextRequest(display)
    let status = XGrabKeyboard(display, window, True, GrabModeAsync, GrabModeAsync, Time(CurrentTime))
    return switch status {
    case GrabSuccess: (.grabbed, request)
    case AlreadyGrabbed, GrabFrozen: (.grabbedByOtherClient, request)
    default: (.failed, request)
    }
  }

  func ungrabKeyboard() { XUngrabKeyboard(display, Time(CurrentTime)) }
}
