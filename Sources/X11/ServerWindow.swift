package import CX11
package import Scene

/// The id of a window in the server.
package typealias WindowID = CX11.Window

/// A window that shows pixels. It is destroyed with this value.
package struct ServerWindow: ~Copyable {
  package let id: WindowID
  private let connection: Connection
  private let colormap: Colormap

  /// Creates an unmapped window that shows pixels.
  ///
  /// - Parameters:
  ///   - frame: The frame in device pixels of the screen.
  ///   - format: The visual.
  ///   - events: The events that it receives.
  ///   - isOverrideRedirect: Whether the window manager ignores the window.
  ///   - background: The pixels that the server paints after an exposure. With `None`, it paints nothing.
  ///   - keepsPixelsOnScreen: Whether the pixels keep their position on the screen instead of that in the window when it is
  ///     moved and resized. Otherwise, they stay at the top-left corner when its size changes.
  package init(
    frame: PixelRect, format: PixelFormat, receiving events: Int = NoEventMask, isOverrideRedirect: Bool,
    background: Pixmap = Pixmap(None), keepsPixelsOnScreen: Bool = false, on connection: Connection
  ) {
    let colormap = XCreateColormap(connection.display, connection.root, format.visual, AllocNone)
    var values = XSetWindowAttributes()
    values.background_pixmap = background
    // A window cannot copy the root's border if its visual differs from the root's.
    values.border_pixel = 0
    values.bit_gravity = keepsPixelsOnScreen ? StaticGravity : NorthWestGravity
    values.colormap = colormap
    values.event_mask = events
    values.override_redirect = isOverrideRedirect ? True : False
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

/// The selection of some events of a window, which may belong to any client. It ends when this object is deallocated.
///
/// A client has one event mask for each window. The connection selects what all observations of a window and the
/// program's own use of it need, so the end of one takes no events from the others.
package final class WindowObservation {
  package let window: Window
  private let mask: Int
  private let connection: Connection

  /// Selects events. One round trip for the first observation of a window, unless its mask is known.
  ///
  /// - Parameter known: The events that the program has selected without an observation. `nil` if it is not known, or
  ///   whether the window exists. Ignored for the root window.
  /// - Returns: `nil` if the window does not exist.
  package init?(of window: Window, _ mask: Int, ownMask known: Int? = nil, on connection: Connection) {
    let known = window == connection.root ? connection.rootEventMask : known
    guard let own = connection.observed[window]?.own ?? known ?? connection.eventMask(of: window) else {
      return nil
    }
    (self.window, self.mask, self.connection) = (window, mask, connection)
    connection.observed[window, default: ObservedWindow(own: own)].masks.append(mask)
    connection.updateEvents(of: window)
  }

  deinit {
    guard let index = connection.observed[window]?.masks.firstIndex(of: mask) else { return }
    connection.observed[window]?.masks.remove(at: index)
    connection.updateEvents(of: window)
    if connection.observed[window]?.masks.isEmpty == true { connection.observed[window] = nil }
  }
}

/// The event masks of a window that is observed.
struct ObservedWindow {
  /// The events that the program has selected without an observation, since the window is its own or the root window.
  var own: Int
  /// The events of each observation.
  var masks: [Int] = []
}

extension Connection {
  /// Selects the events of a window of this program or of the root window, in addition to those of observations.
  package func selectEvents(_ mask: Int, of window: Window) {
    observed[window]?.own = mask
    XSelectInput(display, window, mask | (observed[window]?.masks.reduce(NoEventMask, |) ?? NoEventMask))
  }

  /// Selects further events of the root window, in addition to those already selected, or no longer selects them.
  package func selectRootEvents(_ mask: Int, _ isSelected: Bool = true) {
    let selected = isSelected ? rootEventMask | mask : rootEventMask & ~mask
    guard selected != rootEventMask else { return }
    rootEventMask = selected
    selectEvents(selected, of: root)
  }

  /// Selects the events of a window after a change of its observations. The window may no longer exist.
  fileprivate func updateEvents(of window: Window) {
    if let own = observed[window]?.own { ignoringErrors { selectEvents(own, of: window) } }
  }
}
