import Motion
import Scene

/// The list of completions of the text at the caret of a token field. Its text is a range of elements.
///
/// The list opens when text changes and stays open until the caret leaves that text.
struct CompletionSession {
  /// The effect of an event.
  enum Reply {
    /// The event is not for the list.
    case ignored
    case handled
    /// The user has accepted a completion. Unless `isHandled`, the key has another effect too.
    case accepted(String, isHandled: Bool)
  }

  private(set) var popup: CompletionPopup
  /// The text that the list belongs to. Empty without a text.
  private(set) var text = 0..<0
  /// Whether text has changed since the completions were last requested.
  private var isTextNew = false

  init(in environment: Environment) { popup = CompletionPopup(in: environment) }

  mutating func update(_ environment: Environment, at now: Instant) { popup.update(environment, at: now) }

  var items: [CompletionItem] { popup.isOpen ? popup.completions : [] }

  mutating func textDidChange() { isTextNew = true }

  /// Begins with the completions of a text if text has changed.
  ///
  /// - Returns: Whether text has changed.
  mutating func begin(_ text: Range<Int>) -> Bool {
    guard isTextNew else { return false }
    (self.text, isTextNew) = (text, false)
    return true
  }

  mutating func show(_ items: [CompletionItem], beside target: Rect, in bounds: Rect, at now: Instant) {
    popup.show(items, beside: target, in: bounds, at: now)
  }

  mutating func place(beside target: Rect, in bounds: Rect, at now: Instant) {
    popup.place(beside: target, in: bounds, at: now)
  }

  mutating func close(at now: Instant) { popup.close(at: now) }
}

// Events.
extension CompletionSession {
  /// Handles an event of an open list.
  mutating func handle(_ event: InputEvent, at now: Instant) -> Reply {
    switch event {
    case .keyPressed(let press): return keyPressed(press, at: now)
    case .pointerMoved(let point):
      popup.hover(over: point, at: now)
      return popup.contains(point) || popup.state.isPressed ? .handled : .ignored
    case .pointerPressed(let press):
      guard closeUnlessOver(press.position, at: now) else { return .ignored }
      popup.press(press, at: now)
      return .handled
    case .pointerReleased(let press):
      guard popup.state.isPressed else { return .ignored }
      return popup.release(press, at: now).map { accept($0, at: now) } ?? .handled
    case .scrolled(let step):
      guard closeUnlessOver(step.position, at: now) else { return .ignored }
      popup.scroll(step, at: now)
      return .handled
    case .pointerLeft: popup.hover(over: nil, at: now)
    case .pointerGrabLost: popup.clearPress()
    case .windowHidden: popup.close(at: now)
    case .textCommitted, .preeditChanged, .data, .windowFocusChanged, .keyboardChanged, .windowObscured: break
    }
    return .ignored
  }

  private mutating func closeUnlessOver(_ point: Point, at now: Instant) -> Bool {
    if !popup.contains(point) { popup.close(at: now) }
    return popup.isOpen
  }

  /// Handles the keys of the list. Handles Enter and Tab only if a completion is highlighted.
  private mutating func keyPressed(_ press: KeyPress, at now: Instant) -> Reply {
    switch (press.key, press.modifiers) {
    case (.down, []): popup.highlight(.next, at: now)
    case (.up, []): popup.highlight(.previous, at: now)
    case (.pageDown, []): popup.highlight(.nextPage, at: now)
    case (.pageUp, []): popup.highlight(.previousPage, at: now)
    case (.escape, []): popup.close(at: now)
    case (.enter, []) where !press.isRepeat:
      return popup.highlighted.map { accept($0, at: now) } ?? .ignored
    case (.tab, []), (.tab, .shift):
      return popup.highlighted.map { accept($0, isHandled: false, at: now) } ?? .ignored
    default: return .ignored
    }
    return .handled
  }

  private mutating func accept(_ index: Int, isHandled: Bool = true, at now: Instant) -> Reply {
    popup.close(at: now)
    return .accepted(popup.completions[index].text, isHandled: isHandled)
  }
}

// Completions of text.
extension TokenField {
  /// The completions of the text at the caret. Empty if no list is open.
  package var completions: [CompletionItem] { overlay.completion.items }

  /// The index of the completion that Enter and Tab accept, or `nil` if there is none.
  package var highlightedCompletion: Int? { overlay.completion.popup.highlighted }

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
    guard overlay.completion.popup.isOpen, let target = completionTarget else { return }
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
}

// Events of the completion list.
extension TokenField {
  /// Sends an event to the list. Returns `nil` if the field has to handle it.
  mutating func handleInList(_ event: InputEvent, at now: Instant) -> Response<Action>? {
    guard overlay.completion.popup.isOpen else { return nil }
    switch event {
    case .keyPressed where !caret.isFocused: return nil
    case .pointerMoved where pointer.mode != .none: return nil
    default: break
    }
    switch overlay.completion.handle(event, at: now) {
    case .ignored:
      if !overlay.completion.popup.isOpen { updateStatus() }
      return nil
    case .handled:
      updateStatus()
      return .handled()
    case .accepted(let text, let isHandled):
      var response = change(at: now) { field in
        field.caret.place()
        field.editor.complete(with: text)
      }
      response.isHandled = isHandled
      return response
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
