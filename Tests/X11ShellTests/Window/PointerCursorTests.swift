import CX11
import Scene
import ScreenDriver
import Testing

@testable import X11Shell

@Suite struct `A pointer's shape` {
  @Test func `has a picture of its own in every cursor font and theme`() {
    let glyphs = PointerShape.allCases.map(PointerCursors.glyph)
    #expect(Set(glyphs).count == PointerShape.allCases.count)
    // Xlib names a glyph to the theme only where it is one of the font's, which are even.
    #expect(glyphs.allSatisfy { $0 < UInt32(XC_num_glyphs) && $0.isMultiple(of: 2) })
  }

  @Test(arguments: [
    (PointerShape.arrow, XC_left_ptr), (.text, XC_xterm), (.hand, XC_hand2), (.grab, XC_hand1),
    (.grabbing, XC_fleur), (.crosshair, XC_crosshair),
  ])
  func `is known to themes by a glyph's name`(shape: PointerShape, glyph: Int32) {
    #expect(PointerCursors.glyph(for: shape) == UInt32(glyph))
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
}
