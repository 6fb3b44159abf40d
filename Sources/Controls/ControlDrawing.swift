public import Scene

extension DisplayList {
  /// Adds the background and the outline of a text field.
  ///
  /// - Parameters:
  ///   - frame: The outer edge of the outline.
  ///   - showsFocus: Whether the outline shows the keyboard focus.
  ///   - environment: The theme and the scale.
  public mutating func fieldBackground(in frame: Rect, showsFocus: Bool, _ environment: Environment) {
    let (style, colors) = (environment.theme.field, environment.theme.colors)
    let shape = RoundedRect(frame, cornerRadius: style.cornerRadius)
    fill(.roundedRect(shape), colors.field)
    outline(
      inside: shape, showsFocus ? colors.accent : colors.fieldOutline,
      width: showsFocus ? style.focusedOutline : style.outline, environment)
  }

  /// Adds an outline at the inner edge of a shape.
  ///
  /// - Parameter width: The width in logical pixels, which is adjusted to device pixels.
  public mutating func outline(
    inside shape: RoundedRect, _ color: Color, width: Double, _ environment: Environment
  ) {
    let width = environment.lineWidth(width)
    stroke(.roundedRect(shape.inset(by: width / 2)), color, width: width)
  }

  /// Adds the drawing of a closure, moved by an offset.
  public mutating func translated(by offset: Vector, _ body: (inout DisplayList) -> Void) {
    group(DisplayList.Group(transform: Transform(translation: offset)), body)
  }

  /// Adds the ring that marks the keyboard focus, around the outline of a control.
  public mutating func focusRing(around shape: RoundedRect, _ environment: Environment) {
    let style = environment.theme.focusRing
    let width = environment.lineWidth(style.width)
    let distance = environment.snapped(style.gap) + width / 2
    stroke(
      .roundedRect(shape.inset(by: -distance)),
      environment.theme.colors.accent.opacity(style.opacity), width: width)
  }

  /// Adds a line of text, vertically centered in a frame. If the text is wider than the frame, its middle is elided.
  public mutating func line(
    _ text: String, _ style: TextStyle, _ color: Color, in frame: Rect, alignment: TextAlignment = .leading,
    _ environment: Environment
  ) {
    var (text, metrics) = (text, environment.text.metrics(of: text, style: style))
    // A frame that was computed from the width of the text may have been rounded to device pixels.
    if metrics.advance > frame.width + 1 / environment.scale {
      text = DisplaySanitizer.elided(text, toFit: frame.width, style: style, measuring: environment.text)
      metrics = environment.text.metrics(of: text, style: style)
    }
    let x = alignment.start(of: metrics.advance, in: frame)
    self.text(text, style, color, at: Point(x: x, y: metrics.baseline(aroundY: frame.midY)), metrics: metrics)
  }
}

/// The horizontal position of a line of text in its frame.
public enum TextAlignment: Hashable, Sendable {
  case leading, center, trailing

  /// Returns the x coordinate at which a line of text starts.
  func start(of advance: Double, in frame: Rect) -> Double {
    switch self {
    case .leading: frame.minX
    case .center: frame.midX - advance / 2
    case .trailing: frame.maxX - advance
    }
  }
}

/// Paths of small symbols that fit into a box. Open paths are stroked, closed ones are filled.
package enum SymbolPath {
  /// Returns the path of a check mark (✓), to be stroked.
  package static func check(in box: Rect) -> Path {
    Path(lines: [point(0.05, 0.55, box), point(0.38, 0.87, box), point(0.95, 0.15, box)])
  }

  /// Returns the path of a cross (✗), to be stroked.
  package static func cross(in box: Rect) -> Path {
    var path = Path(lines: [point(0.1, 0.1, box), point(0.9, 0.9, box)])
    path.move(to: point(0.9, 0.1, box))
    path.line(to: point(0.1, 0.9, box))
    return path
  }

  /// Returns the point at the given fractions of the width and height of a box.
  private static func point(_ x: Double, _ y: Double, _ box: Rect) -> Point {
    Point(x: box.minX + x * box.width, y: box.minY + y * box.height)
  }
}

extension TextMetrics {
  /// Returns the y coordinate of the baseline of a line of text that is vertically centered at
  /// `middle`.
  public func baseline(aroundY middle: Double) -> Double { middle - height / 2 + ascent }
}

extension Path {
  /// Creates the path that a text describes.
  ///
  /// The numbers before a letter are its arguments. `m` moves to the first point and draws lines to the others, `l` draws
  /// lines to points, `c` a Bézier curve with two control points and an end point, `a` an arc to a point around another
  /// point, and `o` a circle around a point with a radius. `z` closes the path.
  ///
  /// - Parameters:
  ///   - description: The text. Other letters have no effect.
  ///   - box: The box that the path fills.
  ///   - grid: The width and the height of the box in the unit of the text.
  package init(_ description: some StringProtocol, in box: Rect, grid: Double = 1) {
    self.init()
    let unit = (x: box.width / grid, y: box.height / grid)
    var numbers: [Double] = []
    func point(_ index: Int) -> Point {
      Point(x: box.minX + numbers[2 * index] * unit.x, y: box.minY + numbers[2 * index + 1] * unit.y)
    }
    for word in description.split(separator: " ") {
      if let number = Double(word) {
        numbers.append(number)
        continue
      }
      switch word {
      case "m", "l":
        for index in 0..<numbers.count / 2 {
          if index == 0, word == "m" { move(to: point(0)) } else { line(to: point(index)) }
        }
      case "c": curve(to: point(2), point(0), point(1))
      case "a": addArc(to: point(0), around: point(1))
      case "o": addCircle(center: point(0), radius: numbers[2] * unit.x)
      case "z": close()
      default: break
      }
      numbers.removeAll()
    }
  }
}
