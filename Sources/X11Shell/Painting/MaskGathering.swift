public import Scene

/// A canvas on which nothing is painted, but whose masks are made: so all those that a picture needs
/// can be sent together, ahead of it.
public struct MaskGathering: Canvas {
  /// What is painted on afterwards.
  private let canvas: ServerCanvas

  init(for canvas: ServerCanvas) { self.canvas = canvas }

  public var bounds: PixelRect { canvas.bounds }

  public var scale: Double { canvas.scale }

  public func makeMask(
    _ coverage: UnsafeBufferPointer<UInt8>, width: Int, height: Int, stride: Int
  ) -> CanvasMask? {
    canvas.makeMask(coverage, width: width, height: height, stride: stride)
  }

  public func accepts(_ mask: CanvasMask) -> Bool { canvas.accepts(mask) }

  public func erase(_ mask: CanvasMask) { canvas.erase(mask) }

  public func clear(_ area: PixelRect) {}

  public func fill(_ area: PixelRect, _ color: Color) {}

  public func fill(
    _ area: PixelRect, _ color: Color, through mask: CanvasMask, at origin: PixelPoint
  ) {}

  public func paintTogether(
    _ area: PixelRect, opacity: Double, _ content: (borrowing MaskGathering) -> Void
  ) { content(self) }

  public func paintTogether(
    _ area: PixelRect, through mask: CanvasMask, at origin: PixelPoint,
    _ content: (borrowing MaskGathering) -> Void
  ) { content(self) }
}
