import CX11
import CXDamage
import Scene

/// A program from its start until its window stands still, each moment counted from the start.
///
/// The window is the first of at least 50 × 50 pixels that is made and mapped.
public struct ProgramStart: ~Copyable {
  /// The moments of a start; each `nil` where it never came.
  public struct Moments: Hashable, Sendable {
    /// The window was made.
    public internal(set) var created: Duration?
    /// The window is on the screen.
    public internal(set) var mapped: Duration?
    /// Something was drawn into it.
    public internal(set) var firstDamage: Duration?
    /// The drawing after which it was more than a background.
    public internal(set) var firstContent: Duration?
    /// The last drawing before a quarter of a second without one.
    public internal(set) var settled: Duration?
  }

  public var process: ChildProcess
  public let window: ScreenWindow
  public let moments: Moments
  /// What the program computed until then.
  public let processorTime: Duration

  /// Starts a program, and waits until its window has come to rest, or for three seconds after it
  /// shows something.
  ///
  /// - Parameter display: Where nothing else opens windows meanwhile, as in `:3`.
  /// - Throws: `cannotConnect`, `cannotStart`, `endedEarly`, `timedOut`.
  public init(
    _ program: String, _ arguments: [String] = [], environment: [String: String],
    on display: String, within duration: Duration = .seconds(20)
  ) throws(ScreenDriverError) {
    var watch = try StartWatch(on: display)
    let began = ContinuousClock.now
    var process = try ChildProcess(
      program, arguments, environment: environment,
      redirections: [.discard(0), .discard(1), .discard(2)])
    let deadline = began + duration
    while !watch.isOver {
      guard process.isRunning() else { throw .endedEarly(program: program, output: "") }
      guard ContinuousClock.now < deadline else { throw .timedOut(waitingFor: "its window") }
      watch.look()
    }
    guard let candidate = watch.chosen else { throw .timedOut(waitingFor: "its window") }
    processorTime = ProcessCost.processorTime(of: process.pid)
    moments = candidate.moments(since: began)
    window = ScreenWindow(connection: watch.connection, id: candidate.id)
    self.process = process
  }
}

/// A window of which something may become the program's.
private struct Candidate {
  let id: CX11.Window
  let created: ContinuousClock.Instant
  var mapped: ContinuousClock.Instant?
  var firstDamage: ContinuousClock.Instant?
  var lastDamage: ContinuousClock.Instant?
  var firstContent: ContinuousClock.Instant?
  /// Drawn into since it was last looked at.
  var isDirty = false

  /// How long it has not been drawn into.
  var rest: Duration { lastDamage.map { $0.duration(to: .now) } ?? .zero }

  func moments(since start: ContinuousClock.Instant) -> ProgramStart.Moments {
    var moments = ProgramStart.Moments()
    moments.created = start.duration(to: created)
    moments.mapped = mapped.map(start.duration)
    moments.firstDamage = firstDamage.map(start.duration)
    moments.firstContent = firstContent.map(start.duration)
    moments.settled = rest < StartWatch.rest ? nil : lastDamage.map(start.duration)
    return moments
  }
}

/// Watches a display for windows that are made, mapped and drawn into.
private struct StartWatch {
  /// After which a window that is not drawn into counts as settled.
  static let rest = Duration.milliseconds(250)

  let connection: DisplayConnection
  private let notification: Int32
  private var candidates: [Candidate] = []

  init(on display: String) throws(ScreenDriverError) {
    connection = try DisplayConnection(to: display)
    guard let notification = connection.damageNotification() else {
      throw .cannotConnect(display: "\(display) with DAMAGE")
    }
    self.notification = notification
    _ = connection.attempt { XSelectInput($0, XDefaultRootWindow($0), SubstructureNotifyMask) }
  }

  /// The first that is on the screen.
  var chosen: Candidate? { candidates.first { $0.mapped != nil } }

  /// Whether the window shows something, and stands still or will not.
  var isOver: Bool {
    guard let chosen, let content = chosen.firstContent else { return false }
    return chosen.rest >= Self.rest || content.duration(to: .now) >= .seconds(3)
  }

  /// Takes in what has come within two milliseconds, and looks at the window that was drawn into.
  mutating func look() {
    takeIn()
    if let index = candidates.firstIndex(where: { $0.mapped != nil }),
      candidates[index].firstContent == nil, candidates[index].isDirty
    {
      lookForContent(&candidates[index])
    }
    _ = connection.sleep(until: .now + .milliseconds(2))
  }

  private mutating func takeIn() {
    var event = XEvent()
    while XEventsQueued(connection.pointer, Int32(QueuedAfterReading)) > 0 {
      XNextEvent(connection.pointer, &event)
      switch event.type {
      case CreateNotify: takeCreation(event.xcreatewindow)
      case ReparentNotify: takeReparenting(event.xreparent)
      case MapNotify: takeMapping(of: event.xmap.window, at: .now)
      case notification:
        let damage = withUnsafeBytes(of: event) { $0.load(as: XDamageNotifyEvent.self) }
        update(damage.drawable) { $0.damage() }
      default: break
      }
    }
  }

  private mutating func update(_ id: CX11.Window, _ change: (inout Candidate) -> Void) {
    if let index = candidates.firstIndex(where: { $0.id == id }) { change(&candidates[index]) }
  }

  /// Menus and tool tips are `override_redirect`, and so are many window managers' frames.
  private mutating func takeCreation(_ event: XCreateWindowEvent) {
    guard event.override_redirect == False, event.parent == connection.root else { return }
    candidates.append(Candidate(id: event.window, created: .now))
    let isMapped = connection.attempt { display in
      XSelectInput(display, event.window, StructureNotifyMask)
      XDamageCreate(display, event.window, Int32(XDamageReportRawRectangles))
      var attributes = XWindowAttributes()
      XGetWindowAttributes(display, event.window, &attributes)
      return attributes.map_state != IsUnmapped
    }
    if isMapped == true { takeMapping(of: event.window, at: .now) }
  }

  /// Forgets a window that the program puts into another one of its own, as Tk does.
  private mutating func takeReparenting(_ event: XReparentEvent) {
    // The server gives each of 256 clients the numbers from a multiple of this on; a window
    // manager's frame is another client's.
    let numbersOfOneClient: CX11.Window = 1 << 21
    if event.parent / numbersOfOneClient == event.window / numbersOfOneClient {
      candidates.removeAll { $0.id == event.window }
    }
  }

  /// Many programs make a window small and give it its size later, before they map it.
  private mutating func takeMapping(of id: CX11.Window, at now: ContinuousClock.Instant) {
    guard let frame = try? ScreenWindow(connection: connection, id: id).frame(),
      frame.width >= 50, frame.height >= 50
    else { return }
    update(id) { $0.map(at: now) }
  }

  private func lookForContent(_ candidate: inout Candidate) {
    candidate.isDirty = false
    let drawn = candidate.lastDamage ?? candidate.mapped
    let window = ScreenWindow(connection: connection, id: candidate.id)
    guard let picture = try? window.screenshot(), picture.showsContent else { return }
    candidate.firstContent = drawn
    // Mapped and drawn before it could be watched.
    if candidate.firstDamage == nil { candidate.damage() }
  }
}

extension Candidate {
  fileprivate mutating func map(at now: ContinuousClock.Instant) {
    if mapped == nil { mapped = now }
    isDirty = true
  }

  fileprivate mutating func damage() {
    let now = ContinuousClock.now
    if firstDamage == nil { firstDamage = now }
    lastDamage = now
    isDirty = true
  }
}
