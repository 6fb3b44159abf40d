import Motion
import TestSupport
import Testing

@testable import X11Shell

@Suite struct `A frame's turn` {
  /// A screen whose source of ticks has been heard.
  private func screen(
    ticking: Bool = true, composited: Bool = false, seed: Int = 0
  ) -> VirtualScreen {
    var screen = VirtualScreen(seed: seed)
    if ticking { screen.clock.supportVerticalBlank() }
    screen.clock.setComposited(composited)
    screen.news = [screen.start + .milliseconds(1)]
    screen.run(until: screen.start + .milliseconds(500))
    return screen
  }

  @Test(arguments: [true, false], [true, false])
  func `comes at once after a rest`(ticking: Bool, composited: Bool) {
    var screen = screen(ticking: ticking, composited: composited)
    let later = screen.now + .milliseconds(Int.random(in: 100...1000))
    screen.news = [later]
    screen.run(until: later + .milliseconds(1))
    #expect(screen.frames.last?.begun == later)
  }

  @Test(arguments: [true, false], [true, false])
  func `does not come while nothing is wanted`(ticking: Bool, composited: Bool) {
    var screen = screen(ticking: ticking, composited: composited)
    let (frames, questions) = (screen.frames.count, screen.questions)
    screen.run(until: screen.now + .seconds(60))
    #expect(screen.frames.count == frames)
    #expect(screen.questions == questions)
    #expect(screen.clock.due(for: .none) == nil)
  }

  @Test(arguments: [true, false], [true, false])
  func `comes once in each refresh while something moves`(ticking: Bool, composited: Bool) {
    var screen = screen(ticking: ticking, composited: composited)
    let first = screen.frames.count
    screen.movesUntil = screen.now + .seconds(2)
    screen.run(until: screen.now + .seconds(3))
    let frames = screen.frames[first...]
    // A display's refresh may begin while the first frame is painted.
    let refreshes = frames.map(\.refresh).dropFirst()
    if ticking || composited {
      #expect(zip(refreshes, refreshes.dropFirst()).allSatisfy { $1 == $0 + 1 })
    }
    #expect((119...121).contains(frames.count))
    #expect(screen.clock.missedTicks == 0)
  }

  @Test func `answers what a person does at once where there is no compositor`() {
    var screen = screen()
    screen.movesUntil = screen.now + .seconds(1)
    let moments = (0..<250).map { screen.now + .milliseconds(4) * $0 + .microseconds(700) }
    screen.news = moments
    screen.run(until: screen.now + .seconds(1))
    let answers = screen.frames.filter { !$0.isAnimation }.suffix(250)
    for (moment, answer) in zip(moments, answers) {
      #expect(moment.duration(to: answer.begun) <= screen.cost * 2)
      #expect(answer.presentation <= answer.begun)
    }
    // And what moves has its frame in each refresh, as if nobody had done anything.
    let animation = screen.frames.filter(\.isAnimation)
    let refreshes = animation.map(\.refresh)
    #expect(Set(refreshes).count == refreshes.count)
    #expect(screen.clock.missedTicks == 0)
  }

  @Test(arguments: [true, false])
  func `waits for a compositor, and never longer than a refresh and its telling`(draws: Bool) {
    var screen = screen(composited: true)
    if !draws { screen.clock.compositor.forget() }
    screen.isDrawing = draws
    let moments = (0..<500).map { screen.now + .milliseconds(2) * $0 }
    screen.news = moments
    let first = screen.frames.count
    screen.run(until: screen.now + .seconds(1))
    let frames = screen.frames[first...]
    let refreshes = frames.map(\.refresh)
    #expect(Set(refreshes).count == refreshes.count)
    for moment in moments where moment < screen.now - .milliseconds(20) {
      let shown = frames.first { $0.begun >= moment }
      #expect(shown.map { moment.duration(to: $0.begun) <= .milliseconds(19) } == true)
    }
  }

  @Test func `is told to be seen when a compositor shows it`() {
    var screen = screen(composited: true)
    screen.movesUntil = screen.now + .seconds(1)
    let first = screen.frames.count + 5
    screen.run(until: screen.now + .seconds(1))
    for frame in screen.frames[first...] {
      // Drawn after the next refresh began, it is seen at the one after that.
      let truth = screen.beginning(of: frame.refresh + 2)
      #expect(abs(frame.presentation.seconds(since: truth)) < 0.0005)
    }
  }

  @Test func `moves evenly though ticks are told of with noise`() {
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

  @Test func `keeps the rhythm of time alone though each wakes late`() {
    var clock = FrameClock(interval: .milliseconds(16))
    let start = Instant(nanoseconds: 1_000_000_000)
    _ = clock.beginFrame(at: start, for: .news)
    for frame in 1...1000 {
      let due = clock.due(for: .change(at: start))
      #expect(due == start + .milliseconds(16) * frame)
      let seen = clock.beginFrame(
        at: start + .milliseconds(16) * frame + .microseconds(900), for: .change(at: start))
      #expect(seen == start + .milliseconds(16) * frame)
    }
  }

  @Test func `waits for a change that is further off`() {
    var clock = FrameClock(interval: .milliseconds(16))
    let start = Instant(nanoseconds: 1_000_000_000)
    _ = clock.beginFrame(at: start, for: .news)
    let later = start + .milliseconds(30)
    #expect(clock.due(for: .change(at: later)) == later)
    #expect(clock.request(for: .change(at: later), at: start) == nil)
  }

  @Test func `counts the refreshes that a long frame takes from those that follow`() {
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
    #expect(screen.clock.missedTicks == Int(skipped), "\(refreshes)")
  }
}

@Suite struct `A frame that is begun late` {
  /// Ticks are told of late, so for so long after a refresh has begun the one before seems to go on.
  private static let blur = 0.001

  @Test(arguments: 0..<40)
  func `belongs to the refresh in which it was begun, and those before it are missed`(seed: Int) {
    var screen = VirtualScreen(seed: seed)
    screen.clock.supportVerticalBlank()
    screen.news = [screen.start + .milliseconds(1)]
    screen.run(until: screen.start + .milliseconds(500))
    screen.latest = [8_000, 16_000, 40_000, 150_000][seed % 4]
    screen.movesUntil = screen.now + .seconds(3)
    // After a rest nobody knows which refresh goes on.
    let first = screen.frames.count + 1
    screen.run(until: screen.now + .seconds(4))
    let frames = screen.frames[first...]
    let clear = frames.filter {
      $0.begun.seconds(since: screen.beginning(of: $0.refresh)) > Self.blur
    }
    #expect(clear.count > frames.count / 2)
    #expect(clear.allSatisfy { $0.turn?.refresh == $0.refresh })
    let refreshes = frames.map(\.refresh)
    #expect(Set(refreshes).count == refreshes.count, "two frames in a refresh")
    let missed = zip(refreshes, refreshes.dropFirst()).map { Int($1 - $0 - 1) }.reduce(0, +)
    #expect(abs(screen.clock.missedTicks - missed) <= frames.count - clear.count)
  }

  @Test func `has no number where its tick came long ago`() {
    var clock = FrameClock(interval: .milliseconds(10))
    clock.verticalBlank.isAlive = true
    let start = Instant(nanoseconds: 1_000_000_000)
    for (late, refresh) in [(0, 9), (14, 10), (256, 34), (400, nil)] as [(Int, Int64?)] {
      clock.state = .ticked(9, at: start)
      _ = clock.beginFrame(at: start + .milliseconds(late), for: .change(at: start))
      #expect(clock.turnTaken?.refresh == refresh)
    }
  }
}

@Suite struct `A source of ticks` {
  @Test func `teaches nothing by an answer that was not waited for`() {
    var clock = FrameClock()
    clock.supportVerticalBlank()
    let start = Instant(nanoseconds: 1_000_000_000)
    for refresh in 0..<20 {
      let beginning = start + .nanoseconds(16_666_667) * refresh
      // Each third is asked for when it has begun, and answered at once with the time of asking.
      let asked = beginning + .milliseconds(refresh % 3 == 2 ? 3 : -7)
      let told = max(asked, beginning)
      let request = clock.request(for: .news, at: asked)
      let tick = Tick(
        serial: request?.serial ?? 0, refresh: Int64(refresh),
        microseconds: UInt64(told.nanoseconds / 1000))
      clock.hear(tick, at: told)
      _ = clock.beginFrame(at: told, for: .news)
    }
    let truth = start + .nanoseconds(16_666_667) * 20
    #expect(abs(clock.grid.instant(of: 20).seconds(since: truth)) < 0.0001)
    #expect(clock.source == .verticalBlank)
  }

  @Test func `gives way within 100 ms when it falls silent, and comes back`() {
    var screen = VirtualScreen()
    screen.clock.supportVerticalBlank()
    screen.news = [screen.start]
    screen.run(until: screen.start + .milliseconds(100))
    #expect(screen.clock.source == .verticalBlank)
    screen.movesUntil = screen.now + .seconds(10)
    screen.run(until: screen.now + .milliseconds(200))
    screen.isAnswering = false
    let silent = screen.now
    screen.run(until: silent + .seconds(1))
    #expect(screen.clock.source == .timer)
    let frames = screen.frames.filter { $0.begun > silent }
    let gaps = zip(frames, frames.dropFirst()).map { $0.begun.duration(to: $1.begun) }
    #expect(gaps.max().map { $0 <= .milliseconds(117) } == true)
    #expect(gaps.dropFirst(2).allSatisfy { $0 < .milliseconds(17) })
    screen.isAnswering = true
    screen.movesUntil = .distantPast
    screen.news = [screen.now + .seconds(2)]
    screen.run(until: screen.now + .seconds(3))
    #expect(screen.clock.source == .verticalBlank)
  }

  @Test func `that never answers is never waited for`() {
    var screen = VirtualScreen()
    screen.clock.supportVerticalBlank()
    screen.isAnswering = false
    screen.movesUntil = screen.start + .seconds(2)
    screen.run(until: screen.start + .seconds(2))
    let gaps = zip(screen.frames, screen.frames.dropFirst()).map { $0.begun.duration(to: $1.begun) }
    #expect(gaps.allSatisfy { $0 < .milliseconds(17) })
    #expect(screen.questions == 1)
  }

  @Test(arguments: [true, false])
  func `follows within 100 ms when the compositor falls silent or leaves`(leaves: Bool) {
    var screen = VirtualScreen()
    screen.clock.supportVerticalBlank()
    screen.clock.setComposited(true)
    screen.movesUntil = screen.start + .seconds(10)
    screen.run(until: screen.start + .milliseconds(500))
    #expect(screen.clock.source == .compositor)
    screen.isDrawing = false
    if leaves { screen.clock.setComposited(false) }
    let silent = screen.now
    screen.run(until: silent + .seconds(1))
    #expect(screen.clock.source == .verticalBlank)
    let frames = screen.frames.filter { $0.begun >= silent - .milliseconds(20) }
    let gaps = zip(frames, frames.dropFirst()).map { $0.begun.duration(to: $1.begun) }
    #expect(gaps.max().map { $0 <= .milliseconds(leaves ? 35 : 120) } == true)
    #expect(gaps.dropFirst(4).allSatisfy { $0 < .milliseconds(18) })
    if !leaves {
      screen.isDrawing = true
      screen.run(until: screen.now + .milliseconds(100))
      #expect(screen.clock.source == .compositor)
    }
  }

  @Test func `is not believed about frames that were not sent`() {
    var clock = FrameClock()
    clock.setComposited(true)
    clock.hearDrawn(4711, at: .zero, toldAt: .zero)
    #expect(clock.source == .timer)
    clock.compositor.send(2, begunAt: .zero)
    clock.hearDrawn(2, at: .zero, toldAt: .zero)
    #expect(clock.source == .compositor)
    for offset in [Duration.seconds(-1), .seconds(4000)] {
      clock.compositor.send(4, begunAt: .zero)
      clock.hearDrawn(4, at: .zero, toldAt: .zero)
      clock.hearTimings(FrameTimings(counter: 4, offset: offset, interval: 1))
      #expect(!clock.grid.isLearnt)
    }
  }
}

@Suite struct `Time in a hidden window` {
  private let start = Instant(nanoseconds: 1_000_000_000)

  @Test func `is looked at once a second, and only while something goes on`() {
    var clock = FrameClock()
    clock.setHidden(true)
    #expect(clock.due(for: .none) == nil)
    #expect(clock.due(for: .change(at: start)) == start)
    _ = clock.beginFrame(at: start, for: .change(at: start))
    #expect(clock.due(for: .change(at: start)) == start + .seconds(1))
    #expect(clock.request(for: .change(at: start), at: start) == nil)
  }

  @Test func `is shown at once when the window is seen again`() {
    var clock = FrameClock()
    _ = clock.beginFrame(at: start, for: .news)
    clock.setHidden(true)
    _ = clock.beginFrame(at: start, for: .change(at: start))
    clock.setHidden(false)
    let due = clock.due(for: .change(at: start))
    #expect(due.map { $0 <= start } == true)
  }
}

@Suite struct `Random scripts of a screen` {
  /// Whatever happens: no two frames of what moves in one refresh, none ahead of its turn, and none
  /// that the display had and that was not used.
  @Test(arguments: 0..<200)
  func `keep the laws of the frame clock`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var screen = VirtualScreen(seed: seed + 1000)
    let isComposited = Bool.random(using: &random)
    screen.clock.supportVerticalBlank()
    screen.clock.setComposited(isComposited)
    screen.news = [screen.start + .milliseconds(3)]
    screen.run(until: screen.start + .seconds(1))
    for _ in 0..<20 {
      let first = screen.frames.count
      let from = screen.now
      let end = from + .milliseconds(Int.random(in: 50...400, using: &random))
      let isMoving = Bool.random(using: &random)
      screen.movesUntil = isMoving ? end : .distantPast
      let count = Int.random(in: 0...30, using: &random)
      screen.news = (0..<count).map { _ in
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
    #expect(Set(paced).count == paced.count, "two frames in a refresh")
    for frame in frames {
      #expect(frame.presentation >= frame.begun - .milliseconds(2))
      #expect(frame.presentation <= frame.begun + .milliseconds(60))
      if !isComposited { #expect(frame.presentation <= frame.begun + .milliseconds(2)) }
    }
    // A refresh may begin while the first frame is painted, before the display is asked for one.
    let used = Set(frames.map(\.refresh))
    guard moved, let last = used.max(), let start = used.min() else { return }
    let unused = (start...last).dropFirst(2).filter { !used.contains($0) }
    #expect(unused.isEmpty, "refreshes without a frame")
  }
}
