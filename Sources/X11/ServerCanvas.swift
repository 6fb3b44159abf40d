package import CX11
public import Scene

/// A canvas that the X server stores and paints.
///
/// It makes no round trips. Its content is visible only after it is copied to a window.
public struct ServerCanvas: Canvas {
  public let bounds: PixelRect
  public let scale: Double
  /// The picture to paint on. With `None`, nothing is painted, but the masks of a drawing are created.
  private let picture: Picture
  private let render: RenderExtension

  /// Creates a canvas on a picture.
  ///
  /// - Parameter bounds: The pixels of the picture, in the coordinates of the canvas.
  package init(on picture: Picture, bounds: PixelRect, scale: Double, render: RenderExtension) {
    self.picture = picture
    self.bounds = bounds
    self.scale = scale
    self.render = render
  }

  private var display: OpaquePointer { render.connection.display }

  public func makeMask(_ coverage: UnsafeBufferPointer<UInt8>, width: Int, height: Int, stride: Int)
    -> CanvasMask?
  { ServerMask(coverage, size: PixelSize(width: width, height: height), stride: stride, render: render) }

  /// Creates the missing masks of a drawing and uploads them together. Useful if all masks are new,
  /// because each mask that is uploaded by itself is a request.
  ///
  /// - Parameter paint: Performs the drawing on the given canvas. Only masks are created.
  public func gatherMasks<Failure>(
    _ paint: (borrowing ServerCanvas) throws(Failure) -> Void
  ) throws(Failure) {
    let canvas = ServerCanvas(on: Picture(None), bounds: bounds, scale: scale, render: render)
    try render.gatherMasks { () throws(Failure) in try paint(canvas) }
  }

  public func accepts(_ mask: CanvasMask) -> Bool { (mask as? ServerMask)?.belongs(to: render) == true }

  public func erase(_ mask: CanvasMask) { (mask as? ServerMask)?.erase() }

  public func clear(_ area: PixelRect) { fill(area, .transparent, PictOpSrc) }

  public func fill(_ area: PixelRect, _ color: Color) {
    let color = SolidColor(color)
    fill(area, color, color.isOpaque ? PictOpSrc : PictOpOver)
  }

  public func fill(_ area: PixelRect, _ color: Color, through mask: CanvasMask, at origin: PixelPoint) {
    guard picture != Picture(None), let slot = (mask as? ServerMask)?.slot else { return }
    composite(
      render.solid(SolidColor(color)), at: area.origin, through: slot.page.picture,
      at: slot.pageOrigin(placedAt: origin), area)
  }

  public func draw(_ image: Image, in area: PixelRect, at origin: PixelPoint) {
    guard picture != Picture(None) else { return }
    composite(render.picture(of: image), at: origin, through: Picture(None), at: area.origin, area)
  }

  public func paintGroup(_ area: PixelRect, opacity: Double, _ content: (borrowing ServerCanvas) -> Void) {
    guard picture != Picture(None) else { return content(self) }
    withLayer(area, content) { layer in
      composite(
        layer, at: area.origin,
        through: render.solid(SolidColor(Color(red: 0, green: 0, blue: 0, alpha: opacity))), at: area.origin,
        area)
    }
  }

  public func paintGroup(
    _ area: PixelRect, through mask: CanvasMask, at origin: PixelPoint,
    _ content: (borrowing ServerCanvas) -> Void
  ) {
    guard picture != Picture(None) else { return content(self) }
    guard let slot = (mask as? ServerMask)?.slot else { return }
    withLayer(area, content) { layer in
      composite(
        layer, at: area.origin, through: slot.page.picture, at: slot.pageOrigin(placedAt: origin), area)
    }
  }

  /// Paints `content` on a temporary layer and calls `body` with that layer.
  private func withLayer(
    _ area: PixelRect, _ content: (borrowing ServerCanvas) -> Void, _ body: (Picture) -> Void
  ) {
    let picture = ServerPicture(size: area.size, format: render.layerFormat, on: render.connection)
    let layer = ServerCanvas(on: picture.id, bounds: area, scale: scale, render: render)
    layer.clear(area)
    content(layer)
    body(picture.id)
    // The layer may show a secret, and the server may reuse freed memory for another client without
    // clearing it.
    layer.clear(area)
  }
}

extension ServerCanvas {
  private func fill(_ area: PixelRect, _ color: SolidColor, _ operation: Int32) {
    guard picture != Picture(None) else { return }
    render.fill(area.offset(x: -bounds.x, y: -bounds.y), of: picture, color, operation)
  }

  /// Composites a picture over an area through a mask.
  ///
  /// - Parameters:
  ///   - sourceOrigin: The pixel at which the first pixel of the source lies; `maskOrigin` is that
  ///     of the mask.
  private func composite(
    _ source: Picture, at sourceOrigin: PixelPoint, through mask: Picture, at maskOrigin: PixelPoint,
    _ area: PixelRect
  ) {
    XRenderComposite(
      display, PictOpOver, source, mask, picture, Int32(area.x - sourceOrigin.x),
      Int32(area.y - sourceOrigin.y), Int32(area.x - maskOrigin.x), Int32(area.y - maskOrigin.y),
      Int32(area.x - bounds.x), Int32(area.y - bounds.y), UInt32(area.width), UInt32(area.height))
  }
}

/// A color in RENDER's format: premultiplied, 16 bits per component.
package struct SolidColor: Hashable {
  /// The four components, alpha last, in one integer for fast comparison.
  private let components: UInt64

  package static let transparent = SolidColor(Color(red: 0, green: 0, blue: 0, alpha: 0))

  package init(_ color: Color) {
    let (red, green) = (color.red * color.alpha, color.green * color.alpha)
    components =
      Self.component(red) << 48 | Self.component(green) << 32 | Self.component(color.blue * color.alpha) << 16
      | Self.component(color.alpha)
  }

  package var isOpaque: Bool { UInt16(truncatingIfNeeded: components) == .max }

  package var value: XRenderColor {
    XRenderColor(
      red: UInt16(truncatingIfNeeded: components >> 48), green: UInt16(truncatingIfNeeded: components >> 32),
      blue: UInt16(truncatingIfNeeded: components >> 16), alpha: UInt16(truncatingIfNeeded: components))
  }

  /// Divides 0…1 into 65,536 equal parts, as Cairo does, so that both paint the same.
  private static func component(_ value: Double) -> UInt64 { UInt64(max(0, min(value * 65536, 65535))) }
}

/// The window's pixels in this process's memory, from which any part can be shown again.
///
/// The content is drawn here and then sent, so that no incomplete state is visible.
package struct BackBuffer: ~Copyable {
  /// The size in device pixels.
  package let size: PixelSize
  private let memory: UnsafeMutableRawPointer
  private let image: XImage

  /// Creates a buffer of transparent black.
  ///
  /// - Parameter depth: The depth of the window: 24 or 32.
  package init(size: PixelSize, depth: Int32) {
    let byteCount = 4 * size.width * size.height
    self.size = size
    memory = .allocate(byteCount: byteCount, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    image = XImage(
      memory, width: size.width, height: size.height, stride: 4 * size.width, depth: depth, bitsPerPixel: 32)
  }

  deinit { memory.deallocate() }

  /// Returns the pixels for drawing. They are valid as long as the buffer exists.
  package func bitmap(scale: Double) -> Bitmap {
    Bitmap(address: memory, stride: 4 * size.width, width: size.width, height: size.height, scale: scale)
  }

  /// Copies a part to the same position in a window (`XPutImage`).
  ///
  /// Xlib has copied the pixels when this returns. It splits an image that exceeds the server's
  /// maximum request length.
  ///
  /// - Parameter rect: The part. It is clipped to the buffer.
  package func send(_ rect: PixelRect, to window: Window, with context: GC, on connection: Connection) {
    let part = rect.intersection(size.bounds)
    guard !part.isEmpty else { return }
    var image = image
    let (x, y) = (Int32(part.x), Int32(part.y))
    XPutImage(
      connection.display, window, context, &image, x, y, x, y, UInt32(part.width), UInt32(part.height))
  }
}

extension XImage {
  /// Creates an image that describes rows of pixels in memory to Xlib. Xlib swaps bytes if the server has another byte
  /// order.
  init(
    _ memory: UnsafeMutableRawPointer?, width: Int, height: Int, stride: Int, depth: Int32,
    bitsPerPixel: Int32
  ) {
    self.init()
    (self.width, self.height, self.depth) = (Int32(width), Int32(height), depth)
    format = ZPixmap
    data = memory?.assumingMemoryBound(to: CChar.self)
    byte_order = 1.littleEndian == 1 ? LSBFirst : MSBFirst
    bitmap_unit = bitsPerPixel
    bitmap_bit_order = byte_order
    bitmap_pad = 32
    bytes_per_line = Int32(stride)
    bits_per_pixel = bitsPerPixel
    red_mask = 0xFF0000
    green_mask = 0x00FF00
    blue_mask = 0x0000FF
    XInitImage(&self)
  }
}

/// A picture of RENDER and the pixmap on which it paints.
package struct ServerPicture: ~Copyable {
  package let id: Picture
  package let pixmap: Pixmap
  private let connection: Connection

  /// Creates a picture with undefined content.
  package init(
    size: PixelSize, format: UnsafeMutablePointer<XRenderPictFormat>, on connection: Connection
  ) {
    self.connection = connection
    pixmap = XCreatePixmap(
      connection.display, connection.root, UInt32(size.width), UInt32(size.height),
      UInt32(format.pointee.depth))
    id = XRenderCreatePicture(connection.display, pixmap, format, 0, nil)
  }

  deinit {
    // Neither exists if the server had no memory for it.
    connection.ignoringErrors {
      XRenderFreePicture(connection.display, id)
      XFreePixmap(connection.display, pixmap)
    }
  }
}

/// The window's pixels in the server's memory, from which any part can be shown again.
///
/// The content is painted here and then copied, so that no incomplete state is visible.
package struct BackPixmap: ~Copyable {
  /// The size in device pixels.
  package let size: PixelSize
  package let picture: ServerPicture
  private let render: RenderExtension

  /// Creates a buffer with undefined content.
  ///
  /// - Parameter format: The format of the window.
  package init(size: PixelSize, format: UnsafeMutablePointer<XRenderPictFormat>, render: RenderExtension) {
    self.size = size
    self.render = render
    picture = ServerPicture(size: size, format: format, on: render.connection)
  }

  /// Returns a canvas for painting. It is valid as long as the buffer exists.
  package func canvas(scale: Double) -> ServerCanvas {
    ServerCanvas(on: picture.id, bounds: size.bounds, scale: scale, render: render)
  }

  /// Copies a part to the same position in a window (`XCopyArea`).
  ///
  /// - Parameters:
  ///   - rect: The part. It is clipped to the buffer.
  ///   - context: A graphics context without graphics exposures. Otherwise the server sends an
  ///     event for each copy.
  package func copy(_ rect: PixelRect, to window: Window, with context: GC) {
    let part = rect.intersection(size.bounds)
    guard !part.isEmpty else { return }
    let (x, y) = (Int32(part.x), Int32(part.y))
    XCopyArea(
      render.connection.display, picture.pixmap, window, context, x, y, UInt32(part.width),
      UInt32(part.height), x, y)
  }
}
