import CX11
import Motion
import X11

/// The time until which all input is known. Contents receive no later time, so that the times of the
/// server alone decide whether a press was a tap, held or a drag, however late the program reads it.
struct InputTime {
  /// The time at which the current iteration of the event loop began, before it reads from the server.
  var woke: Instant
  /// The time until which everything that the server had sent was read and handled.
  var read: Instant
  /// The latest time at which the server was asked for an event that has arrived. Over a slow
  /// connection, it may be much later than the times of the input that was read.
  private(set) var proven = Instant.distantPast
  /// The time at which the server was asked for an event that has not arrived. `nil` if there is none.
  var asked: Instant?

  /// The server time of the last user action, or `nil` before the first.
  var lastAction: ServerTime?
  /// The conversion of the server's times.
  var clock = ServerClock()

  /// Handles the arrival of an event that was asked for. Only the last one is awaited.
  mutating func handleReply(_ message: XClientMessageEvent) {
    guard let asked, message.data.l.0 == Int(Int32(truncatingIfNeeded: asked.nanoseconds)) else { return }
    (proven, self.asked) = (asked, nil)
  }
}

extension Application {
  /// Records the time of user input as that of the last action, and returns its instant.
  func recordAction(at time: Time, receivedAt received: Instant) -> Instant {
    inputTimes.lastAction = ServerTime(time)
    // A copy, so that accesses to the property need no check at run time.
    var clock = inputTimes.clock
    defer { inputTimes.clock = clock }
    return clock.instant(of: time, receivedAt: received)
  }

  /// Whether a button or touch that was pressed in a window is down.
  fileprivate var isPressed: Bool { windows.contains { $0.input.isPressed } }

  /// The time until which all input is known and handled. `nil` while input waits to be handled.
  ///
  /// During a press, only an answer of the server proves it: the release may be on its way.
  fileprivate var knownTime: Instant? {
    guard inputTimes.read == inputTimes.woke, !windows.contains(where: \.input.hasUnhandledInput) else {
      return nil
    }
    return isPressed ? inputTimes.proven : inputTimes.woke - inputTimes.clock.delay
  }
}

extension Window {
  /// The time for everything that is sent to the content without a time of the server.
  var currentTime: Instant { application.knownTime.map { min(MonotonicClock.now, $0) } ?? latest }

  /// The time of the content's next change. `nil` if it is due, but input from before it may arrive.
  var nextKnownChange: Instant? {
    guard let next = nextContentChange, next > latest else { return nextContentChange }
    guard let known = application.knownTime else { return nil }
    guard application.isPressed else { return next + application.inputTimes.clock.delay }
    return next <= known || next > MonotonicClock.now || application.inputTimes.asked == nil ? next : nil
  }

  /// Asks the server for all input until now, if the content changes with time during a press.
  func askForInputIfNeeded() {
    let times = application.inputTimes
    guard application.isPressed, times.asked == nil, let next = nextContentChange else { return }
    // An animation needs no exact times.
    let due = next > latest ? next : max(latest, times.proven) + .milliseconds(20)
    if times.proven < due, due <= MonotonicClock.now { sendNoOpEvent() }
  }

  /// Makes the server send the window an event without meaning, after all earlier input. It is a reply that
  /// need not be awaited. No other client receives it.
  func sendNoOpEvent() {
    let now = MonotonicClock.now
    application.inputTimes.asked = now
    // Of the time, 32 bits are sent, which identify the event.
    var event = XEvent(
      message: connection.atoms[.null], about: id, word: UInt(bitPattern: Int(now.nanoseconds)))
    XSendEvent(connection.display, id, False, NoEventMask, &event)
  }
}
