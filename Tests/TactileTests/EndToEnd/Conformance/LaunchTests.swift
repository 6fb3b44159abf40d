import Glibc
import Scene
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program`.`X11 conformance` {
  @Test func `row 13: sets its startup id, and announces the end of startup`() throws {
    let display = try VirtualDisplay()
    let listener = try StartupNotificationListener(at: display.name)
    let id = "launcher/tactile/1-0-host_TIME4711"
    let program = try LaunchedProgram(on: display, ["DESKTOP_STARTUP_ID": id])
    #expect(try listener.nextMessage() == "remove: ID=\"\(id)\"")
    let window = try program.window()
    #expect(window.text("_NET_STARTUP_ID") == id)
    #expect(window.property("_NET_WM_USER_TIME") == [4711])
    // There is no event that follows the last message.
    #expect(throws: ScreenDriverError.self, "it sent another message") {
      try listener.nextMessage(within: .milliseconds(50))
    }
  }

  @Test(.needs(.windowManager(.metacity)))
  func `row 14: takes the focus only if its start is newer than the last user input`() throws {
    let display = try VirtualDisplay(windowManager: .metacity)
    let first = try LaunchedProgram(on: display)
    let window = try first.window()
    try Deadline(after: .defaultTimeout).poll(for: "the focus") { window.hasInputFocus ? () : nil }
    try InputSimulator(in: window).tap("Tab")
    let time = try Deadline(after: .defaultTimeout).poll(for: "the time of the key") {
      window.property("_NET_WM_USER_TIME")?.first
    }
    let older = try LaunchedProgram(on: display, ["DESKTOP_STARTUP_ID": "x_TIME\(time - 1)"])
    _ = try older.window()
    // The window manager may give it the focus later, without an event to wait for.
    Deadline(after: .milliseconds(100)).wait()
    #expect(window.hasInputFocus)
    let newer = try LaunchedProgram(on: display, ["DESKTOP_STARTUP_ID": "x_TIME\(time + 1)"])
    let top = try newer.window()
    try Deadline(after: .defaultTimeout).poll(for: "the focus of the newer window") {
      top.hasInputFocus ? () : nil
    }
  }

  @Test func `row 15: shows the background or its finished frame, and nothing between`() throws {
    let display = try VirtualDisplay(windowManager: .none)
    display.connection.paintBackground(Self.magenta)
    let area = PixelRect(x: 0, y: 0, width: 960, height: 640)
    let program = try LaunchedProgram(on: display)
    let frames = try display.connection.rootWindow.record(area) { Findings($0).hasButton }
    for picture in frames.map(Findings.init) {
      #expect(picture.hasOnlyMagenta || !picture.hasAny)
      #expect(picture.hasOnlyMagenta || picture.hasButton)
    }
    withExtendedLifetime(program) {}
  }

  private static let magenta: UInt = 0xFF_00FF

  /// The findings in a screenshot for row 15.
  private struct Findings {
    let hasAny: Bool
    let hasOnlyMagenta: Bool
    let hasButton: Bool

    init(_ picture: Screenshot) {
      let bounds = picture.bounds(
        of: ColorMatch(Color(hex: 0xFFFF_00FF), tolerance: 0), minimumRun: 1)
      hasAny = bounds != nil
      hasButton = picture.floatingButton(Program.colors.red) != nil
      hasOnlyMagenta = bounds == picture.bounds && !hasButton
    }
  }
}

/// The program on an existing display, without an input simulator.
private struct LaunchedProgram: ~Copyable {
  private let process: ChildProcess
  private let connection: DisplayConnection
  private let directory: TemporaryDirectory

  init(
    on display: borrowing VirtualDisplay, _ variables: [String: String] = [:]
  ) throws {
    let directory = try TemporaryDirectory()
    var environment = ChildProcess.privateEnvironment(in: directory.path)
    environment["DISPLAY"] = display.name
    process = try ChildProcess(
      Program.path, environment: environment.merging(variables) { $1 },
      redirections: [.discard(1)])
    connection = display.connection
    self.directory = directory
  }

  /// Waits until the window is on the screen, and returns it.
  func window() throws -> ScreenWindow {
    try Deadline(after: .defaultTimeout).poll(for: "the window") {
      connection.window(ofProcess: process.pid)
    }
  }
}
