import CX11
import Motion
import Scene
import X11

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
  private var failures = 0
  /// The serial number of the request that grabbed the keyboard.
  private var request: UInt = 0

  /// The delay between the first failure and the next attempt. Each later delay is twice the
  /// previous one.
  static let firstDelay = Duration.milliseconds(100)
  /// The maximum number of retries after the first attempt.
  static let maximumRetries = 6

  /// Schedules a retry, since an event may have changed the result.
  mutating func scheduleRetry(at now: Instant) {
    guard isWaiting else { return }
    (failures, deadline) = (1, now)
  }

  /// Whether another client had the keyboard at the last attempt.
  var isWaiting: Bool { failures > 0 }

  /// Whether a press elsewhere ends the grab or the attempts.
  var needsPresses: Bool { state.isOurs || isWaiting }

  /// Handles the end of the grab, which the server also ends with the window.
  mutating func grabLost() { (state, deadline, failures) = (.none, nil, 0) }

  /// Handles the end of a grab by the window.
  ///
  /// - Parameter serial: The number of the last request before the end. The end of an older grab
  ///   may be reported when this one is already known.
  mutating func grabEnded(reportedAfter serial: UInt) { if state.isOurs, serial >= request { grabLost() } }

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
    case .hold where state.isOurs: state = .grabbedWithoutFocus
    case .hold where !policy.isPrompt: grabLost()
    case .grab, .hold:
      let isDue = deadline.map { $0 <= now } ?? (failures == 0)
      if isDue { apply(grab(), at: now) }
    case .release:
      if state.isOurs { release() }
      grabLost()
    }
  }

  private mutating func apply(_ reply: (grab: KeyboardGrabStatus, request: UInt), at now: Instant) {
    deadline = nil
    guard reply.grab != .grabbed else {
      (state, failures, request) = (.grabbed, 0, reply.request)
      return
    }
    failures += 1
    if failures > 1 { state = reply.grab }
    if failures <= Self.maximumRetries { deadline = now + Self.firstDelay * (1 << (failures - 1)) }
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
  func grabKeyboard(for window: WindowID) -> (KeyboardGrabStatus, request: UInt) {
    let request = XNextRequest(display)
    let status = XGrabKeyboard(display, window, True, GrabModeAsync, GrabModeAsync, Time(CurrentTime))
    return switch status {
    case GrabSuccess: (.grabbed, request)
    case AlreadyGrabbed, GrabFrozen: (.grabbedByOtherClient, request)
    default: (.failed, request)
    }
  }

  /// Returns whether another client has grabbed the keyboard. One round trip.
  ///
  /// - Parameter window: A window that is not mapped, so that the server never grants it the grab, and reports that
  ///   before anything else.
  func isKeyboardGrabbed(fromUnmapped window: WindowID) -> Bool {
    grabKeyboard(for: window).0 == .grabbedByOtherClient
  }

  func ungrabKeyboard() { XUngrabKeyboard(display, Time(CurrentTime)) }
}

/// The policy by which a window grabs the keyboard: it needs the focus, and the user must not have
/// moved to another window.
///
/// | focus | the user has pressed | keyboard |
/// |---|---|---|
/// | in the window | anywhere | grabbed |
/// | elsewhere | not elsewhere, or long before the focus moved there | held, if it is grabbed |
/// | elsewhere | elsewhere, just before the focus moved there or after that | released |
///
/// So a window that takes the focus by itself gets no key, while a window that the user selects
/// gets all keys. Keys do not show where the user is, since they go to the client with the grab.
/// Neither do presses that do not move the focus, as on the title bar or a panel.
///
/// A prompt also grabs the keyboard while it is held: when it appears, or as soon as another client releases it.
struct KeyboardGrabPolicy {
  enum Decision: Hashable { case grab, hold, release }

  private(set) var decision = Decision.release
  private(set) var isPrompt = false
  /// Whether presses outside the window are observed. If they are not, as on Xwayland, every focus change counts as
  /// one that the user wants.
  var observesOutsidePresses = false
  var isPointerInside = false
  /// The time of the last press, if it was outside the window.
  private var pressedElsewhere: Instant?

  /// The maximum time between a press and the focus change that it causes. A window manager needs
  /// some milliseconds; a later focus change has another cause.
  static let pressAttributionInterval = Duration.seconds(1)

  /// Lets a prompt that has appeared grab the keyboard before it gets the focus.
  mutating func promptAppeared() {
    isPrompt = true
    if observesOutsidePresses, decision == .release { decision = .hold }
  }

  /// Updates the decision after a focus change.
  mutating func update(hasFocus: Bool, at now: Instant) {
    guard hasFocus != (decision == .grab) else { return }
    if hasFocus {
      (decision, pressedElsewhere) = (.grab, nil)
    } else {
      let isUserElsewhere =
        pressedElsewhere.map { $0.duration(to: now) < Self.pressAttributionInterval } ?? false
      decision = observesOutsidePresses && !isUserElsewhere ? .hold : .release
    }
  }

  /// Updates the decision after a press, in the window or elsewhere.
  ///
  /// - Parameter isTouch: Whether it is a touch, which does not press at the pointer position. A
  ///   touch in the window is also reported by `notePressInside()`.
  mutating func notePressAnywhere(isTouch: Bool, at now: Instant) {
    guard isTouch || !isPointerInside else { return notePressInside() }
    pressedElsewhere = now
    if decision == .hold { decision = .release }
  }

  /// Updates the decision after a press in the window.
  mutating func notePressInside() {
    pressedElsewhere = nil
    if observesOutsidePresses, decision == .release { decision = .hold }
  }
}
