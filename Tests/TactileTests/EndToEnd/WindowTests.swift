import Glibc
import Scene
import ScreenDriver
import Secrets
import TestSupport
import Testing

@testable import Meter

extension `Tactile program` {
  @Suite struct `Main window` {
    @Test(arguments: WindowManager.standard.inScope)
    func `W1 has the specified title, class, size and minimum size`(manager: WindowManager) throws {
      let session = try Program.start(under: manager)
      let frame = try session.window.frame()
      #expect(frame.width == 960 && frame.height == 640)
      #expect(session.window.title == "Tactile")
      #expect(session.window.classNames == ["tactile", "Tactile"])
      #expect(try #require(session.window.minimumSize) == (480, 420))
      #expect(session.window.protocols.contains("WM_DELETE_WINDOW"))
      // The icon follows the first frame.
      let window = session.window
      _ = try Deadline(after: .defaultTimeout).poll(for: "the icon") { window.property("_NET_WM_ICON") }
      try session.window.ping()
    }

    @Test func `W1 shows the focused control at the minimum size`() throws {
      let session = try Program.start()
      try session.window.resize(width: 480, height: 420)
      try session.focusTokenField()
      #expect(try session.caret(after: "End") != nil)
    }

    @Test(arguments: [AccentColors.light, .dark])
    func `W3 uses the exact colors of its theme`(colors: AccentColors) throws {
      let theme = colors == .dark ? "dark" : "light"
      let session = try AppSession(
        AppSession.Configuration(program: Program.path, arguments: ["--theme", theme]))
      let button = try session.window.waitFor("the button") { $0.floatingButton(colors.red) }
      let exact = ColorMatch(colors.red, tolerance: 0)
      let picture = try session.window.screenshot()
      #expect(picture.bounds(of: exact, minimumRun: 24) == button)
    }

    @Test(.onlyInAll("rare setting")) func `doubles its size at twice the scale`() throws {
      let small = try Program.start()
      let button = try small.restingButton()
      let large = try AppSession(
        AppSession.Configuration(
          program: Program.path, arguments: ["--scale", "2"], screen: (width: 2200, height: 1500)))
      _ = try large.window.waitFor("the button") { $0.floatingButton(Program.colors.red) }
      let doubled = try large.restingButton()
      #expect(try large.window.frame().width == 1920)
      #expect(abs(doubled.width - 2 * button.width) <= 2)
      #expect(doubled.maxX == 1920 - 16)
    }

    @Test(arguments: WindowManager.standard.inScope)
    func `moves the focus in order by Tab, and back by Shift+Tab`(manager: WindowManager) throws {
      let session = try Program.start(under: manager)
      let input = session.input
      try input.type("Passw0rd!")
      try session.expectGreenIcons(5)
      // Its arrival between two screenshots would be a difference.
      _ = try session.screenshotWithStrength()
      try input.tap("Tab")
      try session.expectToggle("the first reveal button")
      try input.tap("Tab")
      try input.type("Passw0rd!")
      try session.expectGreenIcons(6)
      try input.tap("Tab")
      try session.expectToggle("the second reveal button")
      // Past Submit and the password generator.
      try input.tap("Tab", times: 3)
      try input.tap("End")
      #expect(try session.caret(after: "Home") != nil, "the token field does not have the focus")
      try input.tap("Tab")
      try input.tap("space")
      _ = try session.window.waitFor("the green button") { $0.floatingButton(Program.colors.green) }
      try input.tap("Return")
      _ = try session.window.waitFor("the red button") { $0.floatingButton(Program.colors.red) }
      try input.tap("Tab", with: [.shift], times: 3)
      try input.tap("space")
      let directory = "\(session.dataPath)/tactile"
      try Deadline(after: .defaultTimeout).poll(for: "the hash, because Submit has the focus") {
        (try? names(inDirectory: directory)).map { _ in () }
      }
    }
  }
}

extension `Tactile program` {
  @Suite struct `Program exit` {
    @Test(arguments: WindowManager.standard.inScope)
    func `W4 exits on a close request`(manager: WindowManager) throws {
      var session = try Program.start(under: manager)
      session.window.requestClose()
      #expect(try session.program.waitForExit(within: .defaultTimeout) == .exited(0))
      // The program would print the first error of the X server.
      #expect(try session.standardError().isEmpty)
    }

    @Test(arguments: ["q", "w"]) func `W4 exits on Ctrl+Q and Ctrl+W`(key: String) throws {
      var session = try Program.start()
      try session.input.tap(key, with: [.control])
      #expect(try session.program.waitForExit(within: .defaultTimeout) == .exited(0))
    }

    @Test(arguments: cases([SIGTERM, SIGINT, SIGHUP], common: 1))
    func `W4 exits on a signal during a drag`(signal: Int32) throws {
      var session = try Program.start()
      let button = try session.restingButton()
      try session.startDrag(of: button)
      session.program.send(signal)
      #expect(try session.program.waitForExit(within: .defaultTimeout) == .exited(0))
    }

    @Test(.onlyInAll("rare event"))
    func `P8 waits for a save in progress when the window is closed`() throws {
      var session = try Program.start()
      try session.startSaving()
      session.window.requestClose()
      let end = try session.program.waitForExit(within: .defaultTimeout)
      #expect(end == .exited(try session.standardError().isEmpty ? 0 : 1))
      try session.expectPasswordHash(unlessReportedAfter: "")
    }

    @Test(.onlyInAll("rare failure")) func `P8 reports a failed save when the window is closed during it`()
      throws
    {
      var session = try Program.start(environment: ["XDG_DATA_HOME": "/dev/null"])
      try session.fillInForm()
      // The program handles both together, even if this process is delayed after the first one.
      session.program.send(SIGSTOP)
      try session.input.tap("Return")
      session.window.requestClose()
      session.program.send(SIGCONT)
      #expect(try session.program.waitForExit(within: .defaultTimeout) == .exited(1))
      let errorOutput = try session.standardError()
      // On a busy machine, the hash takes longer than the program waits for it.
      let isWritten = errorOutput.contains("Cannot write to /dev/null/tactile")
      #expect(isWritten || errorOutput.contains("did not finish in time"), "\(errorOutput)")
      #expect(errorOutput.split(separator: "\n").count == 1, "\(errorOutput)")
    }

    @Test(.onlyInAll("rare failure"), arguments: WindowManager.standard.inScope)
    func `P8 waits for a save in progress when the display connection is lost`(
      manager: WindowManager
    ) throws {
      var session = try Program.start(under: manager)
      try session.startSaving()
      session.display.terminate()
      #expect(try session.program.waitForExit(within: .defaultTimeout) == .exited(4))
      try session.expectPasswordHash(
        unlessReportedAfter: "tactile: the connection to the X server was lost\n")
    }

    @Test(.onlyInAll("rare failure"))
    func `exits with success when the display connection is lost after the window was closed`() throws {
      let directory = try TemporaryDirectory()
      let path = "\(directory.path)/frames"
      var session = try Program.start(environment: ["TACTILE_FRAME_LOG": path])
      // The program waits for it after closing.
      let manager = try FakeClipboardManager(on: session.display.name)
      try session.focusTokenField()
      try session.input.tap("a", with: [.control])
      try session.input.tap("c", with: [.control])
      try session.window.ping()
      session.window.requestClose()
      let (connection, pid) = (session.display.connection, session.program.pid)
      try Deadline(after: .defaultTimeout).poll(for: "the window to close") {
        connection.window(ofProcess: pid) == nil ? () : nil
      }
      session.display.crash()
      #expect(try session.program.waitForExit(within: .defaultTimeout) == .exited(0))
      #expect(try session.standardError() == "")
      #expect(try !FrameLogContents(contentsOf: path).frames.isEmpty)
      withExtendedLifetime(manager) {}
    }

    @Test(.onlyInAll("rare failure")) func `writes the frame log when the display connection is lost`() throws
    {
      let directory = try TemporaryDirectory()
      let path = "\(directory.path)/frames"
      var session = try Program.start(environment: ["TACTILE_FRAME_LOG": path])
      _ = try session.settledScreenshot()
      session.display.crash()
      #expect(try session.program.waitForExit(within: .defaultTimeout) == .exited(4))
      #expect(try !FrameLogContents(contentsOf: path).frames.isEmpty)
    }
  }
}

extension AppSession {
  /// Presses the focused control twice and waits until the window changes, and changes back.
  fileprivate func expectToggle(_ what: String) throws {
    let before = try settledScreenshot()
    try input.tap("space")
    _ = try window.waitFor("an effect of \(what)") { $0 == before ? nil : () }
    try input.tap("space")
    _ = try window.waitFor("the reversed effect of \(what)") { $0 == before ? () : nil }
  }

  /// Fills in the form and submits it. Argon2id then takes half a second.
  fileprivate func startSaving() throws {
    try fillInForm()
    try input.tap("Return")
    // The reply shows that the program has handled the key.
    try window.ping()
  }

  /// Expects that the password of the form is saved, and that there is no other file.
  ///
  /// - Parameter expected: The expected errors. On a busy machine, the hash takes longer than the program waits before it
  ///   exits. Then an error follows that the password may not be saved.
  fileprivate func expectPasswordHash(unlessReportedAfter expected: String) throws {
    let errors = try standardError()
    guard errors == expected else {
      #expect(errors.hasPrefix(expected) && errors.count { $0 == "\n" } == expected.count { $0 == "\n" } + 1)
      return
    }
    let directory = "\(dataPath)/tactile"
    #expect(try names(inDirectory: directory) == [FilePasswordHashStore.fileName])
    #expect(try FilePasswordHashStore(directoryPath: directory).verify(secret("Passw0rd!")))
  }
}
