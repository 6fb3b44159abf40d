public import Motion
public import Scene

extension FloatingButton {
  /// The size at scale 1.
  public var size: Size {
    switch configuration.shape {
    case .ball:
      let diameter = 2 * Theme.FloatingButton.ballRadius
      return Size(width: diameter, height: diameter)
    case .button:
      let padding = 2 * Theme.FloatingButton.padding
      let metrics = environment.text.metrics(
        of: configuration.label, style: Theme.Fonts.buttonLabel)
      return Size(
        width: environment.snapped(metrics.advance + padding),
        height: environment.snapped(metrics.height + padding))
    }
  }

  /// Where it is drawn, its scale apart.
  public func frame(at now: Instant) -> Rect { frame(at: center.value(at: now)) }

  func frame(at center: Point) -> Rect { Rect(center: center, size: size) }

  /// What it looks like around the origin.
  var outline: RoundedRect {
    let radius =
      configuration.shape == .ball
      ? Theme.FloatingButton.ballRadius : Theme.FloatingButton.cornerRadius
    return RoundedRect(Rect(center: .zero, size: size), cornerRadius: radius)
  }

  /// Whether a point is on the button as it is drawn.
  public func contains(_ point: Point, at now: Instant) -> Bool {
    let scale = max(scale.value(at: now), .leastNormalMagnitude)
    let local = (point - center.value(at: now)) * (1 / scale)
    return outline.contains(.zero + local)
  }

  /// Where the centre may be at rest.
  var restArea: Rect {
    if configuration.snap == .seed { return Self.seedArea(in: container) }
    let size = size
    let isBall = configuration.shape == .ball
    let margin = isBall ? 0 : Theme.FloatingButton.margin
    var inside = container.inset(by: margin)
    if isBall { inside = inside.inset(by: Insets(top: configuration.topInset)) }
    return Self.centers(of: size, in: inside)
  }

  /// The centres at which something of that size is inside a rectangle: the middle, on an axis
  /// where it does not fit.
  private static func centers(of size: Size, in rect: Rect) -> Rect {
    let width = max(0, rect.width - size.width)
    let height = max(0, rect.height - size.height)
    return Rect(center: rect.center, size: Size(width: width, height: height))
  }

  static func seedArea(in container: Rect) -> Rect {
    let seed = Theme.FloatingButton.seedArea
    return Rect(
      x: container.maxX - seed.trailing, y: container.minY + seed.top, width: seed.width,
      height: container.height - seed.lessHeight)
  }

  /// A centre as a drag may have it: the ball goes anywhere, all else stays in its area.
  func dragged(to point: Point) -> Point {
    configuration.shape == .ball ? point : point.clamped(to: restArea)
  }
}
