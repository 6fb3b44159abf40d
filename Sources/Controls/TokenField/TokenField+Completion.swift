import Motion
import Scene

// Completions of text.
extension TokenField {
  /// The completions of the text at the caret. Empty if no list is open.
  package var completions: [CompletionItem] {
    overlay.completionPopup.isOpen ? overlay.completionPopup.completions : []
  }

  /// The index of the completion that Enter and Tab accept, or `nil` if there is none.
  package var highlightedCompletion: Int? { overlay.completionPopup.highlighted }

  /// The maximum number of completions in the list.
  static var completionLimit: Int { 100 }

  /// Updates the list after a change of the text or the caret.
  ///
  /// The list opens when text changes and stays open until the caret leaves that text.
  ///
  /// - Parameter isEdited: Whether the content has changed.
  mutating func updateCompletions(isEdited: Bool, at now: Instant) {
    overlay.isTextNew = overlay.isTextNew || isEdited
    guard preedit.isEmpty else { return overlay.completionPopup.close(at: now) }
    let text = completableText
    if overlay.isTextNew {
      overlay.isTextNew = false
      let found = text.map(completions(ofTextIn:)) ?? []
      overlay.completedText = text ?? 0..<0
      guard !found.isEmpty, let anchor = completionTarget else {
        return overlay.completionPopup.close(at: now)
      }
      overlay.completionPopup.show(found, beside: anchor, in: overlayBounds, at: now)
    } else if text == overlay.completedText {
      placeCompletions(at: now)
    } else {
      overlay.completionPopup.close(at: now)
    }
  }

  /// The range of the text that contains the selection, if the user can type there. Otherwise
  /// `nil`.
  private var completableText: Range<Int>? {
    guard completionSource != nil, showsFocus, configuration.isEditable, editor.additionalSelections.isEmpty
    else { return nil }
    let text = textRun(around: selection.head)
    let isWithin =
      text.lowerBound <= selection.range.lowerBound && selection.range.upperBound <= text.upperBound
    return isWithin && !text.isEmpty ? text : nil
  }

  /// Returns the completions of a text, excluding the text itself.
  private func completions(ofTextIn range: Range<Int>) -> [CompletionItem] {
    let text = String(editor.elements.string(in: range).trimmed)
    guard !text.isEmpty, let completionSource else { return [] }
    return completionSource.completions(of: text, limit: Self.completionLimit).filter { $0.text != text }
  }

  /// Moves the list to its text.
  mutating func placeCompletions(at now: Instant) {
    guard overlay.completionPopup.isOpen, let target = completionTarget else { return }
    overlay.completionPopup.place(beside: target, in: overlayBounds, at: now)
  }

  /// The frame of the text that the list belongs to, at the scroll target. It extends to the edge
  /// of the field if that is next to it.
  private var completionTarget: Rect? {
    guard overlay.completedText.upperBound <= count, !overlay.completedText.isEmpty,
      let position = flow.position(of: overlay.completedText.lowerBound, in: editor.elements),
      let box = position.layout.box(ofElement: position.offset)
    else { return nil }
    let offset = content.origin - .zero + Vector(dx: 0, dy: position.top - scroller.target)
    let text = position.layout.boxes[box].frame.offset(by: offset)
    let (around, edge) = (text.inset(by: -theme.tokenField.padding.top - 1), fieldFrame)
    let top = around.minY <= edge.minY ? edge.minY : text.minY
    let bottom = around.maxY >= edge.maxY ? edge.maxY : text.maxY
    return Rect(x: text.minX, y: top, width: text.width, height: bottom - top)
  }
}

// Events of the completion list.
extension TokenField {
  /// Sends an event to the list. Returns `nil` if the field has to handle it.
  mutating func handleInList(_ event: InputEvent, at now: Instant) -> Response<Action>? {
    guard overlay.completionPopup.isOpen else { return nil }
    switch event {
    case .keyPressed(let press): return keyPressedInList(press, at: now)
    case .pointerMoved(let point):
      guard pointerMode == .none else { return nil }
      overlay.completionPopup.hover(over: point, at: now)
      let isTaken = overlay.completionPopup.contains(point) || overlay.completionPopup.state.isPressed
      return isTaken ? .handled() : nil
    case .pointerPressed(let press): return pressedInList(press, at: now)
    case .pointerReleased(let press):
      guard overlay.completionPopup.state.isPressed else { return nil }
      return overlay.completionPopup.release(press, at: now).map { accept($0, at: now) } ?? .handled()
    case .scrolled(let step): return scrolledInList(step, at: now)
    case .pointerLeft: overlay.completionPopup.hover(over: nil, at: now)
    case .pointerGrabLost: overlay.completionPopup.clearPress()
    case .windowHidden: closeCompletions(at: now)
    case .textCommitted, .preeditChanged, .data, .windowFocusChanged, .keyboardChanged, .windowObscured: break
    }
    return nil
  }

  private mutating func pressedInList(_ press: PointerPress, at now: Instant) -> Response<Action>? {
    guard overlay.completionPopup.contains(press.position) else {
      closeCompletions(at: now)
      return nil
    }
    overlay.completionPopup.press(press, at: now)
    return .handled()
  }

  private mutating func scrolledInList(_ step: ScrollEvent, at now: Instant) -> Response<Action>? {
    guard overlay.completionPopup.contains(step.position) else {
      closeCompletions(at: now)
      return nil
    }
    overlay.completionPopup.scroll(step, at: now)
    return .handled()
  }

  /// Handles the keys of the list. Handles Enter and Tab only if a completion is highlighted.
  private mutating func keyPressedInList(_ press: KeyPress, at now: Instant) -> Response<Action>? {
    guard isFocused else { return nil }
    switch (press.key, press.modifiers) {
    case (.down, []): return highlight(.next, at: now)
    case (.up, []): return highlight(.previous, at: now)
    case (.pageDown, []): return highlight(.nextPage, at: now)
    case (.pageUp, []): return highlight(.previousPage, at: now)
    case (.escape, []):
      closeCompletions(at: now)
      return .handled()
    case (.enter, []) where !press.isRepeat:
      return overlay.completionPopup.highlighted.map { accept($0, at: now) }
    case (.tab, []), (.tab, .shift):
      guard let index = overlay.completionPopup.highlighted else { return nil }
      var response = accept(index, at: now)
      response.isHandled = false
      return response
    default: return nil
    }
  }

  private mutating func highlight(_ step: CompletionPopup.Step, at now: Instant) -> Response<Action> {
    overlay.completionPopup.highlight(step, at: now)
    statusMessage = statusText
    return .handled()
  }

  private mutating func closeCompletions(at now: Instant) {
    overlay.completionPopup.close(at: now)
    statusMessage = statusText
  }

  /// Replaces the text with a token of a completion.
  private mutating func accept(_ index: Int, at now: Instant) -> Response<Action> {
    let text = overlay.completionPopup.completions[index].text
    overlay.completionPopup.close(at: now)
    return change(at: now) { field in
      (field.isAtLineEnd, field.goalX) = (false, nil)
      field.editor.complete(with: text)
    }
  }
}

extension TokenEditor {
  /// Replaces the text at the caret with a token of another text.
  fileprivate mutating func complete(with completion: String) {
    let text = elements.textRun(around: selection.head)
    guard configuration.isEditable, !text.isEmpty else { return }
    (selection, additionalSelections) = (TextSelection(caret: text.upperBound), [])
    makeToken(of: text, as: completion)
  }
}
