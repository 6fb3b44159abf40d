import Scene

@testable import Controls

/// An independent implementation of the key bindings.
enum ReferenceKey {
  typealias Movement = TextSelection.Movement

  enum Deletion { case back, forward, wordBack, wordForward, toStart, toEnd }

  static func movement(_ key: Key, _ modifiers: Modifiers) -> Movement? {
    switch (key, modifiers.subtracting(.shift)) {
    case (.left, []): .left
    case (.right, []): .right
    case (.left, .control): .wordLeft
    case (.right, .control): .wordRight
    case (.left, .alt): .tokenLeft
    case (.right, .alt): .tokenRight
    case (.left, .super), (.home, .control): .toStart
    case (.right, .super), (.end, .control): .toEnd
    case (.up, []): .up
    case (.down, []): .down
    case (.home, []): .lineStart
    case (.end, []): .lineEnd
    default: nil
    }
  }

  static func deletion(_ key: Key, _ modifiers: Modifiers) -> Deletion? {
    switch (key, modifiers) {
    case (.backspace, []), (.backspace, .shift): .back
    case (.backspace, .control): .wordBack
    case (.delete, []): .forward
    case (.delete, .control): .wordForward
    case (.character("u"), .control): .toStart
    case (.character("k"), .control): .toEnd
    default: nil
    }
  }
}

extension ReferenceField {
  /// Handles a key press.
  ///
  /// - Parameter destination: The caret index after a movement. It depends on the layout, which the
  ///   model does not have.
  /// - Returns: Whether the field handles the key.
  mutating func press(_ press: KeyPress, destination: Int?) -> Bool {
    guard isFocused else { return false }
    var isHandled = true
    change { field in isHandled = field.handle(press, destination) }
    return isHandled
  }

  /// Performs a user action. Then commits an in-place edit that the caret has left, and makes a new
  /// selection by the user the primary selection.
  mutating func change(_ body: (inout ReferenceField) -> Void) {
    let before = [state.anchor, state.head]
    isAutoSelected = false
    body(&self)
    commitEditIfCaretLeft()
    guard [state.anchor, state.head] != before, !selected.isEmpty, !isAutoSelected else { return }
    primary = selectedElements
  }

  private mutating func handle(_ press: KeyPress, _ destination: Int?) -> Bool {
    let (key, modifiers) = (press.key, press.modifiers)
    if let destination {
      let isExtending = modifiers.contains(.shift)
      openKind = nil
      if !isExtending { additional = [] }
      moveCaret(destination, extending: isExtending)
    } else if let deletion = ReferenceKey.deletion(key, modifiers) {
      erase(deletion, isRepeat: press.isRepeat)
    } else if !handleCommand(key, modifiers, isRepeat: press.isRepeat) {
      return handleOther(press)
    }
    return true
  }

  private mutating func handleCommand(_ key: Key, _ modifiers: Modifiers, isRepeat: Bool) -> Bool {
    switch (key, modifiers) {
    case (.character("a"), [.control, .shift]) where isRepeat, (.insert, [.control]) where isRepeat,
      (.insert, .shift) where isRepeat, (.delete, .shift) where isRepeat:
      break
    case (.character(let letter), .control) where isRepeat && "a/\\cxv".unicodeScalars.contains(letter): break
    case (.character("a"), .control), (.character("/"), .control): expandSelection()
    case (.character("a"), [.control, .shift]), (.character("\\"), .control): clearSelection()
    case (.character("c"), .control), (.insert, .control):
      if !selected.isEmpty { clipboard = selectedElements }
    case (.character("x"), .control), (.delete, .shift):
      if !selected.isEmpty { clipboard = selectedElements }
      removeSelected()
    case (.character("v"), .control), (.insert, .shift):
      openKind = nil
      requests.append(
        Request(
          editCount: editCount, anchor: state.anchor, head: head, additional: additional,
          changeCount: changeCount))
    case (.character("z"), .control):
      isAutoSelected = true
      undo()
    case (.character("z"), [.control, .shift]), (.character("y"), .control):
      isAutoSelected = true
      redo()
    default: return false
    }
    return true
  }

  private var isPasting: Bool { requests.contains { !$0.isCancelled } }

  /// Performs the Enter that was pressed during a paste, after the last one.
  mutating func endPaste(isFailure: Bool) {
    if isFailure { isEntered = false }
    guard isEntered, !isPasting else { return }
    isEntered = false
    change { _ = $0.handleOther(KeyPress(.enter)) }
  }

  private mutating func expandSelection() {
    (openKind, additional) = (nil, [])
    if let editing { return select(editing.range) }
    let text = textRun(at: head)
    select(text.isEmpty || text == range ? 0..<elements.count : text)
  }

  private mutating func clearSelection() {
    (openKind, additional) = (nil, [])
    state.anchor = head
  }

  private mutating func handleOther(_ press: KeyPress) -> Bool {
    let canTokenize = editing != nil || !textRun(at: head).isEmpty
    switch (press.key, press.modifiers) {
    case (.enter, []):
      if press.isRepeat { return true }
      if let selectedToken {
        editToken(selectedToken)
      } else if let request = requests.last(where: { !$0.isCancelled }),
        !canTokenize || request.isSelected(in: self)
      {
        isEntered = true
      } else if canTokenize {
        tokenizeAtCaret()
      } else {
        return false
      }
    case (.function(2), []):
      // The token that a key has reached last.
      let index = !range.isEmpty && head == range.upperBound ? head - 1 : head
      let isInText = range.isEmpty && !textRun(at: head).isEmpty
      guard elements.indices.contains(index), !isText(index), !isInText else { return false }
      editToken(index)
    case (.tab, []), (.tab, .shift):
      if canTokenize { tokenizeAtCaret() }
      return false
    case (.escape, []):
      if press.isRepeat { return true }
      if isPasting {
        isEntered = false
        for index in requests.indices { requests[index].isCancelled = true }
      } else if editing != nil {
        isAutoSelected = true
        revert()
      } else if !selected.isEmpty {
        additional = []
        state.anchor = head
      } else {
        return false
      }
    default:
      guard press.modifiers.isDisjoint(with: .command), !press.text.isEmpty else { return false }
      press.text.withUTF8 { type(String(copying: $0)) }
    }
    return true
  }
}

extension String {
  fileprivate init(copying utf8: Span<UInt8>) {
    self = utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}
