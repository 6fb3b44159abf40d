import Scene

/// What keys mean, said once more.
enum NaiveKey {
  enum Movement {
    case left, right, wordLeft, wordRight, pieceLeft, pieceRight
    case up, down, lineStart, lineEnd, start, end
  }

  enum Erasure { case back, forward, wordBack, wordForward, toStart, toEnd }

  static func movement(_ key: Key, _ modifiers: Modifiers) -> Movement? {
    switch (key, modifiers.subtracting(.shift)) {
    case (.left, []): .left
    case (.right, []): .right
    case (.left, .control): .wordLeft
    case (.right, .control): .wordRight
    case (.left, .alt): .pieceLeft
    case (.right, .alt): .pieceRight
    case (.left, .super), (.home, .control): .start
    case (.right, .super), (.end, .control): .end
    case (.up, []): .up
    case (.down, []): .down
    case (.home, []): .lineStart
    case (.end, []): .lineEnd
    default: nil
    }
  }

  static func erasure(_ key: Key, _ modifiers: Modifiers) -> Erasure? {
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

extension NaiveField {
  /// Takes a key.
  ///
  /// - Returns: Whether it is meant for the field.
  mutating func press(_ press: KeyPress) -> Bool {
    guard isFocused else { return false }
    var isHandled = true
    change { field in isHandled = field.take(press) }
    return isHandled
  }

  /// Does something, after which a token that was left is one again, and what the person has newly
  /// selected can be pasted elsewhere.
  mutating func change(_ body: (inout NaiveField) -> Void) {
    let before = [state.anchor, state.head]
    selectsByItself = false
    body(&self)
    settleTrial()
    guard [state.anchor, state.head] != before, !selected.isEmpty, !selectsByItself else { return }
    primary = selectedUnits
  }

  private mutating func take(_ press: KeyPress) -> Bool {
    let (key, modifiers) = (press.key, press.modifiers)
    if let movement = NaiveKey.movement(key, modifiers) {
      move(movement, extending: modifiers.contains(.shift))
    } else if key == .pageUp || key == .pageDown, [[], .shift].contains(modifiers) {
      return turnPage(down: key == .pageDown, extending: modifiers == .shift)
    } else if let erasure = NaiveKey.erasure(key, modifiers) {
      erase(erasure, isRepeat: press.isRepeat)
    } else if takesCommand(key, modifiers) {
      goalX = nil
    } else {
      return takeOther(press)
    }
    return true
  }

  private mutating func takesCommand(_ key: Key, _ modifiers: Modifiers) -> Bool {
    switch (key, modifiers) {
    case (.character("a"), .control), (.character("/"), .control): selectMore()
    case (.character("a"), [.control, .shift]), (.character("\\"), .control): selectNothing()
    case (.character("c"), .control), (.insert, .control):
      if !selected.isEmpty { clipboard = selectedUnits }
    case (.character("x"), .control), (.delete, .shift):
      if !selected.isEmpty { clipboard = selectedUnits }
      removeSelected()
    case (.character("v"), .control), (.insert, .shift):
      requests.append(
        Request(editCount: editCount, anchor: state.anchor, head: head, others: others))
    case (.character("z"), .control):
      selectsByItself = true
      undo()
    case (.character("z"), [.control, .shift]), (.character("y"), .control):
      selectsByItself = true
      redo()
    default: return false
    }
    return true
  }

  private mutating func selectMore() {
    (openKind, others, isAtLineEnd) = (nil, [], false)
    if let trial { return select(trial.range) }
    let text = run(at: head)
    select(text.isEmpty || text == range ? 0..<units.count : text)
  }

  private mutating func selectNothing() {
    (openKind, others) = (nil, [])
    state.anchor = head
  }

  private mutating func takeOther(_ press: KeyPress) -> Bool {
    let isWriting = trial != nil || !run(at: head).isEmpty
    switch (press.key, press.modifiers) {
    case (.enter, []):
      if press.isRepeat { return true }
      if let selectedToken {
        editToken(selectedToken)
      } else if isWriting {
        makeTokenHere()
      } else {
        return false
      }
    case (.function(2), []):
      guard let selectedToken else { return false }
      editToken(selectedToken)
    case (.tab, []), (.tab, .shift):
      if isWriting { makeTokenHere() }
      return false
    case (.escape, []):
      if trial != nil {
        selectsByItself = true
        revert()
      } else if !selected.isEmpty {
        others = []
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
