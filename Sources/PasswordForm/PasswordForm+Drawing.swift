import Controls
import Glibc
public import Motion
public import Scene
import Secrets

extension PasswordForm {
  /// The icon before a line of text.
  enum StatusIcon: Hashable {
    case neutral, met, unmet
    /// A spinner that started at this time.
    case busy(since: Instant)

    /// A text with the same meaning, for users who cannot distinguish the colors or shapes.
    var label: String? {
      switch self {
      case .met: "met"
      case .unmet: "not met"
      case .neutral, .busy: nil
      }
    }
  }

  public func draw(into list: inout DisplayList, at now: Instant) {
    let colors = environment.theme.colors
    let title = layout.titleMetrics
    list.text(
      Self.title, Theme.Fonts.title, colors.text, at: layout.title.origin + Vector(dx: 0, dy: title.ascent),
      metrics: title)
    layout.captionBlock?.draw(at: layout.caption.origin, colors.secondaryText, into: &list)
    for (entry, requirement) in zip(evaluation.entries, layout.requirements) {
      draw(requirement, statusIcon(for: entry), into: &list, at: now)
    }
    strength.draw(into: &list, at: now, environment)
    drawMatch(into: &list, at: now)
    drawMessage(into: &list, at: now)
    group.draw(into: &list, at: now)
  }

  /// Returns the icon of a requirement. An unmet requirement is neutral until the user leaves the
  /// field or submits.
  func statusIcon(for entry: PasswordPolicy.Evaluation.Entry) -> StatusIcon {
    if password.text.isEmpty { return .neutral }
    if entry.isMet { return .met }
    return showsPasswordErrors ? .unmet : .neutral
  }

  /// The line below the second field, or `nil` if that field is empty.
  var matchLine: (text: String, icon: StatusIcon)? {
    switch match {
    case .empty: nil
    case .equal: ("Passwords match", .met)
    case .partial where !showsConfirmationErrors: ("Matches so far", .neutral)
    case .partial, .different: ("Passwords do not match", .unmet)
    }
  }

  /// Draws a requirement with its status as an icon before it and a label after it.
  private func draw(
    _ requirement: PasswordFormLayout.Requirement, _ icon: StatusIcon, into list: inout DisplayList,
    at now: Instant
  ) {
    let origin = draw(requirement.block, icon, in: requirement.frame, into: &list, at: now)
    guard let label = icon.label else { return }
    let baseline = origin.y + requirement.block.lines[0].metrics.ascent
    list.text(
      label, Theme.PasswordForm.statusLabel, environment.theme.colors.secondaryText,
      at: Point(x: requirement.frame.minX + layout.labelInset, y: baseline), metrics: labelMetrics(of: label))
  }

  private func drawMatch(into list: inout DisplayList, at now: Instant) {
    guard let line = matchLine else { return }
    let metrics = captionMetrics(of: line.text)
    let middle = Point(x: layout.match.minX, y: layout.match.midY)
    drawStatusIcon(line.icon, before: middle, into: &list, at: now)
    list.text(
      line.text, Theme.Fonts.caption, environment.theme.colors.text,
      at: Point(x: middle.x + Self.textInset, y: middle.y - metrics.height / 2 + metrics.ascent),
      metrics: metrics)
  }

  private func drawMessage(into list: inout DisplayList, at now: Instant) {
    guard let message, let block = layout.messageBlock else { return }
    let icon: StatusIcon? =
      switch message {
      case .saving(let since, _): .busy(since: since)
      case .saved: .met
      case .failed, .wouldReplace: .unmet
      case .generated: nil
      }
    draw(block, icon, in: layout.message, into: &list, at: now)
  }

  /// Draws a block of text, vertically centered in a frame, with an icon before its first line.
  ///
  /// - Returns: The top leading corner of the first line, including the space of the icon.
  @discardableResult private func draw(
    _ block: TextBlock, _ icon: StatusIcon?, in frame: Rect, into list: inout DisplayList, at now: Instant
  ) -> Point {
    let origin = Point(x: frame.minX, y: frame.midY - block.height / 2)
    let middle = origin + Vector(dx: 0, dy: block.lines[0].metrics.height / 2)
    if let icon { drawStatusIcon(icon, before: middle, into: &list, at: now) }
    block.draw(at: origin + Vector(dx: Self.textInset, dy: 0), environment.theme.colors.text, into: &list)
    return origin
  }

  /// Draws the icon before a line.
  ///
  /// - Parameter middle: The middle of the leading edge of the line.
  private func drawStatusIcon(
    _ icon: StatusIcon, before middle: Point, into list: inout DisplayList, at now: Instant
  ) {
    let size = Theme.PasswordForm.statusIcon.size
    let box = Rect(center: Point(x: middle.x + size / 2, y: middle.y), size: Size(width: size, height: size))
    draw(icon, in: box, into: &list, at: now)
  }

  private func draw(_ icon: StatusIcon, in box: Rect, into list: inout DisplayList, at now: Instant) {
    let colors = environment.theme.colors
    let stroke = Theme.PasswordForm.statusIcon.stroke
    let inner = box.inset(by: stroke / 2)
    switch icon {
    case .neutral: list.stroke(.roundedRect(.capsule(inner)), colors.secondaryText, width: stroke)
    case .met: list.stroke(.path(SymbolPath.check(in: inner)), colors.green, width: stroke)
    case .unmet: list.stroke(.path(SymbolPath.cross(in: inner)), colors.red, width: stroke)
    case .busy(let since): drawSpinner(in: box, since: since, into: &list, at: now)
    }
  }

  /// Draws dots in a circle that light up one after the other.
  private func drawSpinner(in box: Rect, since: Instant, into list: inout DisplayList, at now: Instant) {
    typealias Style = Theme.PasswordForm
    let turns = environment.reducesMotion ? 0 : now.seconds(since: since) / Style.spinnerTurn.inSeconds
    let radius = box.width / 2 - Style.spinner.dotRadius
    for dot in 0..<Style.spinner.dots {
      let phase = Double(dot) / Double(Style.spinner.dots)
      let lag = turns - phase
      let brightness = 1 - (lag - lag.rounded(.down))
      let opacity = Style.spinner.minimumOpacity + (1 - Style.spinner.minimumOpacity) * brightness
      let angle = 2 * Double.pi * phase
      let center = box.center + Vector(dx: cos(angle), dy: sin(angle)) * radius
      list.fill(
        .roundedRect(.circle(center: center, radius: Style.spinner.dotRadius)),
        environment.theme.colors.text.opacity(opacity))
    }
  }
}
