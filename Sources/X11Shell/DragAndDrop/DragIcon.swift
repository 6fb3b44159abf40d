import CX11
import CXFixes
import Scene

/// The window that shows the drag image at the pointer, above all other windows. It accepts no
/// input, so a search for the window under the pointer finds the one below it.
///
/// With a compositor the window has the image's transparency. Without one the image is drawn on
/// white.
struct DragIcon: ~Copyable {
  private let connection: Connection
  private let window: Window
  private let colormap: Colormap
  private let hotSpot: (x: Int, y: Int)

  /// Creates the window, unmapped.
  ///
  /// - Returns: `nil` if the server has no XFIXES, which is needed to make the window accept no
  ///   input, or no suitable visual.
  init?(_ picture: DragPicture, isComposited: Bool, on connection: Connection) {
    let display = connection.display
    var (event, error): (Int32, Int32) = (0, 0)
    guard XFixesQueryExtension(display, &event, &error) != 0,
      let format = PixelFormat.forIcon(isComposited: isComposited, on: connection)
    else { return nil }
    self.connection = connection
    hotSpot = picture.hotSpot
    colormap = XCreateColormap(display, connection.root, format.visual, AllocNone)
    window = Self.makeWindow(picture, format, colormap, on: connection)
    let nothing = XFixesCreateRegion(display, nil, 0)
    XFixesSetWindowShapeRegion(display, window, Self.inputShape, 0, 0, nothing)
    XFixesDestroyRegion(display, nothing)
    PropertyValue.words([connection.atoms[.netWMWindowTypeDND]], type: XA_ATOM).write(
      to: connection.atoms[.netWMWindowType], of: window, on: connection)
  }

  deinit {
    XDestroyWindow(connection.display, window)
    XFreeColormap(connection.display, colormap)
  }

  /// Shows the image with its hot spot at a position on the screen.
  func show(at position: PixelPoint) {
    XMoveWindow(connection.display, window, Int32(position.x - hotSpot.x), Int32(position.y - hotSpot.y))
    XMapRaised(connection.display, window)
  }

  /// `ShapeInput` of the SHAPE extension.
  private static let inputShape: Int32 = 2

  private static func makeWindow(
    _ picture: DragPicture, _ format: PixelFormat, _ colormap: Colormap, on connection: Connection
  ) -> Window {
    let display = connection.display
    let (width, height) = (UInt32(picture.width), UInt32(picture.height))
    // The server repaints a background pixmap by itself after an exposure.
    let pixmap = XCreatePixmap(display, connection.root, width, height, UInt32(format.depth))
    paint(picture, on: pixmap, format, connection)
    var attributes = XSetWindowAttributes()
    attributes.override_redirect = True
    attributes.background_pixmap = pixmap
    attributes.border_pixel = 0
    attributes.colormap = colormap
    let window = XCreateWindow(
      display, connection.root, 0, 0, width, height, 0, format.depth, UInt32(InputOutput), format.visual,
      UInt(CWOverrideRedirect | CWBackPixmap | CWBorderPixel | CWColormap), &attributes)
    XFreePixmap(display, pixmap)
    return window
  }

  private static func paint(
    _ picture: DragPicture, on pixmap: Pixmap, _ format: PixelFormat, _ connection: Connection
  ) {
    let size = PixelSize(width: picture.width, height: picture.height)
    let buffer = BackBuffer(size: size, depth: format.depth)
    let pixels = buffer.bitmap(scale: 1).address.assumingMemoryBound(to: UInt32.self)
    for (index, pixel) in picture.pixels.enumerated() {
      pixels[index] = format.depth == 32 ? pixel : onWhite(pixel)
    }
    guard let context = XCreateGC(connection.display, pixmap, 0, nil) else { return }
    buffer.send(buffer.bounds, to: pixmap, with: context, on: connection)
    XFreeGC(connection.display, context)
  }

  /// Returns a premultiplied pixel blended with white: each component is increased by the missing
  /// alpha.
  private static func onWhite(_ pixel: UInt32) -> UInt32 {
    let rest = 255 - pixel >> 24
    let components = [16, 8, 0].map { shift in min(255, (pixel >> shift & 0xFF) + rest) << shift }
    return components.reduce(0xFF00_0000, |)
  }
}

extension PixelFormat {
  /// Returns a format with alpha if a compositor is running, otherwise any suitable format.
  fileprivate static func forIcon(isComposited: Bool, on connection: Connection) -> PixelFormat? {
    (isComposited ? PixelFormat(withAlphaOn: connection) : nil) ?? (try? PixelFormat(on: connection))
  }
}
