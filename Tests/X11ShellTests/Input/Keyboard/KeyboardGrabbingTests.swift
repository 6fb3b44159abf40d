import Motion
import Scene
import TestSupport
import Testing

@testable import X11Shell

/// A keyboard that somebody may have, in virtual time.
private struct Desk {
  var grabbing = KeyboardGrabbing()
  var now = Instant.zero
  /// What whoever asks for the keyboard is answered.
  var answer = KeyboardGrab.held
  /// When it was asked for.
  var requests: [Instant] = []
  /// Whether the window has it, as the server sees it.
  var isHeld = false
  /// How many requests the server has got so far, of all kinds.
  var serial: UInt = 100

  /// The window has the focus.
  init() {
    grabbing.claim.hearsPresses = true
    grabbing.claim.note(hasFocus: true, at: now)
  }

  mutating func follow(isWanted: Bool = true) {
    var (requests, isHeld) = (self.requests, self.isHeld)
    let (answer, now) = (answer, now)
    serial += 1
    let serial = serial
    grabbing.follow(isWanted: isWanted, at: now) {
      requests.append(now)
      isHeld = answer == .held
      return (answer, request: serial)
    } letGo: {
      isHeld = false
    }
    (self.requests, self.isHeld) = (requests, isHeld)
  }

  /// Looks what becomes of it where the focus comes back, and takes that away again.
  mutating func expectHeldWithFocus() {
    grabbing.claim.note(hasFocus: true, at: now)
    follow()
    #expect(grabbing.state == .held && requests.count == 1)
    grabbing.claim.note(hasFocus: false, at: now)
    follow()
    grabbing.noteEnd(toldAt: 0)
    #expect(grabbing.state == .kept && isHeld)
  }

  /// Lets time pass, as the run loop does: it wakes up at deadlines alone.
  mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let deadline = grabbing.deadline, deadline <= end {
      now = max(now, deadline)
      follow()
    }
    now = end
  }
}

@Suite struct `A grab of the keyboard` {
  @Test func `is asked for once where it is given, and given back when it is not wanted`() {
    var desk = Desk()
    for _ in 0..<3 { desk.follow() }
    #expect(desk.requests == [.zero] && desk.isHeld)
    #expect(desk.grabbing.state == .held && desk.grabbing.deadline == nil)
    for _ in 0..<2 { desk.follow(isWanted: false) }
    #expect(!desk.isHeld && desk.grabbing.state == .none)
    desk.follow()
    #expect(desk.requests.count == 2 && desk.isHeld)
  }

  @Test func `is no news where a window manager has the keyboard for a moment`() {
    var desk = Desk()
    desk.answer = .heldElsewhere
    desk.follow()
    #expect(desk.grabbing.state == .none)
    desk.answer = .held
    desk.pass(.milliseconds(100))
    #expect(desk.grabbing.state == .held)
    #expect(desk.requests == [.zero, .zero + .milliseconds(100)])
  }

  @Test(arguments: [KeyboardGrab.heldElsewhere, .refused])
  func `is tried less and less often, and then no more`(answer: KeyboardGrab) {
    var desk = Desk()
    desk.answer = answer
    desk.follow()
    desk.pass(.seconds(3600))
    let waits = zip(desk.requests, desk.requests.dropFirst()).map { $0.duration(to: $1) }
    #expect(waits == [100, 200, 400, 800, 1600, 3200].map(Duration.milliseconds))
    #expect(desk.grabbing.state == answer && desk.grabbing.deadline == nil)
  }

  @Test func `is tried again when something happens to the window, told of meanwhile`() {
    var desk = Desk()
    desk.answer = .heldElsewhere
    desk.follow()
    desk.pass(.seconds(3600))
    let tries = desk.requests.count
    for answer in [KeyboardGrab.heldElsewhere, .held] {
      desk.answer = answer
      desk.grabbing.reconsider(at: desk.now)
      #expect(desk.grabbing.state == .heldElsewhere)
      desk.follow()
      #expect(desk.grabbing.state == answer)
    }
    #expect(desk.requests.count == tries + 2)
  }

  @Test func `is not tried while nobody wants it, whatever happens`() {
    var desk = Desk()
    desk.answer = .refused
    desk.follow()
    desk.follow(isWanted: false)
    desk.grabbing.reconsider(at: desk.now)
    #expect(desk.grabbing.deadline == nil && desk.grabbing.state == .none)
    #expect(desk.requests.count == 1)
  }

  @Test func `is asked for anew where the window has lost it`() {
    var desk = Desk()
    desk.follow()
    desk.grabbing.lose()
    desk.isHeld = false
    desk.follow()
    #expect(desk.isHeld && desk.requests.count == 2)
  }

  @Test func `is asked for anew where the server has ended it, and not where it has one before`() {
    var desk = Desk()
    desk.follow()
    let first = desk.serial
    desk.follow(isWanted: false)
    desk.follow()
    desk.grabbing.noteEnd(toldAt: first + 1)
    #expect(desk.grabbing.state == .held)
    desk.grabbing.noteEnd(toldAt: desk.serial)
    #expect(desk.grabbing.state == .none)
    desk.follow()
    #expect(desk.grabbing.state == .held && desk.requests.count == 3)
  }

  @Test func `is kept where the focus is taken, and given back where it is given away`() {
    for isPersonElsewhere in [false, true] {
      var desk = Desk()
      desk.follow()
      if isPersonElsewhere { desk.grabbing.claim.notePressAnywhere(isTouch: false, at: desk.now) }
      desk.grabbing.claim.note(hasFocus: false, at: desk.now)
      for _ in 0..<2 { desk.follow() }
      #expect(desk.isHeld == !isPersonElsewhere && desk.requests.count == 1)
      #expect(desk.grabbing.state == (desk.isHeld ? .kept : .none))
      if desk.isHeld { desk.expectHeldWithFocus() }
      desk.follow(isWanted: false)
      #expect(!desk.isHeld)
      // Without the focus it is taken no more.
      desk.follow()
      #expect(!desk.isHeld && desk.requests.count == 1 && desk.grabbing.deadline == nil)
      desk.grabbing.claim.note(hasFocus: true, at: desk.now)
      desk.follow()
      #expect(desk.isHeld)
    }
  }

  @Test(arguments: 0..<20)
  func `is held only while it is wanted, and as soon as it can be had`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var desk = Desk()
    for _ in 0..<200 {
      let isWanted = Bool.random(using: &random)
      desk.answer = [.held, .heldElsewhere, .refused].randomElement(using: &random) ?? .held
      let isReconsidered = Bool.random(using: &random)
      if isReconsidered { desk.grabbing.reconsider(at: desk.now) }
      desk.follow(isWanted: isWanted)
      #expect(desk.isHeld == (desk.grabbing.state == .held))
      #expect(isWanted || !desk.isHeld && desk.grabbing.deadline == nil)
      guard isWanted else { continue }
      if isReconsidered, desk.answer == .held { #expect(desk.isHeld) }
      desk.pass(.milliseconds(Int.random(in: 0...4000, using: &random)))
    }
  }
}
