import Accessibility
import CX11
public import CairoRendering
package import DBus
import Glibc
public import Motion
import Scene
import System
import X11

/// A connection to an X server, its windows, and the event loop that serves them.
///
/// The loop waits for X events, D-Bus messages, signals, descriptors and timers. It forwards them to
/// the contents of the windows and draws at most one frame of each window in each iteration.
///
/// - Queued X events are handled before a frame is drawn, at most `batch` of them. Usually this
///   empties the queue, so several pointer motions result in one frame.
/// - The loop runs on the calling thread and blocks in a single `ppoll(2)` call. While nothing is
///   animated and no timer is pending, it has no timeout and the process does not wake up.
/// - All contents and closures are called only from this thread.
///
/// Create it before any thread starts, because it blocks signals in this thread and in those it
/// starts, and reads and changes the environment. It also sets the process's `LC_CTYPE` and Xlib's
/// error handlers.
public final class Application {
  /// The names of the program, which all its windows have.
  public struct Identity: Sendable {
    /// The first part of `WM_CLASS`: the name of the program in lowercase.
    public var name: String
    /// The second part of `WM_CLASS`, by which a desktop finds the program's `.desktop` file.
    public var className: String
    /// The language of its texts for assistive programs, as a POSIX locale such as `de_DE`. Empty if unknown.
    public var locale: String

    public init(name: String, className: String, locale: String = "") {
      (self.name, self.className, self.locale) = (name, className, locale)
    }
  }

  let identity: Identity
  let connection: Connection
  /// The open windows, in the order in which they were opened.
  public var windows: [Window] { openWindows }
  /// Assigned as a whole, so that reading it needs no check for exclusive access at run time.
  private var openWindows: [Window] = []
  var desktop: Desktop
  var selectionOwner: SelectionOwner
  let inputMethodConnection: InputMethodConnection
  var hotKeyGrab: HotKeyGrab?
  /// The keys that no window receives. The grab of their prompt continues. `nil` if there are none.
  var trailingKeys: TrailingKeys?
  var instance: Instance?
  /// The XInput connection, or `nil` if only the core protocol reports pointers, and the keyboard state. `nil` before the
  /// first frame.
  private(set) var devices: (xinput: XInput?, keyboard: KeyboardState)?
  var inputTimes: InputTime
  /// Called for SIGTERM, SIGINT and SIGHUP. If `nil`, every window receives a close request, and the
  /// application quits when all windows are closed.
  public var onTermination: (() -> Void)?
  private let rendering: Future<Result<Renderer, RenderingError>>
  /// The server's RENDER extension. `nil` if the server cannot paint for this program.
  private(set) lazy var render = RenderExtension(on: connection)
  /// `nil` if the server cannot report whether a compositor is running.
  private(set) lazy var compositor = CompositorObserver(on: connection)
  /// The objects of the windows on the accessibility bus. `nil` unless an assistive program runs.
  var accessibility: AccessibilityBridge?
  private let signals: SignalSource
  private let sources = EventSources()
  private var startupID: StartupID?
  private(set) var phase = Phase.running

  enum Phase: Comparable {
    case running
    /// The application quits when all windows are closed.
    case terminating
    /// `run()` ends after this iteration. Windows receive no further events.
    case quitting
  }

  /// The maximum number of events that are handled before a frame.
  private static let batch = 256

  /// Connects to an X server and reads the desktop settings that the first frame depends on.
  ///
  /// - Parameters:
  ///   - display: The display name. If `nil`, the value of `DISPLAY` is used.
  ///   - scale: Device pixels per logical pixel, if the user has set it for this program. It then
  ///     never changes.
  ///   - onConnectionLoss: Called when the connection to the X server is lost, from any function of this
  ///     library that uses it, including this initializer. The process must end, because Xlib cannot continue
  ///     without a connection. The closure may save the state of the contents first. It must not use the
  ///     application, its windows, or state that the program was changing when it called the library.
  ///     By default, the process prints a message and exits with status 1, without exit handlers. A closure
  ///     should end the process by `_exit` too: exit handlers may free what other threads still use.
  ///   - makeRenderer: Creates the renderer of all windows, on another thread while this one waits
  ///     for the server.
  /// - Precondition: `scale` is positive and finite.
  /// - Throws: `cannotConnect` if no server accepts the connection; `noDescriptor`.
  public convenience init(
    _ identity: Identity, display: String? = nil, scale: Double? = nil,
    onConnectionLoss: (() -> Never)? = nil,
    makeRenderer: @escaping @Sendable () -> sending Result<Renderer, RenderingError> = Renderer
      .withSystemFonts
  ) throws(WindowingError) {
    if let scale {
      precondition(scale > 0 && scale.isFinite, "scale must be positive and finite, is \(scale)")
    }
    // These precede the thread below: the environment and the locale must not change during its run, and it
    // inherits the blocked signals.
    Connection.chooseLocale()
    let startupID = StartupID.takeFromEnvironment()
    let signals = try SignalSource()
    let rendering = Future(makeRenderer)
    let connection: Connection
    do throws(ConnectionError) {
      connection = try Connection(
        to: display, onLoss: onConnectionLoss ?? { Connection.exitAfterLoss(of: identity.name) })
    } catch {
      throw .cannotConnect(display: error.display)
    }
    self.init(
      identity, on: connection, desktop: Desktop(on: connection, scale: scale), signals: signals,
      startupID: startupID, rendering: rendering)
  }

  init(
    _ identity: Identity, on connection: Connection, desktop: consuming Desktop,
    signals: consuming SignalSource, startupID: StartupID?,
    rendering: consuming Future<Result<Renderer, RenderingError>>
  ) {
    self.identity = identity
    self.connection = connection
    self.desktop = desktop
    self.signals = signals
    let now = MonotonicClock.now
    inputTimes = InputTime(woke: now, read: now)
    self.startupID = startupID
    self.rendering = consume rendering
    selectionOwner = SelectionOwner(on: connection)
    inputMethodConnection = InputMethodConnection(on: connection)
  }

  /// The current desktop settings.
  public var settings: DesktopSettings { desktop.settings }

  /// The current time, from which the instants of scheduled calls are computed.
  public var now: Instant { MonotonicClock.now }

  /// Device pixels per logical pixel for a new window.
  public var scale: Double { desktop.scale }

  /// Returns the renderer of all windows, which also measures text.
  ///
  /// - Throws: `rendering` with the error of `makeRenderer`.
  public func renderer() throws(WindowingError) -> Renderer {
    switch rendering.value {
    case .success(let renderer):
      renderer.preferredFamily = settings.fontFamily
      return renderer
    case .failure(let error): throw .rendering(error)
    }
  }

  /// Opens a window. It appears in the next iteration of the event loop with its first frame.
  ///
  /// - Throws: `noSuitableVisual`; `rendering`.
  @discardableResult
  public func open(
    _ configuration: WindowConfiguration, showing content: any WindowContent
  ) throws(WindowingError) -> Window {
    let renderer = try self.renderer()
    let window = try Window(
      configuration, showing: content, startupID: startupID, drawnBy: renderer, in: self)
    startupID = nil
    openWindows = openWindows + [window]
    return window
  }

  /// Calls a body whenever a file descriptor is readable or failed.
  ///
  /// - Returns: The registration, which the caller must keep.
  public func watch(_ descriptor: Int32, _ body: @escaping () -> Void) -> EventRegistration {
    sources.watch(descriptor, body)
  }

  /// Calls a body whenever the other end of a pipe or a socket is closed.
  ///
  /// - Returns: The registration, which the caller must keep.
  public func watchForEnd(of descriptor: Int32, _ body: @escaping () -> Void) -> EventRegistration {
    sources.watch(descriptor, for: 0, body)
  }

  /// Reads and writes a bus when it is ready or has ended, and then calls a body, which takes its messages. It is called
  /// again while there are messages. It must cancel the registration if the bus has ended.
  ///
  /// - Returns: The registration, which the caller must keep.
  package func watch(_ bus: Bus, _ body: @escaping () -> Void) -> EventRegistration {
    let target = { (bus.descriptor, bus.pollEvents, bus.isDue) }
    return sources.watch(target) {
      bus.exchange()
      body()
    }
  }

  /// Calls a body after another thread has signaled a wake source.
  ///
  /// - Returns: The registration, which the caller must keep.
  public func watch(_ source: WakeSource, _ body: @escaping () -> Void) -> EventRegistration {
    sources.watch(source.descriptor) {
      source.clear()
      body()
    }
  }

  /// Calls a body once, at an instant or soon after it.
  ///
  /// - Returns: The registration, which the caller must keep.
  public func schedule(at instant: Instant, _ body: @escaping (Instant) -> Void) -> EventRegistration {
    sources.schedule(at: instant, body)
  }

  /// Performs work on a thread of its own, and then calls a closure on this thread. If the system provides no
  /// thread, the work is performed in this call.
  ///
  /// Until then, `run()` does not return because all windows are closed.
  public func perform<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, then body: @escaping (Value) -> Void
  ) {
    guard let source = try? WakeSource() else { return body(work()) }
    let job = Job(work, onEnd: source.wake)
    // The closure keeps the registration, which it cancels.
    var registration: EventRegistration?
    registration = watch(source) {
      registration?.cancel()
      registration = nil
      if let value = job.takeResult() { body(value) }
    }
  }

  /// Ends `run()` after the current iteration.
  public func quit() { phase = .quitting }

  /// Runs the event loop until `quit()` is called, or until no window is open, no descriptor is
  /// watched and no call is scheduled. After a signal to terminate, it returns when no window is open.
  ///
  /// Before returning, the loop closes all windows, transfers the offered clipboard data to the
  /// clipboard manager, and waits until the user does not type into a closed prompt any more. Secrets are not transferred.
  public func run() {
    var ready = Readiness()
    while true {
      handle(ready)
      let changes = desktop.takeChanges()
      if changes.contains(.screenLock), desktop.isScreenLocked { endTrailingKeys() }
      for window in windows { window.finishIteration(after: changes) }
      followAccessibilityBus()
      accessibility?.exchange(isReady: ready.accessibility, at: MonotonicClock.now) { MonotonicClock.now }
      performDeferredSetup()
      closeWindows()
      let isIdle = windows.isEmpty && (phase == .terminating || sources.isEmpty)
      if phase == .quitting || isIdle { return close() }
      ready = sleep(until: deadline)
    }
  }

  private func close() {
    for window in windows { window.close() }
    closeWindows()
    finishClosing()
    phase = .running
  }

  /// Removes the windows that were closed in this iteration.
  private func closeWindows() {
    // First, so that the popups of these popups close in the same iteration.
    for window in windows where window.configuration.kind.popupOwner?.isHidden == true { window.close() }
    for window in windows where window.configuration.kind.owner?.isClosing == true { window.close() }
    let closing = windows.filter { $0.isClosing }
    guard !closing.isEmpty else { return }
    openWindows = openWindows.filter { !$0.isClosing }
    for window in closing { window.destroy() }
  }
}

extension Application {
  /// The descriptors of the application that are ready to read.
  private struct Readiness {
    var bus = false
    var signal = false
    var accessibility = false
  }

  private func handle(_ ready: Readiness) {
    let readBefore = inputTimes.read
    inputTimes.woke = MonotonicClock.now
    inputTimes.read = inputTimes.woke
    // Without waiting for more. Xlib detects a broken connection here.
    XEventsQueued(connection.display, QueuedAfterReading)
    takeEvents { event in
      dispatch(&event)
      for window in windows where window.input.hasDeferredInput { window.input.processDeferredInput() }
    }
    for window in windows { window.overlay?.followPointer() }
    if connection.queuedEventCount > 0 { inputTimes.read = readBefore }
    for window in windows { window.input.endOverdue() }
    // Once, however many events there were.
    if devices?.keyboard.isOutdated == true, devices?.keyboard.read(on: connection) == true {
      reportKeyboardStatus()
    }
    if let end = trailingKeys?.end, end <= inputTimes.read { endTrailingKeys() }
    if ready.bus || desktop.deadline != nil { desktop.readBus(at: inputTimes.woke) }
    selectionOwner.advance(to: inputTimes.read)
    for window in windows { window.transfers.advance(to: inputTimes.read) }
    sources.performReadyWatches()
    sources.performDueCalls(at: inputTimes.read)
    if ready.signal {
      signals.clear()
      terminate()
    }
  }

  /// Passes the queued events to a closure, at most `batch`, and wipes those of keys from the memory of Xlib.
  func takeEvents(_ handle: (inout XEvent) -> Void) {
    var event = XEvent()
    var (count, keyCount) = (0, 0)
    while count < Self.batch, connection.queuedEventCount > 0 {
      XNextEvent(connection.display, &event)
      if event.type == KeyPress || event.type == KeyRelease { keyCount += 1 }
      if trailingKeys != nil, event.isAccepted { followTrailingKeys(event) }
      handle(&event)
      count += 1
    }
    if keyCount > 0 { connection.overwriteTakenEvents(count) }
    // The order of one press and its release reveals nothing.
    if keyCount > 2 { connection.overwriteReadBuffer() }
  }

  private func terminate() {
    if let onTermination { return onTermination() }
    phase = max(phase, .terminating)
    for window in windows { window.deliver(.closeRequested) }
  }

  /// The time of the next due action.
  private var deadline: Instant? {
    let own = Instant.earliest(
      sources.deadline, selectionOwner.deadline, accessibility?.deadline, desktop.deadline)
    return windows.reduce(.earliest(own, trailingKeys?.end)) { .earliest($0, $1.nextActionTime()) }
  }

  /// Sleeps until the deadline or until a descriptor is ready. A round trip may leave events in
  /// Xlib's queue, which no descriptor reports, so the queue is checked first.
  private func sleep(until deadline: Instant?) -> Readiness {
    connection.flush()
    // However long it takes, the first frames are already shown.
    if windows.allSatisfy({ $0.hasAppeared }), desktop.queryRemainingSettings() { return Readiness() }
    guard connection.queuedEventCount == 0 else { return Readiness() }
    if deadline != .distantPast { for window in windows { window.frames.recordSleep() } }
    let input = Int16(POLLIN)
    let (bus, accessibility) = (desktop.pollTarget, accessibility?.pollTarget ?? (-1, 0))
    let ready = sources.wait(
      for: [(connection.descriptor, input), (signals.descriptor, input), bus, accessibility], until: deadline)
    return Readiness(bus: ready[2], signal: ready[1], accessibility: ready[3])
  }

  /// Performs the setup that the first frame does not need, once, before the first key or click can
  /// arrive.
  private func performDeferredSetup() {
    if devices == nil, windows.contains(where: { $0.hasAppeared }) {
      connection.flush()
      devices = (XInput(on: connection), KeyboardState(on: connection))
      updatePressObservation()
    }
    for window in windows { window.followCues() }
  }

  private func reportKeyboardStatus() { for window in windows { window.keyboard.reportStatus() } }

  /// Updates the keyboard status after an event.
  func handleKeyboardEvent(_ event: XEvent) {
    if devices?.keyboard.changes(by: event) == true { reportKeyboardStatus() }
  }
}

extension Application {
  /// Returns the open window with an id.
  func window(_ id: WindowID) -> Window? { windows.first { $0.id == id } }

  /// Handles one event.
  private func dispatch(_ event: inout XEvent) {
    // Window managers send `ConfigureNotify` themselves if they only move a window. It causes a query.
    guard event.isAccepted || event.type == ConfigureNotify else { return }
    for window in windows where window.input.hasDeferredReleases {
      window.input.deliverDeferredReleases(before: event)
    }
    let received = MonotonicClock.now
    switch event.type {
    case KeyPress, KeyRelease: handleKey(&event, receivedAt: received)
    case KeymapNotify:
      // The server sends it directly after an event that the focus has come to a window (or that the pointer has
      // entered one), without the window.
      for window in windows { window.keyboard.handle(event.xkeymap) }
    case MotionNotify, ButtonPress, ButtonRelease:
      window(event.xany.window)?.input.handle(event, receivedAt: received)
    case Expose: window(event.xany.window)?.handle(event, receivedAt: received)
    case EnterNotify, LeaveNotify, FocusIn, FocusOut:
      let target = window(event.xany.window)
      target?.keyboard.handle(event, receivedAt: received)
      target?.input.handle(event, receivedAt: received)
    case VisibilityNotify:
      let isCovered = event.xvisibility.state == VisibilityFullyObscured
      window(event.xany.window)?.frames.changeVisibility { $0.isCovered = isCovered }
    case PropertyNotify: handlePropertyChange(&event, receivedAt: received)
    case SelectionNotify, SelectionRequest, SelectionClear:
      if !isInputMethodReply(event), !handleInstanceMessage(event) {
        handleTransfer(event, receivedAt: received)
      }
    case ClientMessage: handleMessage(&event, receivedAt: received)
    case MappingNotify:
      XRefreshKeyboardMapping(&event.xmapping)
      handleKeyboardEvent(event)
      if event.xmapping.request != MappingPointer { updateHotKey() }
    case GenericEvent: handleGenericEvent(&event, receivedAt: received)
    case LASTEvent...: handleExtensionEvent(&event)
    default: handleStructureChange(&event, receivedAt: received)
    }
  }

  private func handleKey(_ event: inout XEvent, receivedAt received: Instant) {
    handleKeyboardEvent(event)
    if handleHotKey(event.xkey) { return }
    // The grab of a prompt reports keys for the root window while another window has the focus.
    if event.xany.window == connection.root, hotKeyGrab == nil,
      let prompt = windows.first(where: { $0.keyboard.isGrabbed })
    {
      event.xany.window = prompt.id
    }
    window(event.xany.window)?.input.handleKey(event, receivedAt: received)
  }

  private func handlePropertyChange(_ event: inout XEvent, receivedAt received: Instant) {
    for window in windows { window.handleScreenChange(event) }
    if isInputMethodReply(event) || handled({ $0.frames.handleStateChange(event.xproperty) }) { return }
    if desktop.handle(&event) { return }
    handleTransfer(event, receivedAt: received)
  }

  private func handleMessage(_ event: inout XEvent, receivedAt received: Instant) {
    let target = window(event.xany.window)
    if target?.frames.handleMessage(event.xclient) == true { return }
    if desktop.handle(&event) { return }
    if handleInstanceMessage(event) || handleInputMethodMessage(&event) { return }
    if !handleTransfer(event, receivedAt: received) { target?.handle(event, receivedAt: received) }
  }

  /// Handles an event about the frame or the existence of a window, which may belong to another client.
  private func handleStructureChange(_ event: inout XEvent, receivedAt received: Instant) {
    let target = window(event.xany.window)
    if event.type == ConfigureNotify { target?.handleConfiguration() }
    for window in windows { window.handleScreenChange(event) }
    guard event.isAccepted else { return }
    if desktop.handle(&event) { return }
    if handleInputMethodMessage(&event) { return }
    if !handleTransfer(event, receivedAt: received) { target?.handle(event, receivedAt: received) }
  }

  /// Handles an event of XFIXES, RandR or XKB.
  private func handleExtensionEvent(_ event: inout XEvent) {
    if let compositor, compositor.handle(event) {
      for window in windows {
        window.frames.setComposited(compositor.isComposited)
        window.overlay?.setComposited(compositor.isComposited)
      }
      return
    }
    if desktop.handle(&event) { return }
    handleKeyboardEvent(event)
  }

  /// Handles an event that shows that an input method server runs or has started.
  private func isInputMethodReply(_ event: XEvent) -> Bool {
    handled { $0.input.method.server?.handle(event) == true }
  }

  /// Lets Xlib read a message of the input method server, or notice its end.
  private func handleInputMethodMessage(_ event: inout XEvent) -> Bool {
    guard inputMethodConnection.filters(&event) else { return false }
    for window in windows { window.input.sendPreeditChange() }
    return true
  }

  /// Handles an event of a data transfer.
  @discardableResult private func handleTransfer(_ event: XEvent, receivedAt received: Instant) -> Bool {
    handled { $0.transfers.handle(event, at: received) } || selectionOwner.handle(event, at: received)
  }

  /// Calls a handler for every window.
  ///
  /// - Returns: Whether a window has handled the event.
  private func handled(_ handler: (Window) -> Bool) -> Bool {
    var isHandled = false
    for window in windows where handler(window) { isHandled = true }
    return isHandled
  }

  private func handleGenericEvent(_ event: inout XEvent, receivedAt received: Instant) {
    guard XGetEventData(connection.display, &event.xcookie) != 0 else { return }
    defer { XFreeEventData(connection.display, &event.xcookie) }
    let cookie = event.xcookie
    guard let xinput = devices?.xinput, cookie.extension == xinput.opcode else {
      for window in windows { window.frames.handleVerticalBlank(cookie) }
      return
    }
    if let id = cookie.destination {
      window(id)?.input.handle(cookie, from: xinput, receivedAt: received)
    } else {
      for window in windows { window.input.handle(cookie, from: xinput, receivedAt: received) }
    }
  }
}

extension XEvent {
  /// Whether the event may be handled.
  ///
  /// Any client can send any event, which then has `send_event` set. A password field must not
  /// accept keys from another client (xterm does so only with `allowSendEvents`), and a window must
  /// not accept its size. Only client messages and replies of selection owners, which are always
  /// sent, are accepted. Input through the server, as from on-screen keyboards with the XTEST
  /// extension, counts as user input. A `ConfigureNotify` sent by a window manager contains only a
  /// position, which is not used. Old servers allow clients to send even extension events.
  var isAccepted: Bool {
    xany.send_event == False || type == ClientMessage || type == SelectionNotify
  }
}

extension XGenericEventCookie {
  /// The window that an event of XInput was sent to, or `nil` if it concerns a device. The cookie has its data.
  fileprivate var destination: WindowID? {
    guard let data = UnsafeRawPointer(data) else { return nil }
    return switch evtype {
    case XI_Motion, XI_ButtonPress, XI_ButtonRelease, XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd:
      data.assumingMemoryBound(to: XIDeviceEvent.self).pointee.event
    case XI_Enter, XI_Leave: data.assumingMemoryBound(to: XIEnterEvent.self).pointee.event
    default: nil
    }
  }
}

extension Renderer {
  /// Creates a renderer with the installed fonts.
  @Sendable public static func withSystemFonts() -> sending Result<Renderer, RenderingError> {
    Result { () throws(RenderingError) in try Renderer() }
  }
}
