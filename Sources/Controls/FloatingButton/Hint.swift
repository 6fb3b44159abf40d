import Motion
import Scene

/// A line in a capsule near the bottom of the window, shown while keys or clicks mean something
/// unusual.
struct Hint: Sendable {
  private var text = ""
  private var opacity = Animated(0.0, threshold: Theme.opacityThreshold)

  /// Fades in.
  ///
  /// - Parameter time: Of the clock that it fades by, as everywhere here.
  mutating func show(_ text: String, at time: Instant, _ environment: Environment) {
    self.text = text
    fade(to: 1, at: time, environment)
  }

  /// Fades out.
  mutating func hide(at time: Instant, _ environment: Environment) {
    fade(to: 0, at: time, environment)
  }

  private mutating func fade(to target: Double, at time: Instant, _ environment: Environment) {
    let fading = Animation.timing(.easeInOut, duration: Theme.Hint.fade)
      .reducedMotion(.preserve)
    opacity.animate(to: target, at: time, with: environment.motion(fading))
  }

  /// When it next looks different; `nil` at rest.
  func nextChange(after time: Instant) -> Instant? { opacity.nextChange(after: time) }

  /// Adds the capsule to a display list, in the middle of the container's bottom.
  func draw(
    in container: Rect, into list: inout DisplayList, at time: Instant, _ environment: Environment
  ) {
    let opacity = opacity.value(at: time)
    guard opacity > 0 else { return }
    let style = Theme.Fonts.caption
    let metrics = environment.text.metrics(of: text, style: style)
    let capsule = frame(of: metrics, in: container, environment)
    let colors = environment.theme.colors
    let origin = Point(
      x: capsule.minX + Theme.Hint.padding.horizontal,
      y: capsule.minY + Theme.Hint.padding.vertical + metrics.ascent)
    list.group(DisplayList.Group(opacity: opacity)) { list in
      list.fill(.roundedRect(.capsule(capsule)), colors.text)
      list.text(text, style, colors.window, at: origin, metrics: metrics)
    }
  }

  private func frame(
    of metrics: TextMetrics, in container: Rect, _ environment: Environment
  ) -> Rect {
    let padding = Theme.Hint.padding
    let size = Size(
      width: metrics.advance + 2 * padding.horizontal,
      height: metrics.height + 2 * padding.vertical)
    return environment.snapped(
      Rect(
        x: environment.snapped(container.midX - size.width / 2),
        y: environment.snapped(container.maxY - Theme.Hint.margin - size.height),
        width: size.width, height: size.height))
  }
}
