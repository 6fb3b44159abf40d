import CairoRendering
import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import System
import Toolkit
import Windowing

/// The content of the main window: forwards events to the controls, and executes their actions.
final class MainWindowController: WindowContent, SecretTextSource {
  var contents: WindowContents
  private let renderer: Renderer
  private let store: (any PasswordHashStore)?
  private let wakeSource: WakeSource
  private let evaluator: StrengthEvaluator
  private var positions: ButtonPositions
  private let fontCache: FontMatchCacheFile?
  private var frameLog: FrameLog?
  private var job: SaveJob?
  private var effects: [Effect] = []
  private let clipboardTimeout: Duration?
  /// Whether a copied password is offered to other programs, and the time until which it is. The time is `nil` if the offer
  /// lasts as long as the form holds a password.
  private var copiedSecret: (isOffered: Bool, expirationTime: Instant?) = (false, nil)
  /// Whether the process is protected from inspection, because it has held a password.
  private var isHardened = false
  /// The exit status of the program, which ends as soon as no save is in progress. `nil` until the window was asked to
  /// close.
  private var closingStatus: Int32?
  private var isClosing: Bool { closingStatus != nil }
  /// The time at which a blocked save is cancelled while the window is closing.
  private var cancelDeadline: Instant?
  /// The time at which a save that ignores its cancellation is abandoned.
  private var abandonDeadline: Instant?
  private static let closeTimeout = Duration.seconds(2)
  /// The time at which the strength of the password is estimated.
  private var estimateTime: Instant?
  /// The pause in typing after which the strength is estimated. An estimate costs more than a key press, and
  /// the mean interval between key presses is 239 ms (Dhakal et al., "Observations on Typing from 136
  /// Million Keystrokes", CHI 2018).
  private static let estimateDelay = Duration.milliseconds(200)
  private var pointer = PointerTracker()
  private var latest = Instant.zero
  /// Whether the window was asked to close.
  private var hasClosed = false

  /// - Parameters:
  ///   - store: The password store. `nil` if the environment names no directory for it.
  ///   - wakeSource: Signaled by other threads.
  ///   - clipboardTimeout: The time for which a copied password is offered to other programs. `nil`
  ///     means as long as the form holds a password.
  ///   - positions: Saves the button's rest position when the program ends, if it was moved.
  ///   - fontCache: Saves the font matches after the first frame, and later ones when the program
  ///     ends.
  ///   - frameLog: Records every frame.
  init(
    _ contents: consuming WindowContents, renderer: Renderer, store: (any PasswordHashStore)?,
    wakeSource: WakeSource, evaluator: StrengthEvaluator,
    clipboardTimeout: Duration?, positions: ButtonPositions,
    fontCache: FontMatchCacheFile? = nil, frameLog: consuming FrameLog? = nil
  ) {
    self.contents = contents
    (self.renderer, self.store, self.wakeSource, self.evaluator) = (renderer, store, wakeSource, evaluator)
    self.clipboardTimeout = clipboardTimeout
    self.positions = positions
    self.fontCache = fontCache
    self.frameLog = frameLog
  }

  func handle(_ event: WindowEvent, at now: Instant) -> [Effect] {
    advance(to: now)
    switch event {
    // All secrets are wiped, and no new ones may be entered.
    case .input where isClosing: break
    case .input(let input):
      pointer.track(input)
      let response = contents.handle(input, at: now)
      if !isHardened, contents.form.control.holdsSecret {
        ProcessHardening.preventInspection()
        isHardened = true
      }
      execute(response, at: now)
    case .timePassed, .screenChanged: break
    case .resized(let size, let scale): contents.resize(to: size, scale: scale, at: now)
    case .settingsChanged(let settings): contents.apply(settings, at: now)
    case .appeared: performDeferredSetup()
    case .closeRequested: closeRequested(at: now)
    }
    return takeEffects()
  }

  func describe(into tree: inout AccessibleTree, at now: Instant) { contents.describe(into: &tree, at: now) }

  func cues(at now: Instant) -> WindowCues {
    guard !isClosing else { return WindowCues() }
    var cues = pointer.cues(of: contents, at: now)
    cues.wantsKeyboardGrab = contents.wantsKeyboardGrab
    return cues
  }

  func advance(to now: Instant) {
    latest = now
    if let cancelDeadline, cancelDeadline <= now { cancelSave(at: now) }
    if let abandonDeadline, abandonDeadline <= now { abandon(at: now) }
    if let estimateTime, estimateTime <= now {
      self.estimateTime = nil
      evaluator.evaluate(contents.form.control.strengthInput())
    }
    if let expiration = copiedSecret.expirationTime, expiration <= now { withdrawSecret() }
    // Reading is free, but mutable access causes the form to be drawn again.
    let warning = LockedMemoryAllocator.warning
    if contents.form.read({ $0.memoryWarning }) != warning {
      contents.form.control.setMemoryWarning(warning, at: now)
    }
    execute(contents.advance(to: now), at: now)
  }

  /// Handles the results of other threads.
  func wake(at now: Instant) {
    contents.suggestions.adoptLoadedCompletions()
    if let evaluation = evaluator.takeEvaluation(), !isClosing {
      contents.setStrength(evaluation, at: now)
    }
    guard let outcome = job?.outcome else {
      if job != nil, let store { contents.setPrompting(store.isPrompting, at: now) }
      return
    }
    // "Saved" implies that all copies are wiped, but the evaluator may hold one a moment longer.
    guard isClosing || !evaluator.holdsSecret else { return }
    (job, cancelDeadline, abandonDeadline) = (nil, nil, nil)
    contents.finishSaving(outcome, at: now)
    if case .saved = outcome { withdrawSecret() }
    guard let failure = outcome.failure else { return }
    // The waiting evaluation was discarded when the save started.
    if isClosing { reportFailure(failure) } else { scheduleEstimate(at: now) }
  }

  func closeRequested(at now: Instant) {
    let isFirst = !isClosing
    closingStatus = closingStatus ?? ExitStatus.success
    cancelEstimate()
    contents.close(at: now)
    withdrawSecret()
    // A user who closes the window twice does not want to wait.
    guard isFirst else { return cancelSave(at: now) }
    saveState()
    if job != nil { cancelDeadline = now + Self.closeTimeout }
  }

  private func cancelSave(at now: Instant) {
    cancelDeadline = nil
    guard let job, abandonDeadline == nil else { return }
    job.cancel()
    abandonDeadline = now + Self.closeTimeout
  }

  private func abandon(at now: Instant) {
    // The save may have ended without the wake-up having been handled.
    if job?.outcome != nil { return wake(at: now) }
    (job, abandonDeadline) = (nil, nil)
    reportFailure("The password may not have been saved: the save did not finish in time.")
  }

  private func saveState() {
    fontCache?.update(from: renderer)
    contents.suggestions.save()
    guard contents.button.control.hasBeenMoved else { return }
    positions.save(
      ButtonPositions.SavedPosition(position: contents.button.control.restPosition),
      for: contents.options.shape.rawValue)
  }

  /// Closes after the display was lost: waits for a running save with the close timeout, wipes
  /// all other secrets, and writes the frame log.
  func finish() {
    if !isClosing { closeRequested(at: latest) }
    job?.finish(within: Self.closeTimeout)
    wake(at: latest)
    if job != nil { abandon(at: latest) }
    frameLog = nil
  }

  func draw(into list: inout DisplayList, at presentation: Instant) {
    contents.draw(into: &list, at: presentation)
  }

  func frameSent(_ statistics: FrameStatistics) {
    if contents.hud != nil { contents.hud?.record(statistics) }
    frameLog?.record(statistics, contents.button.control)
  }

  func framePresented(_ counter: Int64, at instant: Instant) {
    frameLog?.record(counter, presentedAt: instant)
  }

  func performDeferredSetup() {
    fontCache?.update(from: renderer)
    contents.suggestions.load(waking: wakeSource)
  }

  func nextChange(after now: Instant) -> Instant? {
    .earliest(
      contents.nextChange(after: now),
      .earliest(cancelDeadline, abandonDeadline, .earliest(estimateTime, copiedSecret.expirationTime)))
  }

  /// Returns the effects since the last call.
  func takeEffects() -> [Effect] {
    if exitStatus != nil, !hasClosed {
      hasClosed = true
      effects.append(.close)
    }
    defer { effects.removeAll() }
    return effects
  }

  /// The exit status of the process. `nil` until the window closes.
  var exitStatus: Int32? { job == nil ? closingStatus : nil }

  /// Executes the actions of the contents, and queues their effects.
  private func execute(_ response: Response<WindowContents.Action>, at now: Instant) {
    for outcome in response.outcomes {
      switch outcome {
      case .effect(let effect): perform(effect, at: now)
      case .action(.close): closeRequested(at: now)
      case .action(.form(.save)): save(at: now)
      case .action(.form(.cancelSaving)): job?.cancel()
      case .action(.form(.estimateStrength)): scheduleEstimate(at: now)
      }
    }
  }

  private func perform(_ effect: Effect, at now: Instant) {
    switch effect {
    case .offer(_, in: .clipboard): copiedSecret = (false, nil)
    case .offerSecret: copiedSecret = (true, clipboardTimeout.map { now + $0 })
    case .requestSecret: ProcessHardening.preventInspection()
    case .bell, .announce, .refuse, .focus, .offer, .withdraw, .request, .beginDrag, .close: break
    }
    effects.append(effect)
  }

  /// Stops offering the copied password, unless something else was copied since.
  private func withdrawSecret() {
    if copiedSecret.isOffered { effects.append(.withdraw(.clipboard)) }
    copiedSecret = (false, nil)
  }

  /// Prints an error to standard error, because the window no longer shows it.
  private func reportFailure(_ reason: String) {
    StandardError.print(reason)
    closingStatus = ExitStatus.failure
  }

  /// Estimates the strength of the password after a pause in typing.
  private func scheduleEstimate(at now: Instant) {
    cancelEstimate()
    let isEmpty = contents.form.read { $0.password.text.isEmpty }
    estimateTime = isEmpty ? nil : now + Self.estimateDelay
  }

  private func cancelEstimate() {
    estimateTime = nil
    evaluator.discardPending()
  }

  private func save(at now: Instant) {
    guard let store else {
      return contents.finishSaving(.failed(PasswordHashStorage.noStoreMessage), at: now)
    }
    cancelEstimate()
    job = SaveJob(
      contents.form.control.passwordToSave(), in: store,
      replacing: contents.form.control.acceptedProblem, wakeSource: wakeSource)
  }

  func withGrapheme(at index: Int, of handle: SecretHandle, _ body: (Span<UInt8>) -> Void) {
    contents.form.control.withGrapheme(at: index, of: handle, body)
  }
}
