import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

/// The open and close transitions of a panel.
@Suite struct `Action panel transitions` {
  typealias Harness = ControlHarness<ActionPanel>

  @Test func `B10 starts with the frame of the button and ends with that of the panel`() throws {
    var harness = Harness(panel: ActionItem.samples, isOpen: false)
    #expect(harness.drawing() == DisplayList())
    harness.open()
    #expect(harness.control.outline(at: harness.now) == Harness.button)
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
    #expect(harness.control.outline(at: harness.now) == Harness.button)
    #expect(harness.drawing() == DisplayList())
  }

  @Test func `B10 opens and closes with the spring of the button`() {
    let spring = FloatingButton.Tuning().spring
    var harness = Harness(panel: ActionItem.samples, isOpen: false)
    harness.open()
    for milliseconds in stride(from: 0, to: 300, by: 17) {
      let remaining = spring.state(
        from: Spring.State(displacement: 1, velocity: 0), after: Double(milliseconds) / 1000)
      let progress = harness.control.progress(at: .zero + .milliseconds(milliseconds))
      #expect(isNear(progress, 1 - remaining.displacement, within: 1e-9))
    }
    harness.settle()
    let start = harness.now
    harness.press(.escape)
    for milliseconds in stride(from: 0, to: 300, by: 17) {
      let remaining = spring.state(
        from: Spring.State(displacement: 1, velocity: 0), after: Double(milliseconds) / 1000)
      let progress = harness.control.progress(at: start + .milliseconds(milliseconds))
      #expect(isNear(progress, remaining.displacement, within: 1e-9))
    }
  }

  @Test func `B10 uses a custom spring`() {
    let slow = Spring(response: 2, dampingFraction: 1)
    var harness = Harness(panel: ActionItem.samples, isOpen: false)
    harness.control.spring = slow
    harness.open()
    let remaining = slow.state(from: Spring.State(displacement: 1, velocity: 0), after: 0.5)
    let progress = harness.control.progress(at: .zero + .milliseconds(500))
    #expect(isNear(progress, 1 - remaining.displacement, within: 1e-9))
  }

  @Test(arguments: seeds(60))
  func `B10 reverses at any time with continuous position and velocity`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let arrangement = seed.isMultiple(of: 3) ? ActionPanel.Arrangement.menu : .grid
    var harness = Harness(panel: ActionItem.samples, arrangement, isOpen: false)
    harness.open()
    for _ in 0..<8 {
      harness.advance(by: .microseconds(Int.random(in: 1...300_000, using: &generator)))
      let before = harness.control
      guard before.isVisible(at: harness.now) else {
        harness.open()
        continue
      }
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: harness.open()
      case 1: harness.press(.escape)
      case 2: harness.control.close(to: randomFrame(&generator), at: harness.now)
      default: harness.press(at: harness.outside)
      }
      expectContinuity(from: before, to: harness.control, at: harness.now)
    }
    harness.settle()
    #expect(harness.isAtRest)
  }

  @Test(arguments: seeds(20))
  func `continues without a jump when the window is resized during a transition`(seed: Int) {
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
      in: Rect(x: 0, y: 0, width: 700, height: 500), around: randomFrame(&generator),
      at: harness.now)
    expectContinuity(from: before, to: harness.control, at: harness.now)
  }

  @Test func `closes on a press while opening and still accepts keys`() {
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

  @Test func `is modal only while it is open`() {
    var harness = Harness(panel: ActionItem.samples, isOpen: false)
    let events: [InputEvent] = [
      .pointerMoved(to: harness.outside), .scrolled(ScrollEvent(at: .zero, notches: .zero)),
      .keyPressed(KeyPress(.function(12))), .textCommitted(TypedText("q")),
    ]
    for event in events {
      let isHandled = harness.send(event)
      #expect(!isHandled)
    }
    harness.open()
    #expect(harness.control.isOpen)
    for event in events {
      let isHandled = harness.send(event)
      #expect(isHandled)
    }
    harness.advance(by: .milliseconds(50))
    harness.control.close(to: Harness.button, at: harness.now)
    #expect(!harness.control.isOpen && harness.control.isVisible(at: harness.now))
    for event in events {
      let isHandled = harness.send(event)
      #expect(!isHandled)
    }
  }

  @Test func `draws nothing and requests no frames while closed`() {
    var harness = Harness(panel: ActionItem.samples, isOpen: false)
    let elsewhere = RoundedRect(Rect(x: 5, y: 5, width: 60, height: 60), cornerRadius: 30)
    harness.control.close(to: elsewhere, at: harness.now)
    harness.control.place(in: Harness.window, around: elsewhere, at: harness.now)
    harness.environment.scale = 2
    harness.control.items = []
    harness.control.items = ActionItem.samples
    #expect(!harness.control.isVisible(at: harness.now) && harness.isAtRest)
    #expect(harness.drawing() == DisplayList())
    #expect(harness.control.frame(of: "theme") == nil)
    harness.open(highlightsFirst: true)
    harness.press(.enter)
    harness.send(.windowHidden)
    #expect(harness.isAtRest, "it does not animate the feedback of the choice")
  }

  @Test func `B10 opens and closes immediately with reduced motion`() {
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

  @Test func `clips its content to its outline`() throws {
    for arrangement in [ActionPanel.Arrangement.grid, .menu] {
      var harness = Harness(panel: ActionItem.samples, arrangement, isOpen: false)
      harness.open(highlightsFirst: true)
      for frame in 0..<60 {
        if frame == 5 { harness.press(.escape) }
        if frame == 9 { harness.open() }
        harness.advance(by: Harness.frame)
        let shape = harness.control.outline(at: harness.now)
        var (isBody, contentIsClipped) = (true, false)
        for case .group(let group, _) in harness.drawing().elements where isBody {
          isBody = false
          contentIsClipped = group.clip == shape
        }
        let isMoving = harness.control.nextChange(after: harness.now) != nil
        #expect(isBody || contentIsClipped || !isMoving)
      }
    }
  }

  @Test func `ends within half a pixel of its rest frame`() {
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
      let (last, settled) = (opened.outline(at: moving).rect, opened.outline(at: resting).rect)
      for (a, b) in zip(last.sides, settled.sides) { #expect(isNear(a, b, within: 0.5001)) }
      #expect(isNear(opened.progress(at: moving), 1, within: 1.0001 / 512))
    }
  }

  private func randomFrame(_ generator: inout SeededGenerator) -> RoundedRect {
    RoundedRect(
      Rect(
        x: .random(in: 0...700, using: &generator), y: .random(in: 0...500, using: &generator),
        width: 172, height: 88), cornerRadius: 12)
  }

  /// Expects that two controls have the same position and velocity at `now`.
  private func expectContinuity(
    from before: ActionPanel, to after: ActionPanel, at now: Instant,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let moment = Duration.microseconds(1)
    let (old, new) = (before.outline(at: now), after.outline(at: now))
    #expect(old == new, sourceLocation: sourceLocation)
    #expect(before.progress(at: now) == after.progress(at: now), sourceLocation: sourceLocation)
    // A 0.2 s spring over 500 px accelerates by less than 500,000 px/s². This limits the error of
    // an average velocity over a microsecond.
    let (previous, next) = (before.outline(at: now - moment), after.outline(at: now + moment))
    for side in 0..<4 {
      let arriving = (old.rect.sides[side] - previous.rect.sides[side]) / 1e-6
      let leaving = (next.rect.sides[side] - new.rect.sides[side]) / 1e-6
      #expect(isNear(arriving, leaving, within: 2), sourceLocation: sourceLocation)
    }
  }
}

extension Rect {
  fileprivate var sides: [Double] { [minX, minY, maxX, maxY] }
}
