public import Motion
public import Scene

/// The elements that are displayed above a token field.
struct TokenFieldOverlay {
  /// The bounds of the overlay, in the field's coordinates.
  var bounds: Rect {
    get { tooltip.bounds }
    set { tooltip.bounds = newValue }
  }
  var completion: CompletionPopup
  var menu: ActionPanel
  var tooltip: Tooltip
  /// The last position of the pointer over the field.
  fileprivate var pointer: Point?

  init(in environment: Environment) {
    completion = CompletionPopup(in: environment)
    menu = ActionPanel([], arrangement: .menu, in: environment)
    tooltip = Tooltip(in: environment)
  }

  mutating func update(_ environment: Environment, at now: Instant) {
    completion.update(environment, at: now)
    menu.update(environment, at: now)
    tooltip.update(environment, at: now)
  }

  /// Returns the next instant at which an element changes or has a deadline.
  func nextChange(after now: Instant) -> Instant? {
    .earliest(
      completion.nextChange(after: now), menu.nextChange(after: now), tooltip.nextChange(after: now))
  }

  mutating func closeMenu(at now: Instant) { if menu.isOpen { _ = menu.dismiss(at: now) } }
}

// The overlay above the field: completion list, context menu, tooltip and dragged tokens.
extension TokenField {
  /// The bounds of the overlay in the field's coordinates: the visible area of the window. If you
  /// do not set them, nothing is moved or clipped to stay visible.
  package var overlayBounds: Rect { overlay.bounds }

  /// Sets the bounds of the overlay. An open menu closes when the size changes.
  public mutating func setOverlayBounds(_ bounds: Rect, at now: Instant) {
    guard bounds != overlay.bounds else { return }
    if bounds.size != overlay.bounds.size { overlay.closeMenu(at: now) }
    overlay.bounds = bounds
    placeCompletions(at: now)
  }

  /// Adds the overlay to a display list. Draw it after all other controls.
  public func drawOverlay(into list: inout DisplayList, at now: Instant) {
    overlay.completion.draw(into: &list, at: now)
    overlay.tooltip.draw(into: &list, at: now)
    overlay.menu.draw(into: &list, at: now)
    drawDrag(into: &list, at: now)
  }

  /// Returns `overlay` in the completion list, and `content` in the field.
  public func hitTest(_ point: Point, at now: Instant) -> HitRegion {
    if overlay.completion.contains(point) { return .overlay }
    return viewport.frame.contains(point) ? .content : .outside
  }

  /// Whether the field receives all keys because a menu is open.
  public var isModal: Bool { overlay.menu.isOpen }

  /// Returns the pointer shape over the overlay, or `nil` if the overlay does not contain the
  /// point.
  func overlayPointerShape(over point: Point, at now: Instant) -> PointerShape? {
    if isModal { return overlay.menu.pointerShape(over: point, at: now) }
    guard overlay.completion.contains(point) else { return nil }
    return overlay.completion.row(at: point, now) == nil ? .arrow : .hand
  }

  // The tooltip of the element under the pointer.

  /// Updates the tooltip for an event.
  mutating func updateTooltip(for event: InputEvent, at now: Instant) {
    if case .pointerLeft = event { overlay.pointer = nil }
    guard case .pointerMoved(let point) = event else { return overlay.tooltip.handle(event, at: now) }
    // A layout under a resting pointer repeats the movement.
    guard point != overlay.pointer || overlay.tooltip.isVisible(at: now) else { return }
    overlay.pointer = point
    if let (hit, isElided) = tooltipTarget(at: point, now) {
      let id = TooltipID(editCount: editor.editCount, element: hit.elements.lowerBound, problem: hit.problem)
      let (target, content) = (
        hit.frame.offset(by: viewport.shift(at: now)).intersection(viewport.frame), (editor.elements, adapter)
      )
      overlay.tooltip.hover(id, target: target, at: now) {
        Self.tooltipText(of: hit, isElided: isElided, in: content)
      }
    } else {
      overlay.tooltip.leave(at: now)
    }
  }

  /// Returns the element at a point if it has a tooltip, and whether it is elided.
  private func tooltipTarget(at point: Point, _ now: Instant) -> (hit: FlowLayout.PlacedBox, isElided: Bool)?
  {
    // The preedit text is not in the content, and is being typed.
    guard pointer.mode == .none, viewport.frame.contains(point), !overlay.completion.contains(point),
      let hit = hitBox(at: point, at: now), hit.text?.composed == nil
    else { return nil }
    let isElided = isElided(hit)
    return isElided || hit.problem != nil ? (hit, isElided) : nil
  }

  /// Returns the tooltip: the problem of the token, and its complete text if it is elided.
  private static func tooltipText(
    of hit: FlowLayout.PlacedBox, isElided: Bool,
    in content: (elements: ElementSequence<Token>, adapter: Adapter)
  ) -> String {
    guard isElided else { return hit.problem ?? "" }
    let isToken = hit.text == nil
    let range = isToken ? hit.elements : content.elements.textRun(around: hit.elements.lowerBound)
    let text = TokenEditor.text(of: content.elements.slice(range), content.adapter)
    return hit.problem.map { "\($0): \(text)" } ?? text
  }

  /// Returns whether a token or a text run is wider than the available width.
  private func isElided(_ hit: FlowLayout.PlacedBox) -> Bool {
    if let run = hit.text { return run.line.metrics.advance > hit.frame.width }
    // Whether the token would be wider if more width were available.
    return editor.elements[hit.elements.lowerBound].token.map {
      adapter.size(of: $0, within: 2 * flow.width, in: environment).width > flow.width
    } ?? false
  }
}

/// The identity of a tooltip, regardless of the length of its text.
private struct TooltipID: Hashable {
  /// An element is the same as long as the content is not edited.
  let editCount: Int
  let element: Int
  let problem: String?
}

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

  /// Sends an event to the open list. Returns `nil` if the field has to handle it.
  mutating func handleInList(_ event: InputEvent, at now: Instant) -> Response<Action>? {
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
