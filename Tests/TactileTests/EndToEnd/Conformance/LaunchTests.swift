import Glibc
import Scene
import ScreenDriver
import Testing

extension `The program`.`is a good citizen` {
  @Test func `row 13: names the start it came by, and ends it for all who watch`() throws {
    let display = try VirtualDisplay()
    let listener = try StartupListener(at: display.name)
    let id = "launcher/tactile/1-0-host_TIME4711"
    let started = try Started(on: display, ["DESKTOP_STARTUP_ID": id])
    #expect(try listener.nextMessage() == "remove: ID=\"\(id)\"")
    let window = try started.window()
    #expect(window.text("_NET_STARTUP_ID") == id)
    #expect(window.property("_NET_WM_USER_TIME") == [4711])
    #expect(throws: ScreenDriverError.self, "it said more") {
      try listener.nextMessage(within: .milliseconds(50))
    }
  }

  @Test(.needs(.windowManager(.metacity)))
  func `row 14: takes no focus from where a person is, unless its start is newer`() throws {
    let display = try VirtualDisplay(windowManager: .metacity)
    let first = try Started(on: display)
    let window = try first.window()
    try Deadline(after: .patience).poll(for: "the focus") { window.hasInputFocus ? () : nil }
    try Hand(in: window).tap("Tab")
    let time = try Deadline(after: .patience).poll(for: "the time of the key") {
      window.property("_NET_WM_USER_TIME")?.first
    }
    let older = try Started(on: display, ["DESKTOP_STARTUP_ID": "x_TIME\(time - 1)"])
    _ = try older.window()
    Deadline(after: .milliseconds(100)).wait()
    #expect(window.hasInputFocus)
    let newer = try Started(on: display, ["DESKTOP_STARTUP_ID": "x_TIME\(time + 1)"])
    let top = try newer.window()
    try Deadline(after: .patience).poll(for: "the focus of the newer") {
      top.hasInputFocus ? () : nil
    }
  }

  @Test func `row 15: shows what was behind it or its finished frame, and nothing between`() throws
  {
    let display = try VirtualDisplay(windowManager: .none)
    display.connection.paintBackground(Self.magenta)
    let area = PixelRect(x: 0, y: 0, width: 960, height: 640)
    let started = try Started(on: display)
    let film = try display.connection.background.film(of: area)
    for picture in film.map(Magenta.init) {
      #expect(picture.hasOnlyMagenta || !picture.hasAny)
      #expect(picture.hasOnlyMagenta || picture.hasButton)
    }
    withExtendedLifetime(started) {}
  }

  private static let magenta: UInt = 0xFF_00FF

  /// What row 15 looks for in a picture.
  private struct Magenta {
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

/// The program on a display that is there already, without a person before it.
private struct Started: ~Copyable {
  private let process: ChildProcess
  private let connection: DisplayConnection
  private let folder: TemporaryFolder

  init(
    on display: borrowing VirtualDisplay, _ variables: [String: String] = [:]
  ) throws {
    let folder = try TemporaryFolder()
    var environment = ChildProcess.privateEnvironment(in: folder.path)
    environment["DISPLAY"] = display.name
    process = try ChildProcess(
      Program.path, environment: environment.merging(variables) { $1 },
      redirections: [.discard(1)])
    connection = display.connection
    self.folder = folder
  }

  /// Its window, once that is on the screen.
  func window() throws -> ScreenWindow {
    try Deadline(after: .patience).poll(for: "the window") {
      connection.window(ofProcess: process.pid)
    }
  }
}
