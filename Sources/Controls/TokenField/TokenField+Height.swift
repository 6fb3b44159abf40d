import Motion
import Scene

// How high the field is: it grows and shrinks by a spring, as lines come and go, and what stands below
// it follows.
extension TokenField {
  /// How high the field is with its status line as it is seen, in logical pixels, at the width that it
  /// was last given. It changes with time, by `advance(to:)`.
  public var height: Double { statusFrame.maxY - frame.minY }

  /// How high that will be once it is at rest.
  public var heightAtRest: Double { height + restFrame.height - frame.height }

  /// The field without its status line, at rest.
  var restFrame: Rect { frame(ofHeight: growth.target) }

  /// Takes up how high content is now.
  ///
  /// - Parameter now: `nil` for who does not know; then what moves stays as it was seen last.
  mutating func adoptHeight(at now: Instant?) {
    let padding = Theme.TokenField.padding
    let target = environment.snapped(visibleHeight + padding.top + padding.bottom)
    if target != growth.target { grow(to: target, at: now) }
    frame = frame(ofHeight: now.map { growth.value(at: $0) } ?? frame.height)
    scroller.resize(content: flow.height, visible: visibleHeight)
  }

  private mutating func grow(to target: Double, at now: Instant?) {
    guard let now else {
      growth.set(target)
      frame = restFrame
      return
    }
    growth.animate(
      to: target, at: now, with: environment.motion(.spring(Theme.TokenField.heightSpring)),
      threshold: environment.placeThreshold)
  }

  /// Is as high at once as it will be at rest.
  mutating func endGrowth() {
    growth.set(growth.target)
    frame = restFrame
  }

  /// When it is next seen at another height; at once where it has not taken up yet where it rests.
  func growthChange(after now: Instant) -> Instant? {
    growth.nextChange(after: now) ?? (frame.height == restFrame.height ? nil : now)
  }

  private func frame(ofHeight height: Double) -> Rect {
    environment.snapped(
      Rect(origin: frame.origin, size: Size(width: frame.width, height: max(0, height))))
  }

  private var statusHeight: Double {
    environment.snapped(environment.text.metrics(of: "x", style: Theme.Fonts.caption).height)
  }

  /// Where the status line stands.
  var statusFrame: Rect { statusFrame(below: frame) }

  /// Where it stands while the field is somewhere.
  func statusFrame(below frame: Rect) -> Rect {
    Rect(
      x: frame.minX, y: frame.maxY + environment.snapped(Theme.TokenField.statusGap),
      width: frame.width, height: statusHeight)
  }
}
