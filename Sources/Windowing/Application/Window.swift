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
  /// The content that handles the window's events.
  public let content: any WindowContent
  /// Device pixels per logical pixel.
  public internal(set) var scale: Double
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
  let connection: Connection
  let configuration: WindowConfiguration
  let contentCaller: ContentCaller
  let inputMethod: InputMethod
  private let startupID: StartupID?
  let id: WindowID
  /// `nil` after the window was closed.
  private var server: ServerWindow?
  /// The size in device pixels that the window manager has set last.
  var pixelSize: PixelSize
  private var cursors: PointerCursors
  private var pointerShape: PointerShape?
  /// Whether the window is closed at the end of this iteration of the event loop.
  private(set) var isClosing = false
  private var isOpened = false
  /// The size in device pixels that was last requested for the content.
  var fittedSize: PixelSize?
  /// The area of the screen in which a centered window opens, and to whose size it is limited.
  let centeringArea: PixelRect?

  // Input.
  var translation: EventTranslation
  var waitingInput = DeferredInputQueue()
  var userTime = UserTime()
  private(set) lazy var keyboard = WindowKeyboard(of: self)

  // Data transfer.
  var requestor: SelectionRequestor
  private(set) lazy var drag = WindowDrag(of: self)
  private(set) lazy var drop = WindowDrop(on: self)

  // Desktop.
  /// The changes of the desktop that were not handled yet.
  var desktopChanges: Desktop.Changes = []
  /// Whether the window may have moved to another monitor since its position was last queried.
  var mayHaveMoved = true
  /// The scale change in progress.
  var rescaling: PendingScaleChange?
  /// Whether the window is a popup whose owner has moved since it was placed.
  var needsPlacement = false
  /// The state of an overlay, else `nil`.
  var overlay: OverlayState?

  let frames: WindowFrames
  /// Whether the setup that the first frame does not need is complete.
  private(set) var isSetupComplete = false

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
    centeringArea = application.centeringArea(for: configuration)
    let center = centeringArea?.centeredFrame(of: openingSize)
    let size = center?.size ?? openingSize
    let hints = SizeHints(configuration, size: size, scale: scale, screen: screen, center: center?.origin)
    let origin = application.popupOrigin(of: size, configuration.kind) ?? hints.origin
    var attributes = ServerWindow.Attributes(
      frame: PixelRect(x: origin.x, y: origin.y, width: size.width, height: size.height))
    attributes.eventMask = Self.eventMask
    let isOverlay = configuration.kind.isOverlay
    attributes.isOverrideRedirect = configuration.kind.popupOwner != nil || isOverlay
    attributes.keepsPixelsOnScreen = isOverlay
    let server = ServerWindow(attributes, format: format, on: connection)
    id = server.id
    let painter = WindowPainter(
      of: server.id, showing: content, format: format, renderer: renderer, render: application.render,
      on: connection)
    frames = WindowFrames(of: server.id, by: painter, on: connection)
    self.application = application
    self.connection = connection
    self.content = content
    contentCaller = ContentCaller(of: content)
    self.configuration = configuration
    self.startupID = startupID
    self.scale = scale
    pixelSize = size
    cursors = PointerCursors(on: connection)
    inputMethod = InputMethod(
      for: server.id, selecting: Self.eventMask, through: application.inputMethodConnection)
    requestor = SelectionRequestor(on: connection)
    translation = EventTranslation(scale: scale, atoms: connection.atoms)
    self.server = consume server
    if isOverlay {
      pixelSize = PixelSize(width: 1, height: 1)
      overlay = OverlayState(screen: ScreenObserver(on: connection))
      translation.usesScreenPositions = true
    }
    frames.attach(to: self)
    setProperties(hints: hints, startupID: startupID)
  }

  /// The size of the content in logical pixels. For an overlay, that of the screen.
  public var size: Size { (overlay == nil ? pixelSize : connection.screenSize).logical(scale: scale) }

  /// The events that the window receives.
  static let eventMask =
    KeyPressMask | KeyReleaseMask | ButtonPressMask | ButtonReleaseMask | PointerMotionMask | EnterWindowMask
    | LeaveWindowMask | FocusChangeMask | ExposureMask | StructureNotifyMask | VisibilityChangeMask
    | PropertyChangeMask | KeymapStateMask
}

extension Window {
  /// Changes the content for a reason that is not an event of this window, and then shows the
  /// changes. It must not be called while the content handles an event. Does nothing if the window is
  /// closed.
  ///
  /// - Parameter change: Receives the current time, and returns effects to perform.
  public func update(_ change: (Instant) -> [Effect]) {
    guard !isClosing else { return }
    let now = contentCaller.advance(to: currentTime)
    frames.update()
    perform(contentCaller.change { change(now) })
  }

  /// Drops the keys that are under way now up to their first pause, if the window is a prompt.
  public func dropKeysUnderWay() { keyboard.dropKeysUnderWay() }

  /// Closes the window at the end of the current iteration of the event loop. The content receives
  /// no further events.
  public func close() { isClosing = true }

  /// Destroys the window in the server.
  func destroy() {
    drag.end()
    // The event of this window may never arrive.
    application.inputTimes.asked = nil
    if keyboard.needsPresses || configuration.kind.isMenu { application.updatePressObservation() }
    if keyboard.isGrabbed { keyboard.release() }
    inputMethod.close()
    frames.discardBuffer()
    server = nil
    onClose?()
  }

  /// Sends an event to the content at the current time.
  func deliver(_ event: WindowEvent) { deliver(event, at: currentTime) }

  /// Sends an event to the content, performs the effects and requests a frame.
  func deliver(_ event: WindowEvent, at instant: Instant) {
    guard !isClosing, !application.isQuitting else { return }
    if case .input(.pointerMoved) = event, !translation.isPressed || overlay != nil {
      frames.updatePointer()
    } else {
      frames.update()
    }
    perform(contentCaller.send(event, at: instant))
  }

  /// Sends input to the content.
  func send(_ input: InputEvent, at instant: Instant) {
    // Menus and modal dialogs take input of their owners.
    if application.windows.count == 1 || !takes(input, at: instant) { deliver(.input(input), at: instant) }
  }

  var visibility: WindowVisibility { frames.visibility }

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
      case .offer(let data, let pasteboard): offer(data, in: pasteboard)
      case .offerSecret(let secret): offer(secret: secret)
      case .withdraw(let pasteboard): withdraw(pasteboard)
      case .request(let pasteboard, let types): request(pasteboard, types: types)
      case .requestSecret(let pasteboard, let number, let options):
        requestSecret(from: pasteboard, number: number, options: options)
      case .beginDrag(let data, let preview):
        drag.begin(data, image: preview.flatMap { DragImage($0, scale: scale, by: frames.renderer) })
      // Containers of controls have handled it.
      case .focus: break
      case .close: close()
      }
    }
  }
}

// Called by the application in every iteration of the event loop.
extension Window {
  /// Returns the time of the next action, or `nil` if the window is at rest.
  func nextActionTime() -> Instant? {
    guard isOpened, !isClosing else { return .distantPast }
    let drags = Instant.earliest(drop.deadline, drag.deadline)
    let changes = Instant.earliest(rescaling?.deadline, waitingDeadline, keyboard.deadline)
    return .earliest(.earliest(frames.plan(), requestor.deadline), .earliest(changes, drags))
  }

  /// Draws the first frame and then maps the window, so that it appears complete at the first
  /// `Expose`.
  ///
  /// The first frame is drawn without focus because the server reports the focus later.
  func open() {
    deliver(.resized(size, scale: scale))
    if fitContent() { deliver(.resized(size, scale: scale)) }
    updateScreenLayout()
    // A menu gets the keys of its owner. Not by `send`, which would treat this as a loss of the focus and close
    // a menu that was opened together with this window.
    deliver(.input(.windowFocusChanged(isFocused: configuration.kind.isMenu)), at: latest)
    if configuration.kind.isMenu { application.updatePressObservation() }
    frames.draw(at: latest)
    keyboard.dropKeysUnderWay()
    if overlay == nil { XMapWindow(connection.display, id) } else { updateOverlay() }
  }

  /// Applies changes of the desktop and renders a frame if one is due.
  func finishIteration() {
    guard !isClosing else { return }
    if !isOpened {
      isOpened = true
      open()
    }
    applyDesktopChanges()
    updateOverlay()
    frames.renderIfDue()
    followTextInput()
  }

  /// Performs the setup that the first frame does not need, once, and then follows the content's
  /// cues.
  func followCues() {
    guard hasAppeared else { return }
    performDeferredSetup()
    fitContent()
    keyboard.update()
    showPointerShape()
  }

  private func performDeferredSetup() {
    guard !isSetupComplete else { return }
    isSetupComplete = true
    connection.flush()
    if let startupID { announceStart(startupID) }
    if configuration.acceptsFocus, configuration.kind.popupOwner == nil, overlay == nil {
      inputMethod.begin()
    }
    chooseXInput()
    if configuration.isPrompt { keyboard.promptAppeared() }
    keyboard.reportStatus()
    applyPointerSettings()
    setIconName()
    setIcons(configuration.icons())
    drop.advertise()
    connection.flush()
    deliver(.appeared)
  }

  /// Sets the pointer shape over the window.
  func showPointerShape() {
    let shape = cues.pointerShape
    guard shape != pointerShape else { return }
    pointerShape = shape
    XDefineCursor(connection.display, id, cursors[shape])
  }

  /// Sets the cursor theme and size. `nil` keeps the current value.
  ///
  /// - Parameter size: The nominal size in device pixels.
  func setCursors(theme: String?, size: Int?) {
    cursors.set(theme: theme, size: size)
    if let pointerShape { XDefineCursor(connection.display, id, cursors[pointerShape]) }
  }
}
