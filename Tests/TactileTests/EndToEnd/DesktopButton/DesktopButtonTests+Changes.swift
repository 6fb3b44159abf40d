import Glibc
import Scene
import ScreenDriver
import Testing

/// Changes of the desktop: panels that no window manager lists, and compositors.
extension `Tactile program`.`Desktop button` {
  @Test(.needs(.program("tint2")), .needs(.windowManager(.i3)))
  func `rests beside a panel although a former window manager has left its work area`() throws {
    let button = try DesktopButtonFixture(under: .i3)
    button.connection.rootWindow.setProperty("_NET_WORKAREA", to: [0, 0, 1280, 800])
    _ = try button.control("--move", "bottom")
    try button.expect(at: PixelPoint(x: 640, y: 768))
    var panel = try button.fixture.start("tint2")
    let window = button.window
    try Deadline(after: .defaultTimeout).poll(for: "the button above the panel") {
      () throws(ScreenDriverError) in try window.frame().center.y < 760 ? () : nil
    }
    panel.process.send(SIGTERM)
    _ = try panel.process.waitForExit(within: .defaultTimeout)
    try button.expect(at: PixelPoint(x: 640, y: 768))
  }

  @Test func `rests beside panels without a window manager only while they are shown`() throws {
    let button = try DesktopButtonFixture(under: .none)
    let panels = try [1, 2].map { _ in try OtherAppWindow(on: button.fixture.display.name) }
    for (panel, depth) in zip(panels, [100, 60]) as Zip2Sequence<[OtherAppWindow], [UInt]> {
      panel.window.hide()
      panel.window.setProperty("_NET_WM_STRUT", to: [0, 0, 0, depth])
    }
    _ = try button.control("--move", "bottom")
    try button.expect(at: PixelPoint(x: 640, y: 768))
    panels[0].window.show()
    try button.expect(at: PixelPoint(x: 640, y: 668), "the first panel")
    panels[1].window.show()
    panels[0].window.hide()
    try button.expect(at: PixelPoint(x: 640, y: 708), "the second panel")
    // The end of another window, and then of the panel.
    let other = try HostileClient(on: button.fixture.display.name)
    other.openWindow()
    other.uncover()
    try button.expect(at: PixelPoint(x: 640, y: 708), "another window was closed")
    panels[1].window.hide()
    try button.expect(at: PixelPoint(x: 640, y: 768), "no panel")
  }

  @Test(.needs(.program("picom"))) func `releases a drag and its panel when a compositor starts`() throws {
    let button = try DesktopButtonFixture()
    let start = try button.restingCenter()
    try button.input.move(to: start)
    button.input.press()
    try button.input.move(along: [start, PixelPoint(x: 600, y: 300)], lasting: .milliseconds(200))
    var first = try button.fixture.start("picom", ["--config", "/dev/null"])
    try button.expect(at: start, "the drag was cancelled")
    button.input.release()
    try button.drag(to: PixelPoint(x: 300, y: 420))
    try button.expect(at: PixelPoint(x: 32, y: 420))
    first.process.send(SIGTERM)
    _ = try first.process.waitForExit(within: .defaultTimeout)
    _ = try button.control("--panel")
    try button.expectPanel(isOpen: true)
    var second = try button.fixture.start("picom", ["--config", "/dev/null"])
    try button.expectPanel(isOpen: false)
    let other = try HostileClient(on: button.fixture.display.name)
    #expect(other.grabKeyboard() && other.grabPointer())
    other.ungrab()
    _ = try button.control("--panel")
    try button.expectPanel(isOpen: true)
    second.process.send(SIGTERM)
    _ = try second.process.waitForExit(within: .defaultTimeout)
    #expect(try button.errors().isEmpty)
  }
}
