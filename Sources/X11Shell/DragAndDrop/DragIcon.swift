import CX11
import CXFixes
import Scene

/// The window that shows at the pointer what is carried, above all others and out of their way: it
/// takes no input, so that whoever looks for the window under the pointer finds the one below.
///
/// It is as transparent as its picture where a compositor makes the screen's picture; elsewhere it
/// is on white.
struct DragIcon: ~Copyable {
  private let connection: Connection
  private let window: Window
  private let colormap: Colormap
  private let hotSpot: (x: Int, y: Int)

  /// Creates the window, unmapped.
  ///
  /// - Returns: `nil` where windows cannot be kept from taking input, for want of XFIXES, or where
  ///   there is no suitable visual.
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
    PropertyValue.words([connection.atoms[.netWMWindowTypeDND]], type: XA_ATOM)
      .write(to: connection.atoms[.netWMWindowType], of: window, on: connection)
  }

  deinit {
    XDestroyWindow(connection.display, window)
    XFreeColormap(connection.display, colormap)
  }

  /// Shows it with its hot spot at a place of the screen.
  func show(at place: PixelPoint) {
    XMoveWindow(
      connection.display, window, Int32(place.x - hotSpot.x), Int32(place.y - hotSpot.y))
    XMapRaised(connection.display, window)
  }

  /// `ShapeInput` of the SHAPE extension.
  private static let inputShape: Int32 = 2

  private static func makeWindow(
    _ picture: DragPicture, _ format: PixelFormat, _ colormap: Colormap, on connection: Connection
  ) -> Window {
    let display = connection.display
    let (width, height) = (UInt32(picture.width), UInt32(picture.height))
    // The server shows a background by itself, whatever is uncovered.
    let pixmap = XCreatePixmap(
      display, connection.root, width, height, UInt32(format.depth))
    paint(picture, on: pixmap, format, connection)
    var attributes = XSetWindowAttributes()
    attributes.override_redirect = True
    attributes.background_pixmap = pixmap
    attributes.border_pixel = 0
    attributes.colormap = colormap
    let window = XCreateWindow(
      display, connection.root, 0, 0, width, height, 0, format.depth, UInt32(InputOutput),
      format.visual, UInt(CWOverrideRedirect | CWBackPixmap | CWBorderPixel | CWColormap),
      &attributes)
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

  /// A premultiplied pixel on white: each component gains what alpha lacks.
  private static func onWhite(_ pixel: UInt32) -> UInt32 {
    let rest = 255 - pixel >> 24
    let components = [16, 8, 0].map { shift in min(255, (pixel >> shift & 0xFF) + rest) << shift }
    return components.reduce(0xFF00_0000, |)
  }
}

extension PixelFormat {
  /// With alpha where a compositor heeds that, else any.
  fileprivate static func forIcon(isComposited: Bool, on connection: Connection) -> PixelFormat? {
    (isComposited ? PixelFormat(withAlphaOn: connection) : nil)
      ?? (try? PixelFormat(on: connection))
  }
}
