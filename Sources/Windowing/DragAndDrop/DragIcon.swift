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
  /// The pixel that is at the pointer, relative to the first pixel. It may lie outside the image.
  private let hotSpot: (x: Int, y: Int)

  /// The maximum number of pixels of an image.
  private static let pixelLimit = 1024 * 1024

  /// Draws a preview and creates the window, unmapped.
  ///
  /// - Parameter scale: Device pixels per logical pixel.
  /// - Returns: `nil` if the server has no suitable visual or no XFIXES, which is needed to make the window accept no
  ///   input; if memory is short; or if the preview is empty or exceeds the maximum size.
  init?(
    _ preview: DragPreview, scale: Double, isComposited: Bool, drawnBy renderer: Renderer,
    on connection: Connection
  ) {
    let frame = PixelRect(covering: Rect(origin: .zero, size: preview.size), scale: scale)
    var (event, error): (Int32, Int32) = (0, 0)
    guard 1...Self.pixelLimit ~= frame.width * frame.height,
      XFixesQueryExtension(connection.display, &event, &error) != 0,
      let format = PixelFormat(isTransparent: isComposited, on: connection)
    else { return nil }
    let buffer = BackBuffer(size: frame.size, depth: format.depth)
    let bitmap = buffer.bitmap(scale: scale)
    do throws(RenderingError) { try renderer.draw(preview.drawing, into: bitmap) } catch { return nil }
    if format.depth != 32 {
      let pixels = bitmap.address.assumingMemoryBound(to: UInt32.self)
      for index in 0..<bitmap.width * bitmap.height { pixels[index] = Self.onWhite(pixels[index]) }
    }
    self.connection = connection
    hotSpot = (Int((preview.hotSpot.x * scale).rounded()), Int((preview.hotSpot.y * scale).rounded()))
    window = Self.makeWindow(showing: buffer, format, on: connection)
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
    showing buffer: borrowing BackBuffer, _ format: PixelFormat, on connection: Connection
  ) -> ServerWindow {
    let frame = buffer.size.bounds
    // The server repaints a background pixmap by itself after an exposure.
    let pixmap = XCreatePixmap(
      connection.display, connection.root, UInt32(frame.width), UInt32(frame.height), UInt32(format.depth))
    defer { XFreePixmap(connection.display, pixmap) }
    if let context = XCreateGC(connection.display, pixmap, 0, nil) {
      buffer.send(frame, to: pixmap, with: context, on: connection)
      XFreeGC(connection.display, context)
    }
    return ServerWindow(
      frame: frame, format: format, isOverrideRedirect: true, background: pixmap, on: connection)
  }

  /// Returns a premultiplied pixel blended with white: each component is increased by the missing
  /// alpha.
  private static func onWhite(_ pixel: UInt32) -> UInt32 {
    let rest = 255 - pixel >> 24
    let components = [16, 8, 0].map { shift in min(255, (pixel >> shift & 0xFF) + rest) << shift }
    return components.reduce(0xFF00_0000, |)
  }
}
