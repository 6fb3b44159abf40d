public import Controls
public import Motion
public import Scene
import Secrets

extension PasswordForm {
  public mutating func advance(to now: Instant) -> [Action] {
    _ = passwordField.advance(to: now)
    _ = confirmationField.advance(to: now)
    tooltip.advance(to: now)
    return []
  }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    if case .data(.received(let data)) = event { return received(data, at: now) }
    if event.isUserAction { extendRevealTimeout(at: now) }
    updateTooltip(for: event, now)
    var response = Response<Action>.ignored
    for action in Self.forward(event, to: &passwordField, at: now, &response) {
      response.actions += perform(action, isConfirmation: false, at: now)
    }
    for action in Self.forward(event, to: &confirmationField, at: now, &response) {
      response.actions += perform(action, isConfirmation: true, at: now)
    }
    for case .pressed in Self.forward(event, to: &submit, at: now, &response) {
      response.actions += save(at: now)
    }
    for case .pressed(let index) in Self.forward(event, to: &generator, at: now, &response) {
      response.actions += generate(generatorChoices[index], at: now)
    }
    // The focus may be on Generate, which has revealed both fields.
    if event.isEscape, !response.isHandled, hideAll(at: now) { response.isHandled = true }
    // During a save, the same key press also hides a revealed password.
    if isSaving, event.isEscape {
      response.isHandled = true
      response.actions.append(.cancelSaving)
    }
    return response
  }

  /// Hides both fields.
  ///
  /// - Returns: Whether a field was revealed.
  private mutating func hideAll(at now: Instant) -> Bool {
    guard password.isRevealed || confirmation.isRevealed else { return false }
    if password.isRevealed { passwordField.control.hide(at: now) }
    if confirmation.isRevealed { confirmationField.control.hide(at: now) }
    return true
  }

  /// Restarts the reveal timeout of both fields, because the user is active in the form.
  private mutating func extendRevealTimeout(at now: Instant) {
    if password.isRevealed { passwordField.control.extendRevealTimeout(at: now) }
    if confirmation.isRevealed { confirmationField.control.extendRevealTimeout(at: now) }
  }

  /// Sends an event to a child control unless another child has handled it. Pointer movement goes
  /// to all child controls.
  ///
  /// - Returns: The actions of the child control.
  private static func forward<Child: Control & ~Copyable>(
    _ event: InputEvent, to child: inout Child, at now: Instant, _ response: inout Response<Action>
  ) -> [Child.Action] {
    guard !response.isHandled || event.isPointerMove else { return [] }
    let childResponse = child.handle(event, at: now)
    response.isHandled = response.isHandled || childResponse.isHandled
    return childResponse.actions
  }

  /// Performs an action of a field.
  ///
  /// - Returns: The actions that the owner of the form performs.
  mutating func perform(_ action: PasswordField.Action, isConfirmation: Bool, at now: Instant) -> [Action] {
    switch action {
    case .edited:
      if isConfirmation { evaluateMatch() } else { evaluate(at: now) }
      show(nil, at: now)
      return isConfirmation ? [] : [.estimateStrength]
    case .rejected(let rejection): show(.failed(rejection.message), at: now)
    case .notEditable: return showSavingMessage(at: now)
    case .paste(let pasteboard):
      return [requestPaste(from: pasteboard, isConfirmation: isConfirmation, at: now)]
    case .copied: return [.copied]
    case .entered: return isConfirmation ? save(at: now) : [.focus(FocusStop.confirmation.rawValue)]
    }
    return []
  }

  /// Requests a save, or shows the first error and requests the focus for its field.
  private mutating func save(at now: Instant) -> [Action] {
    guard !isSaving else { return showSavingMessage(at: now) }
    if let unmet = evaluation.firstUnmet {
      showsPasswordErrors = true
      show(.failed(unmet.reason ?? "Password must have \(Self.lowercased(unmet.text))."), at: now)
      return [.focus(FocusStop.password.rawValue)]
    }
    guard match == .equal else {
      showsConfirmationErrors = true
      show(.failed(match == .empty ? "Re-enter the password." : "The passwords do not match."), at: now)
      return [.focus(FocusStop.confirmation.rawValue)]
    }
    acceptedProblem = if case .wouldReplace(let problem, _) = message { problem } else { nil }
    passwordField.control.isEditable = false
    confirmationField.control.isEditable = false
    show(.saving(since: now, .started), at: now)
    return [.save]
  }

  /// Shows that a save is in progress, in response to other user input.
  mutating func showSavingMessage(at now: Instant) -> [Action] {
    if case .saving(let since, .started) = message { show(.saving(since: since, .requestedAgain), at: now) }
    return []
  }

  /// Replaces or removes the message next to Submit. The height of the form may change.
  mutating func show(_ message: Message?, at now: Instant) {
    guard message != self.message else { return }
    self.message = message
    layOut(at: now)
  }

  /// Returns a text with a lowercase first letter, for use inside a sentence.
  private static func lowercased(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }
}

extension InputEvent {
  /// Whether the event is a key press, committed text or a pointer press.
  fileprivate var isUserAction: Bool {
    switch self {
    case .keyPressed, .textCommitted, .pointerPressed: true
    default: false
    }
  }

  fileprivate var isPointerMove: Bool { if case .pointerMoved = self { true } else { false } }

  fileprivate var isEscape: Bool {
    guard case .keyPressed(let press) = self else { return false }
    return press.key == .escape && press.modifiers.isEmpty
  }
}

// Focus.
extension PasswordForm {
  public var focusStopCount: Int { FocusStop.allCases.count }

  public mutating func focus(_ stop: Int?, at now: Instant) {
    let stop = stop.flatMap(FocusStop.init)
    focusWillMove(to: stop)
    passwordField.focus(Self.fieldStop(stop, first: .password), at: now)
    confirmationField.focus(Self.fieldStop(stop, first: .confirmation), at: now)
    submit.focus(stop == .submit ? 0 : nil, at: now)
    generator.focus(stop == .generator ? 0 : nil, at: now)
  }

  /// Returns the index of a form stop among the two stops of a field, or `nil` for stops elsewhere.
  private static func fieldStop(_ stop: FocusStop?, first: FocusStop) -> Int? {
    guard let stop else { return nil }
    let index = stop.rawValue - first.rawValue
    return index == 0 || index == 1 ? index : nil
  }

  /// Makes a field with text show errors after it loses the focus.
  private mutating func focusWillMove(to stop: FocusStop?) {
    let staysInPassword = stop == .password || stop == .passwordReveal
    let staysInConfirmation = stop == .confirmation || stop == .confirmationReveal
    if password.focusedStop != nil, !staysInPassword { showsPasswordErrors = !password.text.isEmpty }
    if confirmation.focusedStop != nil, !staysInConfirmation {
      showsConfirmationErrors = !confirmation.text.isEmpty
    }
  }

  public func focusStop(under point: Point, at now: Instant) -> Int? {
    if password.focusStop(under: point, at: now) != nil { return FocusStop.password.rawValue }
    if confirmation.focusStop(under: point, at: now) != nil { return FocusStop.confirmation.rawValue }
    return nil
  }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect {
    switch FocusStop(rawValue: stop) {
    case .password, .passwordReveal: layout.passwordArea
    case .confirmation, .confirmationReveal: layout.confirmationArea
    case .submit, nil: layout.submitArea
    case .generator: layout.generator
    }
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    password.pointerShape(over: point, at: now) ?? confirmation.pointerShape(over: point, at: now)
      ?? submit.pointerShape(over: point, at: now) ?? generator.pointerShape(over: point, at: now)
  }
}
