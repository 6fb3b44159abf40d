import CX11
import DBus
import Glibc
import Motion
import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import Windowing
@testable import X11

/// A client of the accessibility bus that presses the button of a window as fast as it can.
@Suite(.serialized) final class `Flood of calls of an assistive program` {
  private let display: VirtualDisplay
  private let bus: FloodingClient
  private let application: Application
  private let content = LoggingContent()
  /// `nil` before the window has appeared.
  private var input: InputSimulator?
  private var notes: EventRegistration?

  init() throws {
    display = try VirtualDisplay(windowManager: .none)
    bus = try FloodingClient()
    // Read after the first frame.
    setenv("AT_SPI_BUS_ADDRESS", bus.address, 1)
    application = try .test(on: Connection(to: display.name), usesBus: false)
    let configuration = WindowConfiguration(
      title: "", size: Size(width: 400, height: 300), minimumSize: Size(width: 200, height: 100))
    try application.open(configuration, showing: content)
  }

  deinit { unsetenv("AT_SPI_BUS_ADDRESS") }

  /// Notes each iteration of the loop: after the events of X and the script, and before the frames and the calls.
  private func noteIteration(at now: Instant) {
    content.log.append(.iteration)
    notes = application.schedule(at: now) { [unowned self] in noteIteration(at: $0) }
  }

  @Test func `leaves events of X and frames their order, and is handled in parts after them`() throws {
    var failure: (any Error)?
    content.onFirstCall = { [unowned self] in
      do { try input?.tap("a") } catch { failure = error }
      content.log.append(.typed)
      // The event has arrived.
      XSync(application.connection.display, False)
    }
    var start = 0
    try application.run([
      { [self] in
        try bus.serve()
        return content.log.contains(.frame) && bus.hasFoundButton
      },
      once { [self] in
        // Without a window manager, keys go to the window under the pointer.
        let connection = try DisplayConnection(to: display.name)
        input = try InputSimulator(in: #require(connection.window(ofProcess: getpid())))
        try input?.move(to: PixelPoint(x: 30, y: 40))
      },
      { [self] in content.isFocused },
      once { [self] in
        // Both the calls and the event are ready when the loop wakes. The bus refuses a call while 128 wait for their replies.
        try bus.pressButton(100)
        start = content.log.count
        noteIteration(at: MonotonicClock.now)
        try input?.tap("a")
        EventSources.wait(for: application.connection.descriptor, until: MonotonicClock.now + .seconds(10))
      },
      { [self] in
        if failure == nil, content.log.count(where: { $0 == .call }) == bus.pressCount {
          try bus.pressButton(100)
        }
        return failure != nil || iterations(from: start).count { $0.contains([.frame, .call]) } >= 3
      },
    ])
    #expect(failure == nil)
    let (all, kinds) = (iterations(from: start), [LoggingContent.Entry.frame, .call, .event])
    #expect(all.first?.filter { $0 != .frame } == [.event])
    for iteration in all.dropFirst().dropLast() {
      let order = iteration.filter { $0 != .typed }
      #expect(order == kinds.flatMap { kind in order.filter { $0 == kind } })
      #expect(order.count { $0 == .call } <= 64)
      #expect(order.count { $0 == .event } == iteration.count { $0 == .typed })
    }
  }

  /// Returns what has happened in each iteration, with the events at the start of the next one.
  private func iterations(from start: Int) -> [ArraySlice<LoggingContent.Entry>] {
    content.log[start...].split(separator: .iteration, omittingEmptySubsequences: false).dropFirst().map {
      $0
    }
  }
}

/// A content with a button, and the order of what happens to it.
private final class LoggingContent: WindowContent {
  enum Entry {
    case iteration, typed, event, frame, call
  }

  var log: [Entry] = []
  private(set) var isFocused = false
  /// Called for the first call of each iteration.
  var onFirstCall: () -> Void = {}

  func handle(_ event: WindowEvent, at now: Instant) -> [Effect] {
    switch event {
    case .input(.keyPressed): log.append(.event)
    case .input(.windowFocusChanged(let isFocused)): self.isFocused = isFocused
    case .input(.accessibility):
      let isFirst = log.last { $0 == .iteration || $0 == .call } == .iteration
      log.append(.call)
      if isFirst { onFirstCall() }
    default: break
    }
    return []
  }

  func draw(into list: inout DisplayList, at presentation: Instant) { log.append(.frame) }

  func describe(into tree: inout AccessibleTree, at now: Instant) {
    let bounds = Rect(x: 0, y: 0, width: 9, height: 9)
    tree.add(
      .part(0), AccessibleNode(.button, "OK", actions: [AccessibleAction("press", "Press")], in: bounds))
  }
}

/// An accessibility bus with its registry and a client.
private final class FloodingClient {
  private let daemon: IsolatedSessionBus
  private let connection: Bus
  private var program: String?
  private var path = "/org/a11y/atspi/accessible/root"
  private var call: UInt32?
  /// The number of objects on the way to the button that were found.
  private var depth = 0
  private(set) var pressCount = 0

  init() throws {
    daemon = try IsolatedSessionBus()
    connection = try Bus(at: try #require(BusAddress(daemon.address)))
    try connection.requestName("org.a11y.atspi.Registry")
  }

  var address: String { daemon.address }

  /// Answers the calls of the program, and goes on to the next object on the way to the button.
  func serve() throws {
    connection.exchange()
    while let message = connection.takeMessage() {
      switch message.member {
      case "GetRegisteredEvents": try connection.reply(to: message, [.array(of: "(ss)", [])])
      case "Embed": program = message.sender
      default:
        guard message.isReply, message.replySerial == call else { continue }
        call = nil
        guard case .objectPath(let child)? = message.arguments.first?.elements?.last else { continue }
        (path, depth) = (child, depth + 1)
      }
    }
    guard let program, call == nil, depth < 2 else { return }
    call = try connection.call(
      "GetChildAtIndex", of: "org.a11y.atspi.Accessible", at: path, ownedBy: program, [.int32(0)])
  }

  var hasFoundButton: Bool { depth == 2 }

  /// Presses the button a number of times, and returns when the bus has sent the calls.
  func pressButton(_ count: Int) throws {
    let program = try #require(program)
    for _ in 0..<count {
      try connection.call("DoAction", of: "org.a11y.atspi.Action", at: path, ownedBy: program, [.int32(0)])
    }
    pressCount += count
    let last = try connection.call("GetId", of: Bus.name, at: Bus.path, ownedBy: Bus.name)
    try Deadline(after: .defaultTimeout).poll(for: "the bus") { () throws(ScreenDriverError) -> Void? in
      connection.exchange()
      while let message = connection.takeMessage() { if message.replySerial == last { return () } }
      return nil
    }
  }
}
