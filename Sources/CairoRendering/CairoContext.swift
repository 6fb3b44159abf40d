import CCairo
import Scene

/// The sole owner of a Cairo drawing context.
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

  /// Replaces all pixels by those of another surface, first on first.
  func copy(_ source: borrowing CairoSurface) {
    source.withPointer { cairo_set_source_surface(pointer, $0, 0, 0) }
    cairo_set_operator(pointer, CAIRO_OPERATOR_SOURCE)
    cairo_paint(pointer)
    cairo_set_operator(pointer, CAIRO_OPERATOR_OVER)
  }

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

  /// Has what is painted next be of one colour.
  func setSource(_ color: Color) {
    cairo_set_source_rgba(pointer, color.red, color.green, color.blue, color.alpha)
  }

  /// Has what is painted next be another surface's pixels.
  ///
  /// - Parameter origin: The pixel on which the surface's first one lies.
  func setSource(_ surface: borrowing CairoSurface, at origin: PixelPoint) {
    surface.withPointer {
      cairo_set_source_surface(pointer, $0, Double(origin.x), Double(origin.y))
    }
  }

  /// Paints the source where a surface of coverage lets it through.
  ///
  /// - Parameter origin: The pixel on which the surface's first one lies.
  func paint(through coverage: borrowing CairoSurface, at origin: PixelPoint) {
    coverage.withPointer { cairo_mask_surface(pointer, $0, Double(origin.x), Double(origin.y)) }
  }

  /// Paints the source with an opacity of 0…1.
  func paint(opacity: Double) { cairo_paint_with_alpha(pointer, opacity) }

  /// Paints nothing outside of an area meanwhile.
  func clipped(to area: PixelRect, _ body: () -> Void) {
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
}
