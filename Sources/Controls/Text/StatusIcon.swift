import Glibc
package import Motion
package import Scene

/// The icon before a line of text, which shows its status.
package enum StatusIcon: Hashable {
  case neutral, met, unmet
  /// A spinner that started at this time.
  case busy(since: Instant)

  /// The number of dots of the spinner.
  private static let dotCount = 8

  /// Returns the distance from the leading edge of an icon to the text after it.
  package static func textInset(in environment: Environment) -> Double {
    let style = environment.theme.passwordForm
    return style.statusIconSize + style.statusIconGap
  }

  /// Draws the icon before a line.
  ///
  /// - Parameter middle: The middle of the leading edge of the line.
  package func draw(
    before middle: Point, into list: inout DisplayList, at now: Instant, _ environment: Environment
  ) {
    let style = environment.theme.passwordForm
    let size = style.statusIconSize
    let box = Rect(center: Point(x: middle.x + size / 2, y: middle.y), size: Size(width: size, height: size))
    let colors = environment.theme.colors
    let stroke = style.statusIconStroke
    let inner = box.inset(by: stroke / 2)
    switch self {
    case .neutral: list.stroke(.roundedRect(.capsule(inner)), colors.secondaryText, width: stroke)
    case .met: list.stroke(.path(SymbolPath.check(in: inner)), colors.green, width: stroke)
    case .unmet: list.stroke(.path(SymbolPath.cross(in: inner)), colors.red, width: stroke)
    case .busy(let since): drawSpinner(in: box, since: since, into: &list, at: now, environment)
    }
  }

  /// Draws dots in a circle that light up one after the other.
  private func drawSpinner(
    in box: Rect, since: Instant, into list: inout DisplayList, at now: Instant, _ environment: Environment
  ) {
    let style = environment.theme.passwordForm
    let turns = environment.reducesMotion ? 0 : now.seconds(since: since) / style.spinnerTurn.inSeconds
    let radius = box.width / 2 - style.spinnerDotRadius
    for dot in 0..<Self.dotCount {
      let phase = Double(dot) / Double(Self.dotCount)
      let lag = turns - phase
      let brightness = 1 - (lag - lag.rounded(.down))
      let opacity = style.spinnerMinimumOpacity + (1 - style.spinnerMinimumOpacity) * brightness
      let angle = 2 * Double.pi * phase
      let center = box.center + Vector(dx: cos(angle), dy: sin(angle)) * radius
      list.fill(
        .roundedRect(.circle(center: center, radius: style.spinnerDotRadius)),
        environment.theme.colors.text.opacity(opacity))
    }
  }
}
