import CX11
import Motion
import Scene

/// Sleeps until something happens, has the client answer it, and shows what the client draws.
///
/// One thread, one `ppoll`. What Xlib holds is drained before anything is painted, so all movements
/// of the pointer reach the client and one frame shows them all. At rest there is no timeout.
public struct RunLoop: ~Copyable {
  var window: X11Window
  var translation: EventTranslation
  var heldKeys = HeldKeys()
  var waitingInput = WaitingInput()
  var focus = KeyboardFocus()
  var clock = ServerClock()
  var exchange: DataExchange
  var dropTarget = DropTarget()
  /// The data that is carried out of the window, or was dropped and is not yet taken.
  var drag: Drag?
  /// What has become of drags, and is still to be told.
  var dragOutcomes: [DragOutcome] = []
  /// The screen's pixel at which the window begins, while it holds a drag.
  var dragOrigin = PixelPoint(x: 0, y: 0)
  /// Whether the pointer's press is a drag's, until its last button is up.
  var holdsDrag = false
  var desktop: Desktop
  var session = Session()
  /// The change of scale that is under way.
  var rescaling: Rescaling?
  /// The server's time of the last thing a person did; `nil` before the first.
  var inputTime: ServerTime?
  var userTime = UserTime()
  var frameClock = FrameClock()
  var frameCounters = FrameCounters()
  var frameSources: FrameSources
  var frameStatistics = FrameStatistics()
  var visibility = WindowVisibility()
  /// Whether the picture may be out of date.
  var needsFrame = true {
    didSet { if needsFrame, !oldValue { newsSince = wokeAt } }
  }
  /// When the oldest of the events was taken in that the next frame answers.
  var newsSince = Instant.zero
  private var wokeAt = Instant.zero
  /// Whether the loop has slept since the last frame.
  var hasRested = true
  /// The instant for which the last frame was drawn.
  var lastSeen = Instant.distantPast
  /// What was uncovered since the last frame.
  var exposed: [PixelRect] = []
  /// Whether the server has asked for the first frame, which it gets in the same turn.
  var hasAppeared = false
  /// Whether all was done that the first frame did not need.
  private(set) var isSettled = false
  /// Where pointers are heard by it; `nil` before that, and where the core protocol alone
  /// tells of them.
  var xinput: XInput?
  /// `nil` before the first frame is out.
  var keyboard: KeyboardState?
  var keyboardGrab = KeyboardGrabbing()
  /// What the client was told last of both.
  var keyboardStatus = KeyboardStatus()
  /// The last instant that the client was told.
  private(set) var latest = Instant.distantPast
  private let signals: SignalSource
  private let wakeSource: WakeSource

  /// How many events are answered before a frame gets its turn.
  private static let batch = 256

  /// Creates the loop of a window.
  ///
  /// - Parameters:
  ///   - window: Not yet on the screen.
  ///   - desktop: By which the window has its scale.
  ///   - signals: What ends the program.
  ///   - wakeSource: What other threads call.
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

  /// Shows the window and stays until the client wants to end.
  ///
  /// - Returns: The client's exit status.
  /// - Throws: `connectionLost`; the client is as it was then, and can save what it has.
  public mutating func run(
    _ client: inout some WindowClient & ~Copyable
  ) throws(X11Error) -> Int32 {
    open(for: &client)
    var ready: Readiness = []
    while true {
      answer(ready, with: &client)
      stepIfDue(&client)
      followTextInput(of: client)
      perform(client.takeEffects())
      if hasAppeared {
        settle(&client)
        followKeyboardGrab(of: &client)
        window.show(client.pointerShape)
      }
      guard window.connection.isAlive else { throw .connectionLost }
      if let status = client.exitStatus {
        handClipboardOver()
        return status
      }
      ready = sleep(until: .earliest(plan(for: client), deadline))
    }
  }

  /// When there is something to do besides frames, though nothing happens.
  private var deadline: Instant? {
    mutating get {
      guard dragOutcomes.isEmpty else { return .distantPast }
      let drags = Instant.earliest(dropTarget.deadline, drag?.deadline)
      let changes = Instant.earliest(
        rescaling?.deadline, waitingDeadline, keyboardGrab.deadline)
      return .earliest(.earliest(exchange.deadline, changes), drags)
    }
  }

  /// The instant to tell the client: never before one that it was told already.
  mutating func inOrder(_ instant: Instant) -> Instant {
    latest = max(latest, instant)
    return latest
  }
}

extension RunLoop {
  private mutating func answer(
    _ ready: Readiness, with client: inout some WindowClient & ~Copyable
  ) {
    if ready.contains(.connection) { window.connection.readEvents() }
    drain(into: &client)
    updateKeyboard(&client)
    if ready.contains(.bus) { desktop.hearBus() }
    if ready.contains(.session) { followSession(&client) }
    followDesktop(&client)
    advanceExchange(to: MonotonicClock.now, &client)
    if ready.contains(.wake) {
      wakeSource.clear()
      tell(&client) { client, now in client.wake(at: now) }
    }
    if ready.contains(.signal) {
      signals.clear()
      tell(&client) { client, now in client.closeRequested(at: now) }
    }
  }

  /// A round trip may leave events with Xlib that no descriptor tells of, hence the look before
  /// sleep.
  private mutating func sleep(until deadline: Instant?) -> Readiness {
    let connection = window.connection
    connection.flush()
    // Whatever it takes, the first frame is out.
    if hasAppeared, desktop.askTheRest() { return [] }
    defer { wokeAt = MonotonicClock.now }
    guard connection.queuedEventCount == 0 else { return [] }
    hasRested = true
    return Readiness.wait(
      for: [connection.descriptor, wakeSource.descriptor, signals.descriptor],
      bus: desktop.pollTarget, session: session.descriptor, until: deadline)
  }

  private mutating func drain(into client: inout some WindowClient & ~Copyable) {
    var event = XEvent()
    var (count, hasKeys) = (0, false)
    while count < Self.batch, window.connection.takeEvent(&event) {
      hasKeys = hasKeys || event.type == KeyPress || event.type == KeyRelease
      tellEndings(before: event, to: &client)
      dispatch(&event, to: &client)
      goOn(&client)
      count += 1
    }
    if hasKeys { window.connection.overwriteTakenEvents(count) }
    endOverdue(&client)
  }

  /// Does, once, what the first frame did not need, before the first key or click may come.
  private mutating func settle(_ client: inout some WindowClient & ~Copyable) {
    guard !isSettled else { return }
    isSettled = true
    window.connection.flush()
    completeLaunch()
    window.inputMethod.begin()
    chooseXInput()
    followKeyboard(&client)
    followPointerSettings()
    window.setIconName()
    window.setIcons(client.makeIcons())
    welcomeDrops()
    window.connection.flush()
    client.settle()
  }

  /// Does what the client has asked for.
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
