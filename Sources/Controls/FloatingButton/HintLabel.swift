import Motion
import Scene

/// A line of text in a capsule, visible in a move mode. It explains the keys and clicks of the mode.
struct HintLabel: Sendable {
  /// The position of the capsule.
  enum Position {
    /// Near the bottom of a container.
    case bottom(of: Rect)
    /// Below a rectangle or, if that is outside of the container, above it.
    case beside(Rect, in: Rect)
  }

  private var text = ""
  private var opacity = Animated(0.0, threshold: Environment.opacityThreshold)

  /// Fades in with a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - time: The time of the animation clock, as in all functions of this type.
  ///   - environment: The preference for reduced motion.
  mutating func show(_ text: String, at time: Instant, _ environment: Environment) {
    self.text = text
    fade(to: 1, at: time, environment)
  }

  /// Fades out.
  mutating func hide(at time: Instant, _ environment: Environment) { fade(to: 0, at: time, environment) }

  private mutating func fade(to target: Double, at time: Instant, _ environment: Environment) {
    let fading = Animation.easeInOut(duration: environment.theme.motion.fade).reducedMotion(.preserve)
    opacity.animate(to: target, at: time, with: environment.motion(fading))
  }

  /// Returns the next instant at which the appearance changes, or `nil` at rest.
  func nextChange(after time: Instant) -> Instant? { opacity.nextChange(after: time) }

  /// Adds the capsule to a display list.
  func draw(_ position: Position, into list: inout DisplayList, at time: Instant, _ environment: Environment)
  {
    guard let capsule = frame(position, at: time, environment) else { return }
    let (fonts, colors) = (environment.theme.fonts, environment.theme.colors)
    let textFrame = capsule.inset(by: environment.theme.floatingButton.hintPadding)
    list.group(DisplayList.Group(opacity: opacity.value(at: time))) { list in
      list.fill(.roundedRect(.capsule(capsule)), colors.text)
      list.line(text, fonts.caption, colors.window, in: textFrame, alignment: .center, environment)
    }
  }

  /// Returns the frame of the visible capsule, or `nil` if it is invisible.
  func frame(_ position: Position, at time: Instant, _ environment: Environment) -> Rect? {
    guard opacity.value(at: time) > 0 else { return nil }
    let metrics = environment.text.metrics(of: text, style: environment.theme.fonts.caption)
    let style = environment.theme.floatingButton
    let (padding, margin) = (style.hintPadding, style.hintMargin)
    let container =
      switch position {
      case .bottom(let container), .beside(_, let container): container
      }
    let size = Size(
      width: max(0, min(metrics.advance + padding.leading + padding.trailing, container.width - 2 * margin)),
      height: metrics.height + padding.top + padding.bottom)
    var (x, y) = (container.midX - size.width / 2, container.maxY - margin - size.height)
    if case .beside(let rect, _) = position {
      x = max(container.minX, min(rect.midX - size.width / 2, container.maxX - size.width))
      let isBelow = rect.maxY + margin + size.height <= container.maxY
      y = isBelow ? rect.maxY + margin : rect.minY - margin - size.height
    }
    return environment.snapped(
      Rect(x: environment.snapped(x), y: environment.snapped(y), width: size.width, height: size.height))
  }
}
