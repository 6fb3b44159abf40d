import Glibc
import Scene
import ScreenDriver
import Testing

extension `The program` {
  @Suite struct `lets the button be used without dragging it` {
    @Test func `moved by keys, dropped by Enter, taken back by Escape`() throws {
      let sitting = try Program.start()
      let rest = try sitting.restingButton()
      try sitting.hand.tap("Tab", with: [.shift])
      try sitting.hand.tap("m")
      try sitting.hand.tap("Up", times: 3)
      try sitting.hand.tap("Return")
      let raised = PixelRect(x: rest.x, y: rest.y - 30, width: rest.width, height: rest.height)
      #expect(try sitting.restingButton() == raised)
      try sitting.hand.tap("m")
      try sitting.hand.tap("Home")
      try sitting.hand.tap("Escape")
      #expect(try sitting.restingButton() == raised)
      try sitting.hand.tap("m")
      try sitting.hand.tap("Home")
      try sitting.hand.tap("Return")
      #expect(try sitting.restingButton().x == 8)
    }

    @Test func `moved by its menu and a click on the place`() throws {
      let sitting = try Program.start()
      let rest = try sitting.restingButton()
      try sitting.expectSight("the menu") { try $0.click(at: rest.center, .secondary) }
      try sitting.expectSight("how to choose a place, instead of the menu") { hand in
        try hand.tap("Down", times: 2)
        try hand.tap("Return")
      }
      let place = PixelPoint(x: 120, y: 500)
      try sitting.hand.click(at: place)
      let button = try sitting.window.see("the button at its leading edge") { picture in
        picture.floatingButton(Program.colors.red).flatMap { $0.x == 8 ? $0 : nil }
      }
      #expect(abs(button.center.y - place.y) <= 1)
    }

    @Test func `B10 expanded into a panel whose actions are real`() throws {
      let sitting = try Program.start(["--tap", "expand"])
      let rest = try sitting.restingButton()
      try sitting.openPanel(by: rest)
      // Typed ahead to the theme.
      try sitting.hand.type("th")
      try sitting.hand.tap("Return")
      try sitting.hand.tap("Escape")
      try sitting.expectButton(at: rest, AccentColors.dark.red)
      try sitting.openPanel(by: rest, AccentColors.dark.red)
      try sitting.hand.click(at: PixelPoint(x: 30, y: 620))
      try sitting.expectButton(at: rest, AccentColors.dark.red)
    }

    @Test func `B10 closed by the panel's own Quit`() throws {
      var sitting = try Program.start(["--tap", "expand"])
      let rest = try sitting.restingButton()
      try sitting.openPanel(by: rest)
      try sitting.hand.tap("End")
      try sitting.hand.tap("Return")
      #expect(try sitting.program.ending(within: .patience) == .exited(0))
    }

    @Test func `tuned in the inspector, which gives its numbers away as Swift`() throws {
      let sitting = try Program.start()
      let rest = try sitting.restingButton()
      try sitting.hand.tap("F12")
      // The long press, four sliders on: the shortest.
      try sitting.hand.tap("Tab", times: 4)
      try sitting.hand.tap("Home")
      // Time must pass: as long as this a press is usually a tap, which turns the button green.
      try sitting.hand.click(at: rest.center, holding: .milliseconds(200))
      #expect(try sitting.restingButton() == rest)
      try sitting.hand.tap("Tab", times: 3)
      try sitting.hand.tap("space")
      let reader = try SelectionReader(on: sitting.display.name)
      let code = try Deadline(after: .patience).poll(for: "the code in the clipboard") {
        () throws(ScreenDriverError) in try reader.read("UTF8_STRING").text
      }
      #expect(code.contains("longPress: .milliseconds(100)"), "\(code)")
    }

    @Test func `B11 at the place at which it rested when the program was closed`() throws {
      let folder = try TemporaryFolder()
      let environment = ["XDG_STATE_HOME": folder.path]
      var first = try Program.start(environment: environment)
      try first.hand.tap("Tab", with: [.shift])
      try first.hand.tap("m")
      try first.hand.tap("Home")
      try first.hand.tap("Up", times: 2)
      try first.hand.tap("Return")
      let place = try first.restingButton()
      try first.hand.tap("q", with: [.control])
      #expect(try first.program.ending(within: .patience) == .exited(0))
      let second = try Program.start(environment: environment)
      #expect(try second.restingButton() == place)
      #expect(try second.complaints().isEmpty)
    }

    @Test(.timeLimit(.minutes(1)), arguments: Obstacle.allCases)
    func `B11 at its usual place where what was kept cannot be read, which is left as it is`(
      obstacle: Obstacle
    ) throws {
      let folder = try TemporaryFolder()
      mkdir("\(folder.path)/tactile", 0o700)
      let path = "\(folder.path)/tactile/button-place"
      try obstacle.put(at: path)
      let before = try Identity(of: path)
      var sitting = try Program.start(environment: ["XDG_STATE_HOME": folder.path])
      let button = try sitting.restingButton()
      let window = try sitting.inside()
      #expect(button.maxX == window.maxX - 8)
      #expect(abs(button.center.y - window.center.y) <= 1)
      try sitting.hand.tap("q", with: [.control])
      #expect(try sitting.program.ending(within: .patience) == .exited(0))
      #expect(try sitting.complaints().split(separator: "\n").count == 1)
      #expect(try Identity(of: path) == before)
    }
  }
}

/// What may lie where the button's place is kept, besides a place.
enum Obstacle: String, CaseIterable, Sendable {
  case noise, nothing, newerVersion, gigabyte, folder, pipe

  func put(at path: String) throws {
    switch self {
    case .noise: try write("noise", toFile: path)
    case .nothing: try write("", toFile: path)
    case .newerVersion: try write("version = 2\nx = 0\ny = 0\n", toFile: path)
    case .gigabyte:
      try write("version = 1\n", toFile: path)
      try #require(truncate(path, 1 << 30) == 0)
    case .folder: try #require(mkdir(path, 0o700) == 0)
    case .pipe: try #require(mkfifo(path, 0o600) == 0)
    }
  }
}

/// Which file it is, and as of when.
private struct Identity: Equatable {
  let node: ino_t
  let size: off_t
  let changed: SIMD2<Int>

  init(of path: String) throws {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    node = status.st_ino
    size = status.st_size
    changed = SIMD2(status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}

extension Sitting {
  /// Clicks on the button and waits until it has become the panel: a window manager may keep a click
  /// back until keys that were pressed after it have arrived.
  fileprivate func openPanel(
    by button: PixelRect, _ color: Color = Program.colors.red
  ) throws {
    try hand.click(at: button.center)
    _ = try window.see("the button gone") { $0.floatingButton(color) == nil ? () : nil }
  }
}
