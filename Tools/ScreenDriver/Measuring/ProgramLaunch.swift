import CX11
import CX11Testing
import Scene

/// The launch of a program until its window has settled, with all times relative to the start.
///
/// The window is the first one of at least 50 × 50 pixels that is created and mapped.
public struct ProgramLaunch: ~Copyable {
  /// The times of the phases of a launch. A time is `nil` if the phase did not occur.
  public struct Timestamps: Hashable, Sendable {
    /// The window was created.
    public internal(set) var created: Duration?
    /// The window was mapped.
    public internal(set) var mapped: Duration?
    /// The first drawing into the window.
    public internal(set) var firstDamage: Duration?
    /// The drawing after which the window showed more than a background.
    public internal(set) var firstContent: Duration?
    /// The last drawing before a quarter of a second without drawing.
    public internal(set) var settled: Duration?
  }

  public var process: ChildProcess
  public let window: ScreenWindow
  public let timestamps: Timestamps
  /// The CPU time that the program used until then.
  public let cpuTime: Duration

  /// Starts a program. Waits until its window has settled, or three seconds after its first
  /// content.
  ///
  /// - Parameters:
  ///   - display: A display on which no other program opens windows in the meantime, for example `:3`.
  ///   - input: The descriptor of the standard input. If `nil`, the program reads nothing.
  /// - Throws: `cannotConnect`, `missingExtension`, `cannotStart`, `endedEarly`, `timedOut`.
  public init(
    _ program: String, _ arguments: [String] = [], environment: [String: String], on display: String,
    input: Int32? = nil, within duration: Duration = .seconds(20)
  ) throws(ScreenDriverError) {
    var observer = try StartupObserver(on: display)
    let startTime = ContinuousClock.now
    let input = input.map { ChildProcess.Redirection.descriptor($0, as: 0) } ?? .discard(0)
    var process = try ChildProcess(
      program, arguments, environment: environment, redirections: [input, .discard(1), .discard(2)])
    let deadline = startTime + duration
    while !observer.isFinished {
      guard process.isRunning() else { throw .endedEarly(program: program, output: "") }
      guard ContinuousClock.now < deadline else { throw .timedOut(waitingFor: "its window") }
      observer.poll()
    }
    guard let candidate = observer.mainWindow else { throw .timedOut(waitingFor: "its window") }
    cpuTime = ProcessResourceUsage.cpuTime(of: process.pid)
    timestamps = candidate.timestamps(since: startTime)
    window = ScreenWindow(connection: observer.connection, xid: candidate.xid)
    self.process = process
  }
}

/// A window that may become the program's window.
private struct CandidateWindow {
  let xid: CX11.Window
  let created: ContinuousClock.Instant
  var mapped: ContinuousClock.Instant?
  var firstDamage: ContinuousClock.Instant?
  var lastDamage: ContinuousClock.Instant?
  var firstContent: ContinuousClock.Instant?
  /// Whether something was drawn into it since the last check.
  var isDirty = false

  /// The time since the last drawing.
  var idleTime: Duration { lastDamage.map { $0.duration(to: .now) } ?? .zero }

  func timestamps(since start: ContinuousClock.Instant) -> ProgramLaunch.Timestamps {
    var times = ProgramLaunch.Timestamps()
    times.created = start.duration(to: created)
    times.mapped = mapped.map(start.duration)
    times.firstDamage = firstDamage.map(start.duration)
    times.firstContent = firstContent.map(start.duration)
    times.settled = idleTime < StartupObserver.settlingTime ? nil : lastDamage.map(start.duration)
    return times
  }
}

/// Observes which windows on a display are created, mapped and drawn into.
private struct StartupObserver {
  /// The time without drawing after which a window counts as settled.
  static let settlingTime = Duration.milliseconds(250)

  let connection: DisplayConnection
  private let notification: Int32
  private var candidates: [CandidateWindow] = []

  init(on display: String) throws(ScreenDriverError) {
    connection = try DisplayConnection(to: display)
    guard let notification = connection.damageNotification() else {
      throw .missingExtension("DAMAGE", display: display)
    }
    self.notification = notification
    _ = connection.attempt { XSelectInput($0, XDefaultRootWindow($0), SubstructureNotifyMask) }
  }

  /// The first window that is on the screen.
  var mainWindow: CandidateWindow? { candidates.first { $0.mapped != nil } }

  /// Whether the window shows content and has settled, or has not settled within three seconds.
  var isFinished: Bool {
    guard let mainWindow, let content = mainWindow.firstContent else { return false }
    return mainWindow.idleTime >= Self.settlingTime || content.duration(to: .now) >= .seconds(3)
  }

  /// Handles the events of the next two milliseconds, and checks the content of a drawn window.
  mutating func poll() {
    handleEvents()
    if let index = candidates.firstIndex(where: { $0.mapped != nil }), candidates[index].firstContent == nil,
      candidates[index].isDirty
    {
      checkContent(of: &candidates[index])
    }
    _ = connection.sleep(until: .now + .milliseconds(2))
  }

  private mutating func handleEvents() {
    var event = XEvent()
    while XEventsQueued(connection.pointer, Int32(QueuedAfterReading)) > 0 {
      XNextEvent(connection.pointer, &event)
      switch event.type {
      case CreateNotify: handleCreation(event.xcreatewindow)
      case ReparentNotify: handleReparenting(event.xreparent)
      case MapNotify: handleMapping(of: event.xmap.window, at: .now)
      case notification:
        let damage = withUnsafeBytes(of: event) { $0.load(as: XDamageNotifyEvent.self) }
        update(damage.drawable) { $0.recordDamage() }
      default: break
      }
    }
  }

  private mutating func update(_ xid: CX11.Window, _ change: (inout CandidateWindow) -> Void) {
    if let index = candidates.firstIndex(where: { $0.xid == xid }) { change(&candidates[index]) }
  }

  /// Records a new top-level window as a candidate. Ignores override-redirect windows: menus,
  /// tooltips, and the frames of many window managers.
  private mutating func handleCreation(_ event: XCreateWindowEvent) {
    guard event.override_redirect == False, event.parent == connection.root else { return }
    candidates.append(CandidateWindow(xid: event.window, created: .now))
    let isMapped = connection.attempt { display in
      XSelectInput(display, event.window, StructureNotifyMask)
      XDamageCreate(display, event.window, Int32(XDamageReportRawRectangles))
      var attributes = XWindowAttributes()
      XGetWindowAttributes(display, event.window, &attributes)
      return attributes.map_state != IsUnmapped
    }
    if isMapped == true { handleMapping(of: event.window, at: .now) }
  }

  /// Removes a window that the program reparents into another one of its own windows, as Tk does.
  private mutating func handleReparenting(_ event: XReparentEvent) {
    // The server assigns each of 256 clients a range of this many XIDs. A window manager's frame
    // belongs to another client.
    let idsPerClient: CX11.Window = 1 << 21
    if event.parent / idsPerClient == event.window / idsPerClient {
      candidates.removeAll { $0.xid == event.window }
    }
  }

  /// Records that a candidate of at least 50 × 50 pixels was mapped. Many programs create a small
  /// window and resize it before they map it.
  private mutating func handleMapping(of xid: CX11.Window, at now: ContinuousClock.Instant) {
    guard let frame = try? ScreenWindow(connection: connection, xid: xid).frame(), frame.width >= 50,
      frame.height >= 50
    else { return }
    update(xid) { $0.recordMapping(at: now) }
  }

  private func checkContent(of candidate: inout CandidateWindow) {
    candidate.isDirty = false
    let drawTime = candidate.lastDamage ?? candidate.mapped
    let window = ScreenWindow(connection: connection, xid: candidate.xid)
    guard let picture = try? window.screenshot(), picture.showsContent else { return }
    candidate.firstContent = drawTime
    // The window was mapped and drawn before it could be observed.
    if candidate.firstDamage == nil { candidate.recordDamage() }
  }
}

extension CandidateWindow {
  fileprivate mutating func recordMapping(at now: ContinuousClock.Instant) {
    if mapped == nil { mapped = now }
    isDirty = true
  }

  fileprivate mutating func recordDamage() {
    let now = ContinuousClock.now
    if firstDamage == nil { firstDamage = now }
    lastDamage = now
    isDirty = true
  }
}
