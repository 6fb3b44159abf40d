import Motion

/// A question for the next refresh, put to the Present extension (`PresentNotifyMSC`).
struct TickRequest: Hashable {
  /// By which its answer is known.
  var serial: UInt32
  /// The refresh that must have passed; `nil` for that which goes on now.
  var refresh: Int64?
}

/// The Present extension's answer: a refresh has begun.
struct Tick: Hashable {
  var serial: UInt32
  /// The refresh's number on the display (MSC).
  var refresh: Int64
  /// When it began by the server's monotonic clock (UST), in microseconds.
  var microseconds: UInt64
}

/// What was asked of the Present extension and what it said.
struct VerticalBlankRhythm {
  /// Whether there is somebody to ask.
  private(set) var isSupported = false
  /// Whether it answers.
  var isAlive = false
  private var serial: UInt32 = 0
  private var asked = Instant.distantPast
  /// Whether to ask only to learn whether it answers.
  private var isTrying = false

  /// How often a source that has fallen silent is asked again.
  private static let trialInterval = Duration.seconds(1)

  /// Begins to ask: it answers, or it will never be waited for.
  mutating func support() { (isSupported, isTrying) = (true, true) }

  /// Has a silent source asked again, if the last time was long enough ago.
  mutating func tryAgain(at now: Instant) {
    if isSupported, !isAlive, asked + Self.trialInterval <= now { isTrying = true }
  }

  /// Asks for the refresh after that one.
  mutating func ask(after refresh: Int64?, at now: Instant) -> TickRequest {
    serial &+= 1
    (asked, isTrying) = (now, false)
    return TickRequest(serial: serial, refresh: refresh)
  }

  /// The question that tells whether it answers, where one is due.
  mutating func trial(at now: Instant) -> TickRequest? { isTrying ? ask(after: nil, at: now) : nil }

  /// Whether the tick answers the last question.
  func isAnswered(by tick: Tick) -> Bool { tick.serial == serial }

  /// When the refresh began; for one that had begun before it was asked for, when it was asked for.
  func time(of tick: Tick, toldAt now: Instant) -> Instant {
    let (nanoseconds, overflow) = tick.microseconds.multipliedReportingOverflow(by: 1000)
    let said = Instant(nanoseconds: overflow ? .max : Int64(clamping: nanoseconds))
    // The server of another machine has another clock.
    return said <= now && now < said + FrameClock.patience ? said : now
  }

  /// Whether `time` is when the refresh of the last answer began: one that was not waited for had
  /// begun before.
  func wasWaitedFor(until time: Instant) -> Bool { asked + .milliseconds(1) < time }
}
