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
    var states: AccessibleStates = focusedStop == .text ? [.focusable, .focused] : .focusable
    if !isEditable { states.insert(.readOnly) }
    let (visible, range) = (visibleText, selection.range)
    let selected = offset(of: range.lowerBound, in: visible)..<offset(of: range.upperBound, in: visible)
    let content = AccessibleText(
      visible.map { .plain($0) } ?? .obscured(count: elementCount),
      caret: offset(of: selection.head, in: visible), selection: selected.isEmpty ? nil : selected,
      generation: isSecret ? text.generation : 0)
    let warning = showsFocus && isSecret && statusLine.keyboard.isCapsLockOn
    tree.add(
      Part.text,
      AccessibleNode(
        isSecret ? .passwordEntry : .entry, label,
        description: warning ? "\(environment.text(.capsLock))." : "",
        states: states, text: content, in: frame))
    guard isSecret else { return }
    // A form has several of these buttons.
    tree.changingFirst { button in
      button.description = label
    } _: { tree in
      tree.scope(Part.reveal) { revealButton.describe(into: &$0, at: now) }
    }
  }

  /// The text, if it is no secret.
  private var visibleText: String? {
    guard !isSecret else { return nil }
    var characters = ""
    text.forEachGrapheme { grapheme in
      characters += grapheme.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
    return characters
  }

  /// Returns the position before a grapheme as clients count it: in bullets, or in scalars of the visible text.
  private func offset(of index: Int, in visible: String?) -> Int {
    visible?.scalarOffset(ofGrapheme: index) ?? index
  }

  /// Returns the index of the grapheme at a position of a client.
  private func index(ofOffset offset: Int) -> Int {
    visibleText?.graphemeIndex(ofScalar: offset) ?? max(0, min(offset, elementCount))
  }

  private func graphemes(_ range: Range<Int>) -> TextSelection {
    TextSelection(anchor: index(ofOffset: range.lowerBound), head: index(ofOffset: range.upperBound))
  }

  /// Handles a request. No part of a secret goes in or out.
  mutating func handle(_ request: AccessibilityRequest, at now: Instant) -> Response<Action> {
    switch (request.path.first, request.kind) {
    case (Part.text, .focus):
      return Response(isHandled: true, outcomes: [.effect(.focus(FocusStop.text.rawValue))])
    case (Part.text, .setCaret(let offset)):
      selection = TextSelection(caret: index(ofOffset: offset))
    case (Part.text, .select(let range)):
      selection = range.map { graphemes($0) } ?? TextSelection(caret: selection.head)
    case (Part.text, .replaceText(let range, let new)) where !isSecret && isEditable:
      selection = graphemes(range)
      return insert(new.utf8Span.span, at: now)
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
