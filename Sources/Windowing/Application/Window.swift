import CX11
public import CairoRendering
public import Motion
public import Scene
import X11

/// A top-level window with its input, frames and input method. `Application.open` creates it. The
/// application must outlive it.
///
/// The server never clears it: it has no background, keeps its pixels at the top-left corner when
/// it grows, and is mapped only after its first frame is drawn.
public final class Window {
  /// Called after each frame with the statistics of all frames. It triggers no frame.
  public var onFrame: ((FrameStatistics) -> Void)?
  /// Called when the compositor reports that a frame was presented, with the counter value of the
  /// frame, as in `FrameStatistics`.
  public var onPresented: ((Int64, Instant) -> Void)?
  /// Called once for each sequence of frames that cannot be drawn. They are drawn again later.
  public var onDrawingFailure: ((RenderingError) -> Void)?
  /// Called after the window was closed.
  public var onClose: (() -> Void)?

  unowned let application: Application
  let configuration: WindowConfiguration
  let contentCaller: ContentCaller
  let placement: WindowPlacement
  let frames: WindowFrames
  /// `nil` unless the window is an overlay.
  private(set) var overlay: WindowOverlay?
  private(set) lazy var input = WindowInput(of: self)
  private(set) lazy var keyboard = WindowKeyboard(of: self)
  private(set) lazy var drag = WindowDrag(of: self)
  private(set) lazy var transfers = WindowTransfers(of: self)
  let id: WindowID
  /// `nil` after the window was closed.
  private var server: ServerWindow?
  private let startupID: StartupID?
  private var cursors: PointerCursors
  private var stage = Stage.created
  /// Whether the window is closed at the end of this iteration of the event loop.
  private(set) var isClosing = false

  private enum Stage {
    case created
    /// The window shows its first frame, or will show it at the first `Expose`.
    case opened
    /// The setup that the first frame does not need is complete.
    case complete
  }

  /// Creates the window unmapped.
  ///
  /// - Throws: `noSuitableVisual`.
  init(
    _ configuration: WindowConfiguration, showing content: any WindowContent, startupID: StartupID? = nil,
    drawnBy renderer: Renderer, in application: Application
  ) throws(WindowingError) {
    let connection = application.connection
    let scale = configuration.kind.popupOwner?.scale ?? application.scale
    guard let format = PixelFormat(isTransparent: configuration.isTransparent, on: connection) else {
      throw .noSuitableVisual
    }
    let screen = connection.screenSize
    let openingSize = PixelSize(configuration.openingSize(on: screen.logical(scale: scale)), scale: scale)
    let centeringArea = application.centeringArea(for: configuration)
    let center = centeringArea?.centeredFrame(of: openingSize)
    let size = center?.size ?? openingSize
    let hints = SizeHints(configuration, size: size, scale: scale, screen: screen, center: center?.origin)
    let origin = application.popupOrigin(of: size, configuration.kind) ?? hints.origin
    let (isOverlay, isPopup) = (configuration.kind.isOverlay, configuration.kind.popupOwner != nil)
    let server = ServerWindow(
      frame: PixelRect(x: origin.x, y: origin.y, width: size.width, height: size.height), format: format,
      receiving: Self.eventMask, isOverrideRedirect: isPopup || isOverlay, keepsPixelsOnScreen: isOverlay,
      on: connection)
    id = server.id
    let painter = WindowPainter(
      of: server.id, showing: content, format: format, renderer: renderer, render: application.render,
      on: connection)
    frames = WindowFrames(by: painter)
    placement = WindowPlacement(size: size, scale: scale, in: centeringArea, isPopup: isPopup)
    self.application = application
    contentCaller = ContentCaller(of: content)
    self.configuration = configuration
    self.startupID = startupID
    cursors = PointerCursors(on: connection)
    self.server = consume server
    frames.attach(to: self)
    if isOverlay { overlay = WindowOverlay(of: self) }
    setProperties(hints: hints, startupID: startupID)
  }

  /// The content that handles the window's events.
  public var content: any WindowContent { contentCaller.content }

  /// Device pixels per logical pixel.
  public var scale: Double { placement.scale }

  /// The size of the content in logical pixels. For an overlay, that of the screen.
  public var size: Size { (overlay == nil ? pixelSize : connection.screenSize).logical(scale: scale) }

  /// The size in device pixels.
  var pixelSize: PixelSize { overlay?.frame.size ?? placement.size }

  var connection: Connection { application.connection }

  /// The events that the window receives.
  static let eventMask =
    KeyPressMask | KeyReleaseMask | ButtonPressMask | ButtonReleaseMask | PointerMotionMask | EnterWindowMask
    | LeaveWindowMask | FocusChangeMask | ExposureMask | StructureNotifyMask | VisibilityChangeMask
    | PropertyChangeMask | KeymapStateMask
}

extension Window {
  /// Changes the content for a reason that is not an event of this window, and then sends it
  /// `WindowEvent.timePassed`, so that it lays out its controls again, and shows the changes. It must not be
  /// called while the content handles an event. Does nothing if the window is closed.
  ///
  /// - Parameter change: Receives the current time, and returns effects to perform.
  public func update(_ change: (Instant) -> [Effect]) {
    guard !isClosing else { return }
    frames.requestFrame()
    perform(contentCaller.change(at: currentTime) { change($0) + content.handle(.timePassed, at: $0) })
  }

  /// Drops the keys that are under way now up to their first pause, if the window is a prompt, because it asks another
  /// question. Escape is not dropped.
  public func dropKeysUnderWay() { keyboard.dropKeysUnderWay(hadKeyboard: true) }

  /// Closes the window at the end of the current iteration of the event loop. The content receives
  /// no further events.
  public func close() { isClosing = true }

  /// Destroys the window in the server.
  func destroy() {
    drag.end()
    // The event of this window may never arrive.
    application.inputTimes.asked = nil
    if keyboard.needsPresses || configuration.kind.isMenu { application.updatePressObservation() }
    keyboard.close()
    input.method.close()
    frames.discardBuffer()
    server = nil
    onClose?()
  }

  /// Sends an event to the content, performs the effects and requests a frame. Menus and modal dialogs take input of
  /// their owners.
  ///
  /// - Parameter instant: The time of the event. If `nil`, the current time.
  /// - Returns: The effects.
  @discardableResult func deliver(_ event: WindowEvent, at instant: Instant? = nil) -> [Effect] {
    guard !isClosing, application.phase != .quitting else { return [] }
    let instant = instant ?? currentTime
    if application.windows.count > 1, case .input(let input) = event, takes(input, at: instant) { return [] }
    if case .input(.pointerMoved) = event, !input.isPressed || overlay != nil {
      frames.requestPointerFrame()
    } else {
      frames.requestFrame()
    }
    let effects = contentCaller.change(at: instant, isMotion: event.isMotion) {
      content.handle(event, at: $0)
    }
    perform(effects)
    return effects
  }

  /// Sends the size and the scale to the content.
  func deliverSize() { deliver(.resized(size, scale: scale)) }

  var visibility: WindowVisibility { frames.visibility }

  /// Whether the setup that the first frame does not need is complete.
  var isSetupComplete: Bool { stage == .complete }

  /// Whether the window can have a grab: it is not hidden. A window that other windows cover can have one, unless it is an
  /// overlay.
  var canGrab: Bool { overlay?.canGrab ?? !visibility.isHidden }

  /// Whether the first frame is shown.
  var hasAppeared: Bool { frames.hasAppeared }

  /// The last instant that was sent to the content.
  var latest: Instant { contentCaller.latest }

  /// The next change of the content.
  var nextContentChange: Instant? { isClosing ? nil : contentCaller.nextChange }

  /// The current requests of the content. While a menu is open, typed text is for the menu, and the
  /// input method does not compose it.
  var cues: WindowCues {
    var cues = isClosing ? WindowCues() : contentCaller.cues
    guard application.windows.count > 1 else { return cues }
    if menu != nil { cues.textInput = nil }
    if isBlocked { cues.acceptedDrop = nil }
    return cues
  }

  private func perform(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .bell: connection.ringBell()
      case .offer(let data, let pasteboard):
        offer(in: pasteboard.selection(connection.atoms)) { SelectionContent(data, since: $0) }
      // The primary selection can be requested by a middle click that was meant for another window.
      case .offerSecret(let secret):
        offer(in: connection.atoms[.clipboard]) { SelectionContent(secret, since: $0) }
      case .withdraw(let pasteboard):
        application.selectionOwner.disown(pasteboard.selection(connection.atoms))
      case .request(let pasteboard, let types):
        transfers.request(pasteboard, for: .pasteboard(pasteboard), types: types)
      // The copy that the content receives is the only one that remains.
      case .requestSecret(let pasteboard, let number, let options):
        transfers.request(pasteboard, for: .secret(request: number), types: [.text], options: options)
      case .beginDrag(let data, let preview): drag.begin(data, preview: preview)
      case .announce(let text, let isUrgent): announce(text, isUrgent: isUrgent)
      // Containers of controls and the caller have handled it.
      case .focus, .refuse: break
      case .close: close()
      }
    }
  }

  /// Offers data to other clients. Does nothing before the first user action because an offer needs
  /// its time (ICCCM 2.1 forbids `CurrentTime`).
  private func offer(in selection: Atom, _ content: (ServerTime) -> SelectionContent) {
    guard let time = application.inputTimes.lastAction else { return }
    application.selectionOwner.own(selection, content(time))
  }
}

// Called by the application in every iteration of the event loop.
extension Window {
  /// Returns the time of the next action, or `nil` if the window is at rest.
  func nextActionTime() -> Instant? {
    guard stage != .created, !isClosing else { return .distantPast }
    let parts = Instant.earliest(input.deadline, keyboard.deadline, drag.deadline, transfers.deadline)
    return .earliest(frames.plan(), placement.deadline, parts)
  }

  /// Draws the first frame and then maps the window, so that it appears complete at the first
  /// `Expose`.
  ///
  /// The first frame is drawn without focus because the server reports the focus later.
  private func open() {
    deliverSize()
    if placement.fitContent(of: self) { deliverSize() }
    overlay?.updateLayout(isOutdated: false)
    // A menu gets the keys of its owner.
    deliver(.input(.windowFocusChanged(isFocused: configuration.kind.isMenu)), at: latest)
    if configuration.kind.isMenu { application.updatePressObservation() }
    frames.draw(at: latest)
    keyboard.dropKeysUnderWay()
    if let overlay { return overlay.update() }
    placement.map(self)
  }

  /// Applies changes of the desktop and renders a frame if one is due.
  func finishIteration(after changes: Desktop.Changes) {
    guard !isClosing else { return }
    if stage == .created {
      stage = .opened
      open()
    }
    apply(changes)
    overlay?.update()
    placement.mapAgainIfDue(self)
    frames.renderIfDue()
    input.updateInputMethod()
  }

  /// Notifies the content of changed desktop settings, and updates the scale and the position of the window.
  private func apply(_ changes: Desktop.Changes) {
    if changes.contains(.screenLock) {
      let isLocked = application.desktop.isScreenLocked
      frames.changeVisibility { $0.isLocked = isLocked }
    }
    if changes.contains(.settings) {
      frames.renderer.preferredFamily = application.settings.fontFamily
      deliver(.settingsChanged(application.settings))
      if hasAppeared { applyPointerSettings() }
    }
    if changes.contains(.monitors) {
      frames.repeatMonitorQuery()
      placement.recordMove()
    }
    overlay?.updateLayout(isOutdated: !changes.isDisjoint(with: [.monitors, .screenLock]))
    placement.update(of: self)
  }

  /// Applies the cursor theme and size of the desktop.
  private func applyPointerSettings() {
    let pointer = application.desktop.settings.pointer
    cursors.set(theme: pointer.themeName, size: pointer.size)
  }

  /// Performs the setup that the first frame does not need, once, and then follows the content's
  /// cues.
  func followCues() {
    guard hasAppeared else { return }
    performDeferredSetup()
    placement.fitContent(of: self)
    keyboard.update()
    showPointerShape()
  }

  private func performDeferredSetup() {
    guard stage != .complete else { return }
    stage = .complete
    connection.flush()
    // The window is painted, so the start is complete.
    if let startupID { connection.broadcast(StartupMessage(removing: startupID), from: id) }
    if configuration.acceptsFocus, configuration.kind.popupOwner == nil, overlay == nil {
      input.method.begin()
    }
    input.chooseXInput()
    if configuration.isPrompt { keyboard.promptAppeared() }
    keyboard.reportStatus()
    applyPointerSettings()
    setIcons()
    transfers.advertise()
    connection.flush()
    deliver(.appeared)
  }

  /// Sets the pointer shape over the window.
  func showPointerShape() { cursors.show(cues.pointerShape, over: id) }
}

extension WindowEvent {
  /// Whether only time has passed or the pointer has moved.
  fileprivate var isMotion: Bool {
    switch self {
    case .timePassed, .input(.pointerMoved): true
    default: false
    }
  }
}

/// The only caller of a window's content. It keeps what the content has answered until the next call.
final class ContentCaller {
  let content: any WindowContent
  /// The last instant that was sent to the content.
  private(set) var latest = Instant.distantPast
  private var lastNextChange: Instant??
  private var lastCues: WindowCues?
  private var lastPlacement: OverlayPlacement??
  private var isCalling = false
  /// The number of calls that may have changed the content.
  private(set) var generation: UInt64 = 0
  /// The generation of the last call for another reason than the passage of time or a movement of the pointer.
  private(set) var lastEvent: UInt64 = 0

  init(of content: any WindowContent) { self.content = content }

  /// Calls a body that changes the content, with the instant to send to it, which is never before the last one.
  ///
  /// - Parameter isMotion: Whether only time has passed or the pointer has moved.
  func change(at instant: Instant, isMotion: Bool = false, _ body: (Instant) -> [Effect]) -> [Effect] {
    precondition(!isCalling, "a content changed its own window; return effects instead")
    latest = max(latest, instant)
    forgetAnswers()
    isCalling = true
    generation += 1
    if !isMotion { lastEvent = generation }
    defer {
      isCalling = false
      forgetAnswers()
    }
    return body(latest)
  }

  private func forgetAnswers() { (lastCues, lastNextChange, lastPlacement) = (nil, nil, nil) }

  /// The next change of the content. A loop iteration needs it several times.
  var nextChange: Instant? {
    if let lastNextChange { return lastNextChange }
    let next = content.nextChange(after: latest)
    lastNextChange = .some(next)
    return next
  }

  /// The current placement of an overlay.
  var placement: OverlayPlacement? {
    if let lastPlacement { return lastPlacement }
    let placement = content.placement(at: latest)
    lastPlacement = .some(placement)
    return placement
  }

  /// The current requests of the content.
  var cues: WindowCues {
    if let lastCues { return lastCues }
    let cues = content.cues(at: latest)
    lastCues = cues
    return cues
  }
}
