import Controls
public import Motion
public import Scene

// What assistive programs see: the number of bullets, never the text.
extension PasswordField {
  /// The objects of the field.
  private enum Part {
    static let text = AccessibleKey.part(0)
    static let reveal = AccessibleKey.part(1)
  }

  public func describe(into tree: inout AccessibleTree, at now: Instant) {
    var states: AccessibleStates = focusedStop == .text ? [.focusable, .focused] : .focusable
    if !isEditable { states.insert(.readOnly) }
    let selected = selection.range.isEmpty ? nil : selection.range
    let text = AccessibleText(
      .obscured(count: elementCount), caret: selection.head, selection: selected)
    let warning = showsFocus && isSecret && statusLine.keyboard.isCapsLockOn
    tree.add(
      Part.text,
      AccessibleNode(
        .passwordEntry, label, description: warning ? "\(environment.text(.capsLock))." : "",
        states: states, text: text, in: frame))
    if isSecret { tree.scope(Part.reveal) { revealButton.describe(into: &$0, at: now) } }
  }

  /// Handles a request. No text goes in or out.
  mutating func handle(_ request: AccessibilityRequest, at now: Instant) -> Response<Action> {
    let count = elementCount
    switch (request.path.first, request.kind) {
    case (Part.text, .focus):
      return Response(isHandled: true, outcomes: [.effect(.focus(FocusStop.text.rawValue))])
    case (Part.text, .setCaret(let offset)):
      selection = TextSelection(caret: max(0, min(offset, count)))
    case (Part.text, .select(let range)):
      let range = range?.clamped(to: 0..<count) ?? selection.head..<selection.head
      selection = TextSelection(anchor: range.lowerBound, head: range.upperBound)
    case (Part.reveal, .focus) where isSecret:
      return Response(isHandled: true, outcomes: [.effect(.focus(FocusStop.reveal.rawValue))])
    case (Part.reveal, .perform) where isSecret:
      toggleReveal(at: now)
      return .handled()
    default: return .ignored
    }
    didMoveCaret(at: now)
    return .handled()
  }
}
