public import Controls
public import Motion
public import Scene
public import Secrets

extension PasswordForm {
  public mutating func advance(to now: Instant) -> Response<Action> {
    tooltip.advance(to: now)
    return perform(group.advance(to: now), at: now)
  }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    updateTooltip(for: event, now)
    if fields.intercept(event, at: now) { return .handled() }
    var response = perform(group.handle(event, at: now), at: now)
    // The focus may be on Generate, which has revealed both fields.
    if event.isEscape, !response.isHandled, fields.hideAll(at: now) {
      response.isHandled = true
      response.outcomes.append(.effect(.announce(environment.text(.isHidden), isUrgent: false)))
    }
    // During a save, the same key press also hides a revealed password.
    if isSaving, event.isEscape { response.merge(.handled(.cancelSaving)) }
    return response
  }

  public mutating func setOverlayBounds(_ bounds: Rect, at now: Instant) { tooltip.bounds = bounds }

  /// Updates the tooltip after user input.
  private mutating func updateTooltip(for event: InputEvent, _ now: Instant) {
    guard case .pointerMoved(let point) = event else { return tooltip.handle(event, at: now) }
    guard let (target, text) = elidedText(at: point) else { return tooltip.leave(at: now) }
    tooltip.hover(text, target: target, at: now) { text }
  }

  /// Submits the form, as its button does: requests a save, or shows the first error and requests the focus for its
  /// field.
  public mutating func submit(at now: Instant) -> Response<Action> { Response(outcomes: save(at: now)) }

  public mutating func perform(_ part: Part, at now: Instant) -> [Outcome<Action>] {
    switch part {
    case .field(.edited, let isConfirmation):
      let hadMatchLine = matchLine != nil
      let submits = isConfirmation ? evaluateMatch() : evaluate(at: now)
      show(nil, at: now)
      // Most keys change no size and no text but those that the fields lay out.
      if (matchLine != nil) != hadMatchLine { layOut(at: now) }
      let outcomes: [Outcome<Action>] = isConfirmation ? [] : [.action(.estimateStrength)]
      return outcomes + (submits ? save(at: now) : [])
    case .field(.rejected(let rejection), _):
      show(.failed(environment.text(.rejected(rejection))), at: now)
    case .field(.notEditable, _): return showSavingMessage(at: now)
    case .field(.pasteRequested, _):
      // An earlier error would appear to belong to this request.
      if case .failed = message { show(nil, at: now) }
    case .field(.pasteFailed(let reason), _): show(.failed("\(reason)."), at: now)
    case .field(.entered, isConfirmation: false): return [Self.focus(.confirmation)]
    case .field(.entered, isConfirmation: true), .submit: return save(at: now)
    case .generate(let index): return generate(generatorChoices[index], at: now)
    }
    return []
  }

  /// Requests a save, or shows the first error and requests the focus for its field.
  private mutating func save(at now: Instant) -> [Outcome<Action>] {
    guard !isSaving else { return showSavingMessage(at: now) }
    if fields.waitsForPaste() { return [] }
    if let unmet = evaluation.firstUnmet {
      showsPasswordErrors = true
      let problem = unmet.knownPassword.map { PasswordFormMessage.known($0) } ?? .unmet(unmet.requirement)
      show(.failed(environment.text(problem)), at: now)
      return [Self.focus(.password)]
    }
    guard match == .equal else {
      showsConfirmationErrors = true
      let problem = match == .empty ? PasswordFormMessage.confirmationIsEmpty : .confirmationDiffers
      show(.failed(environment.text(problem)), at: now)
      return [Self.focus(.confirmation)]
    }
    acceptedProblem = if case .wouldReplace(let problem, _) = message { problem } else { nil }
    fields.setEditable(false)
    show(.saving(since: now, .started), at: now)
    return [.action(.save)]
  }

  private static func focus(_ stop: FocusStop) -> Outcome<Action> { .effect(.focus(stop.rawValue)) }

  /// Shows that a save is in progress, in response to other user input.
  mutating func showSavingMessage(at now: Instant) -> [Outcome<Action>] {
    if case .saving(let since, .started) = message { show(.saving(since: since, .requestedAgain), at: now) }
    return [.effect(.refuse)]
  }

  /// Replaces or removes the message next to Submit. The height of the form may change.
  mutating func show(_ message: Message?, at now: Instant) {
    if case .failed = message {
      fields.refusePaste()
      failureCount &+= 1
    }
    guard message != self.message else { return }
    self.message = message
    layOut(at: now)
  }
}

extension InputEvent {
  var isEscape: Bool {
    guard case .keyPressed(let press) = self else { return false }
    return press.key == .escape && press.modifiers.isEmpty
  }
}

// Focus.
extension PasswordForm {
  public mutating func focus(_ stop: Int?, at now: Instant) {
    focusWillMove(to: stop.flatMap(FocusStop.init))
    group.focus(stop, at: now)
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

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect {
    switch FocusStop(rawValue: stop) {
    case .password, .passwordReveal: layout.passwordArea
    case .confirmation, .confirmationReveal: layout.confirmationArea
    case .submit where submit != nil, nil: layout.submitArea
    case .submit, .generator: layout.generator
    }
  }
}

// Random passwords.
extension PasswordForm {
  /// Sets the number of characters or words for a kind of password and selects its button.
  public mutating func selectGenerator(_ kind: PasswordGenerator.Kind, at now: Instant) {
    let index = if case .characters = kind { 0 } else { 1 }
    generatorChoices[index] = kind
    generator.control.select(index, at: now)
  }

  /// Generates a password and reveals it in both fields.
  mutating func generate(_ kind: PasswordGenerator.Kind, at now: Instant) -> [Outcome<Action>] {
    guard !isSaving else { return showSavingMessage(at: now) }
    let generator = PasswordGenerator(kind, meeting: policy, personalWords: personalWords)
    var generated = SecureText()
    guard let generator, generator.generate(into: &generated) else {
      show(.failed(environment.text(.nothingGenerated)), at: now)
      return []
    }
    fields.replaceText(with: generated, at: now)
    _ = evaluate(at: now)
    let bits = Int(generator.entropyBits)
    show(.generated(environment.text(.generated(generator.kind, bits: bits))), at: now)
    return [.action(.estimateStrength)]
  }
}
