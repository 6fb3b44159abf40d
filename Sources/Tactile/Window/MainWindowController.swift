import CairoRendering
import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import X11Shell

/// The delegate of the main window: forwards events to the contents, draws them, and executes their
/// actions.
struct MainWindowController: ~Copyable, WindowDelegate {
  var contents: WindowContents
  private let renderer: Renderer
  private let saving: Saving
  private let evaluator: StrengthEvaluator
  private let positionStore: ButtonPositionStore
  private let fontCache: FontMatchCacheFile?
  var frameLog: FrameLog?
  private var job: SaveJob?
  var effects: [WindowEffect] = []
  var copiedSecret: SecretClipboardTimeout
  /// Whether the program ends as soon as no save is in progress.
  private var isClosing = false
  /// Whether the process is protected from inspection, because it has held a password.
  private var isHardened = false
  private var closingStatus = ExitStatus.success
  /// The time at which a blocked save is cancelled while the window is closing.
  private var cancelDeadline: Instant?
  /// The time at which a save that ignores its cancellation is abandoned.
  private var abandonDeadline: Instant?
  private static let closeTimeout = Duration.seconds(2)
  /// The display list of the last frame, and the one of the next frame.
  private var current = DisplayList()
  private var next = DisplayList()
  private var damage = DamageTracker()
  /// Device pixels per logical pixel of the last frame.
  private var currentScale = 0.0
  /// Whether the last frame could not be drawn, so that the bitmap contains at most part of it.
  private var lastDrawFailed = false
  /// The time at which a frame that could not be drawn is drawn again.
  private var retry: Instant?
  private static let retryDelay = Duration.seconds(1)
  private var pointer = Point.zero
  private var latest = Instant.zero

  /// The dependencies of saving.
  struct Saving {
    /// The password store. `nil` if the environment names no directory for it.
    var store: (any PasswordHashStore)?
    var wakeSource: WakeSource
  }

  /// - Parameters:
  ///   - clipboardTime: The time for which a copied password is offered to other programs. `nil`
  ///     means until it is saved or the program ends.
  ///   - positionStore: Saves the button's rest position when the program ends, if it was moved.
  ///   - fontCache: Saves the font matches after the first frame, and later ones when the program
  ///     ends.
  ///   - frameLog: Records every frame.
  init(
    _ contents: consuming WindowContents, renderer: Renderer, saving: Saving, evaluator: StrengthEvaluator,
    clipboardTime: Duration? = SecretClipboardTimeout.defaultTimeout, positionStore: ButtonPositionStore,
    fontCache: FontMatchCacheFile? = nil, frameLog: consuming FrameLog? = nil
  ) {
    self.contents = contents
    self.renderer = renderer
    self.saving = saving
    self.evaluator = evaluator
    copiedSecret = SecretClipboardTimeout(time: clipboardTime)
    self.positionStore = positionStore
    self.fontCache = fontCache
    self.frameLog = frameLog
  }

  var wantsKeyboardGrab: Bool { !isClosing && contents.form.read { $0.wantsKeyboardGrab } }

  var textInput: TextInputContext? { isClosing ? nil : contents.textInput(at: latest) }

  @discardableResult
  mutating func handle(_ event: InputEvent, at now: Instant) -> Bool {
    // All secrets are wiped, and no new ones may be entered.
    guard !isClosing else { return false }
    if case .pointerMoved(let point) = event { pointer = point }
    let response = contents.handle(event, at: now)
    if !isHardened, contents.form.control.holdsSecret {
      ProcessHardening.preventInspection()
      isHardened = true
    }
    execute(response.actions, at: now)
    return !response.changesNothing
  }

  mutating func advance(to now: Instant) {
    latest = now
    if let retry, retry <= now { self.retry = nil }
    if let cancelDeadline, cancelDeadline <= now { cancelSave(at: now) }
    if let abandonDeadline, abandonDeadline <= now { abandon(at: now) }
    if copiedSecret.hasExpired(at: now) { withdrawSecret() }
    updateMemoryWarning()
    execute(contents.advance(to: now), at: now)
  }

  /// Shows a warning in the form once memory cannot be locked.
  private mutating func updateMemoryWarning() {
    // Reading is free, but mutable access causes the form to be drawn again.
    let warning = LockedMemoryAllocator.warning
    if contents.form.read({ $0.memoryWarning }) != warning { contents.form.control.memoryWarning = warning }
  }

  mutating func resize(to size: Size, scale: Double, at now: Instant) {
    contents.resize(to: size, scale: scale, at: now)
  }

  mutating func settingsChanged(to settings: DesktopSettings, at now: Instant) {
    if settings.fontFamily != renderer.preferredFamily {
      renderer.preferredFamily = settings.fontFamily
      // Everything must be drawn again in the new font.
      current.removeAll()
    }
    contents.apply(settings, at: now)
  }

  mutating func wake(at now: Instant) {
    contents.suggestions.adoptLoadedCompletions()
    if let evaluation = evaluator.takeEvaluation(), !isClosing {
      contents.form.control.setStrength(
        evaluation.result, ofGeneration: evaluation.generation, at: now)
    }
    guard let outcome = job?.outcome else { return updatePrompt(at: now) }
    // "Saved" implies that all copies are wiped, but the evaluator may hold one a moment longer.
    guard isClosing || !evaluator.holdsSecret else { return }
    (job, cancelDeadline, abandonDeadline) = (nil, nil, nil)
    contents.finishSaving(outcome, at: now)
    if case .saved = outcome { withdrawSecret() }
    guard let failure = outcome.failure else { return }
    // The waiting evaluation was discarded when the save started.
    if isClosing { reportFailure(failure) } else { evaluateStrength() }
  }

  private mutating func updatePrompt(at now: Instant) {
    guard job != nil, let store = saving.store else { return }
    contents.setPrompting(store.isPrompting, at: now)
  }

  mutating func closeRequested(at now: Instant) {
    let isFirst = !isClosing
    isClosing = true
    evaluator.discardWaiting()
    contents.close(at: now)
    withdrawSecret()
    // A user who closes the window twice does not want to wait.
    guard isFirst else { return cancelSave(at: now) }
    saveState(at: now)
    if job != nil { cancelDeadline = now + Self.closeTimeout }
  }

  private mutating func cancelSave(at now: Instant) {
    cancelDeadline = nil
    guard let job, abandonDeadline == nil else { return }
    job.cancel()
    abandonDeadline = now + Self.closeTimeout
  }

  private mutating func abandon(at now: Instant) {
    // The save may have ended without the wake-up having been handled.
    if job?.outcome != nil { return wake(at: now) }
    (job, abandonDeadline) = (nil, nil)
    reportFailure("The password may not have been saved: the save did not finish in time.")
  }

  mutating func saveState(at now: Instant) {
    saveFontMatches()
    contents.suggestions.save()
    guard contents.button.control.hasBeenMoved else { return }
    positionStore.save(SavedButtonPosition(contents.button.control.restPosition), of: contents.options.shape)
  }

  /// Closes after the display was lost: waits for a running save with the close timeout, and wipes
  /// all other secrets.
  mutating func finish() {
    closeRequested(at: latest)
    job?.finish(within: Self.closeTimeout)
    wake(at: latest)
    if job != nil { abandon(at: latest) }
  }

  mutating func paint(on surface: WindowSurface, at now: Instant, isWhole: Bool) -> [PixelRect] {
    next.removeAll()
    contents.draw(into: &next, at: now)
    if isWhole || lastDrawFailed || surface.scale != currentScale {
      damage.damageAll(surface.bounds)
    } else {
      damage.update(from: current, to: next, scale: surface.scale)
    }
    do throws(RenderingError) {
      try draw(damage.rects, on: surface)
    } catch {
      scheduleRedraw(after: error, at: now)
      return []
    }
    (lastDrawFailed, retry) = (false, nil)
    currentScale = surface.scale
    swap(&current, &next)
    return damage.rects
  }

  private func draw(_ damage: [PixelRect], on surface: WindowSurface) throws(RenderingError) {
    switch surface {
    case .bitmap(let bitmap):
      try renderer.draw(next, damage: damage, into: bitmap, secrets: contents.form.control)
    case .server(let canvas):
      // No mask exists for this scale yet. Masks of a secret are never cached.
      if canvas.scale != currentScale {
        canvas.gatherMasks { renderer.draw(next, damage: damage, on: $0, secrets: EmptySecretTextSource()) }
      }
      renderer.draw(next, damage: damage, on: canvas, secrets: contents.form.control)
    }
  }

  /// Schedules a full redraw with the next frame, after a delay if nothing else requires a frame.
  ///
  /// Prints one message for a sequence of failed frames.
  private mutating func scheduleRedraw(after error: RenderingError, at now: Instant) {
    if !lastDrawFailed { StandardError.print("cannot draw the window: \(error)") }
    (lastDrawFailed, retry) = (true, now + Self.retryDelay)
  }

  mutating func frameSent(_ statistics: FrameStatistics) {
    if contents.hud != nil { contents.hud?.record(statistics) }
    frameLog?.record(statistics, contents.button.control)
  }

  func makeIcons() -> [WindowIcon] {
    do throws(RenderingError) {
      return try AppIcon.pictures(by: renderer)
    } catch {
      StandardError.print("cannot draw the icon: \(error)")
      return []
    }
  }

  func performDeferredSetup() {
    saveFontMatches()
    contents.suggestions.load(waking: saving.wakeSource)
  }

  private func saveFontMatches() {
    if let choices = renderer.takeNewFontMatches() { fontCache?.write(choices) }
  }

  func nextChange(after now: Instant) -> Instant? {
    .earliest(
      .earliest(contents.nextChange(after: now), retry),
      .earliest(cancelDeadline, abandonDeadline, copiedSecret.end))
  }

  func acceptedType(ofDrop hover: DropInfo) -> DataType? {
    contents.acceptedType(ofDrop: hover, at: latest)
  }

  var pointerShape: PointerShape {
    contents.pointerShape(over: pointer, at: latest) ?? .arrow
  }

  mutating func takeEffects() -> [WindowEffect] {
    defer { effects.removeAll() }
    return effects
  }

  var exitStatus: Int32? { isClosing && job == nil ? closingStatus : nil }

  /// Executes the actions of the contents.
  private mutating func execute(_ actions: [WindowContents.Action], at now: Instant) {
    let scale = contents.environment.scale
    let transfers = contents.takePendingEffects { DragPicture($0, scale: scale, by: renderer) }
    for transfer in transfers { perform(transfer) }
    for action in actions {
      switch action {
      case .ringBell: effects.append(.bell)
      case .copy(let text): perform(.offer(DataProvider(text: text), in: .clipboard))
      case .copySecret: offerSecret(at: now)
      case .pasteSecret(let pasteboard, let number): requestSecret(from: pasteboard, number: number)
      case .close: closeRequested(at: now)
      case .save: save(at: now)
      case .cancelSaving: job?.cancel()
      case .evaluateStrength: evaluateStrength()
      }
    }
  }

  /// Prints an error to standard error, because the window no longer shows it.
  private mutating func reportFailure(_ reason: String) {
    StandardError.print(reason)
    closingStatus = ExitStatus.failure
  }

  private func evaluateStrength() {
    let isNothing = contents.form.read { $0.password.text.isEmpty }
    if isNothing {
      evaluator.discardWaiting()
    } else {
      evaluator.evaluate(contents.form.control.strengthInput())
    }
  }

  private mutating func save(at now: Instant) {
    guard let store = saving.store else {
      let failure = "Cannot determine the data directory. Set XDG_DATA_HOME or HOME."
      return contents.finishSaving(.failed(failure), at: now)
    }
    evaluator.discardWaiting()
    job = SaveJob(
      contents.form.control.passwordToSave(), in: store,
      replacing: contents.form.control.acceptedProblem, wakeSource: saving.wakeSource)
  }
}
