import CairoRendering
import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import X11Shell

/// The window's client: lets the contents answer, draws them, and does what they ask for.
struct TactileWindow: ~Copyable, WindowClient {
  var contents: WindowContents
  private let renderer: Renderer
  private let saving: Saving
  private let judge: StrengthJudge
  private let memory: PlaceMemory
  private let fontMemory: FontMemory?
  var frameLog: FrameLog?
  private var job: SaveJob?
  var effects: [WindowEffect] = []
  var copiedSecret: CopiedSecret
  /// Whether the program wants to end, as soon as nothing is being saved.
  private var isClosing = false
  /// Whether nobody may look into the process any more, since it has held a password.
  private var isSecretive = false
  private var closingStatus = ExitStatus.success
  /// When a save is given up that somebody else holds up while the program wants to end.
  private var givingUp: Instant?
  /// When a save is left to itself that goes on though it was given up.
  private var abandoning: Instant?
  private static let closingPatience = Duration.seconds(2)
  /// What the bitmap shows, and room for the next frame.
  private var shown = DisplayList()
  private var next = DisplayList()
  private var damage = Damage()
  /// Device pixels to one logical pixel when it was drawn.
  private var shownScale = 0.0
  /// Whether the last frame could not be drawn, so that the bitmap shows part of it at most.
  private var isSpoiled = false
  /// When a frame that could not be drawn is tried again.
  private var retry: Instant?
  private static let retryDelay = Duration.seconds(1)
  private var pointer = Point.zero
  private var latest = Instant.zero

  /// How passwords are kept.
  struct Saving {
    /// `nil` where the environment names no place for it.
    var store: (any VerifierStore)?
    var wakeSource: WakeSource
  }

  /// - Parameters:
  ///   - clipboardTime: How long a copied password is offered to other programs; `nil` until it is
  ///     saved or the program ends.
  ///   - memory: Told where the button rests when the program ends, if it was moved.
  ///   - fontMemory: Told which fonts were chosen, once the first frame is shown, and of later ones
  ///     when the program ends.
  ///   - frameLog: Told of every frame.
  init(
    _ contents: consuming WindowContents, renderer: Renderer, saving: Saving, judge: StrengthJudge,
    clipboardTime: Duration? = CopiedSecret.usualTime, memory: PlaceMemory,
    fontMemory: FontMemory? = nil, frameLog: consuming FrameLog? = nil
  ) {
    self.contents = contents
    self.renderer = renderer
    self.saving = saving
    self.judge = judge
    copiedSecret = CopiedSecret(time: clipboardTime)
    self.memory = memory
    self.fontMemory = fontMemory
    self.frameLog = frameLog
  }

  var wantsKeyboardGrab: Bool { !isClosing && contents.form.ask { $0.wantsKeyboardGrab } }

  var textInput: TextInput? { isClosing ? nil : contents.textInput(at: latest) }

  @discardableResult
  mutating func handle(_ event: InputEvent, at now: Instant) -> Bool {
    // All is wiped, and stays so.
    guard !isClosing else { return false }
    if case .pointerMoved(let point) = event { pointer = point }
    let response = contents.handle(event, at: now)
    if !isSecretive, contents.form.control.holdsSecret {
      ProcessSecrecy.begin()
      isSecretive = true
    }
    follow(response.actions, at: now)
    return !response.changesNothing
  }

  mutating func advance(to now: Instant) {
    latest = now
    if let retry, retry <= now { self.retry = nil }
    if let givingUp, givingUp <= now { giveUp(at: now) }
    if let abandoning, abandoning <= now { abandon(at: now) }
    if copiedSecret.isOver(at: now) { withdrawSecret() }
    remarkOnMemory()
    follow(contents.advance(to: now), at: now)
  }

  /// Says in the form that memory is not locked, from when on that is so.
  private mutating func remarkOnMemory() {
    // To look first is free, while access to change has the form drawn anew.
    let remark = LockedMemory.remark
    if contents.form.ask({ $0.remark }) != remark { contents.form.control.remark = remark }
  }

  mutating func resize(to size: Size, scale: Double, at now: Instant) {
    contents.resize(to: size, scale: scale, at: now)
  }

  mutating func settingsChanged(to settings: DesktopSettings, at now: Instant) {
    if settings.fontFamily != renderer.preferredFamily {
      renderer.preferredFamily = settings.fontFamily
      // All of it in another font.
      shown.removeAll()
    }
    contents.follow(settings, at: now)
  }

  mutating func wake(at now: Instant) {
    contents.suggestions.takeIn()
    if let judgement = judge.takeJudgement(), !isClosing {
      contents.form.control.takeStrength(
        judgement.result, ofGeneration: judgement.generation, at: now)
    }
    guard let outcome = job?.outcome else { return notePrompt(at: now) }
    // "Saved" is to be true of all copies: what judges the password may have it a moment longer.
    guard isClosing || !judge.holdsSecret else { return }
    (job, givingUp, abandoning) = (nil, nil, nil)
    contents.finishSaving(outcome, at: now)
    if case .saved = outcome { withdrawSecret() }
    guard let failure = outcome.failure else { return }
    // What was to be judged when saving began was forgotten.
    if isClosing { fail(failure) } else { judgeStrength() }
  }

  private mutating func notePrompt(at now: Instant) {
    guard job != nil, let store = saving.store else { return }
    contents.notePrompt(store.isPrompting, at: now)
  }

  mutating func closeRequested(at now: Instant) {
    let isFirst = !isClosing
    isClosing = true
    judge.forget()
    contents.close(at: now)
    withdrawSecret()
    // Who asks twice will not wait.
    guard isFirst else { return giveUp(at: now) }
    keepState(at: now)
    if job != nil { givingUp = now + Self.closingPatience }
  }

  private mutating func giveUp(at now: Instant) {
    givingUp = nil
    guard let job, abandoning == nil else { return }
    job.cancel()
    abandoning = now + Self.closingPatience
  }

  private mutating func abandon(at now: Instant) {
    // It may have come to an end that was not told yet.
    if job?.outcome != nil { return wake(at: now) }
    (job, abandoning) = (nil, nil)
    fail("It is not known whether the password was saved.")
  }

  mutating func keepState(at now: Instant) {
    keepFonts()
    contents.suggestions.keep()
    guard contents.button.control.hasBeenMoved else { return }
    memory.keep(KeptPlace(contents.button.control.restingPlace), of: contents.options.shape)
  }

  /// Ends where no display is left to tell of it: waits for what is being saved, but no longer than
  /// people wait, and wipes the rest.
  mutating func finish() {
    closeRequested(at: latest)
    job?.finish(within: Self.closingPatience)
    wake(at: latest)
    if job != nil { abandon(at: latest) }
  }

  mutating func paint(on surface: WindowSurface, at now: Instant, isWhole: Bool) -> [PixelRect] {
    next.removeAll()
    contents.draw(into: &next, at: now)
    if isWhole || isSpoiled || surface.scale != shownScale {
      damage.cover(surface.bounds)
    } else {
      damage.find(from: shown, to: next, scale: surface.scale)
    }
    do throws(RenderingError) {
      try draw(damage.rects, on: surface)
    } catch {
      postpone(after: error, at: now)
      return []
    }
    (isSpoiled, retry) = (false, nil)
    shownScale = surface.scale
    swap(&shown, &next)
    return damage.rects
  }

  private func draw(_ damage: [PixelRect], on surface: WindowSurface) throws(RenderingError) {
    switch surface {
    case .bitmap(let bitmap):
      try renderer.draw(next, damage: damage, into: bitmap, secrets: contents.form.control)
    case .server(let canvas):
      // Then no mask was made yet. Those of a secret are never kept.
      if canvas.scale != shownScale {
        canvas.gatherMasks { renderer.draw(next, damage: damage, on: $0, secrets: NoSecrets()) }
      }
      renderer.draw(next, damage: damage, on: canvas, secrets: contents.form.control)
    }
  }

  /// Draws the whole window anew with the next frame, which comes in a while if nothing else calls
  /// for one; frames that fail one after another are told of once.
  private mutating func postpone(after error: RenderingError, at now: Instant) {
    if !isSpoiled { StandardError.print("cannot draw: \(error)") }
    (isSpoiled, retry) = (true, now + Self.retryDelay)
  }

  mutating func frameSent(_ statistics: FrameStatistics) {
    if contents.hud != nil { contents.hud?.note(statistics) }
    frameLog?.note(statistics, contents.button.control)
  }

  func makeIcons() -> [WindowIcon] {
    do throws(RenderingError) {
      return try AppIcon.pictures(by: renderer)
    } catch {
      StandardError.print("cannot draw the icon: \(error)")
      return []
    }
  }

  func settle() {
    keepFonts()
    contents.suggestions.load(waking: saving.wakeSource)
  }

  private func keepFonts() {
    if let choices = renderer.takeNewFontChoices() { fontMemory?.write(choices) }
  }

  func nextChange(after now: Instant) -> Instant? {
    .earliest(
      .earliest(contents.nextChange(after: now), retry),
      .earliest(givingUp, abandoning, copiedSecret.end))
  }

  func acceptedType(ofDrop hover: DropHover) -> DataType? {
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

  /// Does what the contents ask for.
  private mutating func follow(_ actions: [WindowContents.Action], at now: Instant) {
    let scale = contents.environment.scale
    let exchanges = contents.takeExchanges { DragPicture($0, scale: scale, by: renderer) }
    for exchange in exchanges { perform(exchange) }
    for action in actions {
      switch action {
      case .ringBell: effects.append(.bell)
      case .copy(let text): perform(.offer(DataOffer(text: text), in: .clipboard))
      case .copySecret: offerSecret(at: now)
      case .pasteSecret(let pasteboard, let number): requestSecret(from: pasteboard, number: number)
      case .close: closeRequested(at: now)
      case .save: save(at: now)
      case .cancelSaving: job?.cancel()
      case .judgeStrength: judgeStrength()
      }
    }
  }

  /// Says on standard error what nobody will read in the window any more.
  private mutating func fail(_ reason: String) {
    StandardError.print(reason)
    closingStatus = ExitStatus.failure
  }

  private func judgeStrength() {
    let isNothing = contents.form.ask { $0.password.text.isEmpty }
    if isNothing { judge.forget() } else { judge.judge(contents.form.control.strengthSubject()) }
  }

  private mutating func save(at now: Instant) {
    guard let store = saving.store else {
      let failure = "There is no place to save to: set HOME or XDG_DATA_HOME."
      return contents.finishSaving(.failed(failure), at: now)
    }
    judge.forget()
    job = SaveJob(
      contents.form.control.passwordToSave(), in: store,
      replacing: contents.form.control.acceptedFault, wakeSource: saving.wakeSource)
  }
}
