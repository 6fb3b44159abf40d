import Controls
import Glibc
import Motion
import Scene

/// The icon before a line of text, which shows its status.
enum StatusIcon: Hashable {
  case neutral, met, unmet
  /// A spinner that started at this time.
  case busy(since: Instant)

  /// A text with the same meaning, for users who cannot distinguish the colors or shapes.
  func label(in environment: Environment) -> String? {
    switch self {
    case .met: environment.text(.isMet)
    case .unmet: environment.text(.isUnmet)
    case .neutral, .busy: nil
    }
  }

  /// The number of dots of the spinner.
  private static let dotCount = 8

  /// Returns the distance from the leading edge of an icon to the text after it.
  static func textInset(in environment: Environment) -> Double {
    let style = environment.theme.passwordForm
    return style.statusIconSize + style.statusIconGap
  }

  /// Draws the icon before a line.
  ///
  /// - Parameter middle: The middle of the leading edge of the line.
  func draw(before middle: Point, into list: inout DisplayList, at now: Instant, _ environment: Environment) {
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

extension TextBlock {
  /// Draws the text, vertically centered in a frame, with an icon before its first line.
  func draw(
    after icon: StatusIcon?, in frame: Rect, into list: inout DisplayList, at now: Instant,
    _ environment: Environment
  ) {
    if let icon { draw(icon, in: frame, into: &list, at: now, environment) }
    drawAfterIcon(in: frame, into: &list, environment)
  }

  /// Draws only the icon before the first line.
  func draw(
    _ icon: StatusIcon, in frame: Rect, into list: inout DisplayList, at now: Instant,
    _ environment: Environment
  ) {
    let middle = origin(in: frame) + Vector(dx: 0, dy: lines[0].metrics.height / 2)
    icon.draw(before: middle, into: &list, at: now, environment)
  }

  /// Draws only the text, with the space of an icon before it.
  func drawAfterIcon(in frame: Rect, into list: inout DisplayList, _ environment: Environment) {
    let textInset = Vector(dx: StatusIcon.textInset(in: environment), dy: 0)
    draw(at: origin(in: frame) + textInset, environment.theme.colors.text, into: &list)
  }

  /// Returns the top leading corner of the first line, including the space of the icon.
  func origin(in frame: Rect) -> Point { Point(x: frame.minX, y: frame.midY - height / 2) }
}

extension Theme {
  /// The font of the keyboard status and of the labels that repeat the meaning of status icons: about as large as the
  /// raised label of a field.
  var statusFont: TextStyle {
    TextStyle(family: self.fonts.caption.family, size: self.fonts.caption.size * 11.5 / 13)
  }

  /// The font of the keyboard status.
  var keyboardStatusFont: TextStyle {
    TextStyle(family: statusFont.family, size: statusFont.size, weight: .medium)
  }
}
