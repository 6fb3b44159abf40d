package import CX11
package import Scene

/// The id of a window in the server.
package typealias WindowID = CX11.Window

/// A window that shows pixels. It is destroyed with this value.
package struct ServerWindow: ~Copyable {
  package let id: WindowID
  private let connection: Connection
  private let colormap: Colormap

  /// The attributes that a window has from its creation on.
  package struct Attributes {
    /// The frame in device pixels of the screen.
    package var frame: PixelRect
    package var eventMask = NoEventMask
    /// Whether the window manager ignores the window.
    package var isOverrideRedirect = false
    /// The pixels that the server paints after an exposure. With `None`, it paints nothing.
    package var background = Pixmap(None)
    /// Whether the pixels keep their place on the screen instead of in the window when it is moved and resized.
    package var keepsPixelsOnScreen = false

    package init(frame: PixelRect) { self.frame = frame }
  }

  /// Creates an unmapped window that shows pixels.
  ///
  /// It keeps its pixels at the top-left corner when its size changes, unless the attributes say otherwise.
  package init(_ attributes: Attributes, format: PixelFormat, on connection: Connection) {
    let colormap = XCreateColormap(connection.display, connection.root, format.visual, AllocNone)
    var values = XSetWindowAttributes()
    values.background_pixmap = attributes.background
    // A window cannot copy the root's border if its visual differs from the root's.
    values.border_pixel = 0
    values.bit_gravity = attributes.keepsPixelsOnScreen ? StaticGravity : NorthWestGravity
    values.colormap = colormap
    values.event_mask = attributes.eventMask
    values.override_redirect = attributes.isOverrideRedirect ? True : False
    let frame = attributes.frame
    id = XCreateWindow(
      connection.display, connection.root, Int32(frame.x), Int32(frame.y), UInt32(frame.width),
      UInt32(frame.height), 0, format.depth, UInt32(InputOutput), format.visual,
      UInt(CWBackPixmap | CWBorderPixel | CWBitGravity | CWColormap | CWEventMask | CWOverrideRedirect),
      &values)
    self.connection = connection
    self.colormap = colormap
  }

  deinit {
    // Another client may have destroyed the window.
    connection.ignoringErrors { _ = XDestroyWindow(connection.display, id) }
    XFreeColormap(connection.display, colormap)
  }
}

extension Connection {
  /// Creates a window that is never mapped, for properties. The caller destroys it.
  ///
  /// - Parameter events: The events that it receives.
  package func makeHiddenWindow(observing events: Int = PropertyChangeMask) -> WindowID {
    var values = XSetWindowAttributes()
    values.event_mask = events
    return XCreateWindow(
      display, root, -1, -1, 1, 1, 0, 0, UInt32(InputOnly), nil, UInt(CWEventMask), &values)
  }

  /// Limits a window to some rectangles: its pointer input (`ShapeInput`) or its pixels and its input
  /// (`ShapeBounding`). Needs XFIXES, and no round trip.
  ///
  /// - Parameter region: The rectangles in device pixels of the window. `nil` for the whole window.
  package func setRegion(_ region: [PixelRect]?, of window: WindowID, for kind: Int32 = ShapeInput) {
    guard let region else { return XFixesSetWindowShapeRegion(display, window, kind, 0, 0, 0) }
    var rects = region.map { rect in
      XRectangle(
        x: Int16(clamping: rect.x), y: Int16(clamping: rect.y), width: UInt16(clamping: rect.width),
        height: UInt16(clamping: rect.height))
    }
    let shape = XFixesCreateRegion(display, &rects, Int32(rects.count))
    XFixesSetWindowShapeRegion(display, window, kind, 0, 0, shape)
    XFixesDestroyRegion(display, shape)
  }
}
