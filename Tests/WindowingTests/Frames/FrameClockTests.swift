import Motion
import TestSupport
import Testing

@testable import Windowing

@Suite struct `Frame timing` {
  /// Returns a screen whose timing source has responded.
  private func screen(
    ticking: Bool = true, composited: Bool = false, seed: Int = 0
  ) -> VirtualScreen {
    var screen = VirtualScreen(seed: seed)
    if ticking { screen.clock.verticalBlank.support() }
    screen.clock.setComposited(composited)
    screen.inputTimes = [screen.start + .milliseconds(1)]
    screen.run(until: screen.start + .milliseconds(500))
    return screen
  }

  @Test(arguments: [true, false], [true, false])
  func `begins a frame immediately after a rest`(ticking: Bool, composited: Bool) {
    var screen = screen(ticking: ticking, composited: composited)
    let later = screen.now + .milliseconds(Int.random(in: 100...1000))
    screen.inputTimes = [later]
    screen.run(until: later + .milliseconds(1))
    #expect(screen.frames.last?.startTime == later)
  }

  @Test(arguments: [true, false], [true, false])
  func `begins no frame and sends no request without demand`(ticking: Bool, composited: Bool) {
    var screen = screen(ticking: ticking, composited: composited)
    let (frames, requests) = (screen.frames.count, screen.requestCount)
    screen.run(until: screen.now + .seconds(60))
    #expect(screen.frames.count == frames)
    #expect(screen.requestCount == requests)
    #expect(screen.clock.due(for: .none) == nil)
  }

  @Test(arguments: [true, false], [true, false])
  func `begins one frame per refresh during an animation`(ticking: Bool, composited: Bool) {
    var screen = screen(ticking: ticking, composited: composited)
    let first = screen.frames.count
    screen.movesUntil = screen.now + .seconds(2)
    screen.run(until: screen.now + .seconds(3))
    let frames = screen.frames[first...]
    // A refresh may begin while the first frame is painted.
    let refreshes = frames.map(\.refresh).dropFirst()
    if ticking || composited {
      #expect(zip(refreshes, refreshes.dropFirst()).allSatisfy { $1 == $0 + 1 })
    }
    #expect((119...121).contains(frames.count))
    #expect(screen.clock.missedRefreshes == 0)
  }

  @Test func `answers user input immediately without a compositor`() {
    var screen = screen()
    screen.movesUntil = screen.now + .seconds(1)
    let moments = (0..<250).map { screen.now + .milliseconds(4) * $0 + .microseconds(700) }
    screen.inputTimes = moments
    screen.run(until: screen.now + .seconds(1))
    let answers = screen.frames.filter { !$0.isAnimation }.suffix(250)
    for (moment, answer) in zip(moments, answers) {
      #expect(moment.duration(to: answer.startTime) <= screen.cost * 2)
      #expect(answer.presentation <= answer.startTime)
    }
    // Frames between the input would show nothing new.
    #expect(screen.frames.count(where: \.isAnimation) <= 2)
    #expect(screen.clock.missedRefreshes == 0)
  }

  @Test(arguments: [true, false])
  func `waits for the compositor for at most one refresh and its report`(draws reports: Bool) {
    var screen = screen(composited: true)
    if !reports { screen.clock.compositor = CompositorFrameTracker() }
    screen.reportsDrawing = reports
    let moments = (0..<500).map { screen.now + .milliseconds(2) * $0 }
    screen.inputTimes = moments
    let first = screen.frames.count
    screen.run(until: screen.now + .seconds(1))
    let frames = screen.frames[first...]
    let refreshes = frames.map(\.refresh)
    #expect(Set(refreshes).count == refreshes.count)
    for moment in moments where moment < screen.now - .milliseconds(20) {
      let frame = frames.first { $0.startTime >= moment }
      #expect(frame.map { moment.duration(to: $0.startTime) <= .milliseconds(19) } == true)
    }
  }

  @Test func `predicts when a compositor presents the frame`() {
    var screen = screen(composited: true)
    screen.movesUntil = screen.now + .seconds(1)
    let first = screen.frames.count + 5
    screen.run(until: screen.now + .seconds(1))
    for frame in screen.frames[first...] {
      // Drawn after the next refresh began, the frame is presented at the one after that.
      let expected = screen.beginning(of: frame.refresh + 2)
      #expect(abs(frame.presentation.seconds(since: expected)) < 0.0005)
    }
  }

  @Test func `spaces frames evenly despite noisy vertical blank events`() {
    var screen = screen()
    screen.movesUntil = screen.now + .seconds(2)
    let first = screen.frames.count + 40
    screen.run(until: screen.now + .seconds(2))
    let frames = screen.frames[first...]
    for (one, next) in zip(frames, frames.dropFirst()) {
      let step = one.presentation.duration(to: next.presentation)
      #expect(abs((step - screen.interval).inSeconds) < 0.0002)
    }
  }

  @Test func `keeps the timer interval although each wake-up is late`() {
    var clock = FrameClock(interval: .milliseconds(16))
    let start = Instant(nanoseconds: 1_000_000_000)
    _ = clock.beginFrame(at: start, for: .pendingUpdate)
    for frame in 1...1000 {
      let due = clock.due(for: .change(at: start))
      #expect(due == start + .milliseconds(16) * frame)
      let seen = clock.beginFrame(
        at: start + .milliseconds(16) * frame + .microseconds(900), for: .change(at: start))
      #expect(seen == start + .milliseconds(16) * frame)
    }
  }

  @Test func `waits for a change in the future`() {
    var clock = FrameClock(interval: .milliseconds(16))
    let start = Instant(nanoseconds: 1_000_000_000)
    _ = clock.beginFrame(at: start, for: .pendingUpdate)
    let later = start + .milliseconds(30)
    #expect(clock.due(for: .change(at: later)) == later)
    #expect(clock.request(for: .change(at: later), at: start) == nil)
  }

  @Test func `counts the refreshes that a long frame misses`() {
    var screen = screen()
    screen.movesUntil = screen.now + .seconds(1)
    screen.run(until: screen.now + .milliseconds(300))
    screen.cost = .milliseconds(40)
    let before = screen.frames.count
    screen.run(until: screen.now + .milliseconds(20))
    screen.cost = .microseconds(300)
    screen.run(until: screen.now + .milliseconds(500))
    let refreshes = screen.frames[(before - 1)...].map(\.refresh)
    let skipped = zip(refreshes, refreshes.dropFirst()).map { $1 - $0 - 1 }.reduce(0, +)
    #expect(skipped >= 1)
    #expect(screen.clock.missedRefreshes == Int(skipped), "\(refreshes)")
    // A driver that counts wrongly may have reported more.
    screen.clock.missedRefreshes = .max
    screen.movesUntil = screen.now + .seconds(1)
    screen.cost = .milliseconds(40)
    screen.run(until: screen.now + .milliseconds(500))
    #expect(screen.clock.missedRefreshes == .max)
  }
}

@Suite struct `Late frame` {
  /// The maximum delay of vertical blank events, in seconds. For this time after a refresh begins,
  /// the clock still assumes the previous one.
  private static let noise = 0.001

  @Test(arguments: seeds(40))
  func `belongs to the refresh in which it begins, and earlier ones are missed`(seed: Int) {
    var screen = VirtualScreen(seed: seed)
    screen.clock.verticalBlank.support()
    screen.inputTimes = [screen.start + .milliseconds(1)]
    screen.run(until: screen.start + .milliseconds(500))
    screen.delayLimit = [8_000, 16_000, 40_000, 150_000][seed % 4]
    screen.movesUntil = screen.now + .seconds(3)
    // After a rest the current refresh is unknown.
    let first = screen.frames.count + 1
    screen.run(until: screen.now + .seconds(4))
    let frames = screen.frames[first...]
    let clear = frames.filter {
      $0.startTime.seconds(since: screen.beginning(of: $0.refresh)) > Self.noise
    }
    #expect(clear.count > frames.count / 2)
    #expect(clear.allSatisfy { $0.slot?.refresh == $0.refresh })
    let refreshes = frames.map(\.refresh)
    #expect(Set(refreshes).count == refreshes.count, "a refresh has two frames")
    let missed = zip(refreshes, refreshes.dropFirst()).map { Int($1 - $0 - 1) }.reduce(0, +)
    #expect(abs(screen.clock.missedRefreshes - missed) <= frames.count - clear.count)
  }

  @Test func `has no refresh number if the last vertical blank event is too old`() {
    var clock = FrameClock(interval: .milliseconds(10))
    clock.verticalBlank.isAlive = true
    let start = Instant(nanoseconds: 1_000_000_000)
    for (late, refresh) in [(0, 9), (14, 10), (256, 34), (400, nil)] as [(Int, Int64?)] {
      clock.state = .slotAvailable(9, at: start)
      _ = clock.beginFrame(at: start + .milliseconds(late), for: .change(at: start))
      #expect(clock.assignedSlot?.refresh == refresh)
    }
  }
}

@Suite struct `Frame timing source` {
  @Test func `ignores an immediate reply in the refresh estimate`() {
    var clock = FrameClock()
    clock.verticalBlank.support()
    let start = Instant(nanoseconds: 1_000_000_000)
    for refresh in 0..<20 {
      let beginning = start + .nanoseconds(16_666_667) * refresh
      // Every third refresh is requested after it has begun, and the reply is immediate with the
      // time of the request.
      let requestTime = beginning + .milliseconds(refresh % 3 == 2 ? 3 : -7)
      let replyTime = max(requestTime, beginning)
      let request = clock.request(for: .pendingUpdate, at: requestTime)
      let event = VerticalBlankEvent(
        serial: request?.serial ?? 0, refresh: Int64(refresh),
        microseconds: UInt64(replyTime.nanoseconds / 1000))
      clock.handle(event, at: replyTime)
      _ = clock.beginFrame(at: replyTime, for: .pendingUpdate)
    }
    let expected = start + .nanoseconds(16_666_667) * 20
    #expect(abs(clock.grid.instant(of: 20).seconds(since: expected)) < 0.0001)
    #expect(clock.source == .verticalBlank)
  }

  @Test func `is replaced within 100 ms when it is unresponsive, and returns`() {
    var screen = VirtualScreen()
    screen.clock.verticalBlank.support()
    screen.inputTimes = [screen.start]
    screen.run(until: screen.start + .milliseconds(100))
    #expect(screen.clock.source == .verticalBlank)
    screen.movesUntil = screen.now + .seconds(10)
    screen.run(until: screen.now + .milliseconds(200))
    screen.isReplying = false
    let failureTime = screen.now
    screen.run(until: failureTime + .seconds(1))
    #expect(screen.clock.source == .timer)
    let frames = screen.frames.filter { $0.startTime > failureTime }
    let gaps = zip(frames, frames.dropFirst()).map { $0.startTime.duration(to: $1.startTime) }
    #expect(gaps.max().map { $0 <= .milliseconds(117) } == true)
    #expect(gaps.dropFirst(2).allSatisfy { $0 < .milliseconds(17) })
    screen.isReplying = true
    screen.movesUntil = .distantPast
    screen.inputTimes = [screen.now + .seconds(2)]
    screen.run(until: screen.now + .seconds(3))
    #expect(screen.clock.source == .verticalBlank)
  }

  @Test func `is never waited for if it never responds`() {
    var screen = VirtualScreen()
    screen.clock.verticalBlank.support()
    screen.isReplying = false
    screen.movesUntil = screen.start + .seconds(2)
    screen.run(until: screen.start + .seconds(2))
    let gaps = zip(screen.frames, screen.frames.dropFirst()).map { $0.startTime.duration(to: $1.startTime) }
    #expect(gaps.allSatisfy { $0 < .milliseconds(17) })
    #expect(screen.requestCount == 1)
  }

  @Test(arguments: [true, false])
  func `replaces an unresponsive or exited compositor within 100 ms`(leaves: Bool) {
    var screen = VirtualScreen()
    screen.clock.verticalBlank.support()
    screen.clock.setComposited(true)
    screen.movesUntil = screen.start + .seconds(10)
    screen.run(until: screen.start + .milliseconds(500))
    #expect(screen.clock.source == .compositor)
    screen.reportsDrawing = false
    if leaves { screen.clock.setComposited(false) }
    let failureTime = screen.now
    screen.run(until: failureTime + .seconds(1))
    #expect(screen.clock.source == .verticalBlank)
    let frames = screen.frames.filter { $0.startTime >= failureTime - .milliseconds(20) }
    let gaps = zip(frames, frames.dropFirst()).map { $0.startTime.duration(to: $1.startTime) }
    #expect(gaps.max().map { $0 <= .milliseconds(leaves ? 35 : 120) } == true)
    #expect(gaps.dropFirst(4).allSatisfy { $0 < .milliseconds(18) })
    if !leaves {
      screen.reportsDrawing = true
      screen.run(until: screen.now + .milliseconds(100))
      #expect(screen.clock.source == .compositor)
    }
  }

  @Test func `ignores reports of unknown frames and implausible times`() {
    var clock = FrameClock()
    clock.setComposited(true)
    clock.handleFrameDrawn(4711, at: .zero, receivedAt: .zero)
    #expect(clock.source == .timer)
    clock.compositor.recordSent(2, startedAt: .zero)
    clock.handleFrameDrawn(2, at: .zero, receivedAt: .zero)
    #expect(clock.source == .compositor)
    for offset in [Duration.seconds(-1), .seconds(4000)] {
      clock.compositor.recordSent(4, startedAt: .zero)
      clock.handleFrameDrawn(4, at: .zero, receivedAt: .zero)
      clock.handleFrameTimings(FrameTimings(counter: 4, offset: offset, interval: 1))
      #expect(!clock.grid.isPhaseKnown)
    }
  }
}

@Suite struct `Frame clock of a hidden window` {
  private let start = Instant(nanoseconds: 1_000_000_000)

  @Test func `advances once per second, and only with demand`() {
    var clock = FrameClock()
    clock.setHidden(true)
    #expect(clock.due(for: .none) == nil)
    #expect(clock.due(for: .change(at: start)) == start)
    _ = clock.beginFrame(at: start, for: .change(at: start))
    #expect(clock.due(for: .change(at: start)) == start + .seconds(1))
    #expect(clock.request(for: .change(at: start), at: start) == nil)
  }

  @Test func `begins a frame immediately when the window becomes visible`() {
    var clock = FrameClock()
    _ = clock.beginFrame(at: start, for: .pendingUpdate)
    clock.setHidden(true)
    _ = clock.beginFrame(at: start, for: .change(at: start))
    clock.setHidden(false)
    let due = clock.due(for: .change(at: start))
    #expect(due.map { $0 <= start } == true)
  }
}

@Suite struct `Random frame clock scripts` {
  /// Checks that no refresh has two animation frames, no frame comes before its slot, and no
  /// refresh is unused during an animation.
  @Test(arguments: seeds(200))
  func `satisfy the invariants of the frame clock`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var screen = VirtualScreen(seed: seed + 1000)
    let isComposited = Bool.random(using: &random)
    screen.clock.verticalBlank.support()
    screen.clock.setComposited(isComposited)
    screen.inputTimes = [screen.start + .milliseconds(3)]
    screen.run(until: screen.start + .seconds(1))
    for _ in 0..<20 {
      let first = screen.frames.count
      let from = screen.now
      let end = from + .milliseconds(Int.random(in: 50...400, using: &random))
      let isMoving = Bool.random(using: &random)
      screen.movesUntil = isMoving ? end : .distantPast
      let count = Int.random(in: 0...30, using: &random)
      screen.inputTimes = (0..<count).map { _ in
        from + .microseconds(Int.random(in: 0...400_000, using: &random))
      }.sorted()
      screen.cost = .microseconds(Int.random(in: 100...2000, using: &random))
      screen.run(until: end)
      check(screen, from: first, isComposited: isComposited, moved: isMoving)
      screen.run(until: end + .milliseconds(Int.random(in: 450...900, using: &random)))
    }
  }

  private func check(
    _ screen: VirtualScreen, from first: Int, isComposited: Bool, moved: Bool
  ) {
    let frames = screen.frames[first...]
    let paced = frames.filter { isComposited || $0.isAnimation }.map(\.refresh)
    #expect(Set(paced).count == paced.count, "a refresh has two frames")
    for frame in frames {
      #expect(frame.presentation >= frame.startTime - .milliseconds(2))
      #expect(frame.presentation <= frame.startTime + .milliseconds(60))
      if !isComposited { #expect(frame.presentation <= frame.startTime + .milliseconds(2)) }
    }
    // A refresh may begin while the first frame is painted, before the first request.
    let used = Set(frames.map(\.refresh))
    guard moved, let last = used.max(), let start = used.min() else { return }
    let unused = (start...last).dropFirst(2).filter { !used.contains($0) }
    #expect(unused.isEmpty, "some refreshes have no frame")
  }
}
