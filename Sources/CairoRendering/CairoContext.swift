import CCairo
import Scene

/// The sole owner of a Cairo drawing context.
struct CairoContext: ~Copyable {
  private let pointer: OpaquePointer

  /// Creates a context that draws on `surface`, with curves finer than Cairo's default.
  init(on surface: borrowing CairoSurface) {
    pointer = surface.withPointer { cairo_create($0) }
    // Cairo's default of 0.1 produces visible corners on a large circle.
    cairo_set_tolerance(pointer, 0.03)
  }

  deinit { cairo_destroy(pointer) }

  /// The first error since the context was created.
  var status: cairo_status_t { cairo_status(pointer) }

  /// Calls `body` with the handle, which is valid during the call.
  borrowing func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(pointer) }

  /// Replaces all pixels by the pixels of another surface, with both first pixels aligned.
  func copy(_ source: borrowing CairoSurface) {
    source.withPointer { cairo_set_source_surface(pointer, $0, 0, 0) }
    cairo_set_operator(pointer, CAIRO_OPERATOR_SOURCE)
    cairo_paint(pointer)
    cairo_set_operator(pointer, CAIRO_OPERATOR_OVER)
  }

  /// Makes the pixels fully transparent.
  func clear(_ area: PixelRect) {
    cairo_set_operator(pointer, CAIRO_OPERATOR_CLEAR)
    addRectangle(area)
    cairo_fill(pointer)
    cairo_set_operator(pointer, CAIRO_OPERATOR_OVER)
  }

  /// Blends a color over whole pixels.
  func fill(_ area: PixelRect, _ color: Color) {
    setSource(color)
    addRectangle(area)
    cairo_fill(pointer)
  }

  /// Sets a color as the source of the following paint operations.
  func setSource(_ color: Color) {
    cairo_set_source_rgba(pointer, color.red, color.green, color.blue, color.alpha)
  }

  /// Sets the pixels of a surface as the source of the following paint operations.
  ///
  /// - Parameter origin: The position of the surface's first pixel.
  func setSource(_ surface: borrowing CairoSurface, at origin: PixelPoint) {
    surface.withPointer { cairo_set_source_surface(pointer, $0, Double(origin.x), Double(origin.y)) }
  }

  /// Paints the source through the coverage of a surface.
  ///
  /// - Parameter origin: The position of the first pixel of `coverage`.
  func paint(through coverage: borrowing CairoSurface, at origin: PixelPoint) {
    coverage.withPointer { cairo_mask_surface(pointer, $0, Double(origin.x), Double(origin.y)) }
  }

  /// Paints the source with an opacity of 0…1.
  func paint(opacity: Double) { cairo_paint_with_alpha(pointer, opacity) }

  /// Runs `body` with painting clipped to an area.
  func clipped(to area: PixelRect, _ body: () -> Void) {
    cairo_save(pointer)
    addRectangle(area)
    cairo_clip(pointer)
    body()
    cairo_restore(pointer)
  }

  private func addRectangle(_ area: PixelRect) {
    cairo_rectangle(pointer, Double(area.x), Double(area.y), Double(area.width), Double(area.height))
  }
}
