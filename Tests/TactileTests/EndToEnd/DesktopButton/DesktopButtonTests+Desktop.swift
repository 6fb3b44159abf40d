import DBus
import Glibc
import Scene
import ScreenDriver
import TestSupport
import Testing

/// The interaction of the desktop button with other programs of the desktop.
extension `Tactile program`.`Desktop button` {
  @Test(.needs(.windowManager(.xfwm4)), .needs(.program("dbus-run-session")))
  func `row 53: is above a new window also if its window manager, a compositor, starts later`() throws {
    let button = try DesktopButtonFixture(under: .none)
    _ = try button.control("--move", "bottom-right")
    try button.expect(at: PixelPoint(x: 1248, y: 768))
    let script = "xfwm4 --compositor=on & read -r end; kill $!"
    var manager = try button.fixture.start("dbus-run-session", ["--", "sh", "-c", script])
    let connection = button.connection
    try Deadline(after: .defaultTimeout).poll(for: "the window manager") {
      connection.hasWindowManager ? () : nil
    }
    let other = try OtherAppWindow(on: button.fixture.display.name)
    let center = try button.restingCenter()
    try Deadline(after: .defaultTimeout).poll(for: "the button above the new window") {
      () throws(ScreenDriverError) in
      let frame = try other.window.frame()
      let screen = try connection.rootWindow.screenshot()
      let window = screen.pixel(at: PixelPoint(x: frame.x + 2, y: frame.y + 2))
      let body = screen.pixel(at: PixelPoint(x: center.x, y: center.y - 20))
      // The shadow of the button darkens the window a bit. A dimmed button is between both colors.
      return window.isNear(0x80_8080, by: 40) && body.isNear(0x40_4244, by: 40) ? () : nil
    }
    manager.closeInput()
    _ = try manager.process.waitForExit(within: .defaultTimeout)
    #expect(try button.errors().isEmpty)
  }

  @Test func `has its own bounds for assistive programs`() throws {
    let bus = try FakeAccessibilityBus()
    let button = try DesktopButtonFixture(environment: bus.environment)
    let center = try button.restingCenter()
    var paths: [String] = []
    try bus.wait(for: "the objects of the button") {
      paths = try bus.program == nil ? [] : bus.tree().all.dropFirst().map(\.path)
      return paths.count > 1
    }
    for path in paths {
      let extents = try bus.call("GetExtents", of: "Component", at: path, [.uint32(0)]).first?.elements ?? []
      let numbers = extents.compactMap { if case .int32(let number) = $0 { Int(number) } else { nil } }
      try #require(numbers.count == 4)
      let rect = PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      #expect(rect.contains(PixelRect(x: center.x, y: center.y, width: 1, height: 1)))
      #expect(rect.width < 3 * DesktopButtonFixture.size && rect.height < 3 * DesktopButtonFixture.size)
    }
  }

  @Test(.needs(.program("picom"))) func `row 58: stays below a screen lock when a compositor starts`() throws
  {
    let button = try DesktopButtonFixture(under: .none)
    let center = try button.restingCenter()
    let lock = try HostileClient(on: button.fixture.display.name)
    lock.cover()
    #expect(!button.window.receivesInput(at: center))
    var compositor = try button.fixture.start("picom", ["--config", "/dev/null"])
    // An ARGB window replaces the one with a shape, or the button is reparented. The compositor reports neither its
    // start nor its first frame.
    Deadline(after: .milliseconds(1500)).wait()
    #expect(button.window.isViewable && !button.window.receivesInput(at: center))
    compositor.process.send(SIGTERM)
    _ = try compositor.process.waitForExit(within: .defaultTimeout)
    lock.uncover()
    try button.expect(at: center)
    #expect(button.window.receivesInput(at: center))
  }

  @Test(.onlyInAll("rare desktop")) func `returns when the program that has locked the screen ends`() throws {
    let bus = try IsolatedSessionBus()
    let button = try DesktopButtonFixture(environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    var lock: FakeScreenLocker? = try FakeScreenLocker(on: bus)
    try lock?.own(as: "gnome")
    let window = button.window
    try Deadline(after: .defaultTimeout).poll(for: "the hidden button", every: .milliseconds(50)) {
      () throws(ScreenDriverError) in
      try lock?.emitActiveChanged(true, as: "gnome")
      return window.isViewable ? nil : ()
    }
    // The end of another program with such a name changes nothing.
    var other: FakeScreenLocker? = try FakeScreenLocker(on: bus)
    try other?.own(as: "mate")
    try other?.emitActiveChanged(true, as: "mate")
    other = nil
    // The program receives the signal at an unknown time.
    Deadline(after: .milliseconds(200)).wait()
    #expect(!button.window.isViewable)
    lock = nil
    try button.expectVisible(true, "the button after the end of the screen lock")
    let successor = try FakeScreenLocker(on: bus)
    try successor.own(as: "gnome")
    try successor.reply(true)
    try button.expectVisible(false, "the button while another program has locked the screen")
  }

  @Test(.needs(.outputs)) func `reports a hot key that is taken on another keyboard`() throws {
    let button = try DesktopButtonFixture("[button]\nhot_key = \"F11\"\n")
    let other = try HostileClient(on: button.fixture.display.name)
    other.grabKey("F10")
    #expect(try button.errors().isEmpty)
    _ = try button.fixture.run("xmodmap", ["-e", "keysym F10 = F11"])
    try button.expectError("cannot use the hot key 'F11'")
    // It returns with the former keyboard.
    _ = try button.fixture.run("xmodmap", ["-e", "keycode 76 = F10"])
    try Deadline(after: .defaultTimeout).poll(for: "the hot key", every: .milliseconds(200)) {
      [window = button.window, input = button.input] () throws(ScreenDriverError) in
      try input.tap("F11")
      return try window.frame().width > 200 ? () : nil
    }
    _ = try button.fixture.run("xmodmap", ["-e", "keysym F10 = F11"])
    try button.expectError("cannot use the hot key 'F11'", count: 2)
  }

  @Test(.needs(.program("strace"))) func `is controlled by starts that load no fonts`() throws {
    let button = try DesktopButtonFixture()
    for options in [["--hide"], ["--show"], [], ["--write-config"]] {
      let result = try button.fixture.run(
        "strace", ["-f", "-e", "trace=clone,clone3", Program.path, "button"] + options)
      #expect(result.termination == .exited(0))
      #expect(!result.errors.contains("clone"), "a thread, which loads fonts")
    }
  }

  @Test(.onlyInAll("rare desktop")) func `takes the names of icons literally`() throws {
    let button = try DesktopButtonFixture("[[action]]\nname = \"a\"\nicon = \"plain\"\ncommand = [\"a\"]\n")
    try button.expectError("cannot show the icon 'plain'")
    var directory = button.fixture.path
    for name in [".local", "share", "icons", "hicolor", "48x48", "apps"] {
      directory += "/\(name)"
      mkdir(directory, 0o700)
    }
    // Any file: an image that cannot be read is another error.
    try ScreenDriver.write("", toFile: "\(directory)/plain.png")
    for name in ["*", "pl?in", "[p]lain"] {
      try button.write("[[action]]\nname = \"a\"\nicon = \"\(name)\"\ncommand = [\"a\"]\n")
      try button.expectError("cannot show the icon '\(name)': no icon has this name")
    }
  }

  @Test(.onlyInAll("takes seconds"))
  func `changes the active window and the desktop, or reports that it cannot`() throws {
    let actions = [
      "maximize", "full-screen", "minimize", "next-desktop", "previous-desktop", "show-desktop", "close",
    ]
    let button = try DesktopButtonFixture(actions.map { "[[action]]\nbuilt_in = \"\($0)\"\n" }.joined())
    let root = button.connection.rootWindow
    root.setDesktopCount(3)
    var client = try button.fixture.startProgram([])
    var window = try mainWindow(of: client, on: button)
    func choose(_ letters: String) throws {
      _ = try button.control("--panel")
      try button.expectPanel(isOpen: true)
      try button.input.type(letters)
      try button.input.tap("Return")
    }
    func expect(_ what: String, _ condition: @escaping () -> Bool) throws {
      try Deadline(after: .defaultTimeout).poll(for: what) { condition() ? () : nil }
      try button.expectPanel(isOpen: false)
    }
    func states() -> [String] { window.atoms("_NET_WM_STATE") }
    let maximized = ["_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ"]
    for isMaximized in [true, false] {
      try choose("ma")
      try expect("maximized: \(isMaximized)") {
        maximized.allSatisfy { states().contains($0) == isMaximized }
      }
    }
    for desktop: UInt in [1, 2, 0] {
      try choose("n")
      try expect("the next desktop") { root.property("_NET_CURRENT_DESKTOP") == [desktop] }
    }
    for desktop: UInt in [2, 1, 0] {
      try choose("p")
      try expect("the previous desktop") { root.property("_NET_CURRENT_DESKTOP") == [desktop] }
    }
    for isShown: UInt in [1, 0] {
      try choose("d")
      try expect("the desktop: \(isShown)") { root.property("_NET_SHOWING_DESKTOP") == [isShown] }
    }
    window.activate()
    try button.expectFocus(of: window)
    try choose("mi")
    try expect("the minimized window") { !window.isViewable }
    window.activate()
    try button.expectFocus(of: window)
    try choose("c")
    try expect("the end of the window") { button.connection.window { $0.xid == window.xid } == nil }
    #expect(try client.process.waitForExit(within: .defaultTimeout) == .exited(0))
    // There is no window.
    try choose("c")
    try expectFailure(on: button)
    client = try button.fixture.startProgram([])
    window = try mainWindow(of: client, on: button)
    button.fixture.display.crashWindowManager()
    try Deadline(after: .defaultTimeout).poll(for: "the end of the window manager") {
      button.connection.hasWindowManager ? nil : ()
    }
    try choose("c")
    try expectFailure(on: button)
    #expect(window.isViewable)
  }

  /// Waits until the main window of a program has the focus.
  private func mainWindow(of client: borrowing DialogClient, on button: borrowing DesktopButtonFixture) throws
    -> ScreenWindow
  {
    let (connection, pid) = (button.connection, client.process.pid)
    let window = try Deadline(after: .defaultTimeout).poll(for: "the main window") {
      connection.window { $0.pid == pid }
    }
    try button.expectFocus(of: window)
    return window
  }

  /// Expects that the panel stays open or opens again: it shows a failure.
  private func expectFailure(on button: borrowing DesktopButtonFixture) throws {
    _ = try button.restingCenter()
    try button.expectPanel(isOpen: true)
    try button.input.click(at: PixelPoint(x: 400, y: 300))
    try button.expectPanel(isOpen: false)
  }

  @Test(.onlyInAll("rare desktop")) func `announces the start of a program and its end`() throws {
    let button = try DesktopButtonFixture(
      "[[action]]\nname = \"a\"\ncommand = [\"sh\", \"-c\", \"echo $DESKTOP_STARTUP_ID > $HOME/started\"]\n")
    let listener = try StartupNotificationListener(at: button.fixture.display.name)
    _ = try button.control("--panel")
    try button.expectPanel(isOpen: true)
    try button.input.tap("Return")
    let start = try listener.nextMessage()
    let id = start.drop { $0 != "=" }.dropFirst().prefix { $0 != " " }.filter { $0 != "\"" }
    #expect(start.hasPrefix("new: ID=") && id.hasPrefix("tactile-\(button.pid)-"))
    try button.expectFile("started", "\(id)\n")
    let end = try listener.nextMessage()
    #expect(end.hasPrefix("remove: ID=") && end.contains(id))
  }
}
