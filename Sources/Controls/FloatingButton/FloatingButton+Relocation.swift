import Motion
import Scene

// Moving it without dragging it (WCAG 2.2, 2.5.7).
extension FloatingButton {
  /// A way to move it without dragging it.
  enum Relocation: Hashable, Sendable {
    /// Arrows move it, or a press elsewhere; where it rests has not changed before it is dropped.
    case byKeys
    /// The place that is pressed next is the one it goes to.
    case toPlace
  }

  /// Lets keys move it from now on; it is lifted as in a drag.
  mutating func beginMoving(at now: Instant) {
    guard relocation != .byKeys else { return }
    scale(to: liftedScale, at: now)
    begin(.byKeys, Theme.Hint.moving, at: now)
  }

  /// Waits for a place to be pressed.
  mutating func beginChoosing(at now: Instant) {
    begin(.toPlace, Theme.Hint.choosing, at: now)
  }

  private mutating func begin(_ relocation: Relocation, _ text: String, at now: Instant) {
    attend(at: now) { $0.relocation = relocation }
    hint.show(text, at: playback.time(at: now), environment)
  }

  /// Does what a key means while keys move it.
  ///
  /// - Returns: `nil` where it means nothing then.
  mutating func relocate(by press: KeyPress, at now: Instant) -> Response<Action>? {
    if press.pressesButton {
      if !press.isRepeat { endRelocation(at: now) }
      return .handled()
    }
    guard let target = destination(of: press) else { return nil }
    send(to: target, now)
    return .handled()
  }

  /// Where a key moves it.
  private func destination(of press: KeyPress) -> Point? {
    let (area, place) = (restArea, center.target)
    switch (press.key, press.modifiers) {
    case (.left, .control), (.home, []): return Point(x: area.minX, y: place.y)
    case (.right, .control), (.end, []): return Point(x: area.maxX, y: place.y)
    case (.up, .control), (.pageUp, []): return Point(x: place.x, y: area.minY)
    case (.down, .control), (.pageDown, []): return Point(x: place.x, y: area.maxY)
    case (_, []): return step(press.key, Theme.FloatingButton.keyStep)
    case (_, .shift): return step(press.key, Theme.FloatingButton.fineKeyStep)
    default: return nil
    }
  }

  private func step(_ key: Key, _ length: Double) -> Point? {
    let direction: Vector
    switch key {
    case .left: direction = Vector(dx: -1, dy: 0)
    case .right: direction = Vector(dx: 1, dy: 0)
    case .up: direction = Vector(dx: 0, dy: -1)
    case .down: direction = Vector(dx: 0, dy: 1)
    default: return nil
    }
    return (center.target + direction * length).clamped(to: restArea)
  }

  /// Where keys have moved it, in an area that has changed since: as far across and down as before.
  func movedPlace(sinceArea area: Rect) -> Point {
    RelativePlace(center.target, in: area).point(in: restArea)
  }

  /// Whether a press at a point points out a place: while keys move it, one on it is as any other.
  func choosesPlace(at point: Point, _ now: Instant) -> Bool {
    switch relocation {
    case .toPlace: true
    case .byKeys: !contains(point, at: now)
    case nil: false
    }
  }

  /// Takes in the press that points out a place, or that ends it where it is.
  mutating func choosePlace(_ press: PointerPress, at now: Instant) -> Response<Action> {
    notice(pointer: press.position, at: now)
    switch press.button {
    case .primary where container.contains(press.position):
      drop(near: press.position.clamped(to: restArea), now)
      finishRelocation(at: now)
    case .primary, .secondary: endRelocation(at: now)
    case .middle: break
    }
    return .handled()
  }

  /// Drops it where keys have moved it, or waits for no place any more.
  mutating func endRelocation(at now: Instant) {
    if relocation == .byKeys { drop(near: center.target, now) }
    finishRelocation(at: now)
  }

  /// Takes it back to where keys moved it from, or waits for no place any more.
  mutating func cancelRelocation(at now: Instant) {
    if relocation == .byKeys { send(to: home, now) }
    finishRelocation(at: now)
  }

  private mutating func drop(near place: Point, _ now: Instant) {
    settle(at: snapped(place))
    send(to: home, now)
  }

  private mutating func send(to target: Point, _ now: Instant) {
    fly(to: target, with: .spring(configuration.feel.spring), now)
    judgeHover(at: now)
  }

  private mutating func finishRelocation(at now: Instant) {
    guard let relocation else { return }
    if relocation == .byKeys { scale(to: 1, at: now) }
    hint.hide(at: playback.time(at: now), environment)
    attend(at: now) { $0.relocation = nil }
  }
}
