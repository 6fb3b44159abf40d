public import Motion
public import Scene

/// The rectangles of the window by which a floating button is placed.
struct ButtonPlacement: Sendable {
  /// The rectangle of the window, or the one of `containers` in which the button rests.
  var container = Rect.zero
  /// The rectangles between which the user can move the button. Empty if there is only one.
  private(set) var containers: [Rect] = []
  /// The area of the window that the button at rest must not overlap.
  private(set) var clearArea: Rect?
  private var look: Look?

  /// The values of the theme and the environment on which the rest area depends.
  struct Look: Hashable {
    var size: Size
    var margin: Double
    var scale: Double
  }

  /// The part of a placement that has changed.
  enum Change { case none, first, clearArea, geometry }

  mutating func update(
    to container: Rect, among containers: [Rect], keepingClear clearArea: Rect?, _ look: Look
  ) -> Change {
    let isSame = container == self.container && look == self.look
    var change = isSame ? Change.clearArea : .geometry
    if self.container.isEmpty { change = .first }
    if isSame, clearArea == self.clearArea { change = .none }
    (self.container, self.containers, self.clearArea, self.look) = (container, containers, clearArea, look)
    return change
  }

  /// Makes the container that is nearest to a point the one in which the button rests.
  ///
  /// - Parameter candidates: The containers to choose from, or `nil` for all.
  mutating func enter(nearest point: Point, of candidates: [Rect]? = nil) {
    let nearest = (candidates ?? containers).min { point.distance(to: $0) < point.distance(to: $1) }
    if let nearest { container = nearest }
  }

  /// Makes the next container in a direction the one in which the button rests, if there is one.
  mutating func enter(in direction: Vector, from position: Point) {
    let center = container.center
    let next = containers.filter {
      let isBeside = direction.dx == 0 ? $0.minX...$0.maxX ~= position.x : $0.minY...$0.maxY ~= position.y
      let offset = $0.center - center
      return isBeside && offset.dx * direction.dx + offset.dy * direction.dy > 0
    }
    enter(nearest: position, of: next)
  }

  /// Returns whether a point is in one of the rectangles.
  func contains(_ point: Point) -> Bool { (containers + [container]).contains { $0.contains(point) } }
}

extension FloatingButton {
  /// The rectangle of the window, or the one of several in which the button rests.
  public var container: Rect { placement.container }

  /// The size at scale 1, in logical pixels.
  package var size: Size {
    switch configuration.shape {
    case .ball:
      let diameter = 2 * theme.floatingButton.ballRadius
      return Size(width: diameter, height: diameter)
    case .button:
      let padding = 2 * theme.floatingButton.padding
      return Size(
        width: environment.snapped(labelMetrics.advance + padding),
        height: environment.snapped(labelMetrics.height + padding))
    }
  }

  /// Returns the metrics of the label of a configuration. A ball has none, so that it needs no font.
  static func metrics(ofLabelOf configuration: Configuration, in environment: Environment) -> TextMetrics {
    guard configuration.shape == .button else {
      return TextMetrics(advance: 0, ascent: 0, descent: 0, ink: .zero)
    }
    return environment.text.metrics(of: configuration.label, style: environment.theme.fonts.buttonLabel)
  }

  /// Returns the current frame in the window, without the scale.
  public func frame(at now: Instant) -> Rect { frame(at: animations.center(at: now)) }

  func frame(at center: Point) -> Rect { Rect(center: center, size: size) }

  /// The outline at scale 1, centered at the origin.
  var outline: RoundedRect { outline(around: .zero, scale: 1) }

  /// Returns the current outline, with the scale, in the window.
  func outline(at now: Instant) -> RoundedRect {
    outline(around: animations.center(at: now), scale: animations.scale(at: now))
  }

  /// The outline after all animations, in the window.
  var restOutline: RoundedRect { outline(around: animations.center.target, scale: 1) }

  func outline(around center: Point, scale: Double) -> RoundedRect {
    let radius =
      configuration.shape == .ball
      ? theme.floatingButton.ballRadius : theme.floatingButton.cornerRadius
    let size = Size(width: size.width * scale, height: size.height * scale)
    return RoundedRect(Rect(center: center, size: size), cornerRadius: radius * scale)
  }

  /// Returns whether a point in the window is on the button as it is currently drawn.
  package func contains(_ point: Point, at now: Instant) -> Bool {
    let local = (point - animations.center(at: now)) * (1 / animations.scale(at: now))
    return outline.contains(.zero + local)
  }

  /// The area in which the center can be at rest.
  var restArea: Rect { restArea(in: container) }

  /// The area in which a drag meets no resistance: all rest areas, and what is between them.
  var dragArea: Rect { placement.containers.map(restArea(in:)).reduce(restArea) { $0.hull(with: $1) } }

  private func restArea(in container: Rect) -> Rect {
    if configuration.snap == .original { return Self.originalSnapArea(in: container) }
    let size = size
    let isBall = configuration.shape == .ball
    let margin = isBall ? 0 : environment.snappedUp(theme.floatingButton.margin)
    var bounds = container.inset(by: margin)
    if isBall { bounds = bounds.inset(by: Insets(top: environment.snappedUp(configuration.topInset))) }
    // On an axis on which the button does not fit, only the center of the container.
    let (width, height) = (max(0, bounds.width - size.width), max(0, bounds.height - size.height))
    return Rect(center: bounds.center, size: Size(width: width, height: height))
  }

  /// The center at rest: the rest position, moved out of the clear area and pixel-aligned.
  var restCenter: Point { pixelAligned(positionOutsideClearArea(restPosition.point(in: restArea))) }

  /// Returns the nearest center at which the edges of the frame are on whole device pixels, so that
  /// the button looks the same at each rest position. In snap mode `original`, returns the center
  /// unchanged, as in the original demo program (`SnapMode.original`).
  func pixelAligned(_ center: Point) -> Point {
    guard configuration.snap != .original else { return center }
    let frame = frame(at: center)
    let corner = Point(x: environment.snapped(frame.minX), y: environment.snapped(frame.minY))
    return Rect(origin: corner, size: frame.size).center
  }

  /// Returns the nearest rest position at which the button does not overlap the clear area. If the
  /// snap mode has none, returns the position unchanged.
  func positionOutsideClearArea(_ position: Point) -> Point {
    guard let clearArea = placement.clearArea else { return position }
    let (margin, size) = (theme.floatingButton.margin, size)
    let insets = Insets(horizontal: -(margin + size.width / 2), vertical: -(margin + size.height / 2))
    return configuration.snap.restPosition(
      nearest: position, in: restArea, outside: clearArea.inset(by: insets))
  }

  /// Returns the area of the centers in snap mode `original`, as in the original demo program.
  static func originalSnapArea(in container: Rect) -> Rect {
    Rect(x: container.maxX - 99, y: container.minY + 20, width: 100, height: container.height - 100)
  }
}

extension Point {
  /// Returns the distance to a rectangle: 0 inside it.
  package func distance(to rect: Rect) -> Double { distance(to: clamped(to: rect)) }
}
