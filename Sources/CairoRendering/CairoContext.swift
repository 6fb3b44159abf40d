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

// Outlines.
extension CairoContext {
  /// Translates and scales all outlines that are added later.
  func map(scale: Double, origin: Point) {
    cairo_translate(pointer, origin.x, origin.y)
    cairo_scale(pointer, scale, scale)
  }

  /// Fills or strokes an outline with full coverage.
  func paint(_ shape: Shape, _ paint: Paint) {
    switch shape {
    case .rect(let rect): add(RoundedRect(rect, cornerRadius: 0))
    case .roundedRect(let rounded): add(rounded)
    case .path(let path): for element in path.elements { add(element) }
    }
    switch paint {
    case .fill: cairo_fill(pointer)
    case .stroke(let width):
      cairo_set_line_width(pointer, limited(width))
      cairo_set_line_join(pointer, CAIRO_LINE_JOIN_ROUND)
      cairo_set_line_cap(pointer, CAIRO_LINE_CAP_ROUND)
      cairo_stroke(pointer)
    }
  }

  /// Returns a width or a radius of at most a million device pixels. Cairo divides a larger round outline into so many parts
  /// that it needs minutes or all memory, although its coordinates have only 24 bits before the point.
  private func limited(_ length: Double) -> Double {
    var (pixels, other) = (1.0, 0.0)
    cairo_user_to_device_distance(pointer, &pixels, &other)
    return min(length, 0x1p20 / (pixels * pixels + other * other).squareRoot())
  }

  private func add(_ rounded: RoundedRect) {
    let (rect, radius) = (rounded.rect, limited(rounded.cornerRadius))
    guard radius > 0 else { return cairo_rectangle(pointer, rect.minX, rect.minY, rect.width, rect.height) }
    let core = rect.inset(by: radius)
    cairo_new_sub_path(pointer)
    cairo_arc(pointer, core.maxX, core.minY, radius, -.pi / 2, 0)
    cairo_arc(pointer, core.maxX, core.maxY, radius, 0, .pi / 2)
    cairo_arc(pointer, core.minX, core.maxY, radius, .pi / 2, .pi)
    cairo_arc(pointer, core.minX, core.minY, radius, .pi, 1.5 * .pi)
    cairo_close_path(pointer)
  }

  private func add(_ element: Path.Element) {
    switch element {
    case .move(let point): cairo_move_to(pointer, point.x, point.y)
    case .line(let point): cairo_line_to(pointer, point.x, point.y)
    case .curve(let control1, let control2, let end):
      cairo_curve_to(pointer, control1.x, control1.y, control2.x, control2.y, end.x, end.y)
    case .close: cairo_close_path(pointer)
    }
  }
}
