import Motion
import Scene

/// What the menu of a token field offers.
private enum MenuCommand: String, CaseIterable {
  case edit, undo, redo, cut, copy, paste, delete, selectAll

  /// Of a token, or of several.
  static let onToken: [MenuCommand] = [.edit, .cut, .copy, .paste, .delete, .selectAll]
  /// Of text, and of a gap.
  static let inText: [MenuCommand] = [.undo, .redo, .cut, .copy, .paste, .delete, .selectAll]

  var label: String {
    switch self {
    case .edit: "Edit"
    case .undo: "Undo"
    case .redo: "Redo"
    case .cut: "Cut"
    case .copy: "Copy"
    case .paste: "Paste"
    case .delete: "Delete"
    case .selectAll: "Select All"
    }
  }

  var shortcut: String {
    switch self {
    case .edit: "F2"
    case .undo: "Ctrl+Z"
    case .redo: "Ctrl+Y"
    case .cut: "Ctrl+X"
    case .copy: "Ctrl+C"
    case .paste: "Ctrl+V"
    case .delete: "Del"
    case .selectAll: "Ctrl+A"
    }
  }

  /// What the key does; `nil` for the one that is no command of editing in general.
  var editing: EditingCommand? {
    switch self {
    case .edit: nil
    case .undo: .undo
    case .redo: .redo
    case .cut: .cut
    case .copy: .copy
    case .paste: .paste
    case .delete: .delete(.forward)
    case .selectAll: .selectAll
    }
  }
}

// The menu of a token, of text and of a gap.
extension TokenField {
  /// Opens the menu where the pointer is. A token there is selected, or the caret put there, unless
  /// that is selected already.
  mutating func pressedSecondary(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard grip == .none else { return .handled() }
    var response = endComposition(at: now)
    response.actions += change(at: now) { $0.select(at: press.position, at: now) }.actions
    openMenu(
      from: .circle(center: press.position, radius: 0), isByKey: false,
      at: now)
    return response
  }

  private mutating func select(at point: Point, at now: Instant) {
    if let index = token(at: point, at: now) {
      if !editor.isSelected(index) { select(token: index) }
    } else if !isInSelection(point, at: now) {
      placeCaret(at: point, extending: false, at: now)
    }
  }

  /// Whether a place is on selected text, or in a gap within what is selected.
  private func isInSelection(_ point: Point, at now: Instant) -> Bool {
    if let index = grapheme(at: point, at: now) { return editor.isSelected(index) }
    guard let gap = place(at: point, at: now)?.gap else { return false }
    return editor.selectedRanges.contains { $0.lowerBound < gap && gap < $0.upperBound }
  }

  /// Opens the menu at the caret, or at the token that is selected.
  mutating func openMenuByKey(at now: Instant) -> Response<Action> {
    let response = endComposition(at: now)
    let index = editor.hasSelection ? selection.range.lowerBound : nil
    let place = index.flatMap { frame(ofUnit: $0, at: now) } ?? caretFrame(at: now)
    let seen = place.map { $0.intersection(frame) } ?? .zero
    openMenu(
      from: RoundedRect(seen.isEmpty ? frame : seen, cornerRadius: 0), isByKey: true, at: now)
    return response
  }

  /// Keeps what is composed, since a menu leaves an input method no keys.
  private mutating func endComposition(at now: Instant) -> Response<Action> {
    preedit.isEmpty ? .handled() : change(at: now) { $0.keepComposed() }
  }

  private mutating func openMenu(from source: RoundedRect, isByKey: Bool, at now: Instant) {
    overlay.list.close(at: now)
    overlay.tooltip.dismiss(at: now)
    sentence = describe()
    overlay.menu.items = menuItems
    overlay.menuPlace = menuPlace
    overlay.menu.open(
      from: source, color: environment.theme.colors.raised, in: surroundings,
      highlightsFirst: isByKey, at: now)
  }

  /// What the menu stands beside; where that is another by now, the menu is out of place.
  private var menuPlace: TokenFieldOverlay.MenuPlace {
    TokenFieldOverlay.MenuPlace(
      room: surroundings.size, width: frame.width, scrolled: scroller.target)
  }

  var isMenuMisplaced: Bool { isModal && overlay.menuPlace != menuPlace }

  /// Closes a menu when the window is another, or the field has been scrolled.
  mutating func closeMisplacedMenu(at now: Instant) {
    if isMenuMisplaced { overlay.closeMenu(at: now) }
  }

  private var menuItems: [ActionItem] {
    (isTokenSelected ? MenuCommand.onToken : MenuCommand.inText).map {
      ActionItem(
        id: $0.rawValue, label: $0.label, shortcut: $0.shortcut, isEnabled: canPerform($0))
    }
  }

  /// Whether what is selected begins or ends with a token.
  private var isTokenSelected: Bool {
    editor.selectedRanges.contains { range in
      !editor.units[range.lowerBound].isText || !editor.units[range.upperBound - 1].isText
    }
  }

  private func canPerform(_ command: MenuCommand) -> Bool {
    switch command {
    case .edit: editor.selectedToken.map(editor.canEdit) ?? false
    case .undo: configuration.isEditable && editor.history.canUndo
    case .redo: configuration.isEditable && editor.history.canRedo
    case .cut, .delete: configuration.isEditable && editor.hasSelection
    case .copy: editor.hasSelection
    case .paste: configuration.isEditable
    case .selectAll: selection.range.count < count
    }
  }

  /// Lets the menu have an event; what is neither of keys nor of the pointer is the field's too.
  mutating func handleInMenu(_ event: InputEvent, at now: Instant) -> Response<Action> {
    let part = overlay.menu.handle(event, at: now)
    var response = Response<Action>(isHandled: false, changesNothing: true)
    response.note(part)
    for case .chosen(let id) in part.actions {
      guard let command = MenuCommand(rawValue: id), canPerform(command) else { continue }
      response.actions += perform(command, at: now).actions
    }
    guard event.isForAll else { return response }
    notice(event, at: now)
    let own = handleInField(event, at: now)
    response.note(own)
    response.actions += own.actions
    return response
  }

  private mutating func perform(_ command: MenuCommand, at now: Instant) -> Response<Action> {
    guard let editing = command.editing else { return editSelected(at: now) }
    let response = perform(editing, isRepeat: false, at: now)
    guard command == .selectAll, selection.range.count < count else { return response }
    // The key selects the text that the caret is in first; a menu does what it says.
    return perform(editing, isRepeat: false, at: now)
  }
}

extension InputEvent {
  /// Whether it is neither a key nor what the pointer does.
  fileprivate var isForAll: Bool {
    switch self {
    case .pointerMoved, .pointerPressed, .pointerReleased, .scrolled, .keyPressed, .textCommitted:
      false
    case .pointerLeft, .pointerGrabLost, .preeditChanged, .data, .windowFocusChanged,
      .keyboardChanged, .windowCovered, .windowHidden:
      true
    }
  }
}
