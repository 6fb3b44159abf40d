import Motion
import Scene

// Completions of text.
extension TokenField {
  /// The completions of the text at the caret. Empty if no list is open.
  package var completions: [CompletionItem] {
    overlay.completion.isOpen ? overlay.completion.completions : []
  }

  /// The index of the completion that Enter and Tab accept, or `nil` if there is none.
  package var highlightedCompletion: Int? { overlay.completion.highlighted }

  /// The maximum number of completions in the list.
  static var completionLimit: Int { 100 }

  /// Updates the list after a change of the text or the caret.
  ///
  /// - Parameter isEdited: Whether the content has changed.
  mutating func updateCompletions(isEdited: Bool, at now: Instant) {
    if isEdited { overlay.completion.textDidChange() }
    guard caret.preedit.isEmpty else { return overlay.completion.close(at: now) }
    let text = completableText
    if overlay.completion.begin(text ?? 0..<0) {
      let found = text.map(completions(ofTextIn:)) ?? []
      guard !found.isEmpty, let target = completionTarget else { return overlay.completion.close(at: now) }
      overlay.completion.show(found, beside: target, in: overlayBounds, at: now)
    } else if text == overlay.completion.text {
      placeCompletions(at: now)
    } else {
      overlay.completion.close(at: now)
    }
  }

  /// The range of the text that contains the selection, if the user can type there. Otherwise
  /// `nil`.
  private var completableText: Range<Int>? {
    guard completionSource != nil, showsFocus, configuration.isEditable, editor.selected.additional.isEmpty
    else { return nil }
    let text = textRun(around: selection.head)
    let isWithin =
      text.lowerBound <= selection.range.lowerBound && selection.range.upperBound <= text.upperBound
    return isWithin && !text.isEmpty ? text : nil
  }

  /// The text that contains the selection. `nil` if there is no text in which the user can type.
  var textAtCaret: String? { completableText.map(editor.elements.string) }

  /// Moves an open list with its text if this is the text at the caret.
  ///
  /// - Returns: Whether it is.
  mutating func moveCompletions(of text: String?) -> Bool {
    guard let text, let range = completableText, editor.elements.string(in: range) == text else {
      return false
    }
    overlay.completion.textDidMove(to: range)
    return true
  }

  /// Returns the completions of a text, excluding the text itself.
  private func completions(ofTextIn range: Range<Int>) -> [CompletionItem] {
    let text = String(editor.elements.string(in: range).trimmed)
    guard !text.isEmpty, let completionSource else { return [] }
    return completionSource.completions(of: text, limit: Self.completionLimit).filter { $0.text != text }
  }

  /// Moves the list to its text.
  mutating func placeCompletions(at now: Instant) {
    guard overlay.completion.isOpen, let target = completionTarget else { return }
    overlay.completion.place(beside: target, in: overlayBounds, at: now)
  }

  /// The frame of the text that the list belongs to, at the scroll target. It extends to the edge
  /// of the field if that is next to it.
  private var completionTarget: Rect? {
    let range = overlay.completion.text
    guard range.upperBound <= count, !range.isEmpty, let box = flow.box(ofElement: range.lowerBound)
    else { return nil }
    let text = box.frame.offset(
      by: viewport.content.origin - .zero - Vector(dx: 0, dy: viewport.scroller.target))
    let (around, edge) = (text.inset(by: -theme.tokenField.padding.top - 1), viewport.frame)
    let top = around.minY <= edge.minY ? edge.minY : text.minY
    let bottom = around.maxY >= edge.maxY ? edge.maxY : text.maxY
    return Rect(x: text.minX, y: top, width: text.width, height: bottom - top)
  }

  // Events of the completion list.

  /// Sends an event to the list. Returns `nil` if the field has to handle it.
  mutating func handleInList(_ event: InputEvent, at now: Instant) -> Response<Action>? {
    guard overlay.completion.isOpen else { return nil }
    switch event {
    case .keyPressed where !caret.isFocused: return nil
    case .pointerMoved where pointer.mode != .none: return nil
    default: break
    }
    let reply = overlay.completion.handle(event, at: now)
    if let text = reply.actions.first {
      var response = complete(with: text, at: now)
      response.isHandled = reply.isHandled
      return response
    }
    if reply.isHandled || !overlay.completion.isOpen { updateStatus() }
    return reply.isHandled ? .handled() : nil
  }

  /// Closes the list and inserts a completion.
  mutating func accept(completion index: Int, at now: Instant) -> Response<Action> {
    guard completions.indices.contains(index) else { return .ignored }
    let text = completions[index].text
    overlay.completion.close(at: now)
    return complete(with: text, at: now)
  }

  private mutating func complete(with text: String, at now: Instant) -> Response<Action> {
    change(at: now) { field in
      field.caret.place()
      field.editor.complete(with: text)
    }
  }
}

extension TokenEditor {
  /// Replaces the text at the caret with a token of another text.
  fileprivate mutating func complete(with completion: String) {
    let text = elements.textRun(around: selection.head)
    guard configuration.isEditable, !text.isEmpty else { return }
    select(TextSelection(caret: text.upperBound))
    makeToken(of: text, as: completion)
  }
}
