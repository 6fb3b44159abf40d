import Glibc
import Scene
import ScreenDriver
import TestSupport
import Testing

/// Changes of the desktop: panels that no window manager lists, and compositors.
extension `Tactile program`.`Desktop button` {
  @Test(.needs(.program("tint2")), .needs(.windowManager(.i3)))
  func `rests beside a panel although a former window manager has left its work area`() throws {
    let button = try DesktopButtonFixture(under: .i3)
    button.connection.rootWindow.setProperty("_NET_WORKAREA", to: [0, 0, 1280, 800])
    try button.expectToRestBesidePanel()
  }

  @Test(.onlyInAll("rare desktop"))
  func `rests beside panels without a window manager only while they are shown`() throws {
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
    try button.input.move(along: [start, PixelPoint(x: 600, y: 300)], lasting: .milliseconds(60))
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

  @Test(.onlyInAll("rare desktop"), arguments: WindowManager.standard.inScope)
  func `is started below a screen lock, also if no other window is open`(manager: WindowManager) throws {
    var button = try DesktopButtonFixture(under: manager)
    let center = try button.restingCenter()
    let lock = try HostileClient(on: button.fixture.display.name)
    lock.cover()
    try button.restart()
    try button.expect(at: center)
    #expect(button.window.isViewable && !button.window.receivesInput(at: center))
    lock.uncover()
    #expect(button.window.receivesInput(at: center))
  }

  @Test(.needs(.outputs)) func `follows a full-screen window to another monitor`() throws {
    let button = try DesktopButtonFixture(
      under: .none, monitors: ["640/170x800/200+0+0", "640/170x800/200+640+0"])
    let other = try OtherAppWindow(on: button.fixture.display.name)
    let root = button.connection.rootWindow
    other.raise(to: PixelRect(x: 640, y: 0, width: 640, height: 800))
    other.window.setProperty("_NET_WM_STATE", toAtoms: ["_NET_WM_STATE_FULLSCREEN"])
    root.setProperty("_NET_ACTIVE_WINDOW", to: [other.window.xid], type: "WINDOW")
    try button.waitForEvents()
    #expect(button.window.isViewable, "a full-screen window on the other monitor")
    other.raise(to: PixelRect(x: 0, y: 0, width: 640, height: 800))
    try button.expectVisible(false, "the button below the full-screen window")
    other.raise(to: PixelRect(x: 640, y: 0, width: 640, height: 800))
    try button.expectVisible(true, "the button after the full-screen window has left its monitor")
  }

  @Test(.onlyInAll("rare desktop")) func `tries each screen lock until one succeeds`() throws {
    let tools = try TemporaryDirectory()
    for (name, end) in [("xdg-screensaver", "exit 1"), ("i3lock", "exit 0"), ("loginctl", "exit 0")] {
      try ScreenDriver.write(
        "#!/bin/sh\necho \(name) >> $HOME/locks\n\(end)\n", toFile: "\(tools.path)/\(name)")
      chmod("\(tools.path)/\(name)", 0o700)
    }
    let button = try DesktopButtonFixture(
      "[[action]]\nbuilt_in = \"lock\"\n", environment: ["PATH": "\(tools.path):/usr/bin:/bin"])
    _ = try button.control("--panel")
    try button.expectPanel(isOpen: true)
    try button.input.tap("Return")
    try button.expectFile("locks", "xdg-screensaver\ni3lock\n")
    // The next command would write later, and nothing shows that it does not.
    Deadline(after: .milliseconds(300)).wait()
    try button.expectFile("locks", "xdg-screensaver\ni3lock\n")
    #expect(try button.errors().isEmpty)
  }

  @Test(.onlyInAll("rare desktop")) func `stays hidden for a screenshot when another command fails`() throws {
    let tools = try TemporaryDirectory()
    let script = "#!/bin/sh\nwhile [ -d $HOME ] && [ ! -e $HOME/end ]; do sleep 0.05; done\n"
    try ScreenDriver.write(script, toFile: "\(tools.path)/gnome-screenshot")
    chmod("\(tools.path)/gnome-screenshot", 0o700)
    let button = try DesktopButtonFixture(
      """
      [[action]]
      name = "Fail"
      command = ["sh", "-c", "while [ ! -e $HOME/fail ]; do sleep 0.05; done; exit 7"]

      [[action]]
      built_in = "screenshot"
      """, environment: ["PATH": "\(tools.path):/usr/bin:/bin"])
    _ = try button.control("--panel")
    try button.expectPanel(isOpen: true)
    try button.input.tap("Return")
    try button.expectPanel(isOpen: false)
    _ = try button.control("--panel")
    try button.expectPanel(isOpen: true)
    try button.input.tap("Right")
    try button.input.tap("Return")
    try button.expectVisible(false, "the button that is hidden for the screenshot")
    try ScreenDriver.write("", toFile: "\(button.fixture.path)/fail")
    try button.expectError("failed with status 7")
    try button.waitForEvents()
    #expect(!button.window.isViewable)
    try ScreenDriver.write("", toFile: "\(button.fixture.path)/end")
    try button.expectVisible(true, "the button after the screenshot")
  }

  @Test(.onlyInAll("rare desktop"), arguments: WindowManager.allCases.inScope)
  func `receives clicks when it returns while no window is open, or only a minimized one`(
    manager: WindowManager
  ) throws {
    guard TestRequirement.windowManager(manager).isEnabled else { return }
    let button = try DesktopButtonFixture(under: manager)
    let center = try button.restingCenter()
    func hideAndShow() throws {
      _ = try button.control("--hide")
      try button.expectVisible(false, "the hidden button")
      _ = try button.control("--show")
      try button.expectVisible(true, "the button that returns")
      try button.waitForEvents()
      let window = button.window
      // Also after the window manager has handled it.
      try Deadline(after: .defaultTimeout).poll(for: "the button above other windows") {
        window.receivesInput(at: center) ? () : nil
      }
    }
    try hideAndShow()
    let other = try OtherAppWindow(on: button.fixture.display.name)
    other.window.hide()
    let otherWindow = other.window
    // i3 minimizes no window.
    try Deadline(after: .defaultTimeout).poll(for: "the minimized window") {
      // A compositing window manager keeps it mapped: it has the state `IconicState`.
      manager == .i3 || !otherWindow.isViewable || otherWindow.property("WM_STATE")?.first == 3 ? () : nil
    }
    try button.waitForEvents()
    try hideAndShow()
  }
}
