public import Scene

/// A canvas that paints nothing but creates the masks, so that all masks of a drawing are uploaded
/// together in advance.
public struct MaskGathering: Canvas {
  /// The canvas on which the content is painted afterwards.
  private let canvas: ServerCanvas

  init(for canvas: ServerCanvas) { self.canvas = canvas }

  public var bounds: PixelRect { canvas.bounds }

  public var scale: Double { canvas.scale }

  public func makeMask(_ coverage: UnsafeBufferPointer<UInt8>, width: Int, height: Int, stride: Int)
    -> CanvasMask?
  { canvas.makeMask(coverage, width: width, height: height, stride: stride) }

  public func accepts(_ mask: CanvasMask) -> Bool { canvas.accepts(mask) }

  public func erase(_ mask: CanvasMask) { canvas.erase(mask) }

  public func clear(_ area: PixelRect) {}

  public func fill(_ area: PixelRect, _ color: Color) {}

  public func fill(_ area: PixelRect, _ color: Color, through mask: CanvasMask, at origin: PixelPoint) {}

  public func paintGroup(_ area: PixelRect, opacity: Double, _ content: (borrowing MaskGathering) -> Void) {
    content(self)
  }

  public func paintGroup(
    _ area: PixelRect, through mask: CanvasMask, at origin: PixelPoint,
    _ content: (borrowing MaskGathering) -> Void
  ) { content(self) }
}
