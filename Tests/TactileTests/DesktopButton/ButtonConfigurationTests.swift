import Controls
import Glibc
import Motion
import Policies
import Scene
import ScreenDriver
import System
import TestSupport
import Testing

@testable import Tactile
@testable import Windowing

@Suite struct `Desktop button configuration` {
  private static func parse(_ text: String) throws(TOMLError) -> ButtonConfiguration {
    try ButtonConfiguration(try TOMLParser.parse(Array(text.utf8)))
  }

  @Test func `is the default one in the file that is written on request`() throws {
    #expect(try Self.parse(ButtonConfiguration.defaultText) == ButtonConfiguration())
    #expect(ButtonConfiguration().items.count == 8)
  }

  @Test func `has all keys of a button`() throws {
    let parsed = try Self.parse(
      """
      [button]
      size = 100
      snap = "corners"
      drag = "long-press"
      dim = false
      full_screen = "show"
      hide_minutes = 2
      hot_key = "Ctrl+Alt+space"
      double_tap = "lock"
      long_press = ["a", "b c"]
      """)
    #expect(parsed.size == 100 && parsed.snap == .corners && parsed.drag == .longPress)
    #expect(!parsed.dims && !parsed.hidesOverFullScreen && parsed.hiddenDuration == .seconds(120))
    #expect(parsed.hotKey == HotKey("Ctrl+Alt+space"))
    #expect(parsed.doubleTap == .builtIn(.lock) && parsed.longPress == .command(["a", "b c"]))
    #expect(parsed.items == ButtonConfiguration().items)
  }

  @Test func `collects actions of a menu at the position of the first one`() throws {
    let parsed = try Self.parse(
      """
      [[menu]]
      name = "Window"
      icon = "close"

      [[action]]
      menu = "Window"
      built_in = "close"

      [[action]]
      name = "Terminal"
      icon = "utilities-terminal"
      command = ["xterm"]

      [[action]]
      menu = "Window"
      built_in = "maximize"
      """)
    #expect(
      parsed.items == [
        .menu(
          name: "Window", icon: .builtIn(.close),
          [ButtonAction(.builtIn(.window(.close))), ButtonAction(.builtIn(.window(.maximize)))]),
        .action(ButtonAction(.command(["xterm"]), name: "Terminal", icon: .external("utilities-terminal"))),
      ])
  }

  @Test(arguments: [
    ("[button]\nsize = 10", "2:8: 'size' must be an integer from 24 to 256"),
    ("[button]\nsizes = 10", "2:1: unknown key 'sizes'"),
    ("[button]\nhot_key = \"space\"", "2:11: invalid key"),
    ("[button]\nhot_key = \"Super+nokey\"", "2:11: invalid key"),
    ("[button]\ndim = 1", "2:7: 'dim' must be true or false"),
    ("[[action]]\nname = \"a\"", "1:3: an action needs one of"),
    ("[[action]]\ncommand = []", "2:11: the command is empty"),
    ("[[action]]\ncommand = \"ls\"", "2:11: expected an array of strings"),
    ("[[action]]\ncommand = [\"a\\u0000\"]", "2:11: a word contains a NUL character"),
    ("[[action]]\nbuilt_in = \"reboot\"", "2:12: unknown action; valid are close, minimize"),
    ("[[action]]\nbuilt_in = \"lock\"\ncommand = [\"a\"]", "1:3: an action needs one of"),
    (String(repeating: "[[action]]\nbuilt_in = \"lock\"\n", count: 9), "17:3: too many actions"),
    (
      String(repeating: "[[action]]\nmenu = \"a\"\nbuilt_in = \"lock\"\n", count: 8), "22:3: too many actions"
    ),
    ("[[menu]]\nname = \"a\"", "1:3: a menu needs an [[action]] table"),
    ("action = []", "1:10: the panel needs at least one"),
    (
      "[[menu]]\nname = \"a\"\n[[menu]]\nname = \"a\"\n[[action]]\nmenu = \"a\"\nbuilt_in = \"lock\"",
      "3:3: the menu 'a' is defined twice"
    ),
    ("action = 3", "1:10: expected an [[action]] table"), ("[menu]\nname = \"a\"\n[[action]]", "expected"),
  ])
  func `reports the location of an error`(text: String, message: String) {
    #expect {
      _ = try Self.parse(text)
    } throws: { error in
      guard let error = error as? TOMLError else { return false }
      let line = "\(error.location.line):\(error.location.column): \(error.message)"
      return line.contains(message)
    }
  }

  @Test func `writes the default configuration unless there is a file`() throws {
    let directory = try TemporaryDirectory()
    let file = try #require(ButtonConfigurationFile(in: directory.path))
    #expect(try file.writeDefault())
    #expect(try file.read() == ButtonConfiguration())
    try file.file.replace(with: "[button]\nsize = 99\n".utf8Span.span)
    #expect(try !file.writeDefault())
    #expect(try file.read().size == 99)
  }

  @Test func `refuses a file that other users can change`() throws {
    let directory = try TemporaryDirectory()
    let file = try #require(ButtonConfigurationFile(in: directory.path))
    #expect(try file.read() == ButtonConfiguration())
    try file.file.replace(with: "[button]\nsize = 99\n".utf8Span.span)
    #expect(try file.read().size == 99)
    for path in [file.file.path, file.file.directoryPath] {
      chmod(path, 0o777)
      let error = try #require(throws: ConfigurationFileError.self) { try file.read() }
      #expect(error.description.hasPrefix("\(path): can be changed by other users"))
      #expect(error.description.ranges(of: path).count == 1)
      chmod(path, 0o700)
    }
    try file.file.replace(with: "[button]\nsize = 1\n".utf8Span.span)
    #expect {
      _ = try file.read()
    } throws: { ($0 as? ConfigurationFileError)?.description.hasPrefix("\(file.file.path):2:8: ") == true }
  }
}

extension `Desktop button configuration` {
  @Test func `refuses a symbolic link to a file that does not exist`() throws {
    let directory = try TemporaryDirectory()
    let file = try #require(ButtonConfigurationFile(in: directory.path))
    mkdir(file.file.directoryPath, 0o700)
    symlink("\(directory.path)/target", file.file.path)
    let error = try #require(throws: ConfigurationFileError.self) { try file.read() }
    #expect(
      error.description.hasPrefix("\(file.file.path): is a symbolic link to a file that does not exist"))
    try AtomicFile(path: "\(directory.path)/target").replace(with: "[button]\nsize = 99\n".utf8Span.span)
    #expect(try file.read().size == 99)
  }
}

@Suite struct `Desktop button positions` {
  private static func screen(_ widths: Int...) -> ScreenLayout {
    ScreenLayout(
      monitors: widths.map { width in
        let frame = Rect(x: 0, y: 0, width: Double(width), height: 600)
        return ScreenLayout.Monitor(frame: frame, workArea: frame)
      })
  }

  @Test func `are kept for each arrangement of monitors`() throws {
    let directory = try TemporaryDirectory()
    let (one, two) = (Self.screen(800), Self.screen(800, 1000))
    let positions = [
      ButtonPositions.SavedPosition(monitor: 0, position: UnitPoint(x: 0, y: 0.25)),
      ButtonPositions.SavedPosition(monitor: 1, position: UnitPoint(x: 1, y: 1.0 / 3)),
    ]
    var saved = ButtonPositions(named: "desktop-button", in: directory.path)
    #expect(saved.position(for: one.arrangement) == nil)
    saved.save(positions[0], for: one.arrangement)
    saved.save(positions[1], for: two.arrangement)
    let read = ButtonPositions(named: "desktop-button", in: directory.path)
    #expect(
      read.position(for: one.arrangement) == positions[0]
        && read.position(for: two.arrangement) == positions[1])
    #expect(read.position(for: Self.screen(801).arrangement) == nil)
  }

  @Test func `ignore a damaged file with a warning`() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/tactile/desktop-button"
    var warnings: [String] = []
    func position() -> ButtonPositions.SavedPosition? {
      ButtonPositions(named: "desktop-button", in: directory.path) {
        warnings.append($0)
      }
      .position(for: Self.screen(800).arrangement)
    }
    #expect(position() == nil && warnings.isEmpty, "no file")
    mkdir("\(directory.path)/tactile", 0o700)
    for text in ["x", "800x600+0+0 0 2 0", "800x600+0+0 -1 0 0", "800x600+0+0 0 nan 0", "\u{1}\n\n \n"] {
      try write(text, to: path)
      warnings = []
      #expect(position() == nil)
      let start =
        "cannot read the button position in '\(path)': the file is damaged; using the default position"
      #expect(warnings.count == 1 && warnings[0].hasPrefix(start))
    }
    try write("x\n800x600+0+0 0 1 0.5\n", to: path)
    #expect(position() == ButtonPositions.SavedPosition(monitor: 0, position: UnitPoint(x: 1, y: 0.5)))
    unlink(path)
    mkdir(path, 0o700)
    warnings = []
    #expect(position() == nil && warnings.count == 1 && warnings[0].contains("Is a directory"))
  }
}
