/// The target that a renderer paints on: pixels in memory of this process, or a picture in the X
/// server.
///
/// A canvas paints whole pixels with one color, one color through a mask, or several of these
/// operations as a group. The result for a pixel depends only on what is painted on that pixel, so
/// painting an image in parts gives the same result as painting it as a whole.
///
/// All positions are whole device pixels from the top left corner of the canvas. Colors are blended
/// over the existing content. Painting outside of the canvas has no effect.
public protocol Canvas: ~Copyable {
  /// The rectangle of the whole canvas, with its corner at the origin.
  var bounds: PixelRect { get }

  /// The number of device pixels per logical pixel.
  var scale: Double { get }

  /// Creates a mask with 8 bits per pixel.
  ///
  /// - Parameters:
  ///   - coverage: The coverage row by row from the top, from 0 (transparent) to 255 (opaque). The
  ///     canvas must not keep the buffer.
  ///   - width: The width in pixels, positive.
  ///   - height: The height in pixels, positive.
  ///   - stride: The distance between the starts of two rows, in bytes; a multiple of 4.
  /// - Returns: The mask, or `nil` if there is not enough memory.
  /// - Complexity: O(*bytes*).
  func makeMask(_ coverage: UnsafeBufferPointer<UInt8>, width: Int, height: Int, stride: Int) -> CanvasMask?

  /// Returns whether this canvas can paint through a mask. A mask that another canvas created may
  /// be unknown here; painting through it has no effect.
  func accepts(_ mask: CanvasMask) -> Bool

  /// Overwrites a mask that shows part of a secret. The mask must not be used after that.
  func erase(_ mask: CanvasMask)

  /// Makes the pixels fully transparent.
  func clear(_ area: PixelRect)

  /// Blends a color over whole pixels.
  func fill(_ area: PixelRect, _ color: Color)

  /// Blends a color over pixels through a mask.
  ///
  /// - Parameters:
  ///   - area: Some or all of the pixels that the mask covers.
  ///   - color: The color.
  ///   - mask: The coverage of each pixel.
  ///   - origin: The position of the mask's first pixel.
  func fill(_ area: PixelRect, _ color: Color, through mask: CanvasMask, at origin: PixelPoint)

  /// Blends an image over pixels.
  ///
  /// - Parameters:
  ///   - area: Some or all of the pixels that the image covers.
  ///   - origin: The position of the image's first pixel.
  func draw(_ image: Image, in area: PixelRect, at origin: PixelPoint)

  /// Paints `content` as a group with an opacity of 0…1. Paints nothing if there is not enough
  /// memory.
  ///
  /// - Parameters:
  ///   - area: The pixels of the group.
  ///   - opacity: The opacity of the group as a whole.
  ///   - content: Paints on a canvas with the same coordinates, inside of `area`.
  func paintGroup(_ area: PixelRect, opacity: Double, _ content: (borrowing Self) -> Void)

  /// Paints `content` as a group through a mask. Paints nothing if there is not enough memory.
  ///
  /// - Parameters:
  ///   - area: Some or all of the pixels that the mask covers.
  ///   - mask: The coverage of each pixel.
  ///   - origin: The position of the mask's first pixel.
  ///   - content: Paints on a canvas with the same coordinates, inside of `area`.
  func paintGroup(
    _ area: PixelRect, through mask: CanvasMask, at origin: PixelPoint, _ content: (borrowing Self) -> Void)
}

/// The coverage of each pixel of an area, stored so that the canvas that created it can paint
/// through it fast.
///
/// Each kind of canvas has its own subclass.
open class CanvasMask {
  public init() {}

  /// Notifies the mask that it stays, while others that were created before and after it are released. A mask that
  /// shares memory with those can move. Does nothing unless overridden.
  open func outlast() {}
}

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

/// A picture in device pixels. Two images are equal if they are the same object.
public final class Image: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// The pixels row by row from the top, each as `0xAARRGGBB` with premultiplied colors.
  public let pixels: [UInt32]

  /// - Precondition: `pixels` has an element for each pixel.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(pixels.count == width * height, "\(pixels.count) pixels for \(width) × \(height)")
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  public static func == (a: Image, b: Image) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
