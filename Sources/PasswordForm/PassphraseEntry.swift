package import Controls
package import Motion
package import Scene
package import Secrets

/// The entry of a passphrase for another program, in one field or twice in two fields.
///
/// The owner of the entry decides whether the passphrase is right. It calls `submit(at:)` when the user presses
/// the button of the dialog, and `askAgain(_:at:)` if the other program refuses the passphrase.
package struct PassphraseEntry: ~Copyable, CompositeControl {
  /// The parts of an entry. Its texts may come from other programs.
  package struct Configuration {
    /// The label of the second field, in which the user repeats a new passphrase, and the messages for different and for
    /// equal texts.
    package typealias Confirmation = (label: String, mismatch: String, success: String)

    package var label: String
    /// Whether the text is masked.
    package var isSecret = true
    package var confirmation: Confirmation?
    /// Whether the entry shows the strength or the quality, which the owner sets after each edit.
    package var showsQuality = false
    /// The label of the button that generates a passphrase. `nil` without a button.
    package var generatorLabel: String?
    /// The tooltips of the quality and of the button that generates a passphrase.
    package var qualityTooltip: String?
    package var generatorTooltip: String?
    /// A sentence about the requirements.
    package var hint: String?
    package var allowsEmpty = true
    /// The maximum length in bytes of UTF-8 that the other program accepts.
    package var maximumByteCount = Int.max
    /// The number of characters in a group of the revealed text. `nil` without groups.
    package var groupSize: Int?

    package init(label: String) { self.label = label }
  }

  /// The actions of the entry that its owner performs.
  package enum Action: Hashable, Sendable {
    /// The passphrase has changed.
    case edited
    /// The user pressed the button that generates a passphrase.
    case generate
    /// The user pressed Enter in a passphrase that may be accepted.
    case accepted
  }

  /// The message below the fields.
  private enum Message: Hashable {
    case error(String)
    /// The owner waits for the other program since this time. The text is shown later: for a quick reply, the dialog does
    /// not change its size.
    case waiting(since: Instant, String, isShown: Bool)
  }

  /// An action of a control in the entry.
  package enum Part {
    case field(PasswordField.Action, isConfirmation: Bool)
    case generate
  }

  package let group: ControlGroup<Part>
  package private(set) var environment: Environment
  package private(set) var frame = Rect.zero
  let configuration: Configuration
  private(set) var fields: PasswordFields
  let generator: Child<CapsuleButton>?
  private(set) var hint: Label?
  private(set) var meter = StrengthMeter()
  private var blocks = TextBlockCache()
  private(set) var meterFrame = Rect.zero
  private var message: Message?
  /// The number of errors that were shown, also of equal ones.
  private var errorCount = 0
  /// The message, which may have several paragraphs.
  private var messageLabel: Label?
  private(set) var messageFrame = Rect.zero
  private var tooltip: Tooltip
  /// The maximum line count of texts from other programs. The middle of longer texts is elided.
  private static var maximumLineCount: Int { 40 }
  /// The time after which a message about waiting is shown.
  private static var waitingDelay: Duration { .milliseconds(300) }
  /// The horizontal offset of the field while it shakes.
  private var shake: Animated<Double>

  package init(_ configuration: Configuration, in environment: Environment) {
    self.configuration = configuration
    self.environment = environment
    group = ControlGroup(.manual, in: environment)
    let field = group.add(
      PasswordField(configuration.label, isSecret: configuration.isSecret, in: environment)
    ) { [.field($0, isConfirmation: false)] }
    let confirmation = configuration.confirmation.map { [group] in
      group.add(PasswordField($0.label, in: environment)) { [.field($0, isConfirmation: true)] }
    }
    fields = PasswordFields(field, confirmation)
    generator = configuration.generatorLabel.map { [group] in
      group.add(CapsuleButton(AccessKeyLabel($0), style: .compact, in: environment)) { _ in [.generate] }
    }
    hint = configuration.hint.map {
      Label(
        untrusted: $0, lineLimit: Self.maximumLineCount, style: \.caption,
        color: \.secondaryText, in: environment)
    }
    tooltip = Tooltip(in: environment)
    shake = Animated(0, threshold: environment.positionThreshold)
    field.control.groupSize = configuration.groupSize
    confirmation?.control.groupSize = configuration.groupSize
  }

  /// The entered passphrase.
  package var text: SecureText { _read { yield fields.password.control.text } }

  /// Whether the user has entered the passphrase twice.
  package var isRepeated: Bool { fields.confirmation != nil }

  /// Whether the entry waits for the other program.
  package var isWaiting: Bool { if case .waiting = message { true } else { false } }

  /// Returns `true`: the controls of the group change only through the entry.
  package static var isCacheable: Bool { true }
}

// Changes by the owner.
extension PassphraseEntry {
  /// Checks whether the passphrase may be accepted. If not, shows the reason.
  package mutating func submit(at now: Instant) -> Response<Action> {
    if fields.waitsForPaste() || isWaiting { return .handled() }
    if text.byteCount > configuration.maximumByteCount {
      let limit = configuration.maximumByteCount
      show(.error(environment.text(.passphraseIsTooLong(maximumByteCount: limit))), at: now)
      return Response(isHandled: true, outcomes: [Self.focus(0)])
    }
    if let texts = configuration.confirmation, fields.match != .equal,
      !(fields.match == .empty && text.isEmpty)
    {
      show(.error(texts.mismatch), at: now)
      return Response(isHandled: true, outcomes: [Self.focus(confirmationStop)])
    }
    if text.isEmpty, !configuration.allowsEmpty || fields.isPasteRefused {
      // The reason why a paste was refused stays.
      if !fields.isPasteRefused || message == nil {
        show(.error(environment.text(.passphraseIsEmpty)), at: now)
      }
      return Response(isHandled: true, outcomes: [Self.focus(0)])
    }
    return .handled(.accepted)
  }

  /// Lets the user edit the passphrase again, and shows an error and shakes the field, if there is one.
  ///
  /// - Parameter error: The reason why the last passphrase was refused. `nil` if another one is asked for.
  package mutating func askAgain(_ error: String?, at now: Instant) {
    fields.setEditable(true)
    show(error.map { .error($0) }, at: now)
    guard error != nil else { return }
    let animation = environment.motion(.spring(theme.passwordForm.shakeSpring))
    shake.set(0)
    guard animation != nil else { return }
    shake.animate(to: 0, at: now, with: animation, velocity: theme.passwordForm.shakeSpeed)
  }

  /// Shows that the other program is checking the passphrase, by a message after a moment. The user cannot edit it.
  package mutating func showWaiting(_ text: String, at now: Instant) {
    fields.setEditable(false)
    show(.waiting(since: now, text, isShown: false), at: now)
  }

  /// Shows a rating of the passphrase by the owner.
  ///
  /// - Parameters:
  ///   - percent: The quality, limited to −100 to 100. A negative one is not accepted.
  ///   - label: The label of the rating, from another program.
  package mutating func setQuality(percent: Int, label: String, at now: Instant) {
    let percent = max(-100, min(percent, 100))
    let text = environment.text(.quality(DisplaySanitizer.elided(label, to: 40), percent: percent))
    let grade = PasswordStrength.Grade(rawValue: max(0, percent) / 25) ?? .veryStrong
    meter.show(.rating(fraction: Double(abs(percent)) / 100, grade, text), at: now, environment)
    layOut(at: now)
  }

  /// Shows an estimated strength.
  ///
  /// - Parameter generation: The generation of the estimated text. A result for an earlier text is ignored.
  package mutating func setStrength(
    _ result: Result<PasswordStrength, StrengthError>, ofGeneration generation: UInt64, at now: Instant
  ) {
    guard generation == text.generation, !text.isEmpty else { return }
    meter.show(.estimate(result), at: now, environment)
    layOut(at: now)
  }

  /// Puts a generated passphrase into all fields, and reveals it. The effects announce that it is visible.
  package mutating func replaceText(with generated: borrowing SecureText, at now: Instant) -> Response<Action>
  {
    fields.replaceText(with: generated, at: now)
    _ = edited(at: now)
    let announcement = fields.password.control.visibilityAnnouncement
    return Response(isHandled: true, outcomes: [.action(.edited)] + announcement.map { .effect($0) })
  }

  /// Wipes the fields.
  package mutating func wipe(at now: Instant) {
    fields.wipe(at: now)
    _ = edited(at: now)
  }

  /// Returns whether to submit.
  private mutating func edited(at now: Instant) -> Bool {
    let (line, hadRating) = (messageLine?.text, meter.value != nil)
    let submits = fields.edited()
    if text.isEmpty { meter.clear() } else { meter.markStale(at: now, environment) }
    if case .error = message {
      show(nil, at: now)
    } else if messageLine?.text != line || (meter.value != nil) != hadRating {
      layOut(at: now)
    }
    return submits
  }

  private mutating func show(_ message: Message?, at now: Instant) {
    self.message = message
    if case .error = message { errorCount &+= 1 }
    layOut(at: now)
  }

  /// The number of the error. `nil` if there is none.
  var errorNumber: Int? { if case .error = message { errorCount } else { nil } }

  private static func focus(_ stop: Int) -> Outcome<Action> { .effect(.focus(stop)) }

  /// The focus stop of the text of the second field or, without one, of the first.
  package var confirmationStop: Int { fields.confirmation.flatMap { group.focusStop(of: $0) } ?? 0 }
}

// Input.
extension PassphraseEntry {
  package mutating func advance(to now: Instant) -> Response<Action> {
    tooltip.advance(to: now)
    if case .waiting(let since, let text, isShown: false) = message, since + Self.waitingDelay <= now {
      show(.waiting(since: since, text, isShown: true), at: now)
    }
    return perform(group.advance(to: now), at: now)
  }

  package mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    updateTooltip(for: event, at: now)
    if fields.intercept(event, at: now) { return .handled() }
    return perform(group.handle(event, at: now), at: now)
  }

  private mutating func updateTooltip(for event: InputEvent, at now: Instant) {
    guard case .pointerMoved(let point) = event else { return tooltip.handle(event, at: now) }
    let areas = [
      (meterFrame, configuration.qualityTooltip), (generator?.frame ?? .zero, configuration.generatorTooltip),
    ]
    guard let (target, tip) = areas.first(where: { $0.0.contains(point) }), let text = tip else {
      return tooltip.leave(at: now)
    }
    // A tooltip has one paragraph.
    tooltip.hover(text, target: target, at: now) { String(text.map { $0.isNewline ? " " : $0 }) }
  }

  package mutating func perform(_ part: Part, at now: Instant) -> [Outcome<Action>] {
    switch part {
    case .field(.edited, _):
      let submits = edited(at: now)
      return [.action(.edited)] + (submits ? submit(at: now).outcomes : [])
    case .field(.entered, isConfirmation: false)
    where isRepeated && text.byteCount <= configuration.maximumByteCount:
      return [Self.focus(confirmationStop)]
    case .field(.entered, _): return submit(at: now).outcomes
    case .field(.rejected(let rejection), _): refuse(environment.text(.rejected(rejection)), at: now)
    case .field(.pasteFailed(let reason), _): refuse("\(reason).", at: now)
    case .field(.notEditable, _), .field(.pasteRequested, _): break
    case .generate: return isWaiting ? [] : [.action(.generate)]
    }
    return []
  }
}

// Layout.
extension PassphraseEntry {
  /// Shows why text was not inserted.
  private mutating func refuse(_ reason: String, at now: Instant) {
    fields.refusePaste()
    show(.error(reason), at: now)
  }

  package mutating func update(_ environment: Environment, at now: Instant) {
    self.environment = environment
    blocks.removeAll()
    group.update(environment, at: now)
    hint?.update(environment, at: now)
    tooltip.update(environment, at: now)
    layOut(at: now)
  }

  package mutating func setOverlayBounds(_ bounds: Rect, at now: Instant) { tooltip.bounds = bounds }

  package func drawOverlay(into list: inout DisplayList, at now: Instant) {
    tooltip.draw(into: &list, at: now)
  }

  package mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    frame = Rect(origin: origin, size: Size(width: width, height: frame.height))
    layOut(at: now)
  }

  private mutating func layOut(at now: Instant) {
    let (origin, width) = (frame.origin, frame.width)
    var stack = VerticalStack(origin: origin, width: width, environment: environment)
    let (style, gap) = (theme.passwordForm, theme.passwordForm.entryGap)
    let fieldFrame = stack.next(height: fields.password.control.height)
    fields.password.layOut(at: fieldFrame.origin, width: width, at: now)
    if let confirmation = fields.confirmation {
      let frame = stack.next(height: confirmation.control.height, gap: gap)
      confirmation.layOut(at: frame.origin, width: width, at: now)
    }
    layOutMessage(in: &stack, at: now)
    if configuration.showsQuality {
      // Enough for two lines of description.
      let height = meter.height(lineCount: 2, width: width, environment, &blocks)
      meterFrame = stack.next(height: max(style.strength.entryHeight, height))
      meter.place(in: meterFrame, environment, &blocks)
    }
    if let generator {
      let frame = stack.next(height: generator.control.size.height, gap: gap)
      generator.layOut(at: frame.origin, width: width, at: now)
    }
    if hint != nil {
      hint?.layOut(at: stack.next(height: 0, gap: gap).origin, width: width, at: now)
      _ = stack.next(height: hint?.frame.height ?? 0)
    }
    frame = Rect(origin: origin, size: Size(width: width, height: stack.bottom))
  }

  /// Returns the frame of a part with the focus and of the message, which is scrolled into view with it.
  package func frame(ofFocusStop stop: Int, at now: Instant) -> Rect {
    let part = group.frame(ofFocusStop: stop, at: now)
    return messageLine == nil ? part : part.union(messageFrame)
  }

  /// Lays out the line below the fields. With two fields it always has space, so that the dialog keeps its size
  /// while the user types.
  private mutating func layOutMessage(in stack: inout VerticalStack, at now: Instant) {
    let minimum = isRepeated ? theme.passwordForm.lineHeight : 0
    messageLabel = messageLine.map {
      var label = Label(
        untrusted: $0.text, lineLimit: Self.maximumLineCount, style: \.caption, in: environment)
      label.icon = $0.icon
      return label
    }
    messageLabel?.layOut(at: .zero, width: stack.width, at: now)
    let height = max(minimum, messageLabel?.frame.height ?? 0)
    messageFrame = stack.next(height: height, gap: height > 0 ? theme.passwordForm.fieldGap : 0)
    let top = messageFrame.midY - (messageLabel?.frame.height ?? 0) / 2
    messageLabel?.layOut(
      at: Point(x: messageFrame.minX, y: environment.snapped(top)), width: stack.width, at: now)
  }

  var messageLine: (text: String, icon: StatusIcon)? {
    switch message {
    case .error(let text)?: return (text, .unmet)
    case .waiting(let since, let text, isShown: true)?: return (text, .busy(since: since))
    case .waiting?, nil: break
    }
    guard let texts = configuration.confirmation else { return nil }
    return switch fields.match {
    case .empty: nil
    case .partial: (environment.text(.isPartial), .neutral)
    case .equal: (texts.success, .met)
    case .different: (texts.mismatch, .unmet)
    }
  }
}

// Drawing.
extension PassphraseEntry {
  package func draw(into list: inout DisplayList, at now: Instant) {
    list.translated(by: Vector(dx: shake.value(at: now), dy: 0)) { fields.password.draw(into: &$0, at: now) }
    fields.confirmation?.draw(into: &list, at: now)
    messageLabel?.draw(into: &list, at: now)
    if configuration.showsQuality { meter.draw(into: &list, at: now, environment) }
    generator?.draw(into: &list, at: now)
    hint?.draw(into: &list, at: now)
  }

  package func nextChange(after now: Instant) -> Instant? {
    let wait: Instant? =
      if case .waiting(let since, _, isShown: false) = message { since + Self.waitingDelay } else {
        messageLabel?.nextChange(after: now)
      }
    return .earliest(
      group.nextChange(after: now), shake.nextChange(after: now),
      .earliest(meter.nextChange(after: now), tooltip.nextChange(after: now), wait))
  }
}
