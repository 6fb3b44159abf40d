import Scene
import ScreenDriver
import Testing

extension `The program`.`is a good citizen` {
  @Test func `row 10: follows the window manager into its states and back`() throws {
    let sitting = try Program.start()
    let (window, rest) = (sitting.window, try sitting.restingButton())
    let before = try window.frame()
    let maximized = ["_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ"]
    window.setState(maximized, true)
    try sitting.expectFrame("all the room") { $0.width == 1280 && $0.height < 800 }
    #expect(Set(maximized).isSubset(of: window.atoms("_NET_WM_STATE")))
    #expect(try sitting.restingButton().maxX == 1280 - 8)
    window.setState(["_NET_WM_STATE_FULLSCREEN"], true)
    try sitting.expectFrame("the whole screen") { $0.width == 1280 && $0.height == 800 }
    #expect(try sitting.restingButton().center.y == 400)
    window.setState(["_NET_WM_STATE_FULLSCREEN"], false)
    window.setState(maximized, false)
    try sitting.expectFrame("its own place") { $0 == before }
    window.setState(["_NET_WM_STATE_ABOVE"], true)
    try sitting.expectButton(at: rest)
    try sitting.expectState("_NET_WM_STATE_ABOVE")
  }

  @Test func `row 59: outlives its window manager and works under the next`() throws {
    var sitting = try Program.start()
    let (window, rest) = (sitting.window, try sitting.restingButton())
    window.setState(["_NET_WM_STATE_ABOVE"], true)
    // Asked of a manager that is gone before it has read it, it would be nobody's wish.
    try sitting.expectState("_NET_WM_STATE_ABOVE")
    let before = try window.frame()
    try sitting.display.restartWindowManager()
    try Deadline(after: .patience).poll(for: "the focus") {
      window.activate()
      return window.isActive && window.hasInputFocus ? () : nil
    }
    let after = try window.frame()
    #expect((after.width, after.height) == (before.width, before.height))
    try sitting.expectState("_NET_WM_STATE_ABOVE")
    try sitting.expectButton(at: rest)
    try window.resize(width: 900, height: 600)
    try sitting.useAllControls()
    #expect(try sitting.complaints().isEmpty)
  }

  @Test func `row 53: animates on while a compositor comes and goes`() throws {
    let sitting = try Program.startObserved()
    let intruder = try Intruder(on: sitting.display.name)
    let rest = try sitting.restingButton()
    try sitting.pickUp(rest)
    try sitting.hand.fling(from: rest.center, at: (dx: -1500, dy: 0))
    for _ in 1...3 {
      intruder.pretendToBeCompositor()
      Deadline(after: .milliseconds(20)).wait()
      intruder.stopPretending()
      Deadline(after: .milliseconds(20)).wait()
    }
    _ = try sitting.window.see("the button at the other side", within: .seconds(2)) {
      $0.floatingButton(Program.colors.red).flatMap { $0.x == 8 ? () : nil }
    }
    #expect(try sitting.traffic().errors.isEmpty)
  }

  @Test(.needs(.windowManager(.mutter)))
  func `row 18: animates on when its compositor dies in the middle`() throws {
    let sitting = try Program.start(
      on: VirtualDisplay.Options(windowManager: .mutter), by: .socket)
    let rest = try sitting.restingButton()
    try sitting.pickUp(rest)
    try sitting.hand.fling(from: rest.center, at: (dx: -1500, dy: 0))
    sitting.display.crashWindowManager()
    _ = try sitting.window.see("the button at the other side", within: .seconds(2)) {
      $0.floatingButton(Program.colors.red).flatMap { $0.x == 8 ? () : nil }
    }
    try sitting.hand.move(to: PixelPoint(x: 300, y: 300))
    try sitting.window.ping()
    #expect(try sitting.complaints().isEmpty)
  }
}

extension Sitting {
  fileprivate func expectFrame(_ what: String, where fits: (PixelRect) -> Bool) throws {
    try Deadline(after: .patience).poll(for: what) { () throws(ScreenDriverError) in
      fits(try window.frame()) ? () : nil
    }
  }

  fileprivate func expectState(_ name: String) throws {
    try Deadline(after: .patience).poll(for: name) {
      window.atoms("_NET_WM_STATE").contains(name) ? () : nil
    }
  }
}
