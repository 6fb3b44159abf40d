import Motion
import Scene

/// The frame of a token field and the part of the content that is visible in it.
///
/// The height follows the content with a spring. Content that is too high scrolls vertically, and text that is wider
/// than a line scrolls horizontally. Coordinates and lengths are in logical pixels.
struct Viewport {
  private var environment: Environment
  /// The current frame of the field in its window, without the status line.
  private(set) var frame = Rect.zero
  private(set) var height: Animated<Double>
  /// The vertical scroll offset.
  var scroller: ScrollController
  /// The horizontal scroll offset of the text with the caret, if it is wider than a line.
  private(set) var textOffset = 0.0

  init(in environment: Environment) {
    self.environment = environment
    scroller = ScrollController(in: environment)
    height = Animated(0, threshold: environment.positionThreshold)
  }

  mutating func update(_ environment: Environment) {
    (self.environment, scroller.environment) = (environment, environment)
  }

  /// Moves the frame.
  ///
  /// - Returns: Whether its width has changed.
  mutating func place(at origin: Point, width: Double) -> Bool {
    let old = frame.width
    frame = environment.snapped(Rect(origin: origin, size: Size(width: width, height: frame.height)))
    return frame.width != old
  }
}

// Height.
extension Viewport {
  /// The frame at the end of the animation.
  var targetFrame: Rect { frame(ofHeight: height.target) }

  /// Updates the height of the frame and the limits of scrolling.
  ///
  /// - Parameters:
  ///   - content: The height of the content.
  ///   - visible: The height of the content that is visible at the end of the animation.
  mutating func fit(content: Double, visible: Double, at now: Instant) {
    let padding = environment.theme.tokenField.padding
    let target = environment.snapped(visible + padding.top + padding.bottom)
    if target != height.target {
      height.animate(
        to: target, at: now, with: environment.motion(.spring(environment.theme.motion.fieldHeight)),
        threshold: environment.positionThreshold)
    }
    frame = frame(ofHeight: height.value(at: now))
    scroller.resize(content: content, visible: visible)
  }

  /// Ends the animation of the height immediately.
  mutating func endGrowth() {
    height.set(height.target)
    frame = targetFrame
  }

  /// Returns the next instant at which the height changes: `now` if the frame does not have its
  /// final height yet. Returns `nil` if the height does not change again.
  func growthChange(after now: Instant) -> Instant? {
    height.nextChange(after: now) ?? (frame.height == targetFrame.height ? nil : now)
  }

  private func frame(ofHeight height: Double) -> Rect {
    environment.snapped(
      Rect(origin: frame.origin, size: Size(width: frame.width, height: max(0, height))))
  }

  // Content.

  /// The content area of the field, regardless of scrolling. Its height has no meaning.
  var content: Rect { environment.snapped(frame.inset(by: environment.theme.tokenField.padding)) }

  /// Returns the offset from content coordinates to window coordinates.
  func shift(at now: Instant) -> Vector {
    content.origin - .zero - Vector(dx: 0, dy: scroller.offset(at: now))
  }

  /// Returns the visible heights of the content, extended by a distance above.
  func band(extendedBy distance: Double, at now: Instant) -> ClosedRange<Double> {
    let top = scroller.offset(at: now) - distance
    return top...top + max(frame.height, targetFrame.height)
  }

  /// Scrolls text that is wider than a line by the minimum that makes the caret visible.
  ///
  /// - Parameters:
  ///   - caret: The caret in content coordinates.
  ///   - box: The text with the caret, or `nil` if there is none.
  mutating func reveal(_ caret: Rect?, inTextOf box: FlowLayout.PlacedBox?) {
    guard let caret, let box, let run = box.text, run.line.metrics.advance > box.frame.width else {
      textOffset = 0
      return
    }
    let (x, width) = (caret.minX - box.frame.minX, box.frame.width - environment.theme.field.caretWidth)
    let limit = run.line.metrics.advance - width
    textOffset = max(x - width, min(textOffset, x, limit))
  }

  /// Scrolls by a wheel or touchpad event over the field.
  ///
  /// - Returns: Whether the content scrolls. At its end, the owner of the field handles the event. An event without
  ///   vertical distance, such as that of a lifted finger, is only handled if the finger has scrolled this content.
  mutating func scroll(by step: ScrollEvent, at now: Instant) -> Bool {
    guard frame.contains(step.position), scroller.isScrollable else { return false }
    let isAtEnd = step.notches.dy < 0 ? scroller.target <= 0 : scroller.isAtBottom
    guard step.notches.dy == 0 ? scroller.source == .touch : !isAtEnd else {
      // The finger now scrolls the owner, which then handles that it is lifted.
      if scroller.source == .touch { scroller.stop(at: now) }
      return false
    }
    scroller.scroll(by: step, at: now)
    return true
  }
}
