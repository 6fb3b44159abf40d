import Controls
public import Motion
public import Scene
import Secrets

extension PasswordForm {
  public func draw(into list: inout DisplayList, at now: Instant) {
    list.show(layout.texts)
    for (entry, requirement) in zip(evaluation.entries, layout.requirements) {
      drawStatus(statusIcon(for: entry), of: requirement, into: &list, at: now)
    }
    strength.draw(into: &list, at: now, environment)
    if let line = matchLine, let block = layout.matchBlocks[line.message] {
      block.draw(after: line.icon, in: layout.match, into: &list, at: now, environment)
    }
    drawMessage(into: &list, at: now)
    group.draw(into: &list, at: now)
  }

  /// Draws the texts that only a layout changes.
  func drawTexts(into list: inout DisplayList) {
    let colors = theme.colors
    if let title = layout.titleMetrics {
      list.text(
        environment.text(.title), theme.fonts.title, colors.text,
        at: layout.title.origin + Vector(dx: 0, dy: title.ascent), metrics: title)
    }
    layout.captionBlock?.draw(
      at: layout.caption.origin, colors.secondaryText, alignedIn: layout.caption.width, into: &list)
    for requirement in layout.requirements {
      requirement.block.drawAfterIcon(in: requirement.frame, into: &list, environment)
    }
  }

  /// Returns the icon of a requirement. An unmet requirement is neutral until the user leaves the
  /// field or submits.
  func statusIcon(for entry: PasswordPolicy.Evaluation.Entry) -> StatusIcon {
    if password.text.isEmpty { return .neutral }
    if entry.isMet { return .met }
    return showsPasswordErrors ? .unmet : .neutral
  }

  /// The line below the second field, or `nil` if that field is empty. In a dialog, a message replaces it.
  var matchLine: (message: PasswordFormMessage, icon: StatusIcon)? {
    switch match {
    case _ where submit == nil && message != nil, .empty: nil
    case .equal: (.isEqual, .met)
    case .partial where !showsConfirmationErrors: (.isPartial, .neutral)
    case .partial, .different: (.isDifferent, .unmet)
    }
  }

  /// Draws the status of a requirement as an icon before its text and a label after it.
  private func drawStatus(
    _ icon: StatusIcon, of requirement: PasswordFormLayout.Requirement, into list: inout DisplayList,
    at now: Instant
  ) {
    requirement.block.draw(icon, in: requirement.frame, into: &list, at: now, environment)
    guard let label = icon.label(in: environment) else { return }
    let top = requirement.block.origin(in: requirement.frame).y
    list.text(
      label, theme.statusFont, theme.colors.secondaryText,
      at: Point(
        x: requirement.frame.minX + layout.labelInset, y: top + requirement.block.lines[0].metrics.ascent),
      metrics: labelMetrics(of: label))
  }

  private func drawMessage(into list: inout DisplayList, at now: Instant) {
    guard let message, let block = layout.messageBlock else { return }
    guard let icon = message.icon else {
      return block.draw(at: block.origin(in: layout.message), theme.colors.text, into: &list)
    }
    block.draw(after: icon, in: layout.message, into: &list, at: now, environment)
  }
}

// Tooltips for elided texts.
extension PasswordForm {
  public func drawOverlay(into list: inout DisplayList, at now: Instant) {
    tooltip.draw(into: &list, at: now)
  }

  /// Returns the elided text at a point and its frame, or `nil` if there is none.
  func elidedText(at point: Point) -> (frame: Rect, text: String)? {
    let texts: [(frame: Rect, block: TextBlock?, text: String)] =
      layout.requirements.map { ($0.frame, $0.block, $0.text) } + [
        (layout.caption, layout.captionBlock, layout.captionText),
        (layout.message, layout.messageBlock, messageText ?? ""),
      ]
    let found = texts.first { $0.block?.isElided == true && $0.frame.contains(point) }
    return found.map { ($0.frame, $0.text) }
  }
}

extension StatusIcon {
  /// A text with the same meaning, for users who cannot distinguish the colors or shapes.
  func label(in environment: Environment) -> String? {
    switch self {
    case .met: environment.text(.isMet)
    case .unmet: environment.text(.isUnmet)
    case .neutral, .busy: nil
    }
  }
}

extension TextBlock {
  /// Draws the text, vertically centered in a frame, with an icon before its first line.
  func draw(
    after icon: StatusIcon, in frame: Rect, into list: inout DisplayList, at now: Instant,
    _ environment: Environment
  ) {
    draw(icon, in: frame, into: &list, at: now, environment)
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
