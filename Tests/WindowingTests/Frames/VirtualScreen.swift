import Motion
import TestSupport

@testable import Windowing

/// A simulated display in virtual time, and a program that paints on it with a frame clock.
struct VirtualScreen {
  /// A frame that was begun.
  struct Frame {
    var startTime: Instant
    var presentation: Instant
    /// The true refresh in which it was begun.
    var refresh: Int64
    /// The slot that the clock assigned.
    var slot: FrameSlot?
    /// Whether it shows only an animation and no input.
    var isAnimation: Bool
  }

  let start = Instant(nanoseconds: 1_000_000_000)
  let interval: Duration
  var clock: FrameClock
  /// Whether the display replies to vertical blank requests.
  var isReplying = true
  /// Whether a compositor reports drawn frames, shortly after the next refresh.
  var reportsDrawing = true
  var random: SeededGenerator
  private(set) var now: Instant
  private(set) var frames: [Frame] = []
  private(set) var requestCount = 0
  /// The end of the program's animation.
  var movesUntil = Instant.distantPast {
    didSet { lastSentInstant = max(lastSentInstant, now) }
  }
  /// The times of input that must be shown, in order.
  var inputTimes: [Instant] = []
  /// The maximum delay of the program before it begins a due frame, in microseconds.
  var delayLimit = 0
  /// The time that the program needs for a frame.
  var cost = Duration.microseconds(300)
  private var pendingEvent: (instant: Instant, event: VerticalBlankEvent)?
  private var drawn: [(instant: Instant, counter: Int64)] = []
  private var counter: Int64 = 0
  private var hasInput = false
  /// The last instant that was sent to the program.
  private var lastSentInstant = Instant.distantPast

  init(interval: Duration = .nanoseconds(16_666_667), seed: Int = 0) {
    (self.interval, now) = (interval, start)
    clock = FrameClock(interval: interval)
    random = SeededGenerator(seed: seed)
  }

  /// Returns the refresh that contains an instant.
  func refresh(at instant: Instant) -> Int64 {
    Int64((instant.seconds(since: start) / interval.inSeconds).rounded(.down))
  }

  func beginning(of refresh: Int64) -> Instant { start + interval * Int(refresh) }

  /// Runs the program and the display until an instant.
  mutating func run(until end: Instant) {
    while let next = nextEvent(), next < end {
      now = max(now, next)
      handleEvents()
      paintIfDue()
      sendRequest()
    }
    now = max(now, end)
  }

  private var demand: FrameDemand {
    if hasInput { return .pendingUpdate }
    return now < movesUntil ? .change(at: lastSentInstant) : .none
  }

  private func nextEvent() -> Instant? {
    .earliest(clock.due(for: demand), inputTimes.first, pendingEvent?.instant, drawn.first?.instant)
  }

  private mutating func handleEvents() {
    while let first = inputTimes.first, first <= now {
      hasInput = true
      lastSentInstant = max(lastSentInstant, first)
      inputTimes.removeFirst()
    }
    if let (instant, event) = pendingEvent, instant <= now {
      pendingEvent = nil
      clock.handle(event, at: now)
    }
    while let (instant, counter) = drawn.first, instant <= now {
      drawn.removeFirst()
      clock.handleFrameDrawn(counter, at: now, receivedAt: now)
      let seen = beginning(of: refresh(at: now) + 1)
      clock.handleFrameTimings(
        FrameTimings(
          counter: counter, offset: now.duration(to: seen), interval: interval.inSeconds * 1e9))
    }
  }

  private mutating func paintIfDue() {
    let demand = demand
    guard let due = clock.due(for: demand), due <= now else { return }
    let isAnimation = !hasInput
    if delayLimit > 0 { now = now + .microseconds(Int.random(in: 0...delayLimit, using: &random)) }
    let presentation = clock.beginFrame(at: now, for: demand)
    frames.append(
      Frame(
        startTime: now, presentation: presentation, refresh: refresh(at: now), slot: clock.assignedSlot,
        isAnimation: isAnimation))
    hasInput = false
    lastSentInstant = max(lastSentInstant, min(now, presentation))
    now = now + cost
    send()
  }

  private mutating func send() {
    counter += 2
    let isAnswered = clock.isComposited
    clock.compositor.recordSent(counter, startedAt: frames[frames.count - 1].startTime)
    clock.endFrame(at: now, isAnswered: isAnswered)
    if isAnswered, reportsDrawing {
      drawn.append((beginning(of: refresh(at: now) + 1) + .milliseconds(2), counter))
    }
  }

  /// Requests a refresh. The display replies at its beginning with a small delay, or immediately if
  /// it has begun.
  private mutating func sendRequest() {
    guard let request = clock.request(for: demand, at: now) else { return }
    requestCount += 1
    guard isReplying else { return }
    let current = refresh(at: now)
    let target = max((request.refresh ?? current) + 1, current)
    let begins = target > current ? beginning(of: target) : now
    let reply = begins + .microseconds(Int.random(in: 60...900, using: &random))
    let event = VerticalBlankEvent(
      serial: request.serial, refresh: target, microseconds: UInt64(reply.nanoseconds / 1000 - 50))
    pendingEvent = (reply, event)
  }
}
