import CX11
import CXCursor
import Scene

/// The pointer's pictures on a server, each made when first needed, in the person's cursor theme.
///
/// Theme and size are those of the resources `Xcursor.theme` and `Xcursor.size`, or of the variables
/// `XCURSOR_THEME` and `XCURSOR_SIZE`, until others are set. Each cursor has the name of its picture,
/// as `XFixesGetCursorImageAndName` tells.
struct PointerCursors: ~Copyable {
  private let connection: Connection
  private var cursors: [PointerShape: Cursor] = [:]
  /// What is to be set before the next picture is made.
  private var wish: (theme: String?, size: Int?)?

  init(on connection: Connection) {
    self.connection = connection
  }

  deinit {
    for cursor in cursors.values { XFreeCursor(connection.display, cursor) }
  }

  /// The picture for a shape: from the theme, or else from the cursor font.
  subscript(shape: PointerShape) -> Cursor {
    mutating get {
      if let cursor = cursors[shape] { return cursor }
      fulfilWish()
      let cursor = load(shape)
      cursors[shape] = cursor
      return cursor
    }
  }

  /// Has all pictures made anew in another theme or size, when they are next needed.
  ///
  /// - Parameters:
  ///   - theme: `nil` leaves it as it is.
  ///   - size: Nominal, in device pixels; `nil` or less than 1 leaves it as it is.
  mutating func set(theme: String?, size: Int?) {
    let size = size.flatMap { $0 > 0 ? $0 : nil }
    wish = (theme ?? wish?.theme, size ?? wish?.size)
    // The server keeps a cursor for as long as a window shows it.
    for cursor in cursors.values { XFreeCursor(connection.display, cursor) }
    cursors.removeAll()
  }

  private mutating func fulfilWish() {
    guard let wish else { return }
    if let theme = wish.theme { XcursorSetTheme(connection.display, theme) }
    if let size = wish.size {
      XcursorSetDefaultSize(connection.display, Int32(clamping: size))
    }
    self.wish = nil
  }

  /// Where no name is known to the theme, Xcursor takes the cursor font's glyph of the last name.
  private func load(_ shape: PointerShape) -> Cursor {
    for name in Self.names(of: shape) {
      let cursor = XcursorLibraryLoadCursor(connection.display, name)
      if cursor != 0 { return cursor }
    }
    return XCreateFontCursor(connection.display, UInt32(XC_left_ptr))
  }

  /// What themes call a shape: first the name of the freedesktop cursor specification, which is
  /// CSS's, then older ones; the last is a glyph's of the cursor font.
  static func names(of shape: PointerShape) -> [String] {
    switch shape {
    case .arrow: ["default", "left_ptr"]
    case .text: ["text", "xterm"]
    case .hand: ["pointer", "hand", "hand2"]
    case .grab: ["grab", "openhand", "hand1"]
    case .grabbing: ["grabbing", "closedhand", "fleur"]
    case .crosshair: ["crosshair", "cross"]
    }
  }
}
