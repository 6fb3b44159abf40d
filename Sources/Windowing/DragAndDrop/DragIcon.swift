import CX11
import CairoRendering
import Scene
import X11

/// The window that shows the drag image at the pointer, above all other windows. It accepts no
/// input, so a search for the window under the pointer finds the one below it.
///
/// With a compositor the window has the image's transparency. Without one the image is drawn on
/// white.
struct DragIcon: ~Copyable {
  private let connection: Connection
  private let window: ServerWindow
  private let hotSpot: (x: Int, y: Int)

  /// Creates the window, unmapped.
  ///
  /// - Returns: `nil` if the server has no XFIXES, which is needed to make the window accept no
  ///   input, or no suitable visual.
  init?(_ image: DragImage, isComposited: Bool, on connection: Connection) {
    let display = connection.display
    var (event, error): (Int32, Int32) = (0, 0)
    guard XFixesQueryExtension(display, &event, &error) != 0,
      let format = PixelFormat(isTransparent: isComposited, on: connection)
    else { return nil }
    self.connection = connection
    hotSpot = image.hotSpot
    window = Self.makeWindow(image, format, on: connection)
    connection.setRegion([], of: window.id)
    connection.write(
      .words([connection.atoms[.netWMWindowTypeDND]], type: XA_ATOM), to: .netWMWindowType, of: window.id)
  }

  /// Shows the image with its hot spot at a position on the screen.
  func show(at position: PixelPoint) {
    XMoveWindow(connection.display, window.id, Int32(position.x - hotSpot.x), Int32(position.y - hotSpot.y))
    XMapRaised(connection.display, window.id)
  }

  private static func makeWindow(
    _ image: DragImage, _ format: PixelFormat, on connection: Connection
  ) -> ServerWindow {
    // The server repaints a background pixmap by itself after an exposure.
    let pixmap = XCreatePixmap(
      connection.display, connection.root, UInt32(image.width), UInt32(image.height), UInt32(format.depth))
    defer { XFreePixmap(connection.display, pixmap) }
    paint(image, on: pixmap, format, connection)
    var attributes = ServerWindow.Attributes(
      frame: PixelRect(x: 0, y: 0, width: image.width, height: image.height))
    attributes.isOverrideRedirect = true
    attributes.background = pixmap
    return ServerWindow(attributes, format: format, on: connection)
  }

  private static func paint(
    _ image: DragImage, on pixmap: Pixmap, _ format: PixelFormat, _ connection: Connection
  ) {
    let size = PixelSize(width: image.width, height: image.height)
    let buffer = BackBuffer(size: size, depth: format.depth)
    let pixels = buffer.bitmap(scale: 1).address.assumingMemoryBound(to: UInt32.self)
    for (index, pixel) in image.pixels.enumerated() {
      pixels[index] = format.depth == 32 ? pixel : onWhite(pixel)
    }
    guard let context = XCreateGC(connection.display, pixmap, 0, nil) else { return }
    buffer.send(size.bounds, to: pixmap, with: context, on: connection)
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

/// The image that is shown at the pointer during a drag.
struct DragImage {
  /// The width in device pixels.
  let width: Int
  /// The height in device pixels.
  let height: Int
  /// The pixels in rows from the top. Each is `0xAARRGGBB`, premultiplied, as in `Bitmap`.
  let pixels: [UInt32]
  /// The pixel that is at the pointer, relative to the first pixel. It may lie outside the image.
  let hotSpot: (x: Int, y: Int)

  /// The maximum number of pixels of an image.
  private static let pixelLimit = 1024 * 1024

  /// Draws a preview.
  ///
  /// - Parameter scale: Device pixels per logical pixel.
  /// - Returns: `nil` if memory is short, or if the preview is empty or exceeds the maximum size.
  init?(_ preview: DragPreview, scale: Double, by renderer: Renderer) {
    let image = ImageBuffer(size: preview.size, scale: scale)
    guard 1...Self.pixelLimit ~= image.width * image.height else { return nil }
    do throws(RenderingError) {
      try image.withBitmap { bitmap throws(RenderingError) in
        try renderer.draw(preview.drawing, into: bitmap)
      }
    } catch {
      return nil
    }
    (width, height) = (image.width, image.height)
    pixels = (0..<image.height).flatMap { y in (0..<image.width).map { image[$0, y] } }
    let hotSpot = preview.hotSpot
    self.hotSpot = (Int((hotSpot.x * scale).rounded()), Int((hotSpot.y * scale).rounded()))
  }
}
