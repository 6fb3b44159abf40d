package import CX11
package import Scene

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
}

/// The off-screen buffer of a window.
package enum WindowBuffer: ~Copyable {
  case memory(BackBuffer)
  case server(BackPixmap)

  package var isOnServer: Bool {
    switch self {
    case .memory: false
    case .server: true
    }
  }

  /// The size in device pixels.
  package var size: PixelSize {
    switch self {
    case .memory(let buffer): buffer.size
    case .server(let pixmap): pixmap.size
    }
  }

  /// Shows a part at the same position in a window.
  ///
  /// - Parameters:
  ///   - rect: The part. It is clipped to the buffer.
  ///   - context: A graphics context without graphics exposures. Otherwise the server sends an
  ///     event for each copy.
  package func show(_ rect: PixelRect, in window: Window, with context: GC, on connection: Connection) {
    switch self {
    case .memory(let buffer): buffer.send(rect, to: window, with: context, on: connection)
    case .server(let pixmap):
      let part = rect.intersection(pixmap.size.bounds)
      guard !part.isEmpty else { return }
      let (x, y) = (Int32(part.x), Int32(part.y))
      XCopyArea(
        connection.display, pixmap.picture.pixmap, window, context, x, y, UInt32(part.width),
        UInt32(part.height), x, y)
    }
  }
}
