import Motion
import Scene
import TestSupport
import Testing

@testable import Windowing

/// A keyboard that another client may have grabbed, in virtual time.
private struct GrabFixture {
  var grab = KeyboardGrabController()
  var now = Instant.zero
  /// The status that a grab request returns.
  var answer = KeyboardGrabStatus.grabbed
  /// The times of the grab requests.
  var requests: [Instant] = []
  /// Whether the window has the grab, as the server sees it.
  var isGrabbed = false
  /// The number of requests of all kinds that the server has received.
  var serial: UInt = 100

  /// Creates a window that has the focus.
  init() {
    grab.policy.observesOutsidePresses = true
    grab.policy.update(hasFocus: true, at: now)
  }

  mutating func update(isWanted: Bool = true) {
    var (requests, isGrabbed) = (self.requests, self.isGrabbed)
    let (answer, now) = (answer, now)
    serial += 1
    let serial = serial
    grab.update(isWanted: isWanted, at: now) {
      requests.append(now)
      isGrabbed = answer == .grabbed
      return (answer, request: serial)
    } release: {
      isGrabbed = false
    }
    (self.requests, self.isGrabbed) = (requests, isGrabbed)
  }

  /// Checks the state after the focus returns, and removes the focus again.
  mutating func expectGrabbedWithFocus() {
    grab.policy.update(hasFocus: true, at: now)
    update()
    #expect(grab.state == .grabbed && requests.count == 1)
    grab.policy.update(hasFocus: false, at: now)
    update()
    grab.grabEnded(reportedAfter: 0)
    #expect(grab.state == .grabbedWithoutFocus && isGrabbed)
  }

  /// Advances the time as the event loop does: it wakes up at deadlines only.
  mutating func advance(_ duration: Duration) {
    let end = now + duration
    while let deadline = grab.deadline, deadline <= end {
      now = max(now, deadline)
      update()
    }
    now = end
  }
}

@Suite struct `Keyboard grab` {
  @Test func `is requested once, and released when it is not wanted`() {
    var fixture = GrabFixture()
    for _ in 0..<3 { fixture.update() }
    #expect(fixture.requests == [.zero] && fixture.isGrabbed)
    #expect(fixture.grab.state == .grabbed && fixture.grab.deadline == nil)
    for _ in 0..<2 { fixture.update(isWanted: false) }
    #expect(!fixture.isGrabbed && fixture.grab.state == .none)
    fixture.update()
    #expect(fixture.requests.count == 2 && fixture.isGrabbed)
  }

  @Test func `does not report a failure while a window manager grabs the keyboard briefly`() {
    var fixture = GrabFixture()
    fixture.answer = .grabbedByOtherClient
    fixture.update()
    #expect(fixture.grab.state == .none)
    fixture.answer = .grabbed
    fixture.advance(.milliseconds(100))
    #expect(fixture.grab.state == .grabbed)
    #expect(fixture.requests == [.zero, .zero + .milliseconds(100)])
  }

  @Test(arguments: [KeyboardGrabStatus.grabbedByOtherClient, .failed])
  func `is retried at growing intervals, and then no longer`(answer: KeyboardGrabStatus) {
    var fixture = GrabFixture()
    fixture.answer = answer
    fixture.update()
    fixture.advance(.seconds(3600))
    let waits = zip(fixture.requests, fixture.requests.dropFirst()).map { $0.duration(to: $1) }
    #expect(waits == [100, 200, 400, 800, 1600, 3200].map(Duration.milliseconds))
    #expect(fixture.grab.state == answer && fixture.grab.deadline == nil)
  }

  @Test func `is retried after a window event, and reported as failed until then`() {
    var fixture = GrabFixture()
    fixture.answer = .grabbedByOtherClient
    fixture.update()
    fixture.advance(.seconds(3600))
    let attempts = fixture.requests.count
    for answer in [KeyboardGrabStatus.grabbedByOtherClient, .grabbed] {
      fixture.answer = answer
      fixture.grab.scheduleRetry(at: fixture.now)
      #expect(fixture.grab.state == .grabbedByOtherClient)
      fixture.update()
      #expect(fixture.grab.state == answer)
    }
    #expect(fixture.requests.count == attempts + 2)
  }

  @Test func `is requested again after the window has lost it`() {
    var fixture = GrabFixture()
    fixture.update()
    fixture.grab.grabLost()
    fixture.isGrabbed = false
    fixture.update()
    #expect(fixture.isGrabbed && fixture.requests.count == 2)
  }

  @Test func `is requested again after the server ended it, but not an older one`() {
    var fixture = GrabFixture()
    fixture.update()
    let first = fixture.serial
    fixture.update(isWanted: false)
    fixture.update()
    fixture.grab.grabEnded(reportedAfter: first + 1)
    #expect(fixture.grab.state == .grabbed)
    fixture.grab.grabEnded(reportedAfter: fixture.serial)
    #expect(fixture.grab.state == .none)
    fixture.update()
    #expect(fixture.grab.state == .grabbed && fixture.requests.count == 3)
  }

  @Test func `is held if another window takes the focus, and released if the user moves it`() {
    for isUserElsewhere in [false, true] {
      var fixture = GrabFixture()
      fixture.update()
      if isUserElsewhere { fixture.grab.policy.notePressAnywhere(isTouch: false, at: fixture.now) }
      fixture.grab.policy.update(hasFocus: false, at: fixture.now)
      for _ in 0..<2 { fixture.update() }
      #expect(fixture.isGrabbed == !isUserElsewhere && fixture.requests.count == 1)
      #expect(fixture.grab.state == (fixture.isGrabbed ? .grabbedWithoutFocus : .none))
      if fixture.isGrabbed { fixture.expectGrabbedWithFocus() }
      fixture.update(isWanted: false)
      #expect(!fixture.isGrabbed)
      // Without the focus, the keyboard is not grabbed again.
      fixture.update()
      #expect(!fixture.isGrabbed && fixture.requests.count == 1 && fixture.grab.deadline == nil)
      fixture.grab.policy.update(hasFocus: true, at: fixture.now)
      fixture.update()
      #expect(fixture.isGrabbed)
    }
  }

  @Test(arguments: seeds(20))
  func `is held only while it is wanted, and as soon as it is available`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var fixture = GrabFixture()
    for _ in 0..<200 {
      let isWanted = Bool.random(using: &random)
      fixture.answer = [.grabbed, .grabbedByOtherClient, .failed].randomElement(using: &random) ?? .grabbed
      let isReconsidered = Bool.random(using: &random)
      if isReconsidered { fixture.grab.scheduleRetry(at: fixture.now) }
      fixture.update(isWanted: isWanted)
      #expect(fixture.isGrabbed == (fixture.grab.state == .grabbed))
      #expect(isWanted || !fixture.isGrabbed && fixture.grab.deadline == nil)
      guard isWanted else { continue }
      if isReconsidered, fixture.answer == .grabbed { #expect(fixture.isGrabbed) }
      fixture.advance(.milliseconds(Int.random(in: 0...4000, using: &random)))
    }
  }
}
