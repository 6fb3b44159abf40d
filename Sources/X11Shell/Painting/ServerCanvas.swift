import CX11
import CXRender
public import Scene

/// A canvas that the X server stores and paints.
///
/// It makes no round trips. Its content is visible only after it is copied to a window.
public struct ServerCanvas: Canvas {
  public let bounds: PixelRect
  public let scale: Double
  private let picture: Picture
  private let render: RenderExtension

  /// Creates a canvas on a picture.
  ///
  /// - Parameter bounds: The pixels of the picture, in the coordinates of the canvas.
  init(on picture: Picture, bounds: PixelRect, scale: Double, render: RenderExtension) {
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
  public func gatherMasks(_ paint: (borrowing MaskGathering) -> Void) {
    render.gatherMasks { paint(MaskGathering(for: self)) }
  }

  public func accepts(_ mask: CanvasMask) -> Bool { (mask as? ServerMask)?.belongs(to: render) == true }

  public func erase(_ mask: CanvasMask) { (mask as? ServerMask)?.erase() }

  public func clear(_ area: PixelRect) { fill(area, .transparent, PictOpSrc) }

  public func fill(_ area: PixelRect, _ color: Color) {
    let color = SolidColor(color)
    fill(area, color, color.isOpaque ? PictOpSrc : PictOpOver)
  }

  public func fill(_ area: PixelRect, _ color: Color, through mask: CanvasMask, at origin: PixelPoint) {
    guard let site = (mask as? ServerMask)?.site else { return }
    composite(
      render.solid(SolidColor(color)), at: area.origin, through: site.page.picture,
      at: site.pageOrigin(placedAt: origin), area)
  }

  public func paintGroup(_ area: PixelRect, opacity: Double, _ content: (borrowing ServerCanvas) -> Void) {
    withLayer(area, content) { layer in
      composite(
        layer, at: area.origin, through: render.solid(SolidColor(opacity: opacity)), at: area.origin, area)
    }
  }

  public func paintGroup(
    _ area: PixelRect, through mask: CanvasMask, at origin: PixelPoint,
    _ content: (borrowing ServerCanvas) -> Void
  ) {
    guard let site = (mask as? ServerMask)?.site else { return }
    withLayer(area, content) { layer in
      composite(
        layer, at: area.origin, through: site.page.picture, at: site.pageOrigin(placedAt: origin), area)
    }
  }

  /// Paints `content` on a temporary layer and calls `body` with that layer.
  private func withLayer(
    _ area: PixelRect, _ content: (borrowing ServerCanvas) -> Void, _ body: (Picture) -> Void
  ) {
    let picture = render.makePicture(width: area.width, height: area.height, format: render.layerFormat)
    let layer = ServerCanvas(on: picture, bounds: area, scale: scale, render: render)
    layer.clear(area)
    content(layer)
    body(picture)
    // The layer may show a secret, and the server may reuse freed memory for another client without
    // clearing it.
    layer.clear(area)
    XRenderFreePicture(display, picture)
  }
}

extension ServerCanvas {
  private func fill(_ area: PixelRect, _ color: SolidColor, _ operation: Int32) {
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
