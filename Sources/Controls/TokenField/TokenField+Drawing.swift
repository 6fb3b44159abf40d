public import Motion
public import Scene

extension TokenField {
  public func draw(into list: inout DisplayList, at now: Instant) {
    drawFrame(into: &list)
    drawTokens(into: &list)
    if showsCaret, let caret = caretFrame {
      list.fill(.rect(caret), environment.theme.colors.blue.opacity(blink.opacity(at: now)))
    }
    drawStatus(into: &list)
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    frame.contains(point) ? .text : nil
  }

  private func drawFrame(into list: inout DisplayList) {
    typealias Look = Theme.TokenField
    let colors = environment.theme.colors
    let shape = RoundedRect(frame, cornerRadius: Look.cornerRadius)
    let isTinted = isFocused && isWindowFocused
    let width = isTinted ? Look.focusedOutline : Look.outline
    list.fill(.roundedRect(shape), colors.field)
    list.stroke(
      .roundedRect(shape.inset(by: width / 2)), isTinted ? colors.blue : colors.fieldOutline,
      width: width)
  }

  private func drawTokens(into list: inout DisplayList) {
    let clip = RoundedRect(frame, cornerRadius: Theme.TokenField.cornerRadius)
    list.group(DisplayList.Group(clip: clip)) { list in
      for (index, token) in tokens.enumerated() {
        appearance.draw(
          token, in: layout.frames[index], isSelected: selection.range.contains(index),
          environment: environment, into: &list)
      }
    }
  }

  private func drawStatus(into list: inout DisplayList) {
    let style = Theme.Fonts.caption
    let metrics = environment.text.metrics(of: status, style: style)
    list.text(
      status, style, environment.theme.colors.secondaryText,
      at: Point(x: statusFrame.minX, y: statusFrame.minY + metrics.ascent), metrics: metrics)
  }

  /// Caret and selection in words.
  public var status: String {
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
