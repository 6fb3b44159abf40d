import Controls
import Motion
import Scene
import Secrets
import Synchronization

// Copy and paste. Pasted text arrives at any time, also after the field has lost the focus.
extension PasswordField {
  /// Requests text to paste in place of the selection.
  mutating func requestPaste(from pasteboard: Pasteboard, at now: Instant) -> Response<Action> {
    guard isEditable else { return .handled(.notEditable) }
    let number = Self.pasteCount.wrappingAdd(1, ordering: .relaxed).newValue
    pendingPastes.append((number, selection.range))
    updateKeyboardStatus(at: now)
    let options = ReceiveConfiguration(limit: SecureText.maximumLineSize, in: LockedMemoryAllocator())
    let request = Effect.requestSecret(from: pasteboard, number: number, options: options)
    return Response(isHandled: true, outcomes: [.action(.pasteRequested), .effect(request)])
  }

  /// Handles the reply to a paste request. Ignores replies without a pending request, including requests from
  /// before the field was wiped.
  mutating func received(_ data: ReceivedData, at now: Instant) -> Response<Action> {
    guard case .secret(let request) = data.source,
      let index = pendingPastes.firstIndex(where: { $0.number == request })
    else { return .ignored }
    let range = pendingPastes.remove(at: index).destination
    updateKeyboardStatus(at: now)
    guard isEditable else { return .handled(.notEditable) }
    switch data.result {
    case .success(let content):
      return content.bytes.withBytes { paste($0, over: range, before: index, at: now) }
    case .failure(.tooLarge): return .handled(.rejected(.tooLong))
    case .failure(let failure): return .handled(.pasteFailed(environment.strings.text(failure.message).text))
    }
  }

  /// Cancels the paste requests that have not been answered.
  mutating func cancelPastes(at now: Instant) {
    pendingPastes.removeAll()
    updateKeyboardStatus(at: now)
  }

  /// Replaces a range with text without its trailing line break. Rejected text changes nothing.
  ///
  /// - Parameters:
  ///   - range: The selection at the time of the request, after the edits since then.
  ///   - index: The index of the first later request, whose text follows this text.
  private mutating func paste(
    _ utf8: Span<UInt8>, over range: Range<Int>, before index: Int, at now: Instant
  ) -> Response<Action> {
    let end = utf8.lineEndLength
    guard utf8.count > end else {
      return .handled(.pasteFailed(environment.strings.text(.nothingToPaste).text))
    }
    let (range, count) = (range.clamped(to: 0..<elementCount), elementCount)
    switch text.replace(graphemes: range, with: utf8.extracting(droppingLast: end)) {
    case .inserted(let caret):
      let new = range.count + elementCount - count
      func moved(_ index: Int) -> Int { range.replaced(by: new, moving: index) }
      // The caret stays after text that was typed since the request.
      let isUnmoved = selection.range == range
      let (anchor, head) = isUnmoved ? (caret, caret) : (moved(selection.anchor), moved(selection.head))
      movePastes(after: range, by: new, from: index)
      didEdit(caret: caret, at: now)
      selection = TextSelection(anchor: anchor, head: head)
      layOutText()
      return .handled(.edited)
    case .rejected(let rejection): return .handled(.rejected(rejection))
    }
  }

  /// Copies or cuts the selection if the text is revealed. Copying masked text would hide from the
  /// user what is copied.
  mutating func copy(isCutting: Bool, at now: Instant) -> Response<Action> {
    guard isEditable || !isCutting else { return .handled(.notEditable) }
    guard isRevealed, !selection.isCaret else { return .handled() }
    let copy = SecureTextProvider(text.copy(graphemes: selection.range))
    var response = Response<Action>(isHandled: true, outcomes: [.effect(.offerSecret(copy))])
    guard isCutting else {
      response.outcomes.append(.effect(.announce(environment.strings.text(.copied), isUrgent: false)))
      return response
    }
    remove(selection.range)
    didEdit(caret: selection.head, at: now)
    response.outcomes.append(.action(.edited))
    return response
  }
}

// The replacement of a range of text by a number of graphemes.
extension Range<Int> {
  /// Returns the new position of an index. At the replacement, it is behind the new text.
  func replaced(by count: Int, moving index: Int) -> Int {
    if index >= upperBound { return index + count - self.count }
    return index > lowerBound ? lowerBound + count : index
  }

  /// Returns the new bounds of the destination of a paste, which is empty if its text was replaced.
  ///
  /// - Parameter isBehind: Whether a destination at the replacement is behind the new text, instead of before it.
  func replaced(by count: Int, moving other: Range, isBehind: Bool = false) -> Range {
    if other.upperBound <= lowerBound, !isBehind || other.lowerBound < lowerBound { return other }
    if other.lowerBound < upperBound {
      let start = isBehind ? lowerBound + count : Swift.min(other.lowerBound, lowerBound)
      return start..<start
    }
    return replaced(by: count, moving: other.lowerBound)..<replaced(by: count, moving: other.upperBound)
  }
}

extension Span<UInt8> {
  /// The byte count of a trailing line break, as in copied lines, or 0 if there is none.
  fileprivate var lineEndLength: Int {
    guard count > 0, self[count - 1] == UInt8(ascii: "\n") else { return 0 }
    return count > 1 && self[count - 2] == UInt8(ascii: "\r") ? 2 : 1
  }
}
