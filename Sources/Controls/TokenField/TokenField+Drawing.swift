public import Motion
public import Scene

extension TokenField {
  public func draw(into list: inout DisplayList, at now: Instant) {
    list.fieldFrame(frame, isTinted: showsFocus, environment)
    drawTokens(into: &list)
    if showsCaret, let caret = caretFrame {
      list.fill(.rect(caret), environment.theme.colors.blue.opacity(blink.opacity(at: now)))
    }
    drawStatus(into: &list)
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    frame.contains(point) ? .text : nil
  }

  private func drawTokens(into list: inout DisplayList) {
    let clip = RoundedRect(frame, cornerRadius: Theme.Field.cornerRadius)
    list.group(DisplayList.Group(clip: clip)) { list in
      for index in tokens.indices {
        appearance.draw(
          tokens[index], in: layout.frames[index], isSelected: selection.range.contains(index),
          environment: environment, into: &list)
      }
    }
  }

  private func drawStatus(into list: inout DisplayList) {
    let style = Theme.Fonts.caption
    let metrics = environment.text.metrics(of: status, style: style)
    list.group(DisplayList.Group(clip: RoundedRect(statusFrame, cornerRadius: 0))) { list in
      list.text(
        status, style, environment.theme.colors.secondaryText,
        at: Point(x: statusFrame.minX, y: statusFrame.minY + metrics.ascent), metrics: metrics)
    }
  }

  /// Caret and selection in words.
  func describe() -> String {
    guard !tokens.isEmpty else { return "No tokens" }
    guard selection.isCaret else {
      return "\(selection.range.count) of \(tokens.count) selected, caret \(caretPlace)"
    }
    return "Caret \(caretPlace), nothing selected"
  }

  private var caretPlace: String {
    selection.head < tokens.count
      ? "before \(appearance.name(of: tokens[selection.head]))" : "after the last token"
  }
}
