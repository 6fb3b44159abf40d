import Motion
import TestSupport

@testable import X11Shell

/// A display in virtual time that refreshes, and a program that paints on it by a frame clock.
struct VirtualScreen {
  /// A frame, as it was begun.
  struct Frame {
    var begun: Instant
    var presentation: Instant
    /// The refresh in which it was begun.
    var refresh: Int64
    /// As the clock has it.
    var turn: FrameTurn?
    /// Whether it shows what moves by itself and answers nothing.
    var isAnimation: Bool
  }

  let start = Instant(nanoseconds: 1_000_000_000)
  let interval: Duration
  var clock: FrameClock
  /// Whether the display answers questions for refreshes.
  var isAnswering = true
  /// Whether a compositor tells when it has drawn, a while after the next refresh.
  var isDrawing = true
  var random: SeededGenerator
  private(set) var now: Instant
  private(set) var frames: [Frame] = []
  private(set) var questions = 0
  /// What the program wants: something moves until then.
  var movesUntil = Instant.distantPast {
    didSet { told = max(told, now) }
  }
  /// What happens that the picture must show, in order.
  var news: [Instant] = []
  /// How late the program begins a frame that is due, at most; in microseconds.
  var latest = 0
  /// How long the program takes over a frame.
  var cost = Duration.microseconds(300)
  private var tick: (instant: Instant, tick: Tick)?
  private var drawn: [(instant: Instant, counter: Int64)] = []
  private var counter: Int64 = 0
  private var hasNews = false
  /// The last instant at which something was told to the program.
  private var told = Instant.distantPast

  init(interval: Duration = .nanoseconds(16_666_667), seed: Int = 0) {
    (self.interval, now) = (interval, start)
    clock = FrameClock(interval: interval)
    random = SeededGenerator(seed: seed)
  }

  /// The refresh that goes on at an instant.
  func refresh(at instant: Instant) -> Int64 {
    Int64((instant.seconds(since: start) / interval.inSeconds).rounded(.down))
  }

  func beginning(of refresh: Int64) -> Instant { start + interval * Int(refresh) }

  /// Lets the program and the display run until an instant.
  mutating func run(until end: Instant) {
    while let next = nextEvent(), next < end {
      now = max(now, next)
      happen()
      paintIfDue()
      ask()
    }
    now = max(now, end)
  }

  private var demand: FrameDemand {
    if hasNews { return .news }
    return now < movesUntil ? .change(at: told) : .none
  }

  private func nextEvent() -> Instant? {
    .earliest(clock.due(for: demand), news.first, tick?.instant, drawn.first?.instant)
  }

  private mutating func happen() {
    while let first = news.first, first <= now {
      hasNews = true
      told = max(told, first)
      news.removeFirst()
    }
    if let (instant, tick) = tick, instant <= now {
      self.tick = nil
      clock.hear(tick, at: now)
    }
    while let (instant, counter) = drawn.first, instant <= now {
      drawn.removeFirst()
      clock.hearDrawn(counter, at: now, toldAt: now)
      let seen = beginning(of: refresh(at: now) + 1)
      clock.hearTimings(
        FrameTimings(
          counter: counter, offset: now.duration(to: seen), interval: interval.inSeconds * 1e9))
    }
  }

  private mutating func paintIfDue() {
    let demand = demand
    guard let due = clock.due(for: demand), due <= now else { return }
    let isAnimation = !hasNews
    if latest > 0 { now = now + .microseconds(Int.random(in: 0...latest, using: &random)) }
    let presentation = clock.beginFrame(at: now, for: demand)
    frames.append(
      Frame(
        begun: now, presentation: presentation, refresh: refresh(at: now), turn: clock.turnTaken,
        isAnimation: isAnimation))
    hasNews = false
    told = max(told, min(now, presentation))
    now = now + cost
    send()
  }

  private mutating func send() {
    counter += 2
    let isAnswered = clock.isComposited
    clock.compositor.send(counter, begunAt: frames[frames.count - 1].begun)
    clock.endFrame(at: now, isAnswered: isAnswered)
    if isAnswered, isDrawing {
      drawn.append((beginning(of: refresh(at: now) + 1) + .milliseconds(2), counter))
    }
  }

  /// The display answers a question: at the beginning of the refresh that is asked for, told a
  /// little late, or at once where that has begun.
  private mutating func ask() {
    guard let request = clock.request(for: demand, at: now) else { return }
    questions += 1
    guard isAnswering else { return }
    let current = refresh(at: now)
    let target = max((request.refresh ?? current) + 1, current)
    let begins = target > current ? beginning(of: target) : now
    let told = begins + .microseconds(Int.random(in: 60...900, using: &random))
    let tick = Tick(
      serial: request.serial, refresh: target, microseconds: UInt64(told.nanoseconds / 1000 - 50))
    self.tick = (told, tick)
  }
}
