import Gestures
package import Motion
package import Scene

/// The vertical scroll offset of content that may be taller than its visible area.
///
/// The offset is animated after input from a wheel, a touchpad, a touch screen or the keyboard.
package struct ScrollController {
  /// The scale, and whether motion is reduced.
  package var environment: Environment
  private(set) var offset: Animated<Double>
  private(set) var source = Source.wheel
  /// Estimates the velocity of the finger.
  private var velocity = VelocityEstimator()
  /// The distance that the content has followed the finger, without corrections of the layout.
  private var touchTravel = 0.0
  /// The heights of the content and of the visible area, in logical pixels.
  private var contentHeight = 0.0
  private var visibleHeight = 0.0

  /// The distance for one notch of a wheel, in logical pixels.
  package static let notch = 56.0
  /// The distance for an arrow key.
  package static let line = 40.0
  /// The height of the previous page that stays visible on the next page.
  private static let pageOverlap = 40.0
  /// The space around a revealed part that becomes visible too.
  package static let revealMargin = 12.0
  /// The time after a change that makes the content taller than its window before the thumb is displayed: longer than the window
  /// needs to follow the animated height of a field with the spring of the default theme.
  static let thumbDelay = Duration.milliseconds(500)

  /// Creates a controller with empty content at offset zero.
  package init(in environment: Environment) {
    self.environment = environment
    offset = Animated(0, threshold: environment.positionThreshold)
  }

  /// The source of the current or latest motion.
  enum Source: Equatable {
    case wheel, touch, momentum
    /// Part of the content is revealed, and is kept visible if it moves.
    case reveal
    /// Autoscroll at constant speed, in logical pixels per second, positive downward.
    case autoscroll(speed: Double)
  }

  /// Returns the distance that the content is scrolled, in logical pixels. It is rounded to whole
  /// device pixels so that text stays sharp.
  package func offset(at now: Instant) -> Double {
    // The content may have become shorter during the animation.
    environment.snapped(max(0, min(offset.value(at: now), maximumOffset)))
  }

  /// The offset after all animations, in logical pixels.
  package var target: Double { max(0, min(offset.target, maximumOffset)) }

  /// Whether the offset is at the end of the content after all animations.
  package var isAtBottom: Bool { target >= maximumOffset }

  /// Whether the content is taller than the visible area.
  package var isScrollable: Bool { maximumOffset > 0 }

  /// Returns whether a content is taller than a visible area. Less than a device pixel results from rounding the height of a
  /// window, and does not count.
  func isScrollable(content: Double, visible: Double) -> Bool { (content - visible) * environment.scale >= 1 }

  /// Sets the heights of the content and the visible area, and limits the offset to them.
  package mutating func resize(content: Double, visible: Double) {
    (contentHeight, visibleHeight) = (content, visible)
    // Autoscroll stops there on its own, or continues if the content has grown by then.
    if offset.target > maximumOffset, !isAutoscrolling { offset.set(maximumOffset) }
  }

  /// Scrolls by wheel notches, positive downward.
  ///
  /// Whole notches animate the offset. A fractional number comes from a finger on a touchpad, and
  /// the content follows it immediately. Zero means that the finger was lifted: the content
  /// continues at its velocity and decelerates.
  mutating func scroll(notches: Double, at now: Instant) {
    let isAnimating = (source == .wheel || source == .reveal) && offset.nextChange(after: now) != nil
    if notches == 0 {
      endTouch(at: now)
    } else if notches == notches.rounded() || isAnimating {
      scroll(to: target + notches * Self.notch, at: now)
    } else {
      follow(by: notches * Self.notch, at: now)
    }
  }

  /// Scrolls by an event of a wheel or a finger. Events that are only horizontal are ignored.
  package mutating func scroll(by event: ScrollEvent, at now: Instant) {
    if event.notches.dy != 0 || event.notches == .zero { scroll(notches: event.notches.dy, at: now) }
  }

  /// Sets the heights after parts of the content have changed their heights, and moves the offset
  /// so that the visible content stays in place.
  ///
  /// - Parameters:
  ///   - content: The new height of the content.
  ///   - visible: The new height of the visible area.
  ///   - growth: The added height above the area that is visible now, and above the area that is
  ///     visible after all animations.
  package mutating func resize(
    content: Double, visible: Double, growth: (now: Double, atRest: Double), at now: Instant
  ) {
    let (position, velocity) = (offset.value(at: now) + growth.now, offset.velocity(at: now))
    let restOffset = offset.target + growth.atRest
    let isMoving = offset.nextChange(after: now) != nil
    (contentHeight, visibleHeight) = (content, visible)
    offset.set(isMoving ? position : max(0, min(restOffset, maximumOffset)))
    guard isMoving else { return }
    switch source {
    case .autoscroll(let speed): scroll(atConstantSpeed: speed, at: now)
    case .momentum: offset.coast(at: now, with: .normal, velocity: velocity)
    case .wheel, .reveal, .touch:
      offset.animate(
        to: max(0, min(restOffset, maximumOffset)), at: now,
        with: environment.motion(.spring(environment.theme.motion.scroll)), velocity: velocity)
    }
  }

  /// Scrolls by a key, with an animation.
  ///
  /// - Returns: Whether the key scrolls.
  @discardableResult package mutating func scroll(by key: Key, at now: Instant) -> Bool {
    let page = visibleHeight - Self.pageOverlap
    switch key {
    case .up: scroll(to: target - Self.line, at: now)
    case .down: scroll(to: target + Self.line, at: now)
    case .pageUp: scroll(to: target - page, at: now)
    case .pageDown: scroll(to: target + page, at: now)
    case .home: scroll(to: 0, at: now)
    case .end: scroll(to: maximumOffset, at: now)
    default: return false
    }
    return true
  }

  /// Scrolls by a distance, with an animation.
  ///
  /// - Parameter distance: The distance in logical pixels, positive toward the end of the content.
  mutating func scroll(by distance: Double, at now: Instant) { scroll(to: target + distance, at: now) }

  /// Scrolls by the minimum distance that makes a part of the content visible. If the part is too
  /// tall, its top becomes visible.
  ///
  /// - Parameters:
  ///   - frame: The part, in the coordinate space of the content.
  ///   - margin: The space around the part that becomes visible too, in logical pixels.
  package mutating func reveal(_ frame: Rect, margin: Double = Self.revealMargin, at now: Instant) {
    let padded = frame.inset(by: -margin)
    let lowest = min(target, padded.minY)
    scroll(to: min(max(lowest, padded.maxY - visibleHeight), padded.minY), at: now)
    source = .reveal
  }

  /// Whether the latest scroll revealed a part of the content.
  var isRevealing: Bool { source == .reveal }

  /// Stops keeping the revealed part visible.
  mutating func endReveal() { if isRevealing { source = .wheel } }

  /// Returns whether a part of the content is fully visible after all animations.
  ///
  /// - Parameter frame: The part, in the coordinate space of the content.
  package func shows(_ frame: Rect) -> Bool { frame.minY >= target && frame.maxY <= target + visibleHeight }

  /// Returns the next instant at which the offset changes: `now` while it moves, `nil` at rest.
  package func nextChange(after now: Instant) -> Instant? {
    // The target of a momentum animation may be beyond the content.
    let value = offset.value(at: now)
    let isStopped = value <= 0 && offset.target <= value || value >= maximumOffset && offset.target >= value
    return isStopped ? nil : offset.nextChange(after: now)
  }

  /// Returns the end of a motion that ends after a time and at or before another one, to a nanosecond. `nil` if there is none.
  func endOfMotion(after start: Instant, until end: Instant) -> Instant? {
    guard nextChange(after: start) != nil, nextChange(after: end) == nil else { return nil }
    var (moving, resting) = (start, end)
    while moving.duration(to: resting) > .nanoseconds(1) {
      let middle = moving + moving.duration(to: resting) / 2
      if nextChange(after: middle) == nil { resting = middle } else { moving = middle }
    }
    return resting
  }

  /// Adds the scroll bar thumb to a display list, if the content is scrollable.
  ///
  /// - Parameters:
  ///   - area: The area next to which the thumb moves, in the window.
  ///   - edge: The x-coordinate of the edge at which the thumb is.
  ///   - margin: The space above and below the thumb, in logical pixels. If `nil`, the inset of the theme.
  package func drawThumb(
    along area: Rect, edge: Double, margin: Double? = nil, into list: inout DisplayList, at now: Instant
  ) {
    guard isScrollable else { return }
    let style = environment.theme.scrollBar
    let margin = margin ?? style.inset
    let track = Rect(
      x: edge - style.inset - style.width, y: area.minY + margin, width: style.width,
      height: max(0, area.height - 2 * margin))
    let share = track.height * visibleHeight / contentHeight
    let height = min(max(style.minimumHeight, share), track.height)
    let top = track.minY + (track.height - height) * offset(at: now) / maximumOffset
    let thumb = environment.snapped(Rect(x: track.minX, y: top, width: track.width, height: height))
    let color = environment.theme.colors.secondaryText.opacity(style.opacity)
    list.fill(.roundedRect(.capsule(thumb)), color)
  }

  /// The maximum offset, in logical pixels.
  private var maximumOffset: Double {
    isScrollable(content: contentHeight, visible: visibleHeight) ? contentHeight - visibleHeight : 0
  }

  private mutating func scroll(to target: Double, at now: Instant) {
    let target = max(0, min(target, maximumOffset))
    source = .wheel
    guard target != offset.target else { return }
    offset.animate(
      to: target, at: now, with: environment.motion(.spring(environment.theme.motion.scroll)),
      threshold: environment.positionThreshold)
  }
}

// Touch scrolling with momentum.
extension ScrollController {
  /// The minimum speed of a finger that starts momentum, in logical pixels per second.
  private static let minimumThrowSpeed = 50.0

  /// Follows a finger. The first movement stops a running animation.
  ///
  /// - Parameter distance: The movement in logical pixels. Positive values move toward the end of
  ///   the content.
  package mutating func follow(by distance: Double, at now: Instant) {
    let start = source == .touch ? target : offset(at: now)
    let position = max(0, min(start + distance, maximumOffset))
    if source != .touch {
      velocity.reset()
      touchTravel = 0
    }
    source = .touch
    offset.set(position)
    touchTravel += position - start
    velocity.add(Point(x: 0, y: touchTravel), at: now)
  }

  /// Ends a touch. If the finger was fast enough, scrolling continues with momentum.
  package mutating func endTouch(at now: Instant) {
    guard source == .touch else { return }
    source = .momentum
    let speed = velocity.velocity(at: now).dy
    guard !environment.reducesMotion, abs(speed) >= Self.minimumThrowSpeed else { return }
    offset.coast(at: now, with: .normal, velocity: speed)
  }

  // Autoscroll: scrolling at constant speed while the pointer drags something near or past an edge.

  /// Whether the content autoscrolls, or has reached an end by autoscroll.
  var isAutoscrolling: Bool { if case .autoscroll = source { true } else { false } }

  /// Scrolls at constant speed from the current offset until an end is reached or another scroll
  /// starts. Reduced motion has no effect, because the user controls the motion.
  ///
  /// - Parameter speed: The speed in logical pixels per second, positive toward the end of the
  ///   content. A magnitude below 0.001 or a value that is not finite stops a running autoscroll.
  mutating func autoscroll(speed: Double, at now: Instant) {
    guard abs(speed) >= 0.001, speed.isFinite else {
      if isAutoscrolling { stop(at: now) }
      return
    }
    // A running autoscroll with the same speed and target continues, to avoid rounding errors.
    guard source != .autoscroll(speed: speed) || offset.target != end(for: speed) else { return }
    source = .autoscroll(speed: speed)
    scroll(atConstantSpeed: speed, at: now)
  }

  /// Stops any motion at the current offset.
  ///
  /// - Returns: Whether the content was moving with momentum.
  @discardableResult mutating func stop(at now: Instant) -> Bool {
    let wasThrown = source == .momentum && nextChange(after: now) != nil
    offset.set(max(0, min(offset.value(at: now), maximumOffset)))
    source = .wheel
    return wasThrown
  }

  /// Animates the offset at constant speed to an end of the content.
  private mutating func scroll(atConstantSpeed speed: Double, at now: Instant) {
    let (start, end) = (max(0, min(offset.value(at: now), maximumOffset)), end(for: speed))
    offset.set(start)
    offset.animate(to: end, at: now, with: .linear(duration: .seconds((end - start) / speed)))
  }

  private func end(for speed: Double) -> Double { speed > 0 ? maximumOffset : 0 }
}
