import Controls
public import Motion
public import Scene

// Objects for assistive programs. That of a secret has the number of bullets and no text.
extension PasswordField {
  /// The objects of the field.
  private enum Part {
    static let text = AccessibleKey.part(0)
    static let reveal = AccessibleKey.part(1)
  }

  public func describe(into tree: inout AccessibleTree, at now: Instant) {
    var states = AccessibleStates.focusable(focusedStop == .text)
    if !isEditable { states.insert(.readOnly) }
    let content = AccessibleText(
      accessibleContent, caret: selection.head, selected: selection.range,
      generation: isSecret ? text.generation : 0)
    tree.add(
      Part.text,
      AccessibleNode(
        isSecret ? .passwordEntry : .entry, label, description: statusLine.accessibleText, states: states,
        text: content, in: frame))
    guard isSecret else { return }
    // A form has several of these buttons.
    tree.changingFirst(
      { $0.description = label },
      { tree in tree.scope(Part.reveal) { revealButton.describe(into: &$0, at: now) } })
  }

  /// The text, if it is no secret, or else the number of its bullets.
  private var accessibleContent: AccessibleText.Content {
    guard !isSecret else { return .obscured(count: elementCount) }
    var characters = ""
    text.forEachGrapheme { grapheme in
      characters += grapheme.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
    return .plain(characters)
  }

  /// Handles a request. No part of a secret goes in or out.
  mutating func handle(_ request: AccessibilityRequest, at now: Instant) -> Response<Action> {
    switch (request.path.first, request.kind) {
    case (Part.text, .replaceText) where isSecret || !isEditable: return .ignored
    case (Part.text, let kind):
      guard let changed = selection.changed(by: kind, in: accessibleContent) else { return .ignored }
      selection = changed
      guard case .replaceText(_, let new) = kind else { break }
      // The effects explain a rejection.
      let response = insert(new.utf8Span.span, at: now)
      return response.actions == [.edited] ? response : Response(outcomes: response.outcomes)
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
