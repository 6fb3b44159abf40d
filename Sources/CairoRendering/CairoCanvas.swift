import CCairo
import Scene

/// A canvas in this program's memory, painted by Cairo.
struct CairoCanvas: ~Copyable, Canvas {
  let bounds: PixelRect
  let scale: Double
  private let context: CairoContext

  /// A mask in this program's memory.
  private final class Mask: CanvasMask {
    let surface: CairoSurface

    init(_ surface: consuming CairoSurface) { self.surface = surface }
  }

  /// A canvas that paints into pixels that somebody else owns and keeps alive meanwhile.
  ///
  /// - Throws: `RenderingError.cairo` where there is no memory, or the bitmap is more than 32,767
  ///   pixels wide or high.
  init(lending bitmap: Bitmap) throws(RenderingError) {
    bounds = bitmap.bounds
    scale = bitmap.scale
    context = CairoContext(on: try CairoSurface(lending: bitmap))
  }

  /// A canvas for some pixels of another one, which it keeps the coordinates of.
  private init(of area: PixelRect, scale: Double, on layer: borrowing CairoSurface) {
    bounds = area
    self.scale = scale
    context = CairoContext(on: layer)
    context.map(scale: 1, origin: Point(x: Double(-area.x), y: Double(-area.y)))
  }

  /// What went wrong since the canvas was made.
  var status: cairo_status_t { context.status }

  func makeMask(
    _ coverage: UnsafeBufferPointer<UInt8>, width: Int, height: Int, stride: Int
  ) -> CanvasMask? {
    guard let surface = try? CairoSurface(coverageWidth: width, height: height) else { return nil }
    let ownStride = surface.stride
    surface.withBytes { bytes in
      for row in 0..<height {
        let source = coverage.extracting(row * stride..<row * stride + width)
        _ = bytes.extracting((row * ownStride)...).update(fromContentsOf: source)
      }
    }
    return Mask(surface)
  }

  func accepts(_ mask: CanvasMask) -> Bool { mask is Mask }

  func erase(_ mask: CanvasMask) { (mask as? Mask)?.surface.wipe() }

  func clear(_ area: PixelRect) { context.clear(area) }

  func fill(_ area: PixelRect, _ color: Color) { context.fill(area, color) }

  func fill(
    _ area: PixelRect, _ color: Color, through mask: CanvasMask, at origin: PixelPoint
  ) {
    guard let mask = mask as? Mask else { return }
    context.setSource(color)
    // A clip costs more than a small mask does.
    guard area.width < mask.surface.width || area.height < mask.surface.height else {
      return context.paint(through: mask.surface, at: origin)
    }
    context.clipped(to: area) { context.paint(through: mask.surface, at: origin) }
  }

  func paintTogether(
    _ area: PixelRect, opacity: Double, _ content: (borrowing CairoCanvas) -> Void
  ) {
    withLayer(area, content) { context.paint(opacity: opacity) }
  }

  func paintTogether(
    _ area: PixelRect, through mask: CanvasMask, at origin: PixelPoint,
    _ content: (borrowing CairoCanvas) -> Void
  ) {
    guard let mask = mask as? Mask else { return }
    withLayer(area, content) { context.paint(through: mask.surface, at: origin) }
  }

  /// Has `content` painted by itself, and `body` paint with that.
  ///
  /// Cairo's own groups are freed as they are; here they are wiped, since they may show a secret.
  private func withLayer(
    _ area: PixelRect, _ content: (borrowing CairoCanvas) -> Void, _ body: () -> Void
  ) {
    guard let layer = try? CairoSurface(width: area.width, height: area.height) else { return }
    content(CairoCanvas(of: area, scale: scale, on: layer))
    context.clipped(to: area) {
      context.setSource(layer, at: area.origin)
      body()
    }
    layer.wipe()
  }
}
