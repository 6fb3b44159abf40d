import Motion
import Scene

// What text may be meant for.
extension TokenField {
  /// What is offered for the text at the caret; nothing while no list is open.
  public var completions: [CompletionItem] { overlay.list.isOpen ? overlay.list.completions : [] }

  /// Which of the completions Enter and Tab take; `nil` for none.
  public var highlightedCompletion: Int? { overlay.list.highlighted }

  /// How many completions are asked for at once.
  static var completionLimit: Int { 100 }

  /// Lets the list follow what became of the text and the caret.
  ///
  /// It opens where text was changed, and stays as long as the caret does not leave that.
  ///
  /// - Parameter isEdited: Whether the content has changed.
  mutating func followCompletion(isEdited: Bool, at now: Instant) {
    overlay.isTextNew = overlay.isTextNew || isEdited
    guard preedit.isEmpty else { return overlay.list.close(at: now) }
    let text = completableText
    if overlay.isTextNew {
      overlay.isTextNew = false
      let found = text.map(completions(ofTextIn:)) ?? []
      overlay.completedText = text ?? 0..<0
      guard !found.isEmpty, let place = completionTarget else {
        return overlay.list.close(at: now)
      }
      overlay.list.show(found, beside: place, in: surroundings, at: now)
    } else if text == overlay.completedText {
      placeCompletions()
    } else {
      overlay.list.close(at: now)
    }
  }

  /// The text that caret and selection are in, where it is typed; `nil` where there is none.
  private var completableText: Range<Int>? {
    guard completionSource != nil, showsFocus, configuration.isEditable, editor.scattered.isEmpty
    else { return nil }
    let text = stretch(around: selection.head)
    let isWithin =
      text.lowerBound <= selection.range.lowerBound && selection.range.upperBound <= text.upperBound
    return isWithin && !text.isEmpty ? text : nil
  }

  /// What some text may be meant for besides itself.
  private func completions(ofTextIn range: Range<Int>) -> [CompletionItem] {
    let text = String(editor.units.string(in: range).trimmed)
    guard !text.isEmpty, let completionSource else { return [] }
    return completionSource.completions(of: text, limit: Self.completionLimit)
      .filter { $0.text != text }
  }

  /// Keeps the list beside its text.
  mutating func placeCompletions() {
    guard overlay.list.isOpen, let target = completionTarget else { return }
    overlay.list.place(beside: target, in: surroundings)
  }

  /// The text that the list is about, where it will be when all scrolling is over; with the field's
  /// edge where that is next to it.
  private var completionTarget: Rect? {
    guard overlay.completedText.upperBound <= count, !overlay.completedText.isEmpty,
      let position = flow.position(of: overlay.completedText.lowerBound, in: editor.units),
      let box = position.layout.box(ofUnit: position.offset)
    else { return nil }
    let place = content.origin - .zero + Vector(dx: 0, dy: position.top - scroller.target)
    let text = position.layout.boxes[box].frame.offset(by: place)
    let (around, edge) = (text.inset(by: -Theme.TokenField.padding.top - 1), frame)
    let top = around.minY <= edge.minY ? edge.minY : text.minY
    let bottom = around.maxY >= edge.maxY ? edge.maxY : text.maxY
    return Rect(x: text.minX, y: top, width: text.width, height: bottom - top)
  }
}

// Using the list.
extension TokenField {
  /// Lets the list have an event; `nil` where that is the field's.
  mutating func handleInList(_ event: InputEvent, at now: Instant) -> Response<Action>? {
    guard overlay.list.isOpen else { return nil }
    switch event {
    case .keyPressed(let press): return keyPressedInList(press, at: now)
    case .pointerMoved(let point):
      guard grip == .none else { return nil }
      overlay.list.hover(over: point, at: now)
      let isTaken = overlay.list.contains(point) || overlay.list.state.isPressed
      return isTaken ? Response(isHandled: true, changesNothing: true) : nil
    case .pointerPressed(let press): return pressedInList(press, at: now)
    case .pointerReleased(let press):
      guard overlay.list.state.isPressed else { return nil }
      return overlay.list.release(press, at: now).map { accept($0, at: now) } ?? .handled()
    case .scrolled(let step): return scrolledInList(step, at: now)
    case .pointerLeft: overlay.list.hover(over: nil, at: now)
    case .pointerGrabLost: overlay.list.letGo()
    case .windowHidden: closeCompletions(at: now)
    case .textCommitted, .preeditChanged, .data, .windowFocusChanged, .keyboardChanged,
      .windowCovered:
      break
    }
    return nil
  }

  private mutating func pressedInList(
    _ press: PointerPress, at now: Instant
  ) -> Response<Action>? {
    guard overlay.list.contains(press.position) else {
      closeCompletions(at: now)
      return nil
    }
    overlay.list.press(press, at: now)
    return .handled()
  }

  private mutating func scrolledInList(_ step: ScrollStep, at now: Instant) -> Response<Action>? {
    guard overlay.list.contains(step.position) else {
      closeCompletions(at: now)
      return nil
    }
    overlay.list.scroll(step, at: now)
    return .handled()
  }

  /// Only the keys that are of use in a list are its, and of these Enter and Tab only where one is
  /// highlighted.
  private mutating func keyPressedInList(
    _ press: KeyPress, at now: Instant
  ) -> Response<Action>? {
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
      return overlay.list.highlighted.map { accept($0, at: now) }
    case (.tab, []), (.tab, .shift):
      guard let index = overlay.list.highlighted else { return nil }
      var response = accept(index, at: now)
      response.isHandled = false
      return response
    default: return nil
    }
  }

  private mutating func highlight(
    _ step: CompletionList.Step, at now: Instant
  ) -> Response<Action> {
    overlay.list.highlight(step, at: now)
    sentence = describe()
    return .handled()
  }

  private mutating func closeCompletions(at now: Instant) {
    overlay.list.close(at: now)
    sentence = describe()
  }

  /// Makes a token of a completion, in the place of the text.
  private mutating func accept(_ index: Int, at now: Instant) -> Response<Action> {
    let text = overlay.list.completions[index].text
    overlay.list.close(at: now)
    return change(at: now) { field in
      (field.isAtLineEnd, field.goalX) = (false, nil)
      field.editor.complete(with: text)
    }
  }
}

extension TokenEditor {
  /// Makes a token of other words, in the place of the text that the caret is in.
  fileprivate mutating func complete(with words: String) {
    let text = units.stretch(around: selection.head)
    guard configuration.isEditable, !text.isEmpty else { return }
    (selection, scattered) = (TextSelection(caret: text.upperBound), [])
    makeToken(of: text, as: words)
  }
}
