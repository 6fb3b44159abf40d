/// A borrowed pixel buffer to draw into.
///
/// Each pixel has 32 bits in native byte order, as in Cairo's ARGB32 format: premultiplied alpha in
/// the highest byte, then red, green and blue. The owner must keep the memory allocated at the same
/// address while the bitmap is in use.
public struct Bitmap {
  /// The address of the first pixel of the first row.
  public let address: UnsafeMutableRawPointer
  /// The distance between the starts of two rows, in bytes; a multiple of 4.
  public let stride: Int
  /// The number of columns, in device pixels.
  public let width: Int
  /// The number of rows, in device pixels.
  public let height: Int
  /// The number of device pixels per logical pixel.
  public let scale: Double

  public init(address: UnsafeMutableRawPointer, stride: Int, width: Int, height: Int, scale: Double) {
    precondition(stride >= 4 * width, "\(width) pixels of 4 bytes exceed the stride \(stride)")
    self.address = address
    self.stride = stride
    self.width = width
    self.height = height
    self.scale = scale
  }

  /// The rectangle of all pixels.
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}
