import Motion
import Scene

/// A line of text in a capsule near the bottom of the window, visible in a move mode. It explains
/// the keys and clicks of the mode.
struct HintLabel: Sendable {
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

  /// Returns the frame of the visible capsule, or `nil` if it is invisible.
  func frame(in container: Rect, at time: Instant, _ environment: Environment) -> Rect? {
    guard opacity.value(at: time) > 0 else { return nil }
    return frame(
      of: environment.text.metrics(of: text, style: environment.theme.fonts.caption), in: container,
      environment)
  }

  /// Adds the capsule to a display list, centered near the bottom of the container.
  func draw(in container: Rect, into list: inout DisplayList, at time: Instant, _ environment: Environment) {
    let opacity = opacity.value(at: time)
    guard opacity > 0 else { return }
    let style = environment.theme.fonts.caption
    let capsule = frame(of: environment.text.metrics(of: text, style: style), in: container, environment)
    let colors = environment.theme.colors
    let textFrame = capsule.inset(by: environment.theme.floatingButton.hintPadding)
    list.group(DisplayList.Group(opacity: opacity)) { list in
      list.fill(.roundedRect(.capsule(capsule)), colors.text)
      list.line(text, style, colors.window, in: textFrame, alignment: .center, environment)
    }
  }

  private func frame(of metrics: TextMetrics, in container: Rect, _ environment: Environment) -> Rect {
    let (padding, margin) = (
      environment.theme.floatingButton.hintPadding, environment.theme.floatingButton.hintMargin
    )
    let size = Size(
      width: max(0, min(metrics.advance + padding.leading + padding.trailing, container.width - 2 * margin)),
      height: metrics.height + padding.top + padding.bottom)
    return environment.snapped(
      Rect(
        x: environment.snapped(container.midX - size.width / 2),
        y: environment.snapped(container.maxY - margin - size.height),
        width: size.width,
        height: size.height))
  }
}
