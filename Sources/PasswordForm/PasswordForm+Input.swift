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
    if event.isDeed { stayRevealed(at: now) }
    var response = Response<Action>(isHandled: false, changesNothing: !tellMore(at: event, now))
    for action in Self.offer(event, to: &passwordField, at: now, &response) {
      response.actions += follow(action, isConfirmation: false, at: now)
    }
    for action in Self.offer(event, to: &confirmationField, at: now, &response) {
      response.actions += follow(action, isConfirmation: true, at: now)
    }
    for case .pressed in Self.offer(event, to: &submit, at: now, &response) {
      response.actions += save(at: now)
    }
    for case .pressed(let index) in Self.offer(event, to: &generator, at: now, &response) {
      response.actions += generate(offers[index], at: now)
    }
    // Generate may have the focus, which has shown both.
    if event.isEscape, !response.isHandled, hideAll(at: now) { response.isHandled = true }
    // A password that is shown is hidden by it at the same time.
    if isSaving, event.isEscape {
      response.isHandled = true
      response.actions.append(.cancelSaving)
    }
    return response
  }

  /// - Returns: Whether there was anything to hide.
  private mutating func hideAll(at now: Instant) -> Bool {
    guard password.isRevealed || confirmation.isRevealed else { return false }
    if password.isRevealed { passwordField.control.hide(at: now) }
    if confirmation.isRevealed { confirmationField.control.hide(at: now) }
    return true
  }

  /// Who is at work in the form may go on reading in it.
  private mutating func stayRevealed(at now: Instant) {
    if password.isRevealed { passwordField.control.stayRevealed(at: now) }
    if confirmation.isRevealed { confirmationField.control.stayRevealed(at: now) }
  }

  /// Hands an event to a part, unless it was another's: a press or a key belongs to one part alone, and
  /// where the pointer is concerns all.
  ///
  /// - Returns: What the part asks for.
  private static func offer<Part: Control & ~Copyable>(
    _ event: InputEvent, to part: inout Part, at now: Instant, _ response: inout Response<Action>
  ) -> [Part.Action] {
    guard !response.isHandled || event.isMovement else { return [] }
    let ofPart = part.handle(event, at: now)
    response.note(ofPart)
    return ofPart.actions
  }

  /// Does what one of the fields asks for.
  ///
  /// - Returns: What the form's own owner is to do.
  mutating func follow(
    _ action: PasswordField.Action, isConfirmation: Bool, at now: Instant
  ) -> [Action] {
    switch action {
    case .edited:
      if isConfirmation { evaluateMatch() } else { evaluate(at: now) }
      show(nil)
      return isConfirmation ? [] : [.judgeStrength]
    case .refused(let refusal): show(.failed(refusal.message))
    case .notEditable: return sayThatItSaves()
    case .paste(let pasteboard):
      return [requestPaste(from: pasteboard, isConfirmation: isConfirmation)]
    case .copied: return [.copied]
    case .entered:
      return isConfirmation ? save(at: now) : [.focus(Stop.confirmation.rawValue)]
    }
    return []
  }

  /// Asks to save the password, or says what is missing and asks to go there.
  private mutating func save(at now: Instant) -> [Action] {
    guard !isSaving else { return sayThatItSaves() }
    if let demand = verdict.firstUnmet {
      wasPasswordLeft = true
      show(.failed(demand.reason ?? "The password needs \(Self.lowercased(demand.line))."))
      return [.focus(Stop.password.rawValue)]
    }
    guard match == .equal else {
      wasConfirmationLeft = true
      show(
        .failed(match == .empty ? "Re-enter the password." : "The passwords do not match."))
      return [.focus(Stop.confirmation.rawValue)]
    }
    acceptedFault = if case .wouldReplace(let fault, _) = message { fault } else { nil }
    passwordField.control.isEditable = false
    confirmationField.control.isEditable = false
    show(.saving(since: now, .begun))
    return [.save]
  }

  /// For whoever asks for something else meanwhile.
  mutating func sayThatItSaves() -> [Action] {
    if case .saving(let since, .begun) = message { show(.saving(since: since, .askedAgain)) }
    return []
  }

  /// Puts something else on the line beside Submit, or nothing; the form may be higher then.
  mutating func show(_ message: Message?) {
    guard message != self.message else { return }
    self.message = message
    layOut()
  }

  /// A sentence's beginning as it stands inside one.
  private static func lowercased(_ line: String) -> String {
    line.prefix(1).lowercased() + line.dropFirst()
  }
}

extension InputEvent {
  /// Whether a person does something by it.
  fileprivate var isDeed: Bool {
    switch self {
    case .keyPressed, .textCommitted, .pointerPressed: true
    default: false
    }
  }

  fileprivate var isMovement: Bool { if case .pointerMoved = self { true } else { false } }

  fileprivate var isEscape: Bool {
    guard case .keyPressed(let press) = self else { return false }
    return press.key == .escape && press.modifiers.isEmpty
  }
}

// Focus.
extension PasswordForm {
  public var focusStopCount: Int { Stop.allCases.count }

  public mutating func focus(_ stop: Int?, at now: Instant) {
    let stop = stop.flatMap(Stop.init)
    leave(for: stop)
    passwordField.focus(Self.stop(stop, after: .password), at: now)
    confirmationField.focus(Self.stop(stop, after: .confirmation), at: now)
    submit.focus(stop == .submit ? 0 : nil, at: now)
    generator.focus(stop == .generator ? 0 : nil, at: now)
  }

  /// Which of a field's two stops a stop of the form is.
  private static func stop(_ stop: Stop?, after first: Stop) -> Int? {
    guard let stop else { return nil }
    let index = stop.rawValue - first.rawValue
    return index == 0 || index == 1 ? index : nil
  }

  /// A field that is left with something in it is judged from then on.
  private mutating func leave(for stop: Stop?) {
    let staysInPassword = stop == .password || stop == .passwordEye
    let staysInConfirmation = stop == .confirmation || stop == .confirmationEye
    if password.focusedStop != nil, !staysInPassword {
      wasPasswordLeft = !password.text.isEmpty
    }
    if confirmation.focusedStop != nil, !staysInConfirmation {
      wasConfirmationLeft = !confirmation.text.isEmpty
    }
  }

  public func focusStop(under point: Point, at now: Instant) -> Int? {
    if password.focusStop(under: point, at: now) != nil { return Stop.password.rawValue }
    if confirmation.focusStop(under: point, at: now) != nil { return Stop.confirmation.rawValue }
    return nil
  }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect {
    switch Stop(rawValue: stop) {
    case .password, .passwordEye: layout.passwordArea
    case .confirmation, .confirmationEye: layout.confirmationArea
    case .submit, nil: layout.submitArea
    case .generator: layout.generator
    }
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    password.pointerShape(over: point, at: now)
      ?? confirmation.pointerShape(over: point, at: now)
      ?? submit.pointerShape(over: point, at: now)
      ?? generator.pointerShape(over: point, at: now)
  }
}
