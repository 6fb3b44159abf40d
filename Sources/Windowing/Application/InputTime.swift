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

/// Converts X server timestamps to instants of the local monotonic clock.
///
/// A server counts milliseconds in 32 bits from its own origin and wraps after 49.7 days. The
/// offset between the origins is estimated from the events: an event without delay shows the true
/// offset, any other a larger one, so the minimum is used. The difference between two instants is
/// then the one that the server measured, independent of how busy this program was.
struct ServerClock {
  /// The timestamp of the last event and its time of receipt.
  private var last: (time: UInt32, received: Instant)?
  /// The last timestamp without wrapping, in nanoseconds since the first. An input method server may send any
  /// timestamps, so the sum may overflow. It wraps around, as do `offset` and their differences, which stay right.
  private var elapsed: Int64 = 0
  /// The difference between an instant and `elapsed`, in nanoseconds.
  private var offset: Int64 = 0
  /// Whether the server reads the same clock as this process, so that `offset` is exact.
  private var isLocal = false
  private var latest = Instant.distantPast
  /// The shortest delay of an event so far, if the server reads the same clock as this process. It is long
  /// over a slow connection. Otherwise zero, since `offset` includes it.
  private(set) var delay = Duration.zero

  /// The maximum plausible delay of an event, in nanoseconds. If it is exceeded, the server's clock
  /// was set.
  private static let maximumDelay: Int64 = 10_000_000_000
  /// The maximum time between events of the same timestamp. If it is exceeded, the counter has
  /// wrapped.
  private static let maximumRepeatInterval = Duration.seconds(10)
  /// The inverse of the maximum drift between the clocks: one part in a thousand, ten times that of
  /// a bad crystal.
  private static let driftDivisor: Int64 = 1000

  /// Returns the time of an event. It is never before an earlier result and never after the
  /// receipt. Successive equal timestamps give the same result.
  ///
  /// - Parameters:
  ///   - time: The timestamp of the event in milliseconds; 32 bits in a `long`, as Xlib has it.
  ///   - received: The time of receipt, not before that of the previous call.
  mutating func instant(of time: UInt, receivedAt received: Instant) -> Instant {
    let time = UInt32(truncatingIfNeeded: time)
    // A change of the offset in between would separate events that the server reports for the same
    // moment.
    if let last, last.time == time, received < last.received + Self.maximumRepeatInterval { return latest }
    let previous = last ?? (time, received)
    // As a signed number, the difference is right across a wrap and for events in the wrong order.
    elapsed &+= Int64(Int32(bitPattern: time &- previous.time)) * 1_000_000
    if last == nil {
      let localOffset = Self.localOffset(of: time, receivedAt: received)
      (offset, isLocal) = (localOffset ?? received.nanoseconds, localOffset != nil)
      // A first event may be late for another reason.
      delay = min(.nanoseconds(received.nanoseconds &- offset), .seconds(1))
    } else {
      learnOffset(
        from: received.nanoseconds &- elapsed,
        drift: (received.nanoseconds - previous.received.nanoseconds) / Self.driftDivisor)
    }
    last = (time, received)
    latest = min(received, max(latest, Instant(nanoseconds: elapsed &+ offset)))
    return latest
  }

  /// Returns the offset of a first event if the server reads the same clock as this process
  /// (`CLOCK_MONOTONIC`), as servers on the same machine do. Otherwise, returns `nil`.
  ///
  /// Without it, an offset that is learned from late events would shorten the next press: a press of
  /// 200 ms that is received late, and a release that is received in time, would seem shorter.
  private static func localOffset(of time: UInt32, receivedAt received: Instant) -> Int64? {
    let now = received.nanoseconds / 1_000_000
    let delay = Int64(UInt32(truncatingIfNeeded: now) &- time) * 1_000_000
    return delay <= maximumDelay ? now * 1_000_000 - delay : nil
  }

  private mutating func learnOffset(from candidate: Int64, drift: Int64) {
    let delay = candidate &- offset
    if delay < 0 || delay > Self.maximumDelay {
      (offset, isLocal, self.delay) = (candidate, false, .zero)
    } else if isLocal {
      self.delay = min(self.delay, .nanoseconds(delay))
    } else {
      offset &+= min(delay, drift)
    }
  }
}
