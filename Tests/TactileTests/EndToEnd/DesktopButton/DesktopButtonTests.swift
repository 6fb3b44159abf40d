import Glibc
import Scene
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program` {
  @Suite struct `Desktop button` {
    private static let trailing = PixelPoint(x: 1280 - 32, y: 400)
    private static let leading = PixelPoint(x: 32, y: 400)

    @Test(arguments: WindowManager.allCases.inScope)
    func `rows 11, 54 and 55: floats above other windows without the focus, and passes clicks beside it`(
      manager: WindowManager
    ) throws {
      guard TestRequirement.windowManager(manager).isEnabled else { return }
      let button = try DesktopButtonFixture(under: manager)
      try button.expect(at: Self.trailing)
      #expect(button.window.isUnmanaged)
      let list = button.connection.rootWindow.property("_NET_CLIENT_LIST") ?? []
      #expect(!list.contains(button.window.xid))
      _ = try button.control("--move", "bottom-right")
      try button.expect(at: PixelPoint(x: 1248, y: 768))
      // Below the button.
      let other = try OtherAppWindow(on: button.fixture.display.name)
      try button.input.move(to: PixelPoint(x: 1235, y: 755))
      if ![.i3, .none].contains(manager) { try button.expectFocus(of: other.window) }
      let hadFocus = other.window.isActive
      let center = try button.restingCenter()
      let window = button.window
      try Deadline(after: .defaultTimeout).poll(for: "the button above the new window") {
        window.receivesInput(at: center) ? () : nil
      }
      // Inside the window of the button, but outside of its outline.
      let corner = PixelPoint(x: center.x - 27, y: center.y - 27)
      #expect(!button.window.receivesInput(at: corner))
      #expect(try button.window.frame().contains(PixelRect(x: corner.x, y: corner.y, width: 1, height: 1)))
      try button.input.click(at: center)
      try button.expectPanel(isOpen: true)
      try button.input.click(at: PixelPoint(x: 400, y: 300))
      try button.expectPanel(isOpen: false)
      try button.drag(to: PixelPoint(x: 300, y: 420))
      try button.expect(at: PixelPoint(x: 32, y: 420))
      #expect(other.window.isActive == hadFocus, "the focus has not moved")
      #expect(try button.errors().isEmpty)
    }

    @Test(.needs(.program("picom")))
    func `rows 52 and 53: is transparent with a compositor, and has the same outline without one`() throws {
      let button = try DesktopButtonFixture()
      for _ in 1...2 {
        for isComposited in [false, true] {
          var picom = isComposited ? try button.fixture.start("picom", ["--config", "/dev/null"]) : nil
          let center = try button.restingCenter()
          let corner = PixelPoint(x: center.x - 25, y: center.y - 25)
          let (connection, name) = (button.connection, "composited: \(isComposited)")
          try Deadline(after: .defaultTimeout).poll(for: name) { () throws(ScreenDriverError) in
            let screen = try connection.rootWindow.screenshot()
            // A compositor has a background of its own.
            let background = screen.pixel(at: PixelPoint(x: 100, y: 100))
            let body = screen.pixel(at: PixelPoint(x: center.x, y: center.y - 20))
            let outside = screen.pixel(at: PixelPoint(x: center.x - 60, y: center.y - 60))
            // A compositor shows the shadow in the corner, which darkens the background a bit.
            let isBackground = screen.pixel(at: corner).isNear(background, by: 40)
            return body != background && outside == background && isBackground ? () : nil
          }
          picom?.process.send(SIGTERM)
          _ = try picom?.process.waitForExit(within: .defaultTimeout)
        }
      }
      #expect(try button.errors().isEmpty)
    }

    @Test(.needs(.program("tint2")), arguments: [.openbox, .i3].inScope)
    func `row 56: rests beside a panel, and returns when the panel exits`(manager: WindowManager) throws {
      guard TestRequirement.windowManager(manager).isEnabled else { return }
      let button = try DesktopButtonFixture(under: manager)
      try button.expectToRestBesidePanel()
    }

    @Test(.needs(.devices)) func `rows 26 and 54: is thrown and opens its panel by touch`() throws {
      let button = try DesktopButtonFixture(
        "[[action]]\nname = \"a\"\ncommand = [\"sh\", \"-c\", \"echo done > $HOME/started\"]\n", on: .xorg)
      let other = try OtherAppWindow(on: button.fixture.display.name)
      try button.expectFocus(of: other.window)
      try button.expect(at: Self.trailing)
      // Far enough that it snaps to the left even if a busy machine delays the touches and so makes the throw slow.
      try button.swipe(from: Self.trailing, by: -1000)
      try button.expect(at: Self.leading)
      try button.swipe(from: Self.leading, by: 0)
      try button.expectPanel(isOpen: true)
      // The only item is in the middle of the panel, which opens beside the button.
      // It accepts no press before it is open.
      _ = try button.window.settledScreenshot()
      try button.swipe(from: try button.window.frame().center, by: 0)
      try button.expectPanel(isOpen: false)
      try button.expectFile("started", "done\n")
      #expect(other.window.isActive && other.window.hasInputFocus, "the focus has not moved")
    }

    @Test(.needs(.outputs))
    func `rows 56 and 57: snaps to inner borders of monitors, and returns from a removed one`() throws {
      let button = try DesktopButtonFixture(monitors: ["640/170x800/200+0+0", "640/170x800/200+640+0"])
      try button.expect(at: PixelPoint(x: 640 - 32, y: 400), "trailing edge of the first monitor")
      try button.drag(to: PixelPoint(x: 740, y: 300))
      try button.expect(at: PixelPoint(x: 640 + 32, y: 300), "inner border of the second monitor")
      try button.fixture.display.xrandr("--delmonitor", "M1")
      try button.fixture.display.xrandr("--delmonitor", "M0")
      try button.fixture.display.xrandr("--setmonitor", "M0", "640/170x800/200+0+0", "screen")
      try Deadline(after: .defaultTimeout).poll(for: "the button on the remaining monitor") {
        [window = button.window] () throws(ScreenDriverError) in try window.frame().center.x < 640 ? () : nil
      }
      try button.fixture.display.xrandr("--setmonitor", "M1", "640/170x800/200+640+0", "none")
      try button.expect(at: PixelPoint(x: 640 + 32, y: 300), "back at its position of this arrangement")
    }

    @Test(arguments: WindowManager.standard.inScope)
    func `row 58: does not raise itself above a screen lock`(manager: WindowManager) throws {
      let button = try DesktopButtonFixture(under: manager)
      let center = try button.restingCenter()
      let other = try OtherAppWindow(on: button.fixture.display.name)
      let lock = try HostileClient(on: button.fixture.display.name)
      lock.cover()
      // A window for which the button would raise itself without a window manager.
      var later: OtherAppWindow? = try OtherAppWindow(on: button.fixture.display.name)
      #expect(later?.window.isViewable == true)
      _ = try button.control("--show")
      _ = try button.control("--panel")
      try button.waitForEvents()
      #expect(!button.window.receivesInput(at: center))
      later = nil
      // It returns while the lock covers the screen.
      _ = try button.control("--hide")
      try button.expectVisible(false, "the hidden button")
      _ = try button.control("--show")
      try button.expectVisible(true, "the button that returns")
      #expect(!button.window.receivesInput(at: center))
      #expect(other.window.isViewable)
      lock.uncover()
    }

    @Test(arguments: WindowManager.standard.inScope)
    func `row 58: releases its grabs for a screen lock that is shown`(manager: WindowManager) throws {
      let button = try DesktopButtonFixture(under: manager)
      let lock = try HostileClient(on: button.fixture.display.name)
      _ = try button.control("--panel")
      try button.expectPanel(isOpen: true)
      #expect(!lock.grabPointer())
      lock.cover()
      try Deadline(after: .defaultTimeout).poll(for: "the grabs of the screen lock") {
        lock.grabPointer() && lock.grabKeyboard() ? () : nil
      }
      lock.ungrab()
      lock.uncover()
      try button.expectPanel(isOpen: false)
    }

    @Test func `keeps its panel below a window that covers the screen and passes clicks`() throws {
      let button = try DesktopButtonFixture()
      let filter = try HostileClient(on: button.fixture.display.name)
      _ = try button.control("--panel")
      try button.expectPanel(isOpen: true)
      filter.cover(passingClicks: true)
      try button.waitForEvents()
      #expect(!filter.grabPointer() && button.window.isViewable)
      try button.expectPanel(isOpen: true)
    }

    @Test(.onlyInAll("rare event"))
    func `stays above a window that is raised after the window manager was killed`() throws {
      let button = try DesktopButtonFixture()
      let center = try button.restingCenter()
      let first = try OtherAppWindow(on: button.fixture.display.name)
      let second = try OtherAppWindow(on: button.fixture.display.name)
      button.fixture.display.crashWindowManager()
      let connection = button.connection
      try Deadline(after: .defaultTimeout).poll(for: "the end of the window manager") {
        connection.hasWindowManager ? nil : ()
      }
      try button.waitForEvents()
      for other in [first, second, first] {
        other.raise(to: PixelRect(x: center.x - 100, y: center.y - 100, width: 130, height: 200))
        let window = button.window
        try Deadline(after: .defaultTimeout).poll(for: "the button above a raised window") {
          window.receivesInput(at: center) ? () : nil
        }
      }
    }

    @Test(.onlyInAll("rare event")) func `hides when a screen lock reports that the screen is locked`() throws
    {
      let bus = try IsolatedSessionBus()
      let button = try DesktopButtonFixture(environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
      let lock = try FakeScreenLocker(on: bus)
      let window = button.window
      try Deadline(after: .defaultTimeout).poll(for: "the hidden button", every: .milliseconds(50)) {
        () throws(ScreenDriverError) in
        try lock.emitActiveChanged(true)
        return window.isViewable ? nil : ()
      }
      _ = try button.control("--panel")
      try button.waitForEvents()
      #expect(!button.window.isViewable)
      try lock.emitActiveChanged(false)
      try button.expectVisible(true, "the button after unlocking")
      try button.expectPanel(isOpen: false)
    }

    @Test func `hides while the active window is full screen, unless configured otherwise`() throws {
      let button = try DesktopButtonFixture()
      let other = try OtherAppWindow(on: button.fixture.display.name)
      other.window.setState(["_NET_WM_STATE_FULLSCREEN"], true)
      try button.expectVisible(false, "the button to hide")
      #expect(try button.control().termination == .exited(0))
      try button.expectVisible(true, "the button that a second start shows")
      let shown = try button.restingCenter()
      #expect(button.window.receivesInput(at: shown))
      for isVisible in [false, true] {
        _ = try button.control("--toggle")
        try button.expectVisible(isVisible, "the button that is toggled above a full-screen window")
      }
      try setFullScreen(other.window, false, beside: button)
      other.window.setState(["_NET_WM_STATE_FULLSCREEN"], true)
      try button.expectVisible(false, "the button at the next full-screen window")
      other.window.setState(["_NET_WM_STATE_FULLSCREEN"], false)
      try button.expectVisible(true, "the button to return")
      try button.write("[button]\nfull_screen = \"show\"\nsize = 80\n")
      try button.expectSize(80)
      try setFullScreen(other.window, true, beside: button)
      let center = try button.restingCenter()
      #expect(button.window.isViewable && button.window.receivesInput(at: center))
    }

    /// Waits until the button has received the new state of another window.
    private func setFullScreen(
      _ window: ScreenWindow, _ isFullScreen: Bool, beside button: borrowing DesktopButtonFixture
    ) throws {
      let state = "_NET_WM_STATE_FULLSCREEN"
      window.setState([state], isFullScreen)
      try Deadline(after: .defaultTimeout).poll(for: "the full-screen state") {
        window.atoms("_NET_WM_STATE").contains(state) == isFullScreen ? () : nil
      }
      try button.waitForEvents()
    }

    @Test func `opens by a hot key, is operated by keys, and leaves the focus where it was`() throws {
      let button = try DesktopButtonFixture(
        """
        [button]
        hot_key = "Ctrl+F12"

        [[action]]
        name = "Write"
        command = ["sh", "-c", "echo done > $HOME/written"]

        [[action]]
        menu = "More"
        name = "Again"
        command = ["sh", "-c", "echo again > $HOME/written"]

        [[action]]
        name = "Broken"
        command = ["/nonexistent/program"]
        """)
      let other = try OtherAppWindow(on: button.fixture.display.name)
      try button.expectFocus(of: other.window)
      try button.input.tap("F12", with: [.control])
      try button.expectPanel(isOpen: true)
      try button.input.tap("Return")
      try button.expectFile("written", "done\n")
      try button.expectPanel(isOpen: false)
      try button.expectFocus(of: other.window)
      try button.input.tap("F12", with: [.control])
      try button.expectPanel(isOpen: true)
      // Type-ahead, the menu, and the item after "Back".
      try button.input.type("mo")
      try button.input.tap("Return")
      try button.input.tap("Right", times: 2)
      try button.input.tap("Return")
      try button.expectFile("written", "again\n")
      try button.expectPanel(isOpen: false)
      for key in ["Escape", "F12"] {
        try button.input.tap("F12", with: [.control])
        try button.expectPanel(isOpen: true)
        try button.input.tap(key, with: key == "F12" ? [.control] : [])
        try button.expectPanel(isOpen: false)
      }
      // Other programs can use the keyboard while this one is stopped.
      kill(button.pid, SIGSTOP)
      try button.input.tap("F12", with: [.control])
      let client = try HostileClient(on: button.fixture.display.name)
      #expect(client.grabKeyboard())
      client.ungrab()
      kill(button.pid, SIGCONT)
      try button.expectPanel(isOpen: true)
      try button.input.tap("End")
      try button.input.tap("Return")
      try button.expectError("cannot start '/nonexistent/program': No such file or directory")
      try button.expectPanel(isOpen: true)
    }

    @Test func `ends when another program takes its name, since no command reaches it`() throws {
      var button = try DesktopButtonFixture()
      try HostileClient(on: button.fixture.display.name).own("_TACTILE_BUTTON_S0")
      #expect(try button.waitForExit() == .exited(0))
      try button.expectError("another program has taken the name of the button")
    }

    @Test func `opens by a hot key with a letter that no layout has`() throws {
      let button = try DesktopButtonFixture("[button]\nhot_key = \"Ctrl+b\"\n")
      try button.fixture.display.setKeyboardLayout("ru")
      try button.waitForEvents()
      // The letter on the same key.
      try button.input.tap("Cyrillic_i", with: [.control])
      try button.expectPanel(isOpen: true)
      #expect(try button.errors().isEmpty)
    }

    @Test(.onlyInAll("rare event"))
    func `reports once that another program has the hot key, and takes it when it is free`() throws {
      let button = try DesktopButtonFixture("[button]\nhot_key = \"Ctrl+F12\"\n")
      var other: HostileClient? = try HostileClient(on: button.fixture.display.name)
      other?.grabKey("F11")
      try button.write("[button]\nhot_key = \"F11\"\n")
      try button.expectError("cannot use the hot key 'F11'")
      // A change of another file, after which it tries again.
      try ScreenDriver.write("", toFile: "\(button.configurationPath)~")
      other = nil
      try Deadline(after: .defaultTimeout).poll(for: "the hot key", every: .milliseconds(200)) {
        [input = button.input, window = button.window, path = button.configurationPath]
        () throws(ScreenDriverError) in
        guard try window.frame().width <= 200 else { return () }
        try ScreenDriver.write("", toFile: "\(path)~")
        try input.tap("F11")
        for _ in 1...2 { try window.ping() }
        return nil
      }
      try button.expectError("cannot use the hot key 'F11'")
    }

    @Test func `operates its context menu by keys, and leaves the focus where it was`() throws {
      var button = try DesktopButtonFixture()
      let other = try OtherAppWindow(on: button.fixture.display.name)
      try button.expectFocus(of: other.window)
      try button.input.click(at: Self.trailing, .secondary)
      try button.expectPanel(isOpen: true)
      try button.input.tap("Escape")
      try button.expectPanel(isOpen: false)
      try button.expectFocus(of: other.window)
      try button.input.click(at: Self.trailing, .secondary)
      try button.expectPanel(isOpen: true)
      #expect(other.window.isActive)
      try button.input.tap("End")
      try button.input.tap("Return")
      #expect(try button.waitForExit() == .exited(0))
    }

    @Test(.onlyInAll("rare event"))
    func `starts a screenshot tool again, and returns when all of them have ended`() throws {
      let tools = try TemporaryDirectory()
      let script = """
        #!/bin/sh
        echo start >> $HOME/starts
        number=$(wc -l < $HOME/starts)
        echo $$ > $HOME/tool$number
        while [ -d $HOME ] && [ ! -e $HOME/end$number ]; do sleep 0.05; done
        """
      try ScreenDriver.write(script, toFile: "\(tools.path)/gnome-screenshot")
      chmod("\(tools.path)/gnome-screenshot", 0o700)
      let button = try DesktopButtonFixture(
        "[[action]]\nbuilt_in = \"screenshot\"\n", environment: ["PATH": "\(tools.path):/usr/bin:/bin"])
      for starts in ["start\n", "start\nstart\n"] {
        _ = try button.control("--panel")
        try button.expectVisible(true, "the button that the panel shows")
        try button.expectPanel(isOpen: true)
        try button.input.tap("Return")
        try button.expectFile("starts", starts)
        #expect(!button.window.isViewable)
      }
      let path = button.fixture.path
      try ScreenDriver.write("", toFile: "\(path)/end2")
      // The tool no longer exists when the program has handled its end.
      let tool = try Deadline(after: .defaultTimeout).poll(for: "the second tool") {
        (try? contents(ofFile: "\(path)/tool2")).flatMap { Int32($0.dropLast()) }
      }
      try Deadline(after: .defaultTimeout).poll(for: "its end") { kill(tool, 0) == 0 ? nil : () }
      // A compositor may need the time that the program waits after it.
      Deadline(after: .milliseconds(200)).wait()
      try button.waitForEvents()
      #expect(!button.window.isViewable)
      try ScreenDriver.write("", toFile: "\(button.fixture.path)/end1")
      try button.expectVisible(true, "the button after both screenshots")
    }

    @Test(.onlyInAll("rare event")) func `runs once after two simultaneous starts`() throws {
      let fixture = try DialogFixture(under: .none)
      let script = """
        ("$0" button; echo $?) & ("$0" button; echo $?) &
        read -r _
        "$0" button --quit
        echo $?
        wait
        """
      for _ in 1...3 {
        var starts = try fixture.start("bash", ["-c", script, Program.path])
        #expect(try starts.line() == "0", "the exit status of one start")
        let connection = fixture.display.connection
        try Deadline(after: .defaultTimeout).poll(for: "the button") {
          connection.window { $0.classNames.last == "Tactile" } == nil ? nil : ()
        }
        starts.send("\n")
        let result = try starts.result()
        #expect(result.output == "0\n0\n" && result.errors.isEmpty, "\(result)")
      }
    }

    @Test(.onlyInAll("rare event"), arguments: [["--hide"], []])
    func `exits cleanly after the connection is lost at any reply of the start`(options: [String]) throws {
      let fixture = try DialogFixture(under: .none)
      // The command had 21 replies when this test was written, and a start about as many as one of the window.
      for limit in stride(from: 0, to: options.isEmpty ? 60 : 20, by: TestScope.isComplete ? 1 : 19) {
        let proxy = try ProtocolProxy(
          to: fixture.display.name, ProtocolProxy.Options(replyLimit: limit))
        let result = try fixture.run(Program.path, ["button"] + options, with: ["DISPLAY": proxy.name])
        #expect(result.termination == .exited(4), "after \(limit) replies: \(result)")
        #expect(result.errors == "tactile: the connection to the X server was lost\n")
      }
    }

    @Test func `follows its configuration file, and keeps the configuration after an error`() throws {
      let button = try DesktopButtonFixture("[button]\nsize = 80\n")
      try button.expectSize(80)
      try button.write("[button]\nsize = 100\nsnap = \"everywhere\"\n")
      let error = "button.toml:3:8: 'snap' must be one of edges, trailing, corners, none"
      try button.expectError(error)
      // Another save with the same error, and a save of another file.
      try button.write("[button]\nsize = 101\nsnap = \"everywhere\"\n")
      try button.expectError(error, count: 2)
      try ScreenDriver.write("", toFile: "\(button.configurationPath)~")
      try button.write("[button]\nsize = 120\n", mode: 0o666)
      try button.expectError("can be changed by other users")
      try button.expectError(error, count: 2)
      try button.expectSize(80)
      try button.write("[button]\nsize = 90\n")
      try button.expectSize(90)
      // Some editors remove the file first, and some users link to a file elsewhere.
      unlink(button.configurationPath)
      // An editor needs some time.
      Deadline(after: .milliseconds(30)).wait()
      let target = "\(button.fixture.path)/linked.toml"
      try ScreenDriver.write("[button]\nsize = 110\n", toFile: target)
      chmod(target, 0o600)
      symlink(target, button.configurationPath)
      try button.expectSize(110)
      try ScreenDriver.write("[button]\nsize = 70\n", toFile: target)
      try button.expectSize(70)
    }

    @Test func `runs once, and is controlled by further starts`() throws {
      var button = try DesktopButtonFixture()
      #expect(try button.control().termination == .exited(0))
      #expect(try button.control("--hide").termination == .exited(0))
      try button.expectVisible(false, "the hidden button")
      _ = try button.control("--toggle")
      try button.expectVisible(true, "the shown button")
      for (edge, center) in [
        ("left", Self.leading), ("top-right", PixelPoint(x: 1248, y: 32)), ("right", Self.trailing),
      ] {
        _ = try button.control("--move", edge)
        try button.expect(at: center, "\(edge)")
      }
      #expect(try button.control("--quit").termination == .exited(0))
      #expect(try button.waitForExit() == .exited(0))
      let result = try button.control("--hide")
      #expect(result.termination == .exited(1) && result.errors.contains("no button is running"))
    }

    @Test func `writes its configuration once, and runs with it`() throws {
      let button = try DesktopButtonFixture()
      let result = try button.control("--write-config")
      #expect(result.termination == .exited(0) && result.output == button.configurationPath + "\n")
      #expect(try button.control("--write-config").errors.contains("already exists"))
      let home = "\(button.fixture.path)/german"
      _ = try button.fixture.run(
        Program.path, ["button", "--write-config"], with: ["XDG_CONFIG_HOME": home, "LC_ALL": "de_DE.UTF-8"])
      let german = try contents(ofFile: "\(home)/tactile/button.toml")
      #expect(german.contains("menu = \"Fenster\"") && !german.contains("\"Window\""))
      // The program notices the new file at an unknown time.
      Deadline(after: .milliseconds(200)).wait()
      #expect(try button.errors().isEmpty)
    }

    @Test func `returns to its position at the next start`() throws {
      var button = try DesktopButtonFixture()
      try button.drag(to: PixelPoint(x: 100, y: 200))
      try button.expect(at: PixelPoint(x: 32, y: 200))
      try button.restart()
      try button.expect(at: PixelPoint(x: 32, y: 200))
    }

    @Test(.onlyInAll("waits for seconds")) func `is at rest without a wakeup`() throws {
      let button = try DesktopButtonFixture()
      try button.input.move(to: PixelPoint(x: 640, y: 700))
      let before = try ProcessStatistics.atRest(of: [button.pid])
      // Nothing must happen, so that there is no event to wait for.
      Deadline(after: .seconds(2)).wait()
      #expect(try [ProcessStatistics(of: button.pid)] == before)
    }
  }
}

extension UInt32 {
  /// Returns whether each component of a color differs by at most a value.
  func isNear(_ other: UInt32, by tolerance: Int) -> Bool {
    [0, 8, 16].allSatisfy { abs(Int(self >> $0 & 0xFF) - Int(other >> $0 & 0xFF)) <= tolerance }
  }
}
