import CX11
import Glibc
import Scene
import ScreenDriver
import Testing

@testable import Windowing
@testable import X11

@Suite struct `Pointer cursor` {
  @Test func `has unique names, the last of them a glyph of the cursor font`() {
    let names = PointerShape.allCases.map(PointerCursors.names)
    #expect(Set(names.joined()).count == names.joined().count)
    #expect(names.compactMap(\.last).allSatisfy { XcursorLibraryShape($0) >= 0 })
  }

  @Test(arguments: [
    (PointerShape.arrow, "default"), (.text, "text"), (.hand, "pointer"), (.grab, "grab"),
    (.grabbing, "grabbing"), (.crosshair, "crosshair"),
  ])
  func `is loaded by its standard name first`(shape: PointerShape, name: String) {
    #expect(PointerCursors.names(of: shape).first == name)
  }

  @Test func `is created once and accepted by the server`() throws {
    let display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
    let connection = try Connection(to: display.name)
    var cursors = PointerCursors(on: connection)
    for shape in PointerShape.allCases {
      let (cursor, again) = (cursors[shape], cursors[shape])
      #expect(cursor != 0 && cursor == again)
      XDefineCursor(connection.display, connection.root, cursor)
    }
    XSync(connection.display, False)
    #expect(connection.errorCount == 0)
  }

  // Runs in a child process, because Xcursor reads the environment variables only once.
  @Test func `has the configured theme and size, and its name`() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      try CursorTheme(in: directory).use()
      setenv("XCURSOR_THEME", "first", 1)
      let screen = try PointerFixture()
      #expect(screen.image(of: .text) == CursorImage(name: "text", width: 16))
      // The theme has this shape only under its old name.
      #expect(screen.image(of: .grab) == CursorImage(name: "hand1", width: 16))
      screen.set(theme: nil, size: 32)
      #expect(screen.image(of: .text) == CursorImage(name: "text", width: 32))
      screen.set(theme: "second", size: nil)
      #expect(screen.image(of: .text) == CursorImage(name: "xterm", width: 32))
      #expect(screen.errorCount == 0)
    }
  }
}

/// The name and size of a cursor as the server reports them.
struct CursorImage: Equatable {
  let name: String
  /// The width in device pixels.
  let width: Int
}

/// A fixture with a display whose pointer has a shape.
final class PointerFixture {
  private let display: VirtualDisplay
  private let connection: Connection
  var errorCount: Int { connection.errorCount }
  private var cursors: Indirect

  private final class Indirect {
    var cursors: PointerCursors
    init(_ cursors: consuming PointerCursors) { self.cursors = cursors }
  }

  init() throws {
    display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
    connection = try Connection(to: display.name)
    cursors = Indirect(PointerCursors(on: connection))
  }

  func set(theme: String?, size: Int?) { cursors.cursors.set(theme: theme, size: size) }

  func image(of shape: PointerShape) -> CursorImage? {
    XDefineCursor(connection.display, connection.root, cursors.cursors[shape])
    guard let image = XFixesGetCursorImage(connection.display) else { return nil }
    defer { XFree(image) }
    return CursorImage(
      name: String(cString: image.pointee.name), width: Int(image.pointee.width))
  }
}

/// Two cursor themes on disk in Xcursor's file format, with images of 16 and 32 pixels.
private struct CursorTheme {
  private let directory: String

  init(in directory: borrowing TemporaryDirectory) throws {
    self.directory = directory.path
    try add("first", ["default", "text", "hand1"])
    try add("second", ["default", "xterm"])
  }

  func use() { setenv("XCURSOR_PATH", directory, 1) }

  private func add(_ theme: String, _ names: [String]) throws {
    mkdir("\(directory)/\(theme)", 0o700)
    mkdir("\(directory)/\(theme)/cursors", 0o700)
    for name in names {
      let images = XcursorImagesCreate(2)
      defer { XcursorImagesDestroy(images) }
      for (index, size) in [Int32(16), 32].enumerated() {
        let image = try #require(XcursorImageCreate(size, size))
        (image.pointee.size, image.pointee.delay) = (UInt32(size), 0)
        (image.pointee.xhot, image.pointee.yhot) = (0, 0)
        for pixel in 0..<Int(size * size) { image.pointee.pixels[pixel] = 0xFF_336699 }
        images?.pointee.images[index] = image
        images?.pointee.nimage += 1
      }
      try #require(XcursorFilenameSaveImages("\(directory)/\(theme)/cursors/\(name)", images) != 0)
    }
  }
}
