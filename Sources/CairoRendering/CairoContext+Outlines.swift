import CCairo
import Scene

extension CairoContext {
  /// Translates and scales all outlines that are added later.
  func map(scale: Double, origin: Point) {
    withPointer { pointer in
      cairo_translate(pointer, origin.x, origin.y)
      cairo_scale(pointer, scale, scale)
    }
  }

  /// Fills or strokes an outline with full coverage.
  func paint(_ shape: Shape, _ paint: Paint) {
    add(shape)
    withPointer { pointer in
      switch paint {
      case .fill: cairo_fill(pointer)
      case .stroke(let width):
        cairo_set_line_width(pointer, limited(width))
        cairo_set_line_join(pointer, CAIRO_LINE_JOIN_ROUND)
        cairo_set_line_cap(pointer, CAIRO_LINE_CAP_ROUND)
        cairo_stroke(pointer)
      }
    }
  }

  /// Returns a width or a radius of at most a million device pixels. Cairo divides a larger round outline into so many parts
  /// that it needs minutes or all memory, although its coordinates have only 24 bits before the point.
  private func limited(_ length: Double) -> Double {
    var (pixels, other) = (1.0, 0.0)
    withPointer { cairo_user_to_device_distance($0, &pixels, &other) }
    return min(length, 0x1p20 / (pixels * pixels + other * other).squareRoot())
  }

  private func add(_ shape: Shape) {
    switch shape {
    case .rect(let rect): add(RoundedRect(rect, cornerRadius: 0))
    case .roundedRect(let rounded): add(rounded)
    case .path(let path): for element in path.elements { add(element) }
    }
  }

  private func add(_ rounded: RoundedRect) {
    let (rect, radius) = (rounded.rect, limited(rounded.cornerRadius))
    withPointer { pointer in
      guard radius > 0 else { return cairo_rectangle(pointer, rect.minX, rect.minY, rect.width, rect.height) }
      let core = rect.inset(by: radius)
      cairo_new_sub_path(pointer)
      cairo_arc(pointer, core.maxX, core.minY, radius, -.pi / 2, 0)
      cairo_arc(pointer, core.maxX, core.maxY, radius, 0, .pi / 2)
      cairo_arc(pointer, core.minX, core.maxY, radius, .pi / 2, .pi)
      cairo_arc(pointer, core.minX, core.minY, radius, .pi, 1.5 * .pi)
      cairo_close_path(pointer)
    }
  }

  private func add(_ element: Path.Element) {
    withPointer { pointer in
      switch element {
      case .move(let point): cairo_move_to(pointer, point.x, point.y)
      case .line(let point): cairo_line_to(pointer, point.x, point.y)
      case .curve(let control1, let control2, let end):
        cairo_curve_to(pointer, control1.x, control1.y, control2.x, control2.y, end.x, end.y)
      case .close: cairo_close_path(pointer)
      }
    }
  }
}
