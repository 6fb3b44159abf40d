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
      return Size(
        width: environment.snapped(labelMetrics.advance + padding),
        height: environment.snapped(labelMetrics.height + padding))
    }
  }

  static func metrics(
    ofLabelOf configuration: Configuration, in environment: Environment
  ) -> TextMetrics {
    environment.text.metrics(of: configuration.label, style: Theme.Fonts.buttonLabel)
  }

  /// Where it is drawn, its scale apart.
  public func frame(at now: Instant) -> Rect {
    frame(at: center.value(at: playback.time(at: now)))
  }

  func frame(at center: Point) -> Rect { Rect(center: center, size: size) }

  /// What it looks like around the origin.
  var outline: RoundedRect { outline(around: .zero, scale: 1) }

  /// What it looks like at a moment, in the window.
  func body(at now: Instant) -> RoundedRect {
    let time = playback.time(at: now)
    return outline(around: center.value(at: time), scale: visibleScale(at: time))
  }

  /// What it will look like at rest, in the window.
  var restingBody: RoundedRect { outline(around: center.target, scale: 1) }

  private func outline(around center: Point, scale: Double) -> RoundedRect {
    let radius =
      configuration.shape == .ball
      ? Theme.FloatingButton.ballRadius : Theme.FloatingButton.cornerRadius
    let size = Size(width: size.width * scale, height: size.height * scale)
    return RoundedRect(Rect(center: center, size: size), cornerRadius: radius * scale)
  }

  /// The scale as it is seen: however far a spring swings, nothing is turned inside out.
  func visibleScale(at time: Instant) -> Double {
    max(Theme.FloatingButton.leastScale, scale.value(at: time))
  }

  /// The least difference of scale that matters: no corner may jump by more than half a device
  /// pixel when it has come to rest.
  var scaleThreshold: Double {
    let reach = Vector(dx: size.width, dy: size.height).length / 2
    return min(Theme.FloatingButton.scaleThreshold, environment.placeThreshold / max(1, reach))
  }

  /// Whether a point is on the button as it is drawn.
  public func contains(_ point: Point, at now: Instant) -> Bool {
    let time = playback.time(at: now)
    let local = (point - center.value(at: time)) * (1 / visibleScale(at: time))
    return outline.contains(.zero + local)
  }

  /// Where the centre may be at rest.
  var restArea: Rect {
    if configuration.snap == .seed { return Self.seedArea(in: container) }
    let size = size
    let isBall = configuration.shape == .ball
    let margin = isBall ? 0 : environment.snappedUp(Theme.FloatingButton.margin)
    var inside = container.inset(by: margin)
    if isBall {
      inside = inside.inset(by: Insets(top: environment.snappedUp(configuration.topInset)))
    }
    return Self.centers(of: size, in: inside)
  }

  /// Where it rests when nothing holds it: at its resting place, or beside what is kept clear.
  var home: Point { crisp(cleared(restingPlace.point(in: restArea))) }

  /// The centre nearest to one at which the frame's edges are whole device pixels, so that the
  /// button looks the same wherever it rests; in mode `seed`, which is literal, the very same.
  func crisp(_ center: Point) -> Point {
    guard configuration.snap != .seed else { return center }
    let frame = frame(at: center)
    let corner = Point(x: environment.snapped(frame.minX), y: environment.snapped(frame.minY))
    return Rect(origin: corner, size: frame.size).center
  }

  /// The place of rest nearest to one at which it covers nothing that is to be kept clear; the same
  /// where its mode has none.
  func cleared(_ place: Point) -> Point {
    guard let clearArea else { return place }
    let (margin, size) = (Theme.FloatingButton.margin, size)
    let reach = Insets(
      horizontal: -(margin + size.width / 2), vertical: -(margin + size.height / 2))
    return configuration.snap.restingPlace(
      nearest: place, in: restArea, outside: clearArea.inset(by: reach))
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
}
