/// What a renderer paints on: pixels in this program's memory, or a picture that the X server
/// holds.
///
/// All that can be painted is whole pixels of one colour, one colour through a mask, and both of
/// them together as a group. Each pixel's outcome depends on nothing but what is painted on that
/// pixel, so that a picture painted in parts equals one painted whole. All positions are whole
/// device pixels from the canvas's top leading corner; colours lie over what was there before.
/// Painting outside of the canvas has no effect.
public protocol Canvas: ~Copyable {
  /// All of the canvas, its corner in the origin.
  var bounds: PixelRect { get }

  /// Device pixels to one logical pixel.
  var scale: Double { get }

  /// Makes a mask of 8 bits a pixel.
  ///
  /// - Parameters:
  ///   - coverage: Row by row from the top, 0 for nothing to 255 for all; may not be kept.
  ///   - width: In pixels, positive as is `height`.
  ///   - stride: Bytes from the start of one row to that of the next, a multiple of 4.
  /// - Returns: `nil` where there is no memory.
  /// - Complexity: O(*bytes*).
  func makeMask(
    _ coverage: UnsafeBufferPointer<UInt8>, width: Int, height: Int, stride: Int
  ) -> CanvasMask?

  /// Whether a mask can be painted through here: another canvas may have made it, of which this
  /// one knows nothing. Painting through such has no effect.
  func accepts(_ mask: CanvasMask) -> Bool

  /// Overwrites a mask that showed a secret; it is not used any more.
  func erase(_ mask: CanvasMask)

  /// Makes pixels wholly transparent.
  func clear(_ area: PixelRect)

  /// Lays a colour over whole pixels.
  func fill(_ area: PixelRect, _ color: Color)

  /// Lays a colour over pixels where a mask lets it through.
  ///
  /// - Parameters:
  ///   - area: Some or all of the pixels that the mask covers.
  ///   - origin: The pixel on which the mask's first one lies.
  func fill(_ area: PixelRect, _ color: Color, through mask: CanvasMask, at origin: PixelPoint)

  /// Paints what `content` paints as one, with an opacity of 0…1; nothing where there is no memory.
  ///
  /// - Parameter content: Paints on a canvas whose coordinates are this one's, inside of `area`.
  func paintTogether(_ area: PixelRect, opacity: Double, _ content: (borrowing Self) -> Void)

  /// Paints what `content` paints as one, where a mask lets it through; nothing where there is no
  /// memory.
  ///
  /// - Parameters:
  ///   - area: Some or all of the pixels that the mask covers.
  ///   - origin: The pixel on which the mask's first one lies.
  ///   - content: Paints on a canvas whose coordinates are this one's, inside of `area`.
  func paintTogether(
    _ area: PixelRect, through mask: CanvasMask, at origin: PixelPoint,
    _ content: (borrowing Self) -> Void)
}

/// How much of each pixel something covers, kept where the canvas that made it can paint through it
/// fast; each kind of canvas has its own.
open class CanvasMask {
  public init() {}
}
