package import CX11
public import Scene

/// A canvas that the X server stores and paints.
///
/// It makes no round trips. Its content is visible only after it is copied to a window.
public struct ServerCanvas: Canvas {
  public let bounds: PixelRect
  public let scale: Double
  /// The picture to paint on. With `None`, nothing is painted, but the masks of a drawing are created.
  private let picture: Picture
  private let render: RenderExtension

  /// Creates a canvas on a picture.
  ///
  /// - Parameter bounds: The pixels of the picture, in the coordinates of the canvas.
  package init(on picture: Picture, bounds: PixelRect, scale: Double, render: RenderExtension) {
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
  public func gatherMasks<Failure>(
    _ paint: (borrowing ServerCanvas) throws(Failure) -> Void
  ) throws(Failure) {
    let canvas = ServerCanvas(on: Picture(None), bounds: bounds, scale: scale, render: render)
    try render.gatherMasks { () throws(Failure) in try paint(canvas) }
  }

  public func accepts(_ mask: CanvasMask) -> Bool { (mask as? ServerMask)?.belongs(to: render) == true }

  public func erase(_ mask: CanvasMask) { (mask as? ServerMask)?.erase() }

  public func clear(_ area: PixelRect) { fill(area, .transparent, PictOpSrc) }

  public func fill(_ area: PixelRect, _ color: Color) {
    let color = SolidColor(color)
    fill(area, color, color.isOpaque ? PictOpSrc : PictOpOver)
  }

  public func fill(_ area: PixelRect, _ color: Color, through mask: CanvasMask, at origin: PixelPoint) {
    guard picture != Picture(None), let slot = (mask as? ServerMask)?.slot else { return }
    composite(
      render.solid(SolidColor(color)), at: area.origin, through: slot.page.picture,
      at: slot.pageOrigin(placedAt: origin), area)
  }

  public func draw(_ image: Image, in area: PixelRect, at origin: PixelPoint) {
    guard picture != Picture(None) else { return }
    composite(render.picture(of: image), at: origin, through: Picture(None), at: area.origin, area)
  }

  public func paintGroup(_ area: PixelRect, opacity: Double, _ content: (borrowing ServerCanvas) -> Void) {
    guard picture != Picture(None) else { return content(self) }
    withLayer(area, content) { layer in
      composite(
        layer, at: area.origin,
        through: render.solid(SolidColor(Color(red: 0, green: 0, blue: 0, alpha: opacity))), at: area.origin,
        area)
    }
  }

  public func paintGroup(
    _ area: PixelRect, through mask: CanvasMask, at origin: PixelPoint,
    _ content: (borrowing ServerCanvas) -> Void
  ) {
    guard picture != Picture(None) else { return content(self) }
    guard let slot = (mask as? ServerMask)?.slot else { return }
    withLayer(area, content) { layer in
      composite(
        layer, at: area.origin, through: slot.page.picture, at: slot.pageOrigin(placedAt: origin), area)
    }
  }

  /// Paints `content` on a temporary layer and calls `body` with that layer.
  private func withLayer(
    _ area: PixelRect, _ content: (borrowing ServerCanvas) -> Void, _ body: (Picture) -> Void
  ) {
    let picture = ServerPicture(size: area.size, format: render.layerFormat, on: render.connection)
    let layer = ServerCanvas(on: picture.id, bounds: area, scale: scale, render: render)
    layer.clear(area)
    content(layer)
    body(picture.id)
    // The layer may show a secret, and the server may reuse freed memory for another client without
    // clearing it.
    layer.clear(area)
  }
}

extension ServerCanvas {
  private func fill(_ area: PixelRect, _ color: SolidColor, _ operation: Int32) {
    guard picture != Picture(None) else { return }
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

/// A color in RENDER's format: premultiplied, 16 bits per component.
package struct SolidColor: Hashable {
  /// The four components, alpha last, in one integer for fast comparison.
  private let components: UInt64

  package static let transparent = SolidColor(Color(red: 0, green: 0, blue: 0, alpha: 0))

  package init(_ color: Color) {
    let (red, green) = (color.red * color.alpha, color.green * color.alpha)
    components =
      Self.component(red) << 48 | Self.component(green) << 32 | Self.component(color.blue * color.alpha) << 16
      | Self.component(color.alpha)
  }

  package var isOpaque: Bool { UInt16(truncatingIfNeeded: components) == .max }

  package var value: XRenderColor {
    XRenderColor(
      red: UInt16(truncatingIfNeeded: components >> 48), green: UInt16(truncatingIfNeeded: components >> 32),
      blue: UInt16(truncatingIfNeeded: components >> 16), alpha: UInt16(truncatingIfNeeded: components))
  }

  /// Divides 0…1 into 65,536 equal parts, as Cairo does, so that both paint the same.
  private static func component(_ value: Double) -> UInt64 { UInt64(max(0, min(value * 65536, 65535))) }
}
