import CX11
import CXCursor
import CXFixes
import Glibc
import Scene
import ScreenDriver
import Testing

@testable import X11Shell

@Suite struct `A pointer's shape` {
  @Test func `is known by names that differ, the last of them a glyph's of the cursor font`() {
    let names = PointerShape.allCases.map(PointerCursors.names)
    #expect(Set(names.joined()).count == names.joined().count)
    #expect(names.compactMap(\.last).allSatisfy { XcursorLibraryShape($0) >= 0 })
  }

  @Test(arguments: [
    (PointerShape.arrow, "default"), (.text, "text"), (.hand, "pointer"), (.grab, "grab"),
    (.grabbing, "grabbing"), (.crosshair, "crosshair"),
  ])
  func `is asked for first by its standard name`(shape: PointerShape, name: String) {
    #expect(PointerCursors.names(of: shape).first == name)
  }

  @Test func `is made once, and the server accepts it`() throws {
    let display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
    let connection = try Connection(to: display.name)
    let errors = ProtocolErrors.count
    var cursors = PointerCursors(on: connection)
    for shape in PointerShape.allCases {
      let (cursor, again) = (cursors[shape], cursors[shape])
      #expect(cursor != 0 && cursor == again)
      XDefineCursor(connection.display, connection.root, cursor)
    }
    XSync(connection.display, False)
    #expect(ProtocolErrors.count == errors)
  }

  // In a process of its own, since Xcursor reads the variables once.
  @Test func `is of the theme and size that are set, and tells its name`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      try CursorTheme(in: folder).use()
      setenv("XCURSOR_THEME", "first", 1)
      let screen = try PointerScreen()
      #expect(screen.picture(of: .text) == CursorPicture(name: "text", width: 16))
      // The theme knows it by its old name alone.
      #expect(screen.picture(of: .grab) == CursorPicture(name: "hand1", width: 16))
      screen.set(theme: nil, size: 32)
      #expect(screen.picture(of: .text) == CursorPicture(name: "text", width: 32))
      screen.set(theme: "second", size: nil)
      #expect(screen.picture(of: .text) == CursorPicture(name: "xterm", width: 32))
      #expect(ProtocolErrors.count == 0)
    }
  }
}

/// A cursor as the server tells of it.
struct CursorPicture: Equatable {
  let name: String
  /// In device pixels.
  let width: Int
}

/// A display whose pointer has one of the shapes.
final class PointerScreen {
  private let display: VirtualDisplay
  private let connection: Connection
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

  func picture(of shape: PointerShape) -> CursorPicture? {
    XDefineCursor(connection.display, connection.root, cursors.cursors[shape])
    guard let image = XFixesGetCursorImage(connection.display) else { return nil }
    defer { XFree(image) }
    return CursorPicture(
      name: String(cString: image.pointee.name), width: Int(image.pointee.width))
  }
}

/// Two cursor themes on disk, in Xcursor's file format, with pictures of 16 and 32 pixels.
private struct CursorTheme {
  private let folder: String

  init(in folder: borrowing TemporaryFolder) throws {
    self.folder = folder.path
    try add("first", ["default", "text", "hand1"])
    try add("second", ["default", "xterm"])
  }

  func use() { setenv("XCURSOR_PATH", folder, 1) }

  private func add(_ theme: String, _ names: [String]) throws {
    mkdir("\(folder)/\(theme)", 0o700)
    mkdir("\(folder)/\(theme)/cursors", 0o700)
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
      try #require(XcursorFilenameSaveImages("\(folder)/\(theme)/cursors/\(name)", images) != 0)
    }
  }
}
