import Motion
import Scene

/// A command of the context menu.
private enum MenuCommand: String {
  case edit, undo, redo, cut, copy, paste, delete, selectAll

  /// The commands for one or more tokens.
  static let onToken: [MenuCommand] = [.edit, .cut, .copy, .paste, .delete, .selectAll]
  /// The commands for text and for a caret.
  static let inText: [MenuCommand] = [.undo, .redo, .cut, .copy, .paste, .delete, .selectAll]

  /// Returns the label, the key with the same effect, and the effect. The effect is `nil` for editing in place.
  func properties(in strings: any ControlStrings) -> (
    label: ControlLabel, key: String, effect: EditingCommand?
  ) {
    let control = "\(strings.text(.controlKey))+"
    return switch self {
    case .edit: (.edit, "F2", nil)
    case .undo: (.undo, control + "Z", .undo)
    case .redo: (.redo, control + "Y", .redo)
    case .cut: (.cut, control + "X", .cut)
    case .copy: (.copy, control + "C", .copy)
    case .paste: (.paste, control + "V", .paste)
    case .delete: (.delete, strings.text(.deleteKey), .delete(.forward))
    case .selectAll: (.selectAll, control + "A", .selectAll)
    }
  }
}

// The context menu.
extension TokenField {
  /// Opens the menu at the pointer. Selects the token there, or moves the caret there, unless the
  /// position is already selected.
  mutating func pressedSecondary(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard pointer.mode == .none else { return .handled() }
    var response = endComposition(at: now)
    response.outcomes += change(at: now) { $0.select(at: press.position, at: now) }.outcomes
    openMenu(from: .circle(center: press.position, radius: 0), isByKey: false, at: now)
    return response
  }

  private mutating func select(at point: Point, at now: Instant) {
    if let index = token(at: point, at: now) {
      if !editor.isSelected(index) { select(token: index) }
    } else if !isInSelection(point, at: now) {
      placeCaret(at: point, extending: false, at: now)
    }
  }

  /// Returns whether a point is on selected text, or between two selected elements.
  private func isInSelection(_ point: Point, at now: Instant) -> Bool {
    if let index = grapheme(at: point, at: now) { return editor.isSelected(index) }
    guard let index = caretPosition(at: point, at: now)?.insertionIndex else { return false }
    return editor.selectedRanges.contains { $0.lowerBound < index && index < $0.upperBound }
  }

  /// Opens the menu at the caret or at the selected token.
  mutating func openMenuByKey(at now: Instant) -> Response<Action> {
    let response = endComposition(at: now)
    let index = editor.hasSelection ? selection.range.lowerBound : nil
    let anchor = index.flatMap { frame(ofElement: $0, at: now) } ?? caretFrame(at: now)
    let visible = anchor.map { $0.intersection(viewport.frame) } ?? .zero
    openMenu(
      from: RoundedRect(visible.isEmpty ? viewport.frame : visible, cornerRadius: 0), isByKey: true, at: now)
    return response
  }

  /// Commits the preedit text, because a menu receives all keys.
  private mutating func endComposition(at now: Instant) -> Response<Action> {
    caret.preedit.isEmpty ? .handled() : change(at: now) { $0.commitPreedit() }
  }

  private mutating func openMenu(from source: RoundedRect, isByKey: Bool, at now: Instant) {
    overlay.completion.close(at: now)
    overlay.tooltip.dismiss(at: now)
    updateStatus()
    overlay.menu.items = menuItems
    overlay.menu.open(
      from: source, color: environment.theme.colors.raised, in: overlayBounds, highlightsFirst: isByKey,
      at: now)
  }

  private var menuItems: [ActionItem] {
    let strings = environment.strings
    return (isTokenSelected ? MenuCommand.onToken : MenuCommand.inText).map {
      let (label, key, _) = $0.properties(in: strings)
      return ActionItem(
        id: $0.rawValue, label: strings.text(label), shortcut: key,
        isEnabled: canPerform($0))
    }
  }

  /// Whether a selected range begins or ends with a token.
  private var isTokenSelected: Bool {
    editor.selectedRanges.contains { range in
      !editor.elements[range.lowerBound].isText || !editor.elements[range.upperBound - 1].isText
    }
  }

  private func canPerform(_ command: MenuCommand) -> Bool {
    switch command {
    case .edit: editor.canEditSelected
    case .undo: configuration.isEditable && editor.history.canUndo
    case .redo: configuration.isEditable && editor.history.canRedo
    case .cut, .delete: configuration.isEditable && editor.hasSelection
    case .copy: editor.hasSelection
    case .paste: configuration.isEditable
    case .selectAll: selection.range.count < count
    }
  }

  /// Sends an event to the menu.
  mutating func handleInMenu(_ event: InputEvent, at now: Instant) -> Response<Action> {
    let part = overlay.menu.handle(event, at: now)
    var response = Response<Action>(isHandled: part.isHandled)
    for case .chosen(let id) in part.actions {
      guard let command = MenuCommand(rawValue: id), canPerform(command) else { continue }
      response.outcomes += perform(command, at: now).outcomes
    }
    return response
  }

  private mutating func perform(_ command: MenuCommand, at now: Instant) -> Response<Action> {
    guard let editing = command.properties(in: environment.strings).effect else {
      return edit(editor.selectedToken, at: now)
    }
    let response = perform(editing, isRepeat: false, at: now)
    guard editing == .selectAll, selection.range.count < count else { return response }
    // The shortcut first selects the text at the caret. The menu item always selects everything.
    return perform(editing, isRepeat: false, at: now)
  }
}

extension InputEvent {
  /// Whether the event is neither a key event nor a pointer action.
  var isNonInput: Bool {
    switch self {
    case .pointerMoved, .pointerPressed, .pointerReleased, .scrolled, .keyPressed, .textCommitted,
      .accessibility:
      false
    case .pointerLeft, .pointerGrabLost, .preeditChanged, .data, .windowFocusChanged, .keyboardChanged,
      .windowObscured, .windowHidden:
      true
    }
  }
}
