import Controls
import Scene

/// A diagram of curves with two axes, drawn into a display list.
struct Chart {
  /// The area of the curves in the image, in logical pixels.
  let plot: Rect
  let x: ClosedRange<Double>
  /// The range of the y axis, which points upward.
  let y: ClosedRange<Double>
  let theme: Theme
  let text: any TextMeasuring

  static let label = TextStyle(family: "Inter", size: 13)
  static let heading = TextStyle(family: "Inter", size: 13, weight: .semibold)
  /// The distance between two samples of a curve, in logical pixels, too small to be visible.
  private static let step = 0.5

  /// Returns the point in the image for two coordinates.
  func point(_ x: Double, _ y: Double) -> Point {
    let width = self.x.upperBound - self.x.lowerBound
    let height = self.y.upperBound - self.y.lowerBound
    return Point(
      x: plot.minX + (x - self.x.lowerBound) / width * plot.width,
      y: plot.maxY - (y - self.y.lowerBound) / height * plot.height)
  }

  /// Draws the axes, a thin line at each tick of the y axis, and the tick labels.
  func drawAxes(
    xTicks: [(Double, String)], yTicks: [(Double, String)], into list: inout DisplayList
  ) {
    for (value, label) in yTicks {
      let start = point(x.lowerBound, value)
      drawLine(from: start, to: point(x.upperBound, value), theme.colors.fieldOutline, into: &list)
      draw(label, at: start + Vector(dx: -8, dy: 4), alignment: 1, into: &list)
    }
    for (value, label) in xTicks {
      let foot = point(value, y.lowerBound)
      drawLine(from: foot, to: foot + Vector(dx: 0, dy: 5), theme.colors.secondaryText, into: &list)
      draw(label, at: foot + Vector(dx: 0, dy: 20), alignment: 0.5, into: &list)
    }
    drawLine(
      from: point(x.lowerBound, y.lowerBound), to: point(x.upperBound, y.lowerBound),
      theme.colors.secondaryText, into: &list)
  }

  /// Draws a function over a part of the x axis, clipped to the plot.
  func drawCurve(
    _ color: Color, over part: ClosedRange<Double>? = nil, width: Double = 2.5,
    isDashed: Bool = false, into list: inout DisplayList, _ function: (Double) -> Double
  ) {
    let part = part ?? x
    let start = point(part.lowerBound, 0).x
    let end = point(part.upperBound, 0).x
    let count = max(1, Int((end - start) / Self.step))
    let points = (0...count).map { index in
      let value =
        part.lowerBound
        + (part.upperBound - part.lowerBound) * Double(index) / Double(count)
      return point(value, function(value))
    }
    let path = isDashed ? Self.dashed(points) : Path(lines: points)
    list.group(DisplayList.Group(clip: RoundedRect(plot.inset(by: -width), cornerRadius: 0))) {
      $0.stroke(.path(path), color, width: width)
    }
  }

  /// Returns alternate segments of five logical pixels along points that are half a pixel apart.
  private static func dashed(_ points: [Point]) -> Path {
    var path = Path()
    var (length, isPenDown) = (0.0, false)
    for (previous, point) in zip(points, points.dropFirst()) {
      if length.truncatingRemainder(dividingBy: 10) < 5 {
        if !isPenDown { path.move(to: previous) }
        path.line(to: point)
        isPenDown = true
      } else {
        isPenDown = false
      }
      length += previous.distance(to: point)
    }
    return path
  }

  func drawLine(
    from start: Point, to end: Point, _ color: Color, width: Double = 1,
    into list: inout DisplayList
  ) {
    list.stroke(.path(Path(lines: [start, end])), color, width: width)
  }

  func drawDot(at point: Point, _ color: Color, radius: Double = 4, into list: inout DisplayList) {
    list.fill(.roundedRect(.circle(center: point, radius: radius)), color)
  }

  /// Draws a line of text.
  ///
  /// - Parameter alignment: The fraction of the text that is left of the point: 0 starts there, 1
  ///   ends there.
  func draw(
    _ string: String, _ color: Color? = nil, style: TextStyle = Self.label, at point: Point,
    alignment: Double = 0, into list: inout DisplayList
  ) {
    let metrics = text.metrics(of: string, style: style)
    list.text(
      string, style, color ?? theme.colors.secondaryText,
      at: point + Vector(dx: -alignment * metrics.advance, dy: 0), metrics: metrics)
  }
}
