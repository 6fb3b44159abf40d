import Glibc
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program`.`X11 conformance` {
  @Test func `row 71: exits when the server has exited`() throws {
    var session = try Program.start(under: .none)
    try session.input.type("Passw0rd!")
    session.display.crash()
    let reason = try session.program.waitForExit(within: .defaultTimeout)
    #expect(reason == .exited(4))
    let error = try session.standardError()
    #expect(error == "tactile: the connection to the X server was lost\n")
  }

  /// Xlib and its extension libraries crash or loop forever if the program continues without a connection.
  @Test func `row 71: exits cleanly after the connection is lost at any reply of the start`() throws {
    let display = try VirtualDisplay(windowManager: .none)
    // A start had 98 replies when this test was written. After the last one, the program continues.
    for limit in stride(from: 0, to: 96, by: TestScope.isComplete ? 1 : 19) {
      let proxy = try ProtocolProxy(to: display.name, ProtocolProxy.Options(replyLimit: limit))
      let condition: Comment = "after \(limit) replies"
      do {
        let run = try Run([], environment: ["DISPLAY": proxy.name])
        #expect(run.termination == .exited(4), condition)
        #expect(run.errorOutput == "tactile: the connection to the X server was lost\n", condition)
      } catch {
        Issue.record("\(condition): \(error)")
        return
      }
    }
  }

  @Test(.needs(.untrustedCookie))
  func `row 72: operates all controls with an untrusted cookie`() throws {
    let session = try Program.start(
      on: VirtualDisplay.Options(windowManager: .none), by: .untrusted)
    try session.useAllControls()
    #expect(try session.standardError().isEmpty)
  }

  @Test(.onlyInAll("rare server"))
  func `row 72: operates all controls without any extension`() throws {
    let session = try Program.startObserved(ProtocolProxy.Options(hiding: .all))
    try session.useAllControls()
    let traffic = try session.traffic()
    #expect(traffic.requests.allSatisfy { $0.opcode < 128 })
    #expect(traffic.errors.isEmpty)
    #expect(try session.standardError().isEmpty)
  }

  @Test(.onlyInAll("rare server")) func `row 73: operates all controls over TCP`() throws {
    let session = try Program.start(
      on: VirtualDisplay.Options(windowManager: .none, listensOnTCP: true), by: .tcp)
    try session.useAllControls()
    #expect(try session.standardError().isEmpty)
    #expect(try SharedMemory.segmentCount(createdBy: session.program.pid) == 0)
  }

  @Test(.onlyInAll("hostile client"))
  func `row 74: operates all controls after 10,000 malformed messages`() throws {
    let session = try Program.startObserved()
    let client = try HostileClient(on: session.display.name)
    var generator = SeededGenerator(seed: 74)
    client.fuzz(session.window, times: 10_000, using: &generator)
    try session.window.ping()
    try session.useAllControls()
    // Drag messages name windows and types that do not exist. The program detects this only by
    // requests, whose errors it ignores: `BadWindow`, `BadAtom` or `BadDrawable`.
    let unexpectedErrors = try session.traffic().errors.filter { ![3, 5, 9].contains($0.code) }
    #expect(unexpectedErrors == [])
    #expect(try session.standardError() == "")
  }

  @Test(.onlyInAll("rare client")) func `row 28: returns the button when another client grabs the keyboard`()
    throws
  {
    let session = try Program.start(under: .none)
    let client = try HostileClient(on: session.display.name)
    let restFrame = try session.restingButton()
    try session.startDrag(of: restFrame)
    // No client can grab the pointer while its button is down.
    let isGrabbed = [client.grabPointer(), client.grabKeyboard()]
    #expect(isGrabbed == [false, true])
    client.ungrab()
    session.input.release()
    try session.expectButton(at: restFrame)
  }

  @Test(.onlyInAll("rare compositor"))
  func `row 53: operates all controls with an unresponsive compositor`() throws {
    let session = try Program.startObserved()
    let client = try HostileClient(on: session.display.name)
    client.pretendToBeCompositor()
    try session.useAllControls()
    #expect(try session.traffic().errors.isEmpty)
  }
}
