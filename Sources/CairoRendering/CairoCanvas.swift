import CCairo
import Scene

/// A canvas in the memory of this process, painted by Cairo.
struct CairoCanvas: ~Copyable, Canvas {
  let bounds: PixelRect
  let scale: Double
  private let context: CairoContext
  /// The first error of a layer, shared with the canvases of the layers.
  private let layers: LayerStatus

  private final class LayerStatus { var status = CAIRO_STATUS_SUCCESS }

  /// A mask in the memory of this process.
  private final class Mask: CanvasMask {
    let surface: CairoSurface

    init(_ surface: consuming CairoSurface) { self.surface = surface }
  }

  /// Creates a canvas that paints into a bitmap. The caller owns the pixels and must keep them
  /// valid as long as the canvas exists.
  ///
  /// - Throws: `RenderingError.drawing` if there is not enough memory or if the bitmap is more than
  ///   32,767 pixels wide or high.
  init(borrowing bitmap: Bitmap) throws(RenderingError) {
    bounds = bitmap.bounds
    scale = bitmap.scale
    context = CairoContext(on: try CairoSurface(borrowing: bitmap))
    layers = LayerStatus()
  }

  /// Creates a canvas for a part of another canvas. It uses the coordinates of that canvas.
  private init(of area: PixelRect, scale: Double, on layer: borrowing CairoSurface, _ layers: LayerStatus) {
    bounds = area
    self.layers = layers
    self.scale = scale
    context = CairoContext(on: layer)
    context.map(scale: 1, origin: Point(x: Double(-area.x), y: Double(-area.y)))
  }

  /// The first Cairo error since the canvas was created, also in a layer.
  var status: cairo_status_t {
    context.status == CAIRO_STATUS_SUCCESS ? layers.status : context.status
  }

  func makeMask(_ coverage: UnsafeBufferPointer<UInt8>, width: Int, height: Int, stride: Int) -> CanvasMask? {
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

  func fill(_ area: PixelRect, _ color: Color, through mask: CanvasMask, at origin: PixelPoint) {
    guard let mask = mask as? Mask else { return }
    context.setSource(color)
    // Setting a clip is slower than painting a small mask.
    guard area.width < mask.surface.width || area.height < mask.surface.height else {
      return context.paint(through: mask.surface, at: origin)
    }
    context.clipped(to: area) { context.paint(through: mask.surface, at: origin) }
  }

  func draw(_ image: Image, in area: PixelRect, at origin: PixelPoint) {
    image.pixels.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      // Cairo does not write to the source of an operation.
      let bitmap = Bitmap(
        address: UnsafeMutableRawPointer(mutating: start), stride: 4 * image.width, width: image.width,
        height: image.height, scale: scale)
      guard let surface = try? CairoSurface(borrowing: bitmap) else { return }
      context.clipped(to: area) {
        context.setSource(surface, at: origin)
        context.paint(opacity: 1)
      }
      context.setSource(Color(red: 0, green: 0, blue: 0))
    }
  }

  func paintGroup(_ area: PixelRect, opacity: Double, _ content: (borrowing CairoCanvas) -> Void) {
    withLayer(area, content) { context.paint(opacity: opacity) }
  }

  func paintGroup(
    _ area: PixelRect, through mask: CanvasMask, at origin: PixelPoint,
    _ content: (borrowing CairoCanvas) -> Void
  ) {
    guard let mask = mask as? Mask else { return }
    withLayer(area, content) { context.paint(through: mask.surface, at: origin) }
  }

  /// Paints `content` into a separate layer, then runs `body` with that layer as the source.
  ///
  /// Cairo's own groups are freed without being overwritten. This layer is wiped, because it may
  /// show a secret.
  private func withLayer(_ area: PixelRect, _ content: (borrowing CairoCanvas) -> Void, _ body: () -> Void) {
    guard let layer = try? CairoSurface(width: area.width, height: area.height) else {
      layers.status = CAIRO_STATUS_NO_MEMORY
      return
    }
    let canvas = CairoCanvas(of: area, scale: scale, on: layer, layers)
    content(canvas)
    layers.status = canvas.status
    context.clipped(to: area) {
      context.setSource(layer, at: area.origin)
      body()
    }
    layer.wipe()
  }
}
