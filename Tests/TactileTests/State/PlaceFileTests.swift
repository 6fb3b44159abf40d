import Controls
import Files
import Glibc
import ScreenDriver
import Testing

@testable import Tactile

@Suite final class `The file of the button's place` {
  private let folder: TemporaryFolder
  private let file: PlaceFile

  init() throws {
    folder = try TemporaryFolder()
    file = try #require(PlaceFile(of: .button, xdgStateHome: folder.path, home: nil))
  }

  private let corner = KeptPlace(x: 1, y: 0, edge: .top)

  /// Puts a text in the file's place.
  private func put(_ text: String) throws {
    mkdir("\(folder.path)/tactile", 0o700)
    try write(text, toFile: file.path)
  }

  @Test(arguments: [nil, "", "relative/state"])
  func `B11 lies in the home folder unless the environment says where`(variable: String?) {
    let path = PlaceFile(of: .button, xdgStateHome: variable, home: "/home/p")?.path
    #expect(path == "/home/p/.local/state/tactile/button-place")
    let other = PlaceFile(of: .button, xdgStateHome: "/s", home: "/home/p")?.path
    #expect(other == "/s/tactile/button-place")
    #expect(PlaceFile(of: .button, xdgStateHome: variable, home: nil) == nil)
  }

  @Test func `B11 gives back what was kept`() throws {
    let place = try #require(corner)
    #expect(file.read() == .missing)
    try file.write(place)
    #expect(file.read() == .place(place))
    #expect(try names(inFolder: "\(folder.path)/tactile") == ["button-place"])
  }

  @Test func `is none where a file is in its folder's place`() throws {
    try write("", toFile: "\(folder.path)/tactile")
    #expect(file.read() == .missing)
  }

  @Test func `is damaged where it says nothing, or too much`() throws {
    try put("")
    #expect(file.read() == .damaged(reason: "it is empty"))
    try put("\n")
    #expect(file.read() == .damaged(reason: "it names no version"))
    try put("version = 1\nx = 1\ny = 1\n" + String(repeating: "\n", count: 4096))
    #expect(file.read() == .damaged(reason: "it is too long"))
  }

  @Test func `is damaged, and not read to its end, where it is a gigabyte`() throws {
    try put("version = 1\n")
    truncate(file.path, 1 << 30)
    #expect(file.read() == .damaged(reason: "it is too long"))
  }

  @Test func `is damaged where it is not for this person to read`() async {
    // In a process of its own, since root gives up its rights for it.
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      chmod(folder.path, 0o755)
      mkdir("\(folder.path)/tactile", 0o755)
      let file = try #require(PlaceFile(of: .button, xdgStateHome: folder.path, home: nil))
      try write("version = 1\nx = 1\ny = 1\n", toFile: file.path)
      chmod(file.path, 0)
      if geteuid() == 0 { seteuid(65534) }
      #expect(file.read() == .damaged(reason: "Permission denied"))
      if getuid() == 0 { seteuid(0) }
    }
  }

  @Test func `is damaged where it is a folder`() throws {
    mkdir("\(folder.path)/tactile", 0o700)
    mkdir(file.path, 0o700)
    #expect(file.read() == .damaged(reason: "Is a directory"))
  }

  @Test(.timeLimit(.minutes(1)))
  func `is damaged, and not waited for, where it is a pipe`() throws {
    mkdir("\(folder.path)/tactile", 0o700)
    mkfifo(file.path, 0o600)
    #expect(file.read() == .damaged(reason: "Operation not supported"))
  }

  @Test func `is damaged where links lead in a circle`() throws {
    mkdir("\(folder.path)/tactile", 0o700)
    symlink("button-place", file.path)
    #expect(file.read() == .damaged(reason: "Too many levels of symbolic links"))
  }
}

@Suite final class `The memory of the button's place` {
  private let folder: TemporaryFolder
  private let file: PlaceFile
  private var complaints: [String] = []

  init() throws {
    folder = try TemporaryFolder()
    file = try #require(PlaceFile(of: .button, xdgStateHome: folder.path, home: nil))
  }

  private func status() throws -> stat {
    var status = stat()
    try #require(stat(file.path, &status) == 0)
    return status
  }

  private func memory() -> PlaceMemory {
    PlaceMemory(of: .button, in: [.button: file]) { self.complaints.append($0) }
  }

  @Test func `B11 lasts from one start to the next`() throws {
    let place = try #require(KeptPlace(x: 0, y: 0.3, edge: .leading))
    #expect(memory().place == nil)
    memory().keep(place, of: .button)
    #expect(memory().place == place)
    #expect(complaints.isEmpty)
  }

  @Test func `writes nothing where nothing has changed`() throws {
    let place = try #require(KeptPlace(x: 0, y: 0.3, edge: .leading))
    memory().keep(place, of: .button)
    let written = try status()
    memory().keep(place, of: .button)
    #expect(try status().st_ino == written.st_ino)
    let other = try #require(KeptPlace(x: 0, y: 0.4, edge: .leading))
    memory().keep(other, of: .button)
    #expect(file.read() == .place(other))
    #expect(try status().st_ino != written.st_ino)
  }

  @Test func `B11 is written where another window has kept another place meanwhile`() throws {
    let place = try #require(KeptPlace(x: 0, y: 0.3, edge: .leading))
    memory().keep(place, of: .button)
    let memory = memory()
    try file.write(try #require(KeptPlace(x: 1, y: 1, edge: .bottom)))
    memory.keep(place, of: .button)
    #expect(file.read() == .place(place))
  }

  @Test func `B11 of a damaged file is none, says so in one line, and is mended`() throws {
    mkdir("\(folder.path)/tactile", 0o700)
    try write("noise\n", toFile: file.path)
    let memory = memory()
    #expect(memory.place == nil)
    #expect(
      complaints == ["the button's kept place in \(file.path) is ignored: a line has no ="])
    let place = try #require(KeptPlace(x: 1, y: 1, edge: .bottom))
    memory.keep(place, of: .button)
    #expect(file.read() == .place(place))
    #expect(complaints.count == 1)
  }

  @Test func `B11 that cannot be kept is told in one line`() throws {
    try write("", toFile: "\(folder.path)/tactile")
    memory().keep(try #require(KeptPlace(x: 1, y: 1)), of: .button)
    #expect(
      complaints == ["cannot keep the button's place in \(file.path): Not a directory"])
  }

  @Test func `B11 of the ball is another than that of the button`() throws {
    let ball = try #require(PlaceFile(of: .ball, xdgStateHome: folder.path, home: nil))
    let files = [FloatingButton.Shape.button: file, .ball: ball]
    let place = try #require(KeptPlace(x: 0.4, y: 0.3))
    PlaceMemory(of: .button, in: files) { self.complaints.append($0) }.keep(place, of: .ball)
    #expect(memory().place == nil)
    #expect(ball.read() == .place(place))
  }

  @Test func `is none, without a word, where there is no place for it`() throws {
    let memory = PlaceMemory(of: .button, in: [:]) { self.complaints.append($0) }
    memory.keep(try #require(KeptPlace(x: 1, y: 1)), of: .button)
    #expect(memory.place == nil)
    #expect(complaints.isEmpty)
  }
}
