import Gestures
public import Motion
public import Scene

/// How far a column of content is moved up in a window that is lower than it.
public struct Scroller {
  public var environment: Environment
  var offset: Animated<Double>
  var drive = Drive.wheel
  /// Of the finger.
  var velocity = VelocityEstimator()
  /// Heights of the content and of what can be seen of it, in logical pixels.
  private var contentHeight = 0.0
  private var visibleHeight = 0.0

  public init(in environment: Environment) {
    self.environment = environment
    offset = Animated(0, threshold: environment.placeThreshold)
  }

  /// What moves the content, or moved it last.
  enum Drive: Equatable {
    case wheel, finger, momentum
    /// Something is brought into sight, or kept there, wherever it comes to be.
    case reveal
    /// It goes steadily, so many logical pixels per second, downward positive.
    case drift(speed: Double)
  }

  /// A step of scrolling by key.
  public enum Step: Hashable, Sendable {
    case lineUp, lineDown, pageUp, pageDown, toTop, toBottom
  }

  /// How far the content is moved up, in logical pixels, on whole device pixels so that text stays
  /// sharp.
  public func offset(at now: Instant) -> Double {
    // On its way it may be where content was that is there no more.
    environment.snapped(max(0, min(offset.value(at: now), furthest)))
  }

  /// Where scrolling will come to rest, in logical pixels.
  public var target: Double { max(0, min(offset.target, furthest)) }

  /// Whether it comes to rest at the content's end.
  public var isAtBottom: Bool { target >= furthest }

  /// Whether there is anything to scroll.
  public var isNeeded: Bool { furthest > 0 }

  /// Takes in new heights and keeps the offset among what there is.
  public mutating func resize(content: Double, visible: Double) {
    (contentHeight, visibleHeight) = (content, visible)
    // What drifts stops there by itself, or goes on where there is more by then.
    if offset.target > furthest, !isDrifting { offset.set(furthest) }
  }

  /// Scrolls by notches of a wheel, downward positive.
  ///
  /// Content glides after whole notches. Any other number is a finger's on a touchpad, which content
  /// follows at once, as if it were held; no notch at all is the finger being lifted, after which
  /// content goes on as fast as it went, and loses its velocity by and by.
  public mutating func scroll(notches: Double, at now: Instant) {
    let isGliding = (drive == .wheel || drive == .reveal) && offset.nextChange(after: now) != nil
    if notches == 0 {
      letGo(at: now)
    } else if notches == notches.rounded() || isGliding {
      go(to: target + notches * Theme.Scroller.notch, at: now)
    } else {
      follow(by: notches * Theme.Scroller.notch, at: now)
    }
  }

  /// Scrolls as a wheel or a finger asks for; what goes to the side alone is not for it.
  public mutating func scroll(by step: ScrollStep, at now: Instant) {
    if step.notches.dy != 0 || step.notches == .zero { scroll(notches: step.notches.dy, at: now) }
  }

  /// Takes in new heights and moves the offset together with the content, where parts of it have
  /// become higher or lower, so that nothing seems to move.
  ///
  /// - Parameter growth: How much higher content is above what is seen now, and above what will be seen
  ///   at rest.
  public mutating func resize(
    content: Double, visible: Double, growth: (now: Double, atRest: Double), at now: Instant
  ) {
    let (place, velocity) = (offset.value(at: now) + growth.now, offset.velocity(at: now))
    let destination = offset.target + growth.atRest
    let isMoving = offset.nextChange(after: now) != nil
    (contentHeight, visibleHeight) = (content, visible)
    offset.set(isMoving ? place : max(0, min(destination, furthest)))
    guard isMoving else { return }
    switch drive {
    case .drift(let speed): go(steadily: speed, at: now)
    case .momentum: offset.coast(at: now, with: .normal, velocity: velocity)
    case .wheel, .reveal, .finger:
      offset.animate(
        to: max(0, min(destination, furthest)), at: now,
        with: environment.motion(.spring(Theme.Scroller.spring)), velocity: velocity)
    }
  }

  public mutating func scroll(_ step: Step, at now: Instant) {
    let page = visibleHeight - Theme.Scroller.pageOverlap
    switch step {
    case .lineUp: go(to: target - Theme.Scroller.line, at: now)
    case .lineDown: go(to: target + Theme.Scroller.line, at: now)
    case .pageUp: go(to: target - page, at: now)
    case .pageDown: go(to: target + page, at: now)
    case .toTop: go(to: 0, at: now)
    case .toBottom: go(to: furthest, at: now)
    }
  }

  /// Glides by some way.
  ///
  /// - Parameter distance: In logical pixels, downward in the content positive.
  mutating func scroll(by distance: Double, at now: Instant) { go(to: target + distance, at: now) }

  /// Scrolls as little as brings a part of the content into sight, its top if it is too high.
  ///
  /// - Parameters:
  ///   - frame: In the content's space.
  ///   - margin: Kept free around it, in logical pixels.
  public mutating func reveal(
    _ frame: Rect, margin: Double = Theme.Scroller.revealMargin, at now: Instant
  ) {
    let wanted = frame.inset(by: -margin)
    let lowest = min(target, wanted.minY)
    go(to: min(max(lowest, wanted.maxY - visibleHeight), wanted.minY), at: now)
    drive = .reveal
  }

  /// Is at once where it would come to rest after a finger has thrown it.
  mutating func endMomentum() {
    guard drive == .momentum else { return }
    offset.set(target)
    drive = .wheel
  }

  /// Whether the content was moved last to bring something into sight.
  var isRevealing: Bool { drive == .reveal }

  /// Keeps nothing in sight any more.
  mutating func endReveal() { if isRevealing { drive = .wheel } }

  /// Whether all of a part of the content is in sight, once scrolling has come to rest.
  ///
  /// - Parameter frame: In the content's space.
  public func shows(_ frame: Rect) -> Bool {
    frame.minY >= target && frame.maxY <= target + visibleHeight
  }

  public func nextChange(after now: Instant) -> Instant? {
    // Momentum may lead further than there is anything to see.
    let place = offset.value(at: now)
    let isStopped =
      place <= 0 && offset.target <= place || place >= furthest && offset.target >= place
    return isStopped ? nil : offset.nextChange(after: now)
  }

  /// Adds the thumb that shows where in the content one is.
  ///
  /// - Parameter track: The thumb's way, in the window.
  public func drawThumb(in track: Rect, into list: inout DisplayList, at now: Instant) {
    guard isNeeded else { return }
    let share = track.height * visibleHeight / contentHeight
    let height = min(max(Theme.Scroller.leastThumb, share), track.height)
    let top = track.minY + (track.height - height) * offset(at: now) / furthest
    let thumb = environment.snapped(
      Rect(x: track.minX, y: top, width: track.width, height: height))
    list.fill(
      .roundedRect(.capsule(thumb)),
      environment.theme.colors.secondaryText.opacity(Theme.Scroller.thumbOpacity))
  }

  var furthest: Double { max(0, contentHeight - visibleHeight) }

  private mutating func go(to target: Double, at now: Instant) {
    let target = max(0, min(target, furthest))
    drive = .wheel
    guard target != offset.target else { return }
    offset.animate(
      to: target, at: now, with: environment.motion(.spring(Theme.Scroller.spring)),
      threshold: environment.placeThreshold)
  }
}
