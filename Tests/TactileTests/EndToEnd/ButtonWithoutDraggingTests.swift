import Glibc
import Scene
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program` {
  @Suite struct `Button without dragging` {
    @Test func `moves by arrow keys, is dropped by Enter and returns at Escape`() throws {
      let session = try Program.start()
      let restFrame = try session.restingButton()
      try session.input.tap("Tab", with: [.shift])
      try session.input.tap("m")
      try session.input.tap("Up", times: 3)
      try session.input.tap("Return")
      let raised = PixelRect(
        x: restFrame.x, y: restFrame.y - 30, width: restFrame.width, height: restFrame.height)
      #expect(try session.restingButton() == raised)
      try session.input.tap("m")
      try session.input.tap("Home")
      try session.input.tap("Escape")
      #expect(try session.restingButton() == raised)
      try session.input.tap("m")
      try session.input.tap("Home")
      try session.input.tap("Return")
      #expect(try session.restingButton().x == 8)
    }

    @Test func `moves by its menu and a click at the target`() throws {
      let session = try Program.start()
      let restFrame = try session.restingButton()
      try session.expectChange("the menu") { try $0.click(at: restFrame.center, .secondary) }
      try session.expectChange("the instructions of move mode instead of the menu") { input in
        try input.tap("Down", times: 2)
        try input.tap("Return")
      }
      let target = PixelPoint(x: 120, y: 500)
      try session.input.click(at: target)
      let button = try session.window.waitFor("the button at the leading edge") { picture in
        picture.floatingButton(Program.colors.red).flatMap { $0.x == 8 ? $0 : nil }
      }
      #expect(abs(button.center.y - target.y) <= 1)
    }

    @Test func `B10 expands into a panel with working actions`() throws {
      let session = try Program.start(["--tap", "expand"])
      let restFrame = try session.restingButton()
      try session.openPanel(by: restFrame)
      // Type-ahead selects the theme action.
      try session.input.type("th")
      try session.input.tap("Return")
      try session.input.tap("Escape")
      try session.expectButton(at: restFrame, AccentColors.dark.red)
      try session.openPanel(by: restFrame, AccentColors.dark.red)
      try session.input.click(at: PixelPoint(x: 30, y: 620))
      try session.expectButton(at: restFrame, AccentColors.dark.red)
    }

    @Test(.onlyInAll("rare use")) func `B10 ends the program by the panel's Quit action`() throws {
      var session = try Program.start(["--tap", "expand"])
      let restFrame = try session.restingButton()
      try session.openPanel(by: restFrame)
      try session.input.tap("End")
      try session.input.tap("Return")
      #expect(try session.program.waitForExit(within: .defaultTimeout) == .exited(0))
    }

    @Test(.onlyInAll("rare use")) func `is tuned in the inspector, which copies the tuning as Swift code`()
      throws
    {
      let session = try Program.start()
      let restFrame = try session.restingButton()
      try session.input.tap("F12")
      // The fourth slider: the shortest duration of a long press.
      try session.input.tap("Tab", times: 4)
      try session.input.tap("Home")
      // By default, a press of this duration is a tap, which turns the button green. The server holds it at least as
      // long.
      try session.input.click(at: restFrame.center, holding: .milliseconds(280))
      #expect(try session.restingButton() == restFrame)
      try session.input.tap("Tab", times: 3)
      try session.input.tap("space")
      let reader = try SelectionReader(on: session.display.name)
      let code = try Deadline(after: .defaultTimeout).poll(for: "the code in the clipboard") {
        () throws(ScreenDriverError) in try reader.read("UTF8_STRING").text
      }
      #expect(code.contains("longPress: .milliseconds(100)"), "\(code)")
    }

    @Test func `B11 starts at the position of the previous run`() throws {
      let directory = try TemporaryDirectory()
      let environment = ["XDG_STATE_HOME": directory.path]
      var first = try Program.start(environment: environment)
      try first.input.tap("Tab", with: [.shift])
      try first.input.tap("m")
      try first.input.tap("Home")
      try first.input.tap("Up", times: 2)
      try first.input.tap("Return")
      let frame = try first.restingButton()
      try first.input.tap("q", with: [.control])
      #expect(try first.program.waitForExit(within: .defaultTimeout) == .exited(0))
      let second = try Program.start(environment: environment)
      #expect(try second.restingButton() == frame)
      #expect(try second.standardError().isEmpty)
    }

    @Test(
      .onlyInAll("rare use"), .timeLimit(.minutes(5)),
      arguments: TestScope.isComplete ? InvalidPositionFile.allCases : [.invalidText])
    func `B11 starts at its default position and keeps an unreadable position file`(
      obstacle file: InvalidPositionFile
    ) throws {
      let directory = try TemporaryDirectory()
      mkdir("\(directory.path)/tactile", 0o700)
      let path = "\(directory.path)/tactile/window-button"
      try file.create(at: path)
      let before = try FileIdentity(of: path)
      var session = try Program.start(environment: ["XDG_STATE_HOME": directory.path])
      let button = try session.restingButton()
      let window = try session.windowBounds()
      #expect(button.maxX == window.maxX - 8)
      #expect(abs(button.center.y - window.center.y) <= 1)
      try session.input.tap("q", with: [.control])
      #expect(try session.program.waitForExit(within: .defaultTimeout) == .exited(0))
      #expect(try session.standardError().split(separator: "\n").count == 1)
      #expect(try FileIdentity(of: path) == before)
    }
  }
}

/// A kind of file that is not a valid button position file.
enum InvalidPositionFile: String, CaseIterable, Sendable {
  case invalidText, empty, newerVersion, gigabyte, directory, pipe

  func create(at path: String) throws {
    switch self {
    case .invalidText: try write("noise", toFile: path)
    case .empty: try write("", toFile: path)
    case .newerVersion: try write("version = 2\nx = 0\ny = 0\n", toFile: path)
    case .gigabyte:
      try write("version = 1\n", toFile: path)
      try #require(truncate(path, 1 << 30) == 0)
    case .directory: try #require(mkdir(path, 0o700) == 0)
    case .pipe: try #require(mkfifo(path, 0o600) == 0)
    }
  }
}

/// The identity of a file, its size and its time of modification.
private struct FileIdentity: Equatable {
  let inode: ino_t
  let size: off_t
  let modificationTime: SIMD2<Int>

  init(of path: String) throws {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    inode = status.st_ino
    size = status.st_size
    modificationTime = SIMD2(status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}

extension AppSession {
  /// Clicks the button and waits until it has become the panel. A window manager may delay a click
  /// until after later key presses.
  fileprivate func openPanel(
    by button: PixelRect, _ color: Color = Program.colors.red
  ) throws {
    try input.click(at: button.center)
    _ = try window.waitFor("no button") { $0.floatingButton(color) == nil ? () : nil }
  }
}
