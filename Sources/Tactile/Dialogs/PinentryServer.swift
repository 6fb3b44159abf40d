import Controls
import Glibc
import PasswordForm
import Prompts
import Scene
import Secrets
import System
import Toolkit
import Windowing

/// The server of a client of pinentry: performs the steps of a session with standard input and output and dialogs.
final class PinentryServer {
  private let session: PinentrySession
  private let dialogs: DialogSession
  private let arguments: [String]
  private var reader = SecretLineReader(STDIN_FILENO, limit: PinentrySession.maximumLineLength)
  private var input: EventRegistration?
  /// The process for which the client asks, and its end.
  private var owner: (id: Int32?, end: EventRegistration?)
  /// The open passphrase dialog. It stays open for a moment after an answer, because the client may ask again.
  private var dialog: PassphraseDialog?
  /// The settings with which the dialog was opened.
  private var dialogSettings: PinentrySettings?
  private var confirmation: Window?
  /// Closes a passphrase dialog whose answer was accepted.
  private var closing: EventRegistration?
  /// The outcome that waits until the client has answered an inquiry.
  private var pendingOutcome: (() -> Void)?
  /// The generation of the passphrase whose quality the client was asked for.
  private var ratedGeneration: UInt64?
  private var ratingDelay: EventRegistration?
  /// The evaluator of the strength, and its results.
  private var strength: (evaluator: StrengthEvaluator, results: EventRegistration)?
  /// The number of calls to the external cache that have not ended.
  private var pendingCacheCalls = 0
  /// Whether the client has ended the conversation, which ends after the calls to the cache.
  private var isEnding = false
  private var hasEnded = false
  /// The passphrase of the external cache, while it is written.
  private var cachedPassphrase: SecureTextProvider?

  /// The time for which the dialog stays open after an answer, unless the client asks again.
  private static let retryInterval = Duration.seconds(2)
  /// The pause in typing after which the passphrase is rated.
  private static let ratingInterval = Duration.milliseconds(200)

  /// - Parameter arguments: All words of the options, for another program that takes over.
  init(_ options: PinentryArguments, _ arguments: [String], in dialogs: DialogSession) {
    (self.dialogs, self.arguments) = (dialogs, arguments)
    session = PinentrySession(
      version: version, timeout: options.timeout, grabsKeyboard: options.grabsKeyboard,
      parentWindow: options.parentWindow)
  }

  /// Serves the client until it ends the conversation, and returns the exit status.
  func run() -> Int32 {
    perform([PinentrySession.greeting])
    watchInput()
    dialogs.watchCaller { [unowned self] in end() }
    // If a client has exited, gpg-agent ends its dialog by SIGINT.
    dialogs.application.onTermination = { [unowned self] in end() }
    defer { dialog?.wipe() }
    return dialogs.run()
  }

  /// Ends the conversation without a reply. Wipes nothing, because the passphrase may just be written.
  private func end() {
    // The first end determines the status.
    guard !hasEnded else { return }
    hasEnded = true
    (input, owner.end) = (nil, nil)
    dialogs.finish(ExitStatus.success)
  }
}

// Input and output.
extension PinentryServer {
  private func watchInput() {
    input = dialogs.application.watch(STDIN_FILENO) { [unowned self] in
      reader.read()
      serve()
    }
  }

  /// Handles the lines that have been read. The end of the input ends the conversation after the last dialog.
  private func serve() {
    while !hasEnded, session.acceptsInput, let steps = reader.takeLine({ session.receive($0) }) {
      perform(steps)
    }
    guard reader.hasEnded, !hasEnded else {
      // Lines behind an open dialog wait, and so does their reader.
      if hasEnded || reader.isFull { input = nil } else if input == nil { watchInput() }
      return
    }
    if input != nil, let failure = reader.failure {
      StandardError.print("cannot read standard input: \(FileError(path: "", errno: failure).reason)")
    }
    input = nil
    if session.isInquiring {
      perform(session.abandonInquiry())
    } else if session.acceptsInput {
      endAfterCacheCalls()
    }
  }

  private func perform(_ steps: [PinentrySession.Step]) {
    if let parent = session.options.parentWindow { dialogs.settings.parent = parent }
    followOwner()
    for step in steps where !hasEnded {
      switch step {
      case .write(let bytes): bytes.withUnsafeBytes { write($0) }
      case .writePassphrase: writePassphrase()
      case .writeInquiry(let inquiry): writeInquiry(inquiry)
      case .showPassphraseDialog: showPassphraseDialog()
      case .showConfirmation(let hasOneButton): showConfirmation(hasOneButton: hasOneButton)
      case .deliver(let answer): handle(answer)
      case .lookUp(let keyInfo): lookUp(keyInfo)
      case .removeCached(let keyInfo):
        callCache(
          { cache throws(KeyringError) in try cache.remove(keyInfo) },
          then: { [unowned self] in perform(session.finishRemoval(wasFound: $0)) })
      case .end: endAfterCacheCalls()
      }
    }
  }

  /// Cancels the open dialog when the process for which the client asks ends.
  private func followOwner() {
    guard owner.id != session.options.ownerID else { return }
    owner.id = session.options.ownerID
    // A dialog that was kept names the other process.
    if closing != nil { closeDialogs() }
    dialogs.requester = Requester(of: owner.id ?? getppid(), performer: getppid())
    // The client gets the greeting of the other program as the reply to this option, which has none yet.
    if let id = owner.id, reader.isEmpty, PinentryFallback.isNeeded(for: id) {
      PinentryFallback(arguments + session.options.terminalArguments).start()
    }
    owner.end = owner.id.flatMap { id in
      dialogs.watchForEnd(ofProcess: id) { [unowned self] in
        owner.end = nil
        let isAsking = closing == nil && (dialog != nil || confirmation != nil)
        if isAsking { finish(.cancelled) } else { closeDialogs() }
      }
    }
  }

  /// Writes the passphrase of the cache or of the dialog.
  private func writePassphrase() {
    func write(_ text: borrowing SecureText) {
      text.withFramedBytes(prefix: "D ", suffix: "\n", replacing: PinentrySession.escape) { self.write($0) }
    }
    cachedPassphrase?.withText(write)
    if cachedPassphrase == nil, let dialog { write(dialog.passphrase.control.text) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) {
    if !dialogs.write(bytes) { end() }
  }

  private func writeInquiry(_ inquiry: PinentrySession.Inquiry) {
    let prefix: StaticString = inquiry == .quality ? "INQUIRE QUALITY " : "INQUIRE CHECKPIN "
    dialog?.passphrase.control.text.withFramedBytes(
      prefix: prefix, suffix: "\n", limit: PinentrySession.maximumInquiryLength,
      replacing: PinentrySession.inquiryEscape
    ) { write($0) }
  }

  /// Ends the dialog of the session. If the client still has to answer an inquiry, the dialog is closed and the
  /// reply waits.
  private func finish(_ outcome: PinentrySession.Outcome) {
    dialogs.setTimeout(nil) {}
    ratingDelay = nil
    strength?.evaluator.discardPending()
    if session.isInquiring {
      pendingOutcome = { [unowned self] in finish(outcome) }
      return closeDialogs()
    }
    perform(session.finish(outcome))
    if case .accepted = outcome, !hasEnded {
      storeIfWanted()
      // Kept for the case that the client asks again.
      dialog?.wipe()
      closing = dialogs.schedule(after: Self.retryInterval) { [unowned self] in closeDialogs() }
    } else {
      closeDialogs()
    }
    serve()
  }

  private func closeDialogs() {
    dialog?.wipe()
    dialog?.close()
    confirmation?.close()
    (dialog, dialogSettings, confirmation, closing) = (nil, nil, nil, nil)
  }
}

// The external cache.
extension PinentryServer {
  private func lookUp(_ keyInfo: String) {
    callCache(
      { cache throws(KeyringError) in try cache.passphrase(keyInfo) },
      then: { [unowned self] found in
        cachedPassphrase = found ?? nil
        if cachedPassphrase != nil { ProcessHardening.preventInspection() }
        perform(session.finishLookUp(isFound: cachedPassphrase != nil))
        cachedPassphrase = nil
      })
  }

  /// Stores the passphrase of the dialog if the user wants that.
  private func storeIfWanted() {
    guard let dialog, dialog.remembers, let keyInfo = session.settings.keyInfo else { return }
    let passphrase = SecureTextProvider(dialog.passphrase.control.text.copy())
    // The keyring may show its own prompt.
    dialog.content?.grabsKeyboard = false
    callCache(
      { cache throws(KeyringError) in try cache.store(passphrase, as: keyInfo) }, then: { _ in })
  }

  /// Calls the cache on another thread, because a keyring may ask the user, and then serves the client again.
  ///
  /// - Parameter body: Receives the result, or `nil` if the cache cannot be used.
  private func callCache<Value: Sendable>(
    _ call: @escaping @Sendable (PassphraseCache) throws(KeyringError) -> Value,
    then body: @escaping (Value?) -> Void
  ) {
    pendingCacheCalls += 1
    dialogs.application.perform(
      { Result { () throws(KeyringError) in try call(PassphraseCache()) } },
      then: { [unowned self] result in
        pendingCacheCalls -= 1
        if case .failure(let error) = result { StandardError.print(error.message) }
        body(try? result.get())
        serve()
        if isEnding { endAfterCacheCalls() }
      })
  }

  /// Ends the conversation, as soon as the passphrase is stored.
  private func endAfterCacheCalls() {
    closeDialogs()
    isEnding = true
    if pendingCacheCalls == 0 { end() }
  }
}

// Passphrases.
extension PinentryServer {
  private func showPassphraseDialog() {
    let settings = session.settings
    (pendingOutcome, ratedGeneration) = (nil, nil)
    startTimeout()
    if let dialog, dialogSettings?.isSameQuestion(as: settings) == true {
      closing = nil
      dialog.update { $0.askAgain(settings.error, at: $1) }
      // A keyring's prompt may have had the keyboard.
      dialog.content?.grabsKeyboard = session.options.grabsKeyboard
      dialog.window?.dropKeysUnderWay()
      dialog.focusEntry()
    } else {
      closeDialogs()
      openPassphraseDialog(settings)
    }
  }

  private func openPassphraseDialog(_ settings: PinentrySettings) {
    let options = session.options
    let remembers = options.allowsExternalCache && settings.keyInfo != nil && settings.repeatLabel == nil
    let rememberLabel = options.defaultLabels["pwmngr"] ?? dialogs.text(.savePassphrase)
    dialogSettings = settings
    open { () throws(WindowingError) in
      let dialog = try PassphraseDialog(
        entryConfiguration(settings), title: settings.title ?? dialogs.text(.passphrase),
        message: settings.description ?? "", error: settings.error,
        rememberLabel: remembers ? Self.shortLabel(rememberLabel) : nil,
        buttons: [cancelButton, okButton], grabsKeyboard: options.grabsKeyboard, in: dialogs
      ) { [unowned self] in answered($1) }
      dialog.onEdit = { [unowned self] in edited() }
      dialog.onGenerate = { [unowned self] in inquire(.generation) }
      self.dialog = dialog
    }
  }

  /// Calls a closure that opens a dialog. If it fails, the client gets the answer "cancelled".
  private func open(_ body: () throws(WindowingError) -> Void) {
    do throws(WindowingError) { try body() } catch {
      StandardError.print(error.description)
      finish(.cancelled)
    }
  }

  private func entryConfiguration(_ settings: PinentrySettings) -> PassphraseEntry.Configuration {
    let options = session.options
    var configuration = PassphraseEntry.Configuration(
      label: Self.shortLabel(session.prompt).droppingColon)
    if let label = settings.repeatLabel {
      configuration.confirmation = (
        label: label.isEmpty ? dialogs.text(.repeat) : Self.shortLabel(label).droppingColon,
        mismatch: settings.repeatError ?? dialogs.text(.passphrasesDiffer),
        success: settings.repeatSuccess ?? dialogs.text(.passphrasesMatch)
      )
      configuration.showsQuality = true
    }
    if settings.qualityLabel != nil { configuration.showsQuality = true }
    configuration.qualityTooltip = settings.qualityTooltip
    configuration.generatorTooltip = settings.generatorTooltip
    configuration.generatorLabel = settings.generatorLabel.map {
      $0.isEmpty ? dialogs.text(.suggest) : Self.shortLabel($0)
    }
    let hints = [options.shortConstraintsHint, options.formatsPassphrase ? options.formatHint : nil]
    let hint = settings.repeatLabel == nil ? nil : hints.compactMap(\.self).joined(separator: "\n")
    configuration.hint = hint?.isEmpty == false ? hint : nil
    configuration.groupSize = options.formatsPassphrase ? 5 : nil
    configuration.maximumByteCount = PinentrySession.maximumPassphraseLength
    return configuration
  }

  /// Returns a label that is not on a button of the dialog, which elides its label itself. The access key has no effect.
  private static func shortLabel(_ text: String) -> String {
    DisplaySanitizer.elided(AccessKeyLabel(mnemonic: text).text, to: 40)
  }

  private var okButton: DialogButton { button(session.settings.okLabel, default: "ok", dialogs.ok) }

  private var cancelButton: DialogButton {
    button(session.settings.cancelLabel, default: "cancel", dialogs.cancel)
  }

  private func button(_ label: String?, default name: String, _ standard: DialogButton) -> DialogButton {
    guard let label = label ?? session.options.defaultLabels[name] else { return standard }
    return DialogButton(AccessKeyLabel(mnemonic: label), standard.answer, style: standard.style)
  }

  /// Closes the dialog when the user has not begun to answer in time.
  private func startTimeout() {
    let seconds = session.settings.timeout
    dialogs.setTimeout(seconds > 0 ? .seconds(seconds) : nil) { [unowned self] in finish(.timedOut) }
  }

  private func edited() {
    dialogs.setTimeout(nil) {}
    ratingDelay = dialogs.schedule(after: Self.ratingInterval) { [unowned self] in rate() }
  }

  /// Rates the passphrase: by the client if it does that, else for a new passphrase by its strength.
  private func rate() {
    guard let dialog, !session.isInquiring, !dialog.passphrase.control.text.isEmpty, closing == nil else {
      return
    }
    if session.settings.qualityLabel != nil {
      if ratedGeneration != dialog.passphrase.control.text.generation { inquire(.quality) }
    } else if session.settings.repeatLabel != nil {
      if strength == nil { startEvaluator() }
      strength?.evaluator.evaluate(StrengthInput(dialog.passphrase.control.text))
    }
  }

  /// Creates the evaluator, unless the system provides no descriptor.
  private func startEvaluator() {
    guard let wakeSource = try? WakeSource() else { return }
    let evaluator = StrengthEvaluator(personalWords: .current, wakeSource: wakeSource)
    let results = dialogs.application.watch(wakeSource) { [unowned self] in
      guard let evaluation = evaluator.takeEvaluation() else { return }
      dialog?.update { $0.setStrength(evaluation.result, ofGeneration: evaluation.generation, at: $1) }
    }
    strength = (evaluator, results)
  }

  private func inquire(_ inquiry: PinentrySession.Inquiry) {
    guard !session.isInquiring else { return }
    if inquiry == .quality { ratedGeneration = dialog?.passphrase.control.text.generation }
    perform(session.inquire(inquiry))
    // The answer may have been read, or the input may have ended.
    serve()
  }

  private func answered(_ answer: DialogAnswer) {
    // The client has the passphrase already.
    if closing != nil { return closeDialogs() }
    switch answer {
    case .accept where confirmation != nil: finish(.confirmed)
    case .accept where session.isInquiring: pendingOutcome = { [unowned self] in answered(.accept) }
    case .accept where session.options.enforcesConstraints && session.settings.repeatLabel != nil:
      inquire(.constraints)
    case .accept: accept()
    case .refuse: finish(.refused)
    case .close: finish(.closed)
    case .cancel, .agree, .details: finish(.cancelled)
    }
  }

  private func accept() {
    guard let entry = dialog?.passphrase else { return }
    finish(.accepted(isEmpty: entry.control.text.isEmpty, isRepeated: entry.control.isRepeated))
  }

  /// Handles the answer of the client to an inquiry.
  private func handle(_ answer: PinentrySession.Answer) {
    if let pending = pendingOutcome.take() {
      // A passphrase that is not used is wiped.
      _ = session.takeGeneratedPassphrase()
      return pending()
    }
    switch answer {
    case .quality(let percent):
      let label = session.settings.qualityLabel ?? ""
      let title = label.isEmpty ? dialogs.text(.quality) : label
      if let percent, let dialog, !dialog.passphrase.control.text.isEmpty,
        ratedGeneration == dialog.passphrase.control.text.generation
      {
        dialog.update { $0.setQuality(percent: percent, label: title, at: $1) }
      }
      // The user may have continued to type.
      rate()
    case .constraints(nil): accept()
    case .constraints(let problem?): dialog?.update { $0.askAgain(problem, at: $1) }
    case .generated:
      // If the client generates none, the passphrase is one of our own.
      guard var generated = session.takeGeneratedPassphrase() else { return }
      let policy = PasswordPolicy(minimumLength: 8, rules: [])
      if generated.isEmpty,
        PasswordGenerator(.standardWords, meeting: policy)?.generate(into: &generated) != true
      {
        return
      }
      dialog?.replaceText(with: generated)
    }
  }
}

// Confirmations.
extension PinentryServer {
  private func showConfirmation(hasOneButton: Bool) {
    closeDialogs()
    let settings = session.settings
    var buttons = [okButton]
    if !hasOneButton {
      // Without a primary button, the first one has the focus. The question may be whether to delete a key.
      buttons[0].style = .regular
      let refusal = settings.notOKLabel.map { DialogButton(AccessKeyLabel(mnemonic: $0), .refuse) }
      buttons = [cancelButton] + [refusal].compactMap(\.self) + buttons
    }
    let text = [settings.error, settings.description].compactMap(\.self).joined(separator: "\n\n")
    startTimeout()
    open { () throws(WindowingError) in
      confirmation = try dialogs.openConfirmation(
        title: settings.title ?? dialogs.text(hasOneButton ? .message : .confirm), message: text,
        buttons: buttons,
        grabsKeyboard: session.options.grabsKeyboard
      ) { [unowned self] in answered($0) }
    }
  }
}

extension PinentrySettings {
  /// Whether the settings ask the same question, possibly after a wrong answer.
  fileprivate func isSameQuestion(as other: PinentrySettings) -> Bool {
    var (first, second) = (self, other)
    (first.error, second.error) = (nil, nil)
    return first == second
  }
}
