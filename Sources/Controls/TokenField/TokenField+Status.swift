import Scene

/// The status line of a token field.
struct FieldStatus {
  /// The reason why the latest command failed, until the next command.
  var problem: ControlMessage?
  /// The complete message.
  private(set) var message = StatusMessage()
  /// The message as far as it fits. Cached, because each frame needs it.
  private(set) var line = ""

  /// Sets the message, and elides it to a width in logical pixels.
  mutating func show(_ message: StatusMessage, toFit width: Double, in environment: Environment) {
    self.message = message
    line = message.elided(toFit: width, style: environment.theme.fonts.caption, measuring: environment.text)
  }
}

extension TokenField {
  /// Displays the current status.
  mutating func updateStatus() {
    let status = currentStatus
    var message = environment.strings.text(status)
    if case .tokens = status, let currentProblem {
      message = "\(message). \(environment.strings.text(currentProblem))"
    }
    statusLine.show(message, toFit: viewport.frame.width, in: environment)
  }

  /// The status message: the reason why a command failed, the problem of the selected token, or else
  /// the caret and the selection.
  private var currentStatus: ControlMessage {
    if let problem = statusLine.problem { return problem }
    if pastes.isPending && pastes.noticeTime == nil { return .pasting }
    if let completionStatus { return completionStatus }
    if editor.inPlaceEdit != nil { return .editing }
    guard configuration.status == .caret else { return tokenCount }
    guard count > 0 else { return .noTokens }
    return currentProblem ?? (editor.hasSelection ? selectionStatus : .caret(caretDescription))
  }

  private var tokenCount: ControlMessage {
    let (problemCount, isComplete) = flow.problemCount
    return .tokens(
      count - editor.elements.textCount, areRecipients: configuration.status == .recipientCount,
      problems: problemCount, areMore: !isComplete)
  }

  /// The problem of the selected token, or of the token before the caret.
  private var currentProblem: ControlMessage? {
    editor.hasSelection ? editor.selectedToken.flatMap(problem) : problem(at: selection.head - 1)
  }

  /// Returns the problem of a token. It also covers the token before the caret, which may be new.
  /// The problem was found during layout, because validation may take long.
  func problem(at index: Int) -> ControlMessage? {
    guard index >= 0, let token = editor.elements[index].token,
      let problem = flow.box(ofElement: index)?.problem
    else { return nil }
    return .problem(problem, token: editor.displayName(of: token))
  }

  private var caretDescription: CaretDescription {
    let (head, text) = (selection.head, textRun(around: selection.head))
    guard text.isEmpty else { return .inText(after: head - text.lowerBound, of: text.count) }
    guard head < count, let token = editor.elements[head].token else { return .afterLastToken }
    return .before(token: editor.displayName(of: token))
  }

  /// The selection, in a text of limited length for any selection.
  private var selectionStatus: ControlMessage {
    let (tokens, characters) = editor.selectedCounts
    let caret = textRun(around: selection.head).isEmpty ? caretDescription : .inTextBriefly
    if characters == 0 {
      return .selectedTokens(tokens, of: count - editor.elements.textCount, caret: caret)
    }
    if tokens == 0, editor.selected.additional.isEmpty {
      let text = textRun(around: selection.head)
      return .selectedText(characters, of: text.count, before: selection.head - text.lowerBound)
    }
    let isAtEnd = tokens > 0 && selection.head == count
    return .selected(tokens: tokens, characters: characters, caret: isAtEnd ? .atEnd : caret)
  }

  /// The number of completions and the highlighted one, or `nil` if no list is open.
  private var completionStatus: ControlMessage? {
    let count = completions.count
    guard count > 0 else { return nil }
    let areMore = count >= Self.completionLimit
    guard let index = highlightedCompletion else { return .completions(count, areMore: areMore) }
    let name = TokenFieldConstants.name(completions[index].text)
    return .completion(name, number: index + 1, of: count, areMore: areMore)
  }
}
