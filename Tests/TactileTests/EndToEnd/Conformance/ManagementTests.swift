import Scene
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program`.`X11 conformance` {
  @Test func `row 10: adapts to the states of the window manager and back`() throws {
    let session = try Program.start()
    let (window, restFrame) = (session.window, try session.restingButton())
    let before = try window.frame()
    let maximized = ["_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ"]
    window.setState(maximized, true)
    try session.expectFrame("the whole work area") { $0.width == 1280 && $0.height < 800 }
    #expect(Set(maximized).isSubset(of: window.atoms("_NET_WM_STATE")))
    #expect(try session.restingButton().maxX == 1280 - 8)
    window.setState(["_NET_WM_STATE_FULLSCREEN"], true)
    try session.expectFrame("the whole screen") { $0.width == 1280 && $0.height == 800 }
    #expect(try session.restingButton().center.y == 400)
    window.setState(["_NET_WM_STATE_FULLSCREEN"], false)
    window.setState(maximized, false)
    try session.expectFrame("the original frame") { $0 == before }
    window.setState(["_NET_WM_STATE_ABOVE"], true)
    try session.expectButton(at: restFrame)
    try session.expectState("_NET_WM_STATE_ABOVE")
  }

  @Test(.onlyInAll("rare event")) func `row 59: survives its window manager and works with the next`() throws
  {
    var session = try Program.start()
    let (window, restFrame) = (session.window, try session.restingButton())
    window.setState(["_NET_WM_STATE_ABOVE"], true)
    // If the window manager exits before it reads the request, the request is lost.
    try session.expectState("_NET_WM_STATE_ABOVE")
    let before = try window.frame()
    try session.display.restartWindowManager()
    try Deadline(after: .defaultTimeout).poll(for: "the focus") {
      window.activate()
      return window.isActive && window.hasInputFocus ? () : nil
    }
    let after = try window.frame()
    #expect((after.width, after.height) == (before.width, before.height))
    try session.expectState("_NET_WM_STATE_ABOVE")
    try session.expectButton(at: restFrame)
    try window.resize(width: 900, height: 600)
    try session.useAllControls()
    #expect(try session.standardError().isEmpty)
  }

  @Test(.onlyInAll("rare event")) func `row 53: continues an animation while a compositor starts and exits`()
    throws
  {
    let session = try Program.startObserved()
    let client = try HostileClient(on: session.display.name)
    let restFrame = try session.restingButton()
    try session.throwToLeadingEdge(from: restFrame)
    for _ in 1...3 {
      client.pretendToBeCompositor()
      Deadline(after: .milliseconds(20)).wait()
      client.stopPretending()
      Deadline(after: .milliseconds(20)).wait()
    }
    _ = try session.window.waitFor("the button at the other side") {
      $0.floatingButton(Program.colors.red).flatMap { $0.x == 8 ? () : nil }
    }
    #expect(try session.traffic().errors.isEmpty)
  }

  @Test(.needs(.windowManager(.mutter)))
  func `row 18: continues an animation when its compositor exits`() throws {
    let session = try Program.start(
      on: VirtualDisplay.Options(windowManager: .mutter), by: .socket)
    let restFrame = try session.restingButton()
    try session.throwToLeadingEdge(from: restFrame)
    session.display.crashWindowManager()
    _ = try session.window.waitFor("the button at the other side") {
      $0.floatingButton(Program.colors.red).flatMap { $0.x == 8 ? () : nil }
    }
    try session.input.move(to: PixelPoint(x: 300, y: 300))
    try session.window.ping()
    #expect(try session.standardError().isEmpty)
  }
}

extension AppSession {
  fileprivate func expectFrame(_ what: String, where isExpected: (PixelRect) -> Bool) throws {
    try Deadline(after: .defaultTimeout).poll(for: what) { () throws(ScreenDriverError) in
      isExpected(try window.frame()) ? () : nil
    }
  }

  fileprivate func expectState(_ name: String) throws {
    try Deadline(after: .defaultTimeout).poll(for: name) {
      window.atoms("_NET_WM_STATE").contains(name) ? () : nil
    }
  }
}
