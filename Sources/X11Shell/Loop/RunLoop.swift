import CX11
import Motion
import Scene

/// The event loop of one window.
///
/// The loop waits for X events, D-Bus messages, session messages, signals and wake-ups from other
/// threads. It forwards them to a `WindowDelegate` and draws at most one frame in each iteration.
///
/// - Queued X events are handled before a frame is drawn, at most `batch` of them. Usually this
///   empties the queue, so several pointer motions result in one frame.
/// - The loop runs on the calling thread and blocks in a single `ppoll(2)` call. While nothing is
///   animated and no timer is pending, it has no timeout and the process does not wake up.
/// - The delegate is called only from this thread.
public struct RunLoop: ~Copyable {
  var window: X11Window
  var translation: EventTranslation
  var heldKeys = HeldKeys()
  var waitingInput = DeferredInputQueue()
  var focus = KeyboardFocus()
  var clock = ServerClock()
  var exchange: DataExchange
  var dropTarget = XdndTarget()
  /// The drag session from this window, until the target has finished.
  var drag: DragSession?
  /// The outcomes of drags that were not reported yet.
  var dragOutcomes: [DragOutcome] = []
  /// The window's origin in screen pixels during a drag.
  var dragOrigin = PixelPoint(x: 0, y: 0)
  /// Whether the current press belongs to a drag, until the last button is released.
  var holdsDrag = false
  var desktop: Desktop
  var session = Session()
  /// The scale change in progress.
  var rescaling: PendingScaleChange?
  /// The server time of the last user action, or `nil` before the first.
  var inputTime: ServerTime?
  var userTime = UserTime()
  var frameClock = FrameClock()
  var frameCounters = FrameCounters()
  var frameSources: FrameSources
  var frameStatistics = FrameStatistics()
  var visibility = WindowVisibility()
  /// Whether the displayed content may be outdated.
  var needsFrame = true { didSet { if needsFrame, !oldValue { oldestPendingEventTime = wokeAt } } }
  /// The time of receipt of the oldest event that the next frame shows.
  var oldestPendingEventTime = Instant.zero
  private var wokeAt = Instant.zero
  /// Whether the loop has slept since the last frame.
  var hasSleptSinceFrame = true
  /// The instant for which the last frame was drawn.
  var lastSeen = Instant.distantPast
  /// The areas that were exposed since the last frame.
  var exposed: [PixelRect] = []
  /// Whether the first `Expose` event has arrived. The first frame is shown in the same iteration.
  var hasAppeared = false
  /// Whether the setup that the first frame does not need is complete.
  private(set) var isSetupComplete = false
  /// The XInput connection, or `nil` before setup and if only the core protocol reports pointers.
  var xinput: XInput?
  /// The keyboard state, or `nil` before the first frame.
  var keyboard: KeyboardState?
  var keyboardGrab = KeyboardGrabController()
  /// The status that was last reported to the delegate.
  var keyboardStatus = KeyboardStatus()
  /// The last instant that was sent to the delegate.
  private(set) var latest = Instant.distantPast
  private let signals: SignalSource
  private let wakeSource: WakeSource

  /// The maximum number of events that are handled before a frame.
  private static let batch = 256

  /// Creates the loop of a window.
  ///
  /// - Parameters:
  ///   - window: The window. It must not be mapped yet.
  ///   - desktop: The desktop settings, including the display scale of the window.
  ///   - signals: The source of the signals that end the program: SIGTERM, SIGINT and SIGHUP.
  ///   - wakeSource: The event that other threads signal to wake the loop.
  public init(
    window: consuming X11Window, desktop: consuming Desktop, signals: consuming SignalSource,
    wakeSource: WakeSource
  ) {
    translation = EventTranslation(scale: window.scale, atoms: window.connection.atoms)
    frameClock.setHidden(true)
    frameSources = FrameSources(for: window.id, on: window.connection)
    exchange = DataExchange(on: window.connection)
    self.window = window
    self.desktop = desktop
    self.signals = signals
    self.wakeSource = wakeSource
  }

  /// Shows the window and runs the loop until the delegate requests termination.
  ///
  /// Before returning, the loop transfers the offered clipboard data to the clipboard manager.
  /// Secrets are not transferred.
  ///
  /// - Parameter client: The delegate that handles events and draws the window.
  /// - Returns: The exit status that the delegate requested.
  /// - Throws: `X11Error.connectionLost` if the connection to the X server is lost. The delegate
  ///   keeps its state and can still save it.
  public mutating func run(_ client: inout some WindowDelegate & ~Copyable) throws(X11Error) -> Int32 {
    open(for: &client)
    var ready: Readiness = []
    while true {
      answer(ready, with: &client)
      renderFrameIfDue(&client)
      followTextInput(of: client)
      perform(client.takeEffects())
      if hasAppeared {
        performDeferredSetup(&client)
        updateKeyboardGrab(of: &client)
        window.show(client.pointerShape)
      }
      guard window.connection.isAlive else { throw .connectionLost }
      if let status = client.exitStatus {
        saveClipboardToManager()
        return status
      }
      ready = sleep(until: .earliest(plan(for: client), deadline))
    }
  }

  /// The time of the next due action other than a frame.
  private var deadline: Instant? {
    mutating get {
      guard dragOutcomes.isEmpty else { return .distantPast }
      let drags = Instant.earliest(dropTarget.deadline, drag?.deadline)
      let changes = Instant.earliest(rescaling?.deadline, waitingDeadline, keyboardGrab.deadline)
      return .earliest(.earliest(exchange.deadline, changes), drags)
    }
  }

  /// Returns the instant to send to the delegate, which is never before the last one.
  mutating func clampedToMonotonic(_ instant: Instant) -> Instant {
    latest = max(latest, instant)
    return latest
  }
}

extension RunLoop {
  private mutating func answer(_ ready: Readiness, with client: inout some WindowDelegate & ~Copyable) {
    if ready.contains(.connection) { window.connection.readEvents() }
    drain(into: &client)
    updateKeyboard(&client)
    if ready.contains(.bus) { desktop.readBus() }
    if ready.contains(.session) { handleSessionEvents(&client) }
    applyDesktopChanges(&client)
    advanceExchange(to: MonotonicClock.now, &client)
    if ready.contains(.wake) {
      wakeSource.clear()
      perform(on: &client) { client, now in client.wake(at: now) }
    }
    if ready.contains(.signal) {
      signals.clear()
      perform(on: &client) { client, now in client.closeRequested(at: now) }
    }
  }

  /// Sleeps until the deadline or until a descriptor is ready. A round trip may leave events in
  /// Xlib's queue, which no descriptor reports, so the queue is checked first.
  private mutating func sleep(until deadline: Instant?) -> Readiness {
    let connection = window.connection
    connection.flush()
    // However long it takes, the first frame is already shown.
    if hasAppeared, desktop.queryRemainingSettings() { return [] }
    defer { wokeAt = MonotonicClock.now }
    guard connection.queuedEventCount == 0 else { return [] }
    hasSleptSinceFrame = true
    return Readiness.wait(
      for: [connection.descriptor, wakeSource.descriptor, signals.descriptor], bus: desktop.pollTarget,
      session: session.descriptor, until: deadline)
  }

  private mutating func drain(into client: inout some WindowDelegate & ~Copyable) {
    var event = XEvent()
    var (count, keyCount) = (0, 0)
    while count < Self.batch, window.connection.takeEvent(&event) {
      if event.type == KeyPress || event.type == KeyRelease { keyCount += 1 }
      deliverDeferredReleases(before: event, to: &client)
      dispatch(&event, to: &client)
      processDeferredInput(&client)
      count += 1
    }
    if keyCount > 0 { window.connection.overwriteTakenEvents(count) }
    // The order of one press and its release reveals nothing.
    if keyCount > 2 { window.connection.overwriteReadBuffer() }
    endOverdue(&client)
  }

  /// Performs the setup that the first frame does not need, once, before the first key or click can
  /// arrive.
  private mutating func performDeferredSetup(_ client: inout some WindowDelegate & ~Copyable) {
    guard !isSetupComplete else { return }
    isSetupComplete = true
    window.connection.flush()
    completeLaunch()
    window.inputMethod.begin()
    chooseXInput()
    startKeyboardMonitoring(&client)
    applyPointerSettings()
    window.setIconName()
    window.setIcons(client.makeIcons())
    advertiseDropSupport()
    window.connection.flush()
    client.performDeferredSetup()
  }

  /// Performs the effects that the delegate requested.
  mutating func perform(_ effects: [WindowEffect]) {
    for effect in effects {
      switch effect {
      case .bell: window.connection.ringBell()
      case .offer(let data, let pasteboard): offer(data, in: pasteboard)
      case .offerSecret(let secret): offer(secret: secret)
      case .withdraw(let pasteboard): withdraw(pasteboard)
      case .request(let pasteboard, let types): request(pasteboard, types: types)
      case .requestSecret(let pasteboard, let number, let room):
        requestSecret(from: pasteboard, number: number, room: room)
      case .beginDrag(let data, let picture): beginDrag(data, picture: picture)
      }
    }
  }
}
