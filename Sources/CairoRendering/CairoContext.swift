import CCairo
import Scene

/// The sole owner of a Cairo drawing context.
///
/// All that it paints lies inside a rectangle of whole pixels that the caller gives, and each
/// pixel's outcome depends on nothing but that pixel, so that a picture drawn in parts equals one
/// drawn whole.
struct CairoContext: ~Copyable {
  private let pointer: OpaquePointer

  /// A context that draws on `surface`, without antialiasing's shortcuts in curves.
  init(on surface: borrowing CairoSurface) {
    pointer = surface.withPointer { cairo_create($0) }
    // Cairo's own 0.1 shows as corners on a large circle.
    cairo_set_tolerance(pointer, 0.03)
  }

  deinit { cairo_destroy(pointer) }

  /// What went wrong since the context was made.
  var status: cairo_status_t { cairo_status(pointer) }

  /// Lends the handle for the length of a call.
  borrowing func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(pointer) }

  /// Makes pixels wholly transparent.
  func clear(_ area: PixelRect) {
    cairo_set_operator(pointer, CAIRO_OPERATOR_CLEAR)
    addRectangle(area)
    cairo_fill(pointer)
    cairo_set_operator(pointer, CAIRO_OPERATOR_OVER)
  }

  /// Lays a colour over whole pixels.
  func fill(_ area: PixelRect, _ color: Color) {
    setSource(color)
    addRectangle(area)
    cairo_fill(pointer)
  }

  /// Replaces all pixels by those of another surface, first on first.
  func copy(_ source: borrowing CairoSurface) {
    source.withPointer { cairo_set_source_surface(pointer, $0, 0, 0) }
    cairo_set_operator(pointer, CAIRO_OPERATOR_SOURCE)
    cairo_paint(pointer)
    cairo_set_operator(pointer, CAIRO_OPERATOR_OVER)
  }

  /// Lays a colour over `area`, some or all of a picture of coverage, where that lets it through.
  ///
  /// - Parameter origin: The pixel on which the picture's first one lies.
  func fill(
    _ area: PixelRect, _ color: Color, through coverage: borrowing CairoSurface,
    at origin: (x: Int, y: Int)
  ) {
    // A clip costs more than a small picture does.
    guard area.width < coverage.width || area.height < coverage.height else {
      setSource(color)
      return mask(through: coverage, at: origin)
    }
    clipped(to: area) {
      setSource(color)
      mask(through: coverage, at: origin)
    }
  }

  /// Paints what `content` paints as one, with an opacity of 0…1; nothing where there is no memory.
  func paintTogether(
    _ area: PixelRect, opacity: Double, _ content: (borrowing CairoContext) -> Void
  ) {
    withLayer(area, content) { cairo_paint_with_alpha(pointer, opacity) }
  }

  /// Paints what `content` paints as one, where a picture of coverage lets it through; nothing
  /// where there is no memory.
  func paintTogether(
    _ area: PixelRect, through coverage: borrowing CairoSurface, at origin: (x: Int, y: Int),
    _ content: (borrowing CairoContext) -> Void
  ) {
    withLayer(area, content) { mask(through: coverage, at: origin) }
  }

  /// Has `content` painted by itself, and `body` paint with that.
  ///
  /// Cairo's own groups are freed as they are; here they are wiped, since they may show a secret.
  private func withLayer(
    _ area: PixelRect, _ content: (borrowing CairoContext) -> Void, _ body: () -> Void
  ) {
    guard let layer = try? CairoSurface(width: area.width, height: area.height) else { return }
    let context = CairoContext(on: layer)
    context.map(scale: 1, origin: Point(x: Double(-area.x), y: Double(-area.y)))
    content(context)
    clipped(to: area) {
      layer.withPointer {
        cairo_set_source_surface(pointer, $0, Double(area.x), Double(area.y))
      }
      body()
    }
    layer.wipe()
  }

  private func mask(through coverage: borrowing CairoSurface, at origin: (x: Int, y: Int)) {
    coverage.withPointer { cairo_mask_surface(pointer, $0, Double(origin.x), Double(origin.y)) }
  }

  private func clipped(to area: PixelRect, _ body: () -> Void) {
    cairo_save(pointer)
    addRectangle(area)
    cairo_clip(pointer)
    body()
    cairo_restore(pointer)
  }

  private func addRectangle(_ area: PixelRect) {
    cairo_rectangle(
      pointer, Double(area.x), Double(area.y), Double(area.width), Double(area.height))
  }

  private func setSource(_ color: Color) {
    cairo_set_source_rgba(pointer, color.red, color.green, color.blue, color.alpha)
  }
}
