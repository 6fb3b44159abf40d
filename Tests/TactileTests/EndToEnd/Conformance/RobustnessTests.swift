import Glibc
import ScreenDriver
import TestSupport
import Testing

extension `The program`.`is a good citizen` {
  @Test func `row 71: ends by itself within 200 ms of the server's death`() throws {
    var sitting = try Program.start(under: .none)
    try sitting.hand.type("Passw0rd!")
    sitting.display.crash()
    #expect(try sitting.program.ending(within: .milliseconds(200)) == .exited(4))
    #expect(try sitting.complaints() == "tactile: the display went away\n")
  }

  @Test(.needs(.untrustedCookie))
  func `row 72: with an untrusted cookie the three controls still work`() throws {
    let sitting = try Program.start(
      on: VirtualDisplay.Options(windowManager: .none), by: .untrusted)
    try sitting.useAllControls()
    #expect(try sitting.complaints().isEmpty)
  }

  @Test func `row 72: without any extension the three controls still work`() throws {
    let sitting = try Program.startObserved(ProtocolProxy.Options(hiding: .all))
    try sitting.useAllControls()
    let traffic = try sitting.traffic()
    #expect(traffic.requests.allSatisfy { $0.opcode < 128 })
    #expect(traffic.errors.isEmpty)
    #expect(try sitting.complaints().isEmpty)
  }

  @Test func `row 73: over TCP the three controls still work`() throws {
    let sitting = try Program.start(
      on: VirtualDisplay.Options(windowManager: .none, listensOnTCP: true), by: .tcp)
    try sitting.useAllControls()
    #expect(try sitting.complaints().isEmpty)
    #expect(try SharedMemory.segments(madeBy: sitting.program.pid) == 0)
  }

  @Test func `row 74: takes 10 000 malformed messages and properties and works on`() throws {
    let sitting = try Program.startObserved()
    let intruder = try Intruder(on: sitting.display.name)
    var generator = SeededGenerator(seed: 74)
    intruder.pester(sitting.window, times: 10_000, using: &generator)
    try sitting.window.ping()
    try sitting.useAllControls()
    // Messages about data that is dragged name windows and types that are nobody's. Only by asking
    // is that known, and the answer passed over: `BadWindow`, `BadAtom` or `BadDrawable`.
    #expect(try sitting.traffic().errors.allSatisfy { [3, 5, 9].contains($0.code) })
    #expect(try sitting.complaints().isEmpty)
  }

  @Test func `row 28: is not stuck when another takes the keyboard away in a drag`() throws {
    let sitting = try Program.start(under: .none)
    let intruder = try Intruder(on: sitting.display.name)
    let rest = try sitting.restingButton()
    try sitting.pickUp(rest)
    // Nobody can take a pointer whose button is down.
    let isGrabbed = [intruder.grabPointer(), intruder.grabKeyboard()]
    #expect(isGrabbed == [false, true])
    intruder.letGo()
    sitting.hand.release()
    try sitting.expectButton(at: rest)
  }

  @Test func `row 53: works on beside a compositor that only says it is one`() throws {
    let sitting = try Program.startObserved()
    let intruder = try Intruder(on: sitting.display.name)
    intruder.pretendToBeCompositor()
    try sitting.useAllControls()
    #expect(try sitting.traffic().errors.isEmpty)
  }
}
