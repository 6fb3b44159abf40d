package import CX11
package import Scene

/// The pointer cursors on a server, loaded on first use from the user's cursor theme.
///
/// Theme and size come from the resources `Xcursor.theme` and `Xcursor.size`, or the environment
/// variables `XCURSOR_THEME` and `XCURSOR_SIZE`, until others are set. Each cursor has the name of
/// its image, which `XFixesGetCursorImageAndName` returns.
package struct PointerCursors: ~Copyable {
  private let connection: Connection
  private var cursors: [PointerShape: Cursor] = [:]
  /// The theme and size to set before the next cursor is loaded.
  private var pendingTheme: (theme: String?, size: Int?)?
  /// The shape that was last shown, and the window over which it was shown.
  private var shown: (shape: PointerShape, window: WindowID)?

  package init(on connection: Connection) { self.connection = connection }

  deinit { for cursor in cursors.values { XFreeCursor(connection.display, cursor) } }

  /// The cursor for a shape, from the theme or from the cursor font.
  package subscript(shape: PointerShape) -> Cursor {
    mutating get {
      if let cursor = cursors[shape] { return cursor }
      if let pendingTheme {
        if let theme = pendingTheme.theme { XcursorSetTheme(connection.display, theme) }
        if let size = pendingTheme.size { XcursorSetDefaultSize(connection.display, Int32(clamping: size)) }
        self.pendingTheme = nil
      }
      let cursor = load(shape)
      cursors[shape] = cursor
      return cursor
    }
  }

  /// Shows a shape over a window, the only one that uses these cursors.
  package mutating func show(_ shape: PointerShape, over window: WindowID) {
    guard shape != shown?.shape else { return }
    shown = (shape, window)
    XDefineCursor(connection.display, window, self[shape])
  }

  /// Replaces all cursors by those of another theme or size, which are loaded on their next use.
  ///
  /// - Parameters:
  ///   - theme: The name of the theme. `nil` keeps the current one.
  ///   - size: The nominal size in device pixels. `nil` or a value below 1 keeps the current one.
  package mutating func set(theme: String?, size: Int?) {
    let size = size.flatMap { $0 > 0 ? $0 : nil }
    pendingTheme = (theme ?? pendingTheme?.theme, size ?? pendingTheme?.size)
    // The server keeps a cursor as long as a window uses it.
    for cursor in cursors.values { XFreeCursor(connection.display, cursor) }
    cursors.removeAll()
    if let shown { XDefineCursor(connection.display, shown.window, self[shown.shape]) }
  }

  /// Loads a cursor. If the theme has none of the names, Xcursor uses the cursor font for the last
  /// one.
  private func load(_ shape: PointerShape) -> Cursor {
    for name in Self.names(of: shape) {
      let cursor = XcursorLibraryLoadCursor(connection.display, name)
      if cursor != 0 { return cursor }
    }
    return XCreateFontCursor(connection.display, UInt32(XC_left_ptr))
  }

  /// Returns the theme names of a shape. The first is from the freedesktop cursor specification,
  /// which uses CSS names; older names follow. The last is a glyph of the cursor font.
  package static func names(of shape: PointerShape) -> [String] {
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
