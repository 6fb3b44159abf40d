import CX11
import Scene

/// The window's pixels in this program's memory, from which every part can be shown again.
///
/// The picture is drawn here and only then sent, so no half-drawn state is ever seen.
struct BackBuffer: ~Copyable {
  /// In device pixels.
  let size: PixelSize
  private let memory: UnsafeMutableRawPointer
  private let image: XImage

  /// Where rows of pixels begin, so that the server could share the memory some day.
  private static let pageSize = 4096

  /// Creates a buffer of transparent black.
  ///
  /// - Parameter depth: The window's; 24 or 32.
  init(size: PixelSize, depth: Int32) {
    let byteCount = 4 * size.width * size.height
    self.size = size
    memory = .allocate(byteCount: byteCount, alignment: Self.pageSize)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    image = Self.image(of: memory, size: size, depth: depth)
  }

  deinit {
    memory.deallocate()
  }

  /// The whole of it.
  var bounds: PixelRect { PixelRect(x: 0, y: 0, width: size.width, height: size.height) }

  /// Lends the pixels for drawing, for as long as the buffer lives.
  func bitmap(scale: Double) -> Bitmap {
    Bitmap(
      address: memory, stride: 4 * size.width, width: size.width, height: size.height, scale: scale)
  }

  /// Copies a part to the same place in a window (`XPutImage`).
  ///
  /// Xlib has copied the pixels when this returns, and cuts what exceeds the server's longest
  /// request into bands by itself.
  ///
  /// - Parameter rect: What lies outside of the buffer is left out.
  func send(
    _ rect: PixelRect, to window: Window, with context: GC, on connection: Connection
  ) {
    let part = rect.intersection(bounds)
    guard !part.isEmpty else { return }
    var image = image
    let (x, y) = (Int32(part.x), Int32(part.y))
    XPutImage(
      connection.display, window, context, &image, x, y, x, y, UInt32(part.width),
      UInt32(part.height))
  }

  /// Describes the memory to Xlib, which swaps bytes where the server has another order.
  private static func image(
    of memory: UnsafeMutableRawPointer, size: PixelSize, depth: Int32
  ) -> XImage {
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
