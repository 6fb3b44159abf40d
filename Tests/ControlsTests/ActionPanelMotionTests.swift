import Controls
import Motion
import Scene
import TestSupport
import Testing

/// How a panel comes and goes.
@Suite struct `An action panel on its way` {
  typealias Harness = ControlHarness<ActionPanel>

  @Test func `B10 begins as the button and ends as the panel`() throws {
    var harness = Harness(panel: ActionItem.samples, isOpen: false)
    #expect(harness.drawing() == DisplayList())
    harness.open()
    #expect(harness.control.frame(at: harness.now) == Harness.button)
    #expect(harness.control.progress(at: harness.now) == 0)
    let red = Theme.light.colors.red
    #expect(harness.drawing().shapeColors.first == red)
    harness.settle()
    #expect(harness.isAtRest)
    #expect(harness.control.progress(at: harness.now) == 1)
    #expect(harness.drawing().shapeColors.first == Theme.light.colors.raised)
    harness.press(.escape)
    harness.settle()
    #expect(harness.isAtRest)
    #expect(harness.control.frame(at: harness.now) == Harness.button)
    #expect(harness.drawing() == DisplayList())
  }

  @Test func `B10 opens and closes by the button's own spring`() {
    let spring = Theme.FloatingButton.spring
    var harness = Harness(panel: ActionItem.samples, isOpen: false)
    harness.open()
    for milliseconds in stride(from: 0, to: 300, by: 17) {
      let left = spring.state(
        from: Spring.State(displacement: 1, velocity: 0), after: Double(milliseconds) / 1000)
      let progress = harness.control.progress(at: .zero + .milliseconds(milliseconds))
      #expect(isNear(progress, 1 - left.displacement, within: 1e-9))
    }
    harness.settle()
    let start = harness.now
    harness.press(.escape)
    for milliseconds in stride(from: 0, to: 300, by: 17) {
      let left = spring.state(
        from: Spring.State(displacement: 1, velocity: 0), after: Double(milliseconds) / 1000)
      let progress = harness.control.progress(at: start + .milliseconds(milliseconds))
      #expect(isNear(progress, left.displacement, within: 1e-9))
    }
  }

  @Test func `B10 goes by the spring it is given`() {
    let slow = Spring(response: 2, dampingFraction: 1)
    var harness = Harness(panel: ActionItem.samples, isOpen: false)
    harness.control.spring = slow
    harness.open()
    let left = slow.state(from: Spring.State(displacement: 1, velocity: 0), after: 0.5)
    let progress = harness.control.progress(at: .zero + .milliseconds(500))
    #expect(isNear(progress, 1 - left.displacement, within: 1e-9))
  }

  @Test(arguments: 0..<60)
  func `B10 turns back anywhere without a step in its place or its velocity`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let arrangement = seed.isMultiple(of: 3) ? ActionPanel.Arrangement.menu : .grid
    var harness = Harness(panel: ActionItem.samples, arrangement, isOpen: false)
    harness.open()
    for _ in 0..<8 {
      harness.advance(by: .microseconds(Int.random(in: 1...300_000, using: &generator)))
      let before = harness.control
      guard before.isSeen(at: harness.now) else {
        harness.open()
        continue
      }
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: harness.open()
      case 1: harness.press(.escape)
      case 2: harness.control.close(to: elsewhere(&generator), at: harness.now)
      default: harness.press(at: harness.outside)
      }
      expectNoStep(from: before, to: harness.control, at: harness.now)
    }
    harness.settle()
    #expect(harness.isAtRest)
  }

  @Test(arguments: 0..<20)
  func `a window resized while it moves bends its way without a step`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var harness = Harness(panel: ActionItem.samples, isOpen: false)
    harness.open()
    if seed.isMultiple(of: 2) {
      harness.settle()
      harness.press(.escape)
    }
    harness.advance(by: .microseconds(Int.random(in: 1...200_000, using: &generator)))
    let before = harness.control
    harness.control.place(
      in: Rect(x: 0, y: 0, width: 700, height: 500), around: elsewhere(&generator),
      at: harness.now)
    expectNoStep(from: before, to: harness.control, at: harness.now)
  }

  @Test func `a press or Escape while it opens takes that back, a key still chooses`() {
    for milliseconds in [0, 40, 120, 249] {
      for position in [Harness.button.rect.center, Point(x: 40, y: 40)] {
        var harness = Harness(panel: ActionItem.samples, isOpen: false)
        harness.open()
        harness.advance(by: .milliseconds(milliseconds))
        harness.press(at: position)
        #expect(harness.actions == [.closed])
        #expect(!harness.control.isOpen)
      }
    }
    var harness = Harness(panel: ActionItem.samples, isOpen: false)
    harness.open(highlightsFirst: true)
    harness.press(.enter)
    #expect(harness.actions == [.chosen("theme")])
  }

  @Test func `it is modal only while it is open`() {
    var harness = Harness(panel: ActionItem.samples, isOpen: false)
    let events: [InputEvent] = [
      .pointerMoved(to: harness.outside), .scrolled(ScrollStep(at: .zero, notches: .zero)),
      .keyPressed(KeyPress(.function(12))), .textCommitted(TypedText("q")),
    ]
    for event in events {
      let isTaken = harness.send(event)
      #expect(!isTaken)
    }
    harness.open()
    #expect(harness.control.isOpen)
    for event in events {
      let isTaken = harness.send(event)
      #expect(isTaken)
    }
    harness.advance(by: .milliseconds(50))
    harness.control.close(to: Harness.button, at: harness.now)
    #expect(!harness.control.isOpen && harness.control.isSeen(at: harness.now))
    for event in events {
      let isTaken = harness.send(event)
      #expect(!isTaken)
    }
  }

  @Test func `one that is closed is nowhere and wakes nobody`() {
    var harness = Harness(panel: ActionItem.samples, isOpen: false)
    let elsewhere = RoundedRect(Rect(x: 5, y: 5, width: 60, height: 60), cornerRadius: 30)
    harness.control.close(to: elsewhere, at: harness.now)
    harness.control.place(in: Harness.window, around: elsewhere, at: harness.now)
    harness.control.environment.scale = 2
    harness.control.items = []
    harness.control.items = ActionItem.samples
    #expect(!harness.control.isSeen(at: harness.now) && harness.isAtRest)
    #expect(harness.drawing() == DisplayList())
    #expect(harness.control.frame(of: "theme") == nil)
    harness.open(highlightsFirst: true)
    harness.press(.enter)
    harness.send(.windowHidden)
    #expect(harness.isAtRest, "not even for the feedback of what was chosen")
  }

  @Test func `what it shows is uncovered where it will be`() throws {
    for arrangement in [ActionPanel.Arrangement.grid, .menu] {
      var harness = Harness(panel: ActionItem.samples, arrangement, isOpen: false)
      harness.open()
      var places: Set<Transform> = []
      for frame in 0..<60 {
        if frame == 20 { harness.press(.escape) }
        harness.advance(by: Harness.frame)
        for case .group(let group, _) in harness.drawing().elements where group.clip == nil {
          if group.opacity == 1, group.transform != .identity { places.insert(group.transform) }
        }
      }
      #expect(places.count == 1)
    }
  }

  @Test func `B10 with reduced motion it is there and gone at once`() {
    for arrangement in [ActionPanel.Arrangement.grid, .menu] {
      var harness = Harness(
        panel: ActionItem.samples, arrangement, isOpen: false, reducesMotion: true)
      harness.open()
      #expect(harness.control.progress(at: harness.now) == 1)
      #expect(harness.control.nextChange(after: harness.now) == nil)
      let open = harness.drawing()
      var moving = Harness(panel: ActionItem.samples, arrangement)
      moving.settle()
      #expect(moving.drawing() == open)
      harness.press(.escape)
      #expect(harness.drawing() == DisplayList())
      #expect(harness.control.nextChange(after: harness.now) == nil)
    }
  }

  @Test func `at rest it draws the same list every frame and asks for no time`() {
    for arrangement in [ActionPanel.Arrangement.grid, .menu] {
      var harness = Harness(panel: ActionItem.samples, arrangement, highlightsFirst: true)
      harness.settle()
      let (list, wakeUps) = (harness.drawing(), harness.wakeUps)
      for _ in 0..<20 {
        harness.advance(by: .seconds(30))
        #expect(harness.drawing() == list)
      }
      #expect(harness.wakeUps == wakeUps)
    }
  }

  @Test func `what it shows never leaves its outline`() throws {
    for arrangement in [ActionPanel.Arrangement.grid, .menu] {
      var harness = Harness(panel: ActionItem.samples, arrangement, isOpen: false)
      harness.open(highlightsFirst: true)
      for frame in 0..<60 {
        if frame == 5 { harness.press(.escape) }
        if frame == 9 { harness.open() }
        harness.advance(by: Harness.frame)
        let shape = harness.control.frame(at: harness.now)
        var (isBody, contentIsCut) = (true, false)
        for case .group(let group, _) in harness.drawing().elements where isBody {
          isBody = false
          contentIsCut = group.clip == shape
        }
        let isMoving = harness.control.nextChange(after: harness.now) != nil
        #expect(isBody || contentIsCut || !isMoving)
      }
    }
  }

  @Test func `the last frame of its way looks like its rest`() {
    for arrangement in [ActionPanel.Arrangement.grid, .menu] {
      var harness = Harness(panel: ActionItem.samples, arrangement, isOpen: false)
      harness.open()
      let opened = harness.control
      harness.settle()
      var (moving, resting) = (Instant.zero, harness.now)
      while resting > moving + .nanoseconds(1) {
        let middle = moving + .nanoseconds((resting.nanoseconds - moving.nanoseconds) / 2)
        if opened.nextChange(after: middle) == nil { resting = middle } else { moving = middle }
      }
      let (last, rest) = (opened.frame(at: moving).rect, opened.frame(at: resting).rect)
      for (a, b) in zip(last.sides, rest.sides) { #expect(isNear(a, b, within: 0.5001)) }
      #expect(isNear(opened.progress(at: moving), 1, within: 1.0001 / 512))
    }
  }

  private func elsewhere(_ generator: inout SeededGenerator) -> RoundedRect {
    RoundedRect(
      Rect(
        x: .random(in: 0...700, using: &generator), y: .random(in: 0...500, using: &generator),
        width: 172, height: 88), cornerRadius: 12)
  }

  /// Expects that one control goes on where, and as fast as, another was at that time.
  private func expectNoStep(
    from before: ActionPanel, to after: ActionPanel, at now: Instant,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let moment = Duration.microseconds(1)
    let (old, new) = (before.frame(at: now), after.frame(at: now))
    #expect(old == new, sourceLocation: sourceLocation)
    #expect(before.progress(at: now) == after.progress(at: now), sourceLocation: sourceLocation)
    // A spring of 0.2 s moves 500 px with less than 500,000 px/s², so that much an average over a
    // microsecond is off.
    let (was, will) = (before.frame(at: now - moment), after.frame(at: now + moment))
    for side in 0..<4 {
      let arriving = (old.rect.sides[side] - was.rect.sides[side]) / 1e-6
      let leaving = (will.rect.sides[side] - new.rect.sides[side]) / 1e-6
      #expect(isNear(arriving, leaving, within: 2), sourceLocation: sourceLocation)
    }
  }
}

extension Rect {
  fileprivate var sides: [Double] { [minX, minY, maxX, maxY] }
}
