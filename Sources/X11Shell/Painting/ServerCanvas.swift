import CX11
import CXRender
public import Scene

/// A canvas that the X server keeps and paints on.
///
/// Nothing is asked of the server, and what it does is seen by nobody until it is copied to a
/// window.
public struct ServerCanvas: Canvas {
  public let bounds: PixelRect
  public let scale: Double
  private let picture: Picture
  private let render: RenderExtension

  /// - Parameter bounds: The pixels that the picture holds, in the canvas's coordinates.
  init(on picture: Picture, bounds: PixelRect, scale: Double, render: RenderExtension) {
    self.picture = picture
    self.bounds = bounds
    self.scale = scale
    self.render = render
  }

  private var display: OpaquePointer { render.connection.display }

  public func makeMask(
    _ coverage: UnsafeBufferPointer<UInt8>, width: Int, height: Int, stride: Int
  ) -> CanvasMask? {
    ServerMask(
      coverage, size: PixelSize(width: width, height: height), stride: stride, render: render)
  }

  /// Makes the masks that are not kept yet of what will be painted here, and sends them together:
  /// for a picture all of whose masks are new, since each that is sent by itself is a request.
  ///
  /// - Parameter paint: Paints as it will on this canvas; nothing comes of it but masks.
  public func gatherMasks(_ paint: (borrowing MaskGathering) -> Void) {
    render.gatherMasks { paint(MaskGathering(for: self)) }
  }

  public func accepts(_ mask: CanvasMask) -> Bool {
    (mask as? ServerMask)?.belongs(to: render) == true
  }

  public func erase(_ mask: CanvasMask) { (mask as? ServerMask)?.erase() }

  public func clear(_ area: PixelRect) { fill(area, .transparent, PictOpSrc) }

  public func fill(_ area: PixelRect, _ color: Color) {
    let color = SolidColor(color)
    fill(area, color, color.isOpaque ? PictOpSrc : PictOpOver)
  }

  public func fill(
    _ area: PixelRect, _ color: Color, through mask: CanvasMask, at origin: PixelPoint
  ) {
    guard let site = (mask as? ServerMask)?.site else { return }
    composite(
      render.solid(SolidColor(color)), at: area.origin, through: site.page.picture,
      at: site.pageOrigin(placedAt: origin), area)
  }

  public func paintTogether(
    _ area: PixelRect, opacity: Double, _ content: (borrowing ServerCanvas) -> Void
  ) {
    withLayer(area, content) { layer in
      composite(
        layer, at: area.origin, through: render.solid(SolidColor(opacity: opacity)),
        at: area.origin, area)
    }
  }

  public func paintTogether(
    _ area: PixelRect, through mask: CanvasMask, at origin: PixelPoint,
    _ content: (borrowing ServerCanvas) -> Void
  ) {
    guard let site = (mask as? ServerMask)?.site else { return }
    withLayer(area, content) { layer in
      composite(
        layer, at: area.origin, through: site.page.picture,
        at: site.pageOrigin(placedAt: origin), area)
    }
  }

  /// Has `content` painted by itself, and `body` paint that.
  private func withLayer(
    _ area: PixelRect, _ content: (borrowing ServerCanvas) -> Void, _ body: (Picture) -> Void
  ) {
    let picture = render.makePicture(
      width: area.width, height: area.height, format: render.layerFormat)
    let layer = ServerCanvas(on: picture, bounds: area, scale: scale, render: render)
    layer.clear(area)
    content(layer)
    body(picture)
    // It may show a secret, and what the server frees may come to another client as it is.
    layer.clear(area)
    XRenderFreePicture(display, picture)
  }
}

extension ServerCanvas {
  private func fill(_ area: PixelRect, _ color: SolidColor, _ operation: Int32) {
    render.fill(area.offset(x: -bounds.x, y: -bounds.y), of: picture, color, operation)
  }

  /// Lays a picture over an area where a mask lets it through.
  ///
  /// - Parameters:
  ///   - sourceOrigin: The pixel on which the picture's first one lies, as `maskOrigin` for the
  ///     mask.
  private func composite(
    _ source: Picture, at sourceOrigin: PixelPoint, through mask: Picture,
    at maskOrigin: PixelPoint, _ area: PixelRect
  ) {
    XRenderComposite(
      display, PictOpOver, source, mask, picture, Int32(area.x - sourceOrigin.x),
      Int32(area.y - sourceOrigin.y), Int32(area.x - maskOrigin.x), Int32(area.y - maskOrigin.y),
      Int32(area.x - bounds.x), Int32(area.y - bounds.y), UInt32(area.width), UInt32(area.height))
  }
}
