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

/// The keys that the user was already typing when a prompt got the keyboard, and that were meant for another window. They
/// end with the first pause.
///
/// All times are those of the server, so it does not matter when this program handles the keys.
struct KeyBurst {
  /// The minimum time without a key after which a key is meant for the prompt, in milliseconds.
  static let pause: UInt32 = 500

  /// The time of its last key. `nil` after its end.
  private var last: ServerTime?
  /// Whether keys were dropped and none was accepted since.
  private(set) var hasDroppedKeys = false
  /// Whether the keys were meant for the prompt, which had the keyboard before.
  private var isOwn = false

  /// Begins a burst if the last key before the prompt got the keyboard was pressed or released less than a pause ago.
  ///
  /// - Parameters:
  ///   - lastKey: The time of that key. `nil` if it was longer ago.
  ///   - hadKeyboard: Whether the prompt had the keyboard already, and asks another question. Escape, which cancels all of
  ///     them, is then never dropped.
  mutating func begin(after lastKey: ServerTime?, hadKeyboard: Bool = false) {
    // A burst from before may still contain keys for another window.
    isOwn = hadKeyboard && (last == nil || isOwn)
    last = lastKey
  }

  /// Whether the user has typed the last key into a question that had not been asked yet, or was answered.
  var continuesAnswer: Bool { isOwn && hasDroppedKeys && last != nil }

  /// Ends the burst, since the user has turned to the prompt.
  mutating func end() { last = nil }

  /// Returns whether a press belongs to the burst. The repetition of a key that was down before does, however slow it is.
  mutating func takes(pressAt time: ServerTime, isRepeat: Bool, isEscape: Bool = false) -> Bool {
    if isEscape, isOwn, !isRepeat {
      hasDroppedKeys = false
      return false
    }
    let isNear = last.map { time.isBefore(ServerTime(milliseconds: $0.milliseconds &+ Self.pause)) }
    hasDroppedKeys = isNear == true || isNear == false && isRepeat
    last = hasDroppedKeys ? time : nil
    return hasDroppedKeys
  }
}

/// The keys that the user continues to type when a prompt has closed by itself. They end with the first pause.
struct TrailingKeys {
  private static let pause = Duration.milliseconds(KeyBurst.pause)
  /// The maximum time, because a key may stay down.
  private static let maximumDuration = Duration.seconds(5)

  /// The end of the pause after the last key.
  private(set) var end: Instant
  private let limit: Instant

  /// Returns `nil` if the last key was pressed a pause ago.
  init?(after lastKey: Instant, at now: Instant) {
    (end, limit) = (lastKey + Self.pause, now + Self.maximumDuration)
    if end <= now { return nil }
  }

  mutating func add(pressAt now: Instant) { end = min(now + Self.pause, limit) }
}

extension Connection {
  /// The time since a key was pressed or released in any window, in milliseconds (SYNC's idle time of the core keyboard,
  /// which has the device number 3). `nil` if that is longer ago than a pause, or unknown. Some round trips.
  var keyboardIdleTime: UInt32? {
    counter("DEVICEIDLETIME 3").flatMap { $0.hi == 0 && $0.lo < KeyBurst.pause ? $0.lo : nil }
  }

  /// Returns the time of the server some milliseconds ago. `nil` without SYNC. Some round trips.
  func serverTime(before milliseconds: UInt32) -> ServerTime? {
    counter("SERVERTIME").map { ServerTime(milliseconds: $0.lo &- milliseconds) }
  }

  /// Returns the value of a system counter of SYNC.
  private func counter(_ name: String) -> XSyncValue? {
    var (event, error, major, minor, count): (Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0)
    guard XSyncQueryExtension(display, &event, &error) != 0, XSyncInitialize(display, &major, &minor) != 0,
      let counters = XSyncListSystemCounters(display, &count)
    else { return nil }
    defer { XSyncFreeSystemCounterList(counters) }
    let all = UnsafeBufferPointer(start: counters, count: Int(count))
    var value = XSyncValue()
    guard let counter = all.first(where: { String(cString: $0.name) == name })?.counter,
      XSyncQueryCounter(display, counter, &value) != 0
    else { return nil }
    return value
  }
}
