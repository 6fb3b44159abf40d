import Controls
import Gestures
import Motion
import Scene

/// Six dots in lanes side by side, each of which another kind of motion moves.
struct MotionStage: FocusableControl {
  typealias Action = Never

  enum Kind: String, CaseIterable {
    case spring = "Spring"
    case curve = "Curve"
    case keyframes = "Keyframes"
    case decay = "Decay"
    case rubberBand = "Rubber"
    case retargeting = "Retargeting"
  }

  private static let (travel, radius, band) = (240.0, 13.0, RubberBand(maximumOffset: 60))
  private static let spring = Animation.spring(response: 0.5, dampingFraction: 0.5)

  private(set) var environment: Environment
  private(set) var frame = Rect.zero
  var isFocused = false
  /// The distances of the dots from the top of their lanes, in logical pixels.
  private var dots: [Kind: Animated<Double>]
  private var press = PressRecognizer(PressRecognizer.Rules(drag: .afterDistance(0)))
  private var pressed: Kind?
  private var positionAtPress = 0.0

  init(in environment: Environment) {
    self.environment = environment
    let dot = Animated(0.0, threshold: environment.threshold(overTravel: 1))
    dots = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, dot) })
  }

  mutating func update(_ environment: Environment, at now: Instant) { self.environment = environment }

  mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    frame = environment.snapped(
      Rect(origin: origin, size: Size(width: width, height: Self.travel + 2 * Self.radius + 90)))
  }

  /// Adds a group with a button for each lane, which plays its motion.
  func describe(into tree: inout AccessibleTree, at now: Instant) {
    tree.add(.part(0), AccessibleNode(.group, "Motions", states: focusStates, in: frame)) { tree in
      for (index, kind) in Kind.allCases.enumerated() {
        let action = AccessibleAction("press", "Play")
        tree.add(.part(index), AccessibleNode(.button, kind.rawValue, actions: [action], in: lane(index)))
      }
    }
  }

  private mutating func handle(_ request: AccessibilityRequest, at now: Instant) -> Response<Never> {
    guard case .perform = request.kind, request.path.count == 2, case .part(let index)? = request.path.last,
      Kind.allCases.indices.contains(index)
    else { return .ignored }
    play(Kind.allCases[index], at: now)
    return .handled()
  }

  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Never> {
    if case .accessibility(let request) = event { return handle(request, at: now) }
    if case .keyPressed(let key) = event {
      guard isFocused, key.activatesButton else { return .ignored }
      if !key.isRepeat { for kind in Kind.allCases { play(kind, at: now) } }
      return .handled()
    }
    let kind = event.pointerPosition.flatMap(kind(at:))
    let outcome = press.handle(event, at: now, over: kind == nil ? nil : 0)
    switch outcome {
    case .pressed(let press, _):
      pressed = kind
      positionAtPress = pressed.flatMap { dots[$0]?.value(at: now) } ?? 0
      switch pressed {
      case .rubberBand: break
      case .retargeting: lead(to: press.position, at: now)
      case let kind?: play(kind, at: now)
      case nil: break
      }
    case .dragging(let drag): follow(drag, at: now)
    case .dropped(let drag):
      follow(drag, at: now)
      if pressed == .rubberBand {
        let target = positionAtPress + drag.translation.dy > Self.travel / 2 ? Self.travel : 0
        animate(.rubberBand, to: target, at: now, velocity: drag.velocity.dy)
      }
    default: break
    }
    return Response(isHandled: outcome.isHandled)
  }

  /// Moves a dot to the other end of its lane.
  private mutating func play(_ kind: Kind, at now: Instant) {
    guard let dot = dots[kind] else { return }
    let (start, target) = (dot.value(at: now), dot.target > Self.travel / 2 ? 0 : Self.travel)
    guard !environment.reducesMotion else { return animate(kind, to: target, at: now) }
    switch kind {
    case .spring, .retargeting: animate(kind, to: target, at: now)
    case .curve:
      dots[kind]?.animate(to: target, at: now, with: .easeInOut(duration: .milliseconds(600)))
    case .keyframes:
      // Down, half of the way back, and down again, as a falling ball.
      dots[kind]?.play(
        KeyframeTrack(
          from: start,
          [
            .timed(target, over: .milliseconds(350), by: .easeIn),
            .timed((start + target) / 2, over: .milliseconds(250), by: .easeOut),
            .timed(target, over: .milliseconds(250), by: .easeIn),
          ]), at: now)
    case .decay:
      let decay = Decay.fast
      dots[kind]?.coast(at: now, with: decay, velocity: decay.velocity(toTravel: target - start))
    case .rubberBand:
      // As if a pull beyond the end were released there.
      let pull = Self.band.offset(pulledBy: target > 0 ? 120 : -120)
      dots[kind]?.set(target + pull)
      animate(kind, to: target, at: now)
    }
  }

  private mutating func follow(_ drag: PressRecognizer.Drag, at now: Instant) {
    if pressed == .retargeting { lead(to: drag.position, at: now) }
    guard pressed == .rubberBand else { return }
    let position = positionAtPress + drag.translation.dy
    let inside = max(0, min(position, Self.travel))
    dots[.rubberBand]?.set(inside + Self.band.offset(pulledBy: position - inside))
  }

  /// Gives a moving dot a new target. It keeps its position and velocity.
  private mutating func lead(to point: Point, at now: Instant) {
    animate(.retargeting, to: max(0, min(point.y - top, Self.travel)), at: now)
  }

  private mutating func animate(_ kind: Kind, to target: Double, at now: Instant, velocity: Double? = nil) {
    dots[kind]?.animate(to: target, at: now, with: environment.motion(Self.spring), velocity: velocity)
  }

  func nextChange(after now: Instant) -> Instant? {
    .earliest(dots.values.map { $0.nextChange(after: now) })
  }
}

// Drawing.
extension MotionStage {
  /// The y coordinate of the dots at the top of their lanes. Above, there is space for the rubber band.
  private var top: Double { frame.minY + 64 }

  private func lane(_ index: Int) -> Rect {
    let width = frame.width / Double(Kind.allCases.count)
    return Rect(x: frame.minX + width * Double(index), y: frame.minY, width: width, height: frame.height)
  }

  private func kind(at point: Point) -> Kind? {
    Kind.allCases.enumerated().first { lane($0.offset).contains(point) }?.element
  }

  func draw(into list: inout DisplayList, at now: Instant) {
    let colors = theme.colors
    for (index, kind) in Kind.allCases.enumerated() {
      let lane = lane(index)
      let track = Rect(
        center: Point(x: lane.midX, y: top + Self.travel / 2), size: Size(width: 2, height: Self.travel))
      list.fill(.rect(environment.snapped(track)), colors.fieldOutline)
      let caption = Rect(x: lane.minX + 2, y: lane.minY, width: lane.width - 4, height: 20)
      var style = theme.fonts.caption
      style.size = 10
      list.line(kind.rawValue, style, colors.secondaryText, in: caption, alignment: .center, environment)
      let center = Point(x: lane.midX, y: top + (dots[kind]?.value(at: now) ?? 0))
      list.translated(by: center - .zero) { list in
        list.fill(.roundedRect(.circle(center: .zero, radius: Self.radius)), colors.accent)
      }
    }
    if showsFocus { list.focusRing(around: RoundedRect(frame, cornerRadius: 8), environment) }
  }

  func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    kind(at: point) == nil ? nil : .hand
  }
}
