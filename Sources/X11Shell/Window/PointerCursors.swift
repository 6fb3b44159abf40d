import CX11
import Scene

/// The pointer's pictures on a server, each made when first needed.
struct PointerCursors: ~Copyable {
  private let connection: Connection
  private var cursors: [PointerShape: Cursor] = [:]

  init(on connection: Connection) {
    self.connection = connection
  }

  deinit {
    for cursor in cursors.values { XFreeCursor(connection.display, cursor) }
  }

  /// The picture for a shape: from the person's cursor theme where Xlib finds one, else from the
  /// cursor font.
  subscript(shape: PointerShape) -> Cursor {
    mutating get {
      if let cursor = cursors[shape] { return cursor }
      let cursor = XCreateFontCursor(connection.display, Self.glyph(for: shape))
      cursors[shape] = cursor
      return cursor
    }
  }

  /// The cursor font's glyph, by whose name (`hand1` and so on) Xlib asks the cursor theme.
  static func glyph(for shape: PointerShape) -> UInt32 {
    switch shape {
    case .arrow: UInt32(XC_left_ptr)
    case .text: UInt32(XC_xterm)
    case .hand: UInt32(XC_hand2)
    case .grab: UInt32(XC_hand1)
    case .grabbing: UInt32(XC_fleur)
    case .crosshair: UInt32(XC_crosshair)
    }
  }
}
