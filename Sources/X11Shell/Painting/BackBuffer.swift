import CX11
import Scene

/// The window's pixels in this process's memory, from which any part can be shown again.
///
/// The content is drawn here and then sent, so that no incomplete state is visible.
struct BackBuffer: ~Copyable {
  /// The size in device pixels.
  let size: PixelSize
  private let memory: UnsafeMutableRawPointer
  private let image: XImage

  /// The alignment of the memory, chosen so that it could be shared with the server later.
  private static let pageSize = 4096

  /// Creates a buffer of transparent black.
  ///
  /// - Parameter depth: The depth of the window: 24 or 32.
  init(size: PixelSize, depth: Int32) {
    let byteCount = 4 * size.width * size.height
    self.size = size
    memory = .allocate(byteCount: byteCount, alignment: Self.pageSize)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    image = Self.image(of: memory, size: size, depth: depth)
  }

  deinit { memory.deallocate() }

  /// The rectangle of all pixels.
  var bounds: PixelRect { PixelRect(x: 0, y: 0, width: size.width, height: size.height) }

  /// Returns the pixels for drawing. They are valid as long as the buffer exists.
  func bitmap(scale: Double) -> Bitmap {
    Bitmap(address: memory, stride: 4 * size.width, width: size.width, height: size.height, scale: scale)
  }

  /// Copies a part to the same position in a window (`XPutImage`).
  ///
  /// Xlib has copied the pixels when this returns. It splits an image that exceeds the server's
  /// maximum request length.
  ///
  /// - Parameter rect: The part. It is clipped to the buffer.
  func send(_ rect: PixelRect, to window: Window, with context: GC, on connection: Connection) {
    let part = rect.intersection(bounds)
    guard !part.isEmpty else { return }
    var image = image
    let (x, y) = (Int32(part.x), Int32(part.y))
    XPutImage(
      connection.display, window, context, &image, x, y, x, y, UInt32(part.width), UInt32(part.height))
  }

  /// Returns an image that describes the memory to Xlib. Xlib swaps bytes if the server has another
  /// byte order.
  private static func image(of memory: UnsafeMutableRawPointer, size: PixelSize, depth: Int32) -> XImage {
    var image = XImage()
    image.width = Int32(size.width)
    image.height = Int32(size.height)
    image.format = ZPixmap
    image.data = memory.assumingMemoryBound(to: CChar.self)
    image.byte_order = 1.littleEndian == 1 ? LSBFirst : MSBFirst
    image.bitmap_unit = 32
    image.bitmap_bit_order = image.byte_order
    image.bitmap_pad = 32
    image.depth = depth
    image.bytes_per_line = Int32(4 * size.width)
    image.bits_per_pixel = 32
    image.red_mask = 0xFF0000
    image.green_mask = 0x00FF00
    image.blue_mask = 0x0000FF
    XInitImage(&image)
    return image
  }
}
