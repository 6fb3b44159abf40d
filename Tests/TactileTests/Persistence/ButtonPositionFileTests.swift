import Controls
import Glibc
import ScreenDriver
import System
import Testing

@testable import Tactile

@Suite final class `Button position file` {
  private let directory: TemporaryDirectory
  private let file: ButtonPositionFile

  init() throws {
    directory = try TemporaryDirectory()
    file = try #require(ButtonPositionFile(of: .button, xdgStateHome: directory.path, home: nil))
  }

  private let corner = SavedButtonPosition(x: 1, y: 0, edge: .top)

  /// Writes a text to the file.
  private func writeText(_ text: String) throws {
    mkdir("\(directory.path)/tactile", 0o700)
    try write(text, toFile: file.path)
  }

  @Test(arguments: [nil, "", "relative/state"])
  func `B11 is in the home directory unless XDG_STATE_HOME is absolute`(variable: String?) {
    let path = ButtonPositionFile(of: .button, xdgStateHome: variable, home: "/home/p")?.path
    #expect(path == "/home/p/.local/state/tactile/button-place")
    let other = ButtonPositionFile(of: .button, xdgStateHome: "/s", home: "/home/p")?.path
    #expect(other == "/s/tactile/button-place")
    #expect(ButtonPositionFile(of: .button, xdgStateHome: variable, home: nil) == nil)
  }

  @Test func `B11 returns the saved position`() throws {
    let position = try #require(corner)
    #expect(file.read() == .missing)
    try file.write(position)
    #expect(file.read() == .position(position))
    #expect(try names(inDirectory: "\(directory.path)/tactile") == ["button-place"])
  }

  @Test func `is missing if a file has the name of its directory`() throws {
    try write("", toFile: "\(directory.path)/tactile")
    #expect(file.read() == .missing)
  }

  @Test func `is damaged if it is empty, has no version or is too long`() throws {
    try writeText("")
    #expect(file.read() == .invalid(reason: "file is empty"))
    try writeText("\n")
    #expect(file.read() == .invalid(reason: "missing 'version'"))
    try writeText("version = 1\nx = 1\ny = 1\n" + String(repeating: "\n", count: 4096))
    #expect(file.read() == .invalid(reason: "file is too long"))
  }

  @Test func `is damaged if the user may not read it`() async {
    // In its own process, because root drops its privileges for it.
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      chmod(directory.path, 0o755)
      mkdir("\(directory.path)/tactile", 0o755)
      let file = try #require(ButtonPositionFile(of: .button, xdgStateHome: directory.path, home: nil))
      try write("version = 1\nx = 1\ny = 1\n", toFile: file.path)
      chmod(file.path, 0)
      if geteuid() == 0 { seteuid(65534) }
      #expect(file.read() == .invalid(reason: "Permission denied"))
      if getuid() == 0 { seteuid(0) }
    }
  }

  @Test func `is damaged if symbolic links form a cycle`() throws {
    mkdir("\(directory.path)/tactile", 0o700)
    symlink("button-place", file.path)
    #expect(file.read() == .invalid(reason: "Too many levels of symbolic links"))
  }
}

@Suite final class `Button position store` {
  private let directory: TemporaryDirectory
  private let file: ButtonPositionFile
  private var warnings: [String] = []

  init() throws {
    directory = try TemporaryDirectory()
    file = try #require(ButtonPositionFile(of: .button, xdgStateHome: directory.path, home: nil))
  }

  private func status() throws -> stat {
    var status = stat()
    try #require(stat(file.path, &status) == 0)
    return status
  }

  private func makeStore() -> ButtonPositionStore {
    ButtonPositionStore(of: .button, in: [.button: file]) { self.warnings.append($0) }
  }

  @Test func `does not write an unchanged position`() throws {
    let position = try #require(SavedButtonPosition(x: 0, y: 0.3, edge: .leading))
    makeStore().save(position, of: .button)
    let written = try status()
    makeStore().save(position, of: .button)
    #expect(try status().st_ino == written.st_ino)
    let other = try #require(SavedButtonPosition(x: 0, y: 0.4, edge: .leading))
    makeStore().save(other, of: .button)
    #expect(file.read() == .position(other))
    #expect(try status().st_ino != written.st_ino)
  }

  @Test func `B11 overwrites a position that another window has saved in the meantime`() throws {
    let position = try #require(SavedButtonPosition(x: 0, y: 0.3, edge: .leading))
    makeStore().save(position, of: .button)
    let store = makeStore()
    try file.write(try #require(SavedButtonPosition(x: 1, y: 1, edge: .bottom)))
    store.save(position, of: .button)
    #expect(file.read() == .position(position))
  }

  @Test func `B11 ignores a damaged file with a one-line warning, and replaces it`() throws {
    mkdir("\(directory.path)/tactile", 0o700)
    try write("noise\n", toFile: file.path)
    let store = makeStore()
    #expect(store.position == nil)
    #expect(
      warnings == [
        "cannot read the button position in '\(file.path)': line without '='; using the default position"
      ])
    let position = try #require(SavedButtonPosition(x: 1, y: 1, edge: .bottom))
    store.save(position, of: .button)
    #expect(file.read() == .position(position))
    #expect(warnings.count == 1)
  }

  @Test func `B11 reports a failed write in one line`() throws {
    try write("", toFile: "\(directory.path)/tactile")
    makeStore().save(try #require(SavedButtonPosition(x: 1, y: 1)), of: .button)
    #expect(
      warnings == ["cannot save the button position to '\(file.path)': Not a directory"])
  }

  @Test func `B11 keeps separate positions of ball and button`() throws {
    let ball = try #require(ButtonPositionFile(of: .ball, xdgStateHome: directory.path, home: nil))
    let files = [FloatingButton.Shape.button: file, .ball: ball]
    let position = try #require(SavedButtonPosition(x: 0.4, y: 0.3))
    ButtonPositionStore(of: .button, in: files) { self.warnings.append($0) }.save(position, of: .ball)
    #expect(makeStore().position == nil)
    #expect(ball.read() == .position(position))
  }

  @Test func `reports in one line that it cannot save a position without a directory`() throws {
    let store = ButtonPositionStore(of: .button, in: [:]) { self.warnings.append($0) }
    #expect(store.position == nil)
    #expect(warnings.isEmpty)
    store.save(try #require(SavedButtonPosition(x: 1, y: 1)), of: .button)
    #expect(warnings.count == 1 && warnings[0].contains("XDG_STATE_HOME and HOME"))
  }
}
