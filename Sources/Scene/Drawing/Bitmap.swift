/// Pixels borrowed from their owner, to draw into.
///
/// Each pixel is 32 bits in the machine's byte order: alpha in the highest byte (premultiplied),
/// then red, green, blue, as Cairo's ARGB32 has it. Whoever lends the memory keeps it alive and
/// still for as long as the bitmap is in use.
public struct Bitmap {
  /// The first pixel of the first row.
  public let address: UnsafeMutableRawPointer
  /// Bytes from the start of one row to that of the next; a multiple of 4.
  public let stride: Int
  /// Columns, in device pixels.
  public let width: Int
  /// Rows, in device pixels.
  public let height: Int
  /// Device pixels to one logical pixel.
  public let scale: Double

  public init(
    address: UnsafeMutableRawPointer, stride: Int, width: Int, height: Int, scale: Double
  ) {
    precondition(stride >= 4 * width, "a row of \(width) pixels needs more than \(stride) bytes")
    self.address = address
    self.stride = stride
    self.width = width
    self.height = height
    self.scale = scale
  }

  /// The whole of it.
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}
