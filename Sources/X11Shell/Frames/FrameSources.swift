import CX11

/// What the display and its window manager know of frames, asked about once the first frame is
/// shown, one thing at a time; all of it may be missing.
struct FrameSources: ~Copyable {
  private let connection: Connection
  private let window: Window
  /// What was not asked about yet, in this order.
  private var open: ArraySlice<Subject> = []
  private var hasBegun = false
  /// Whether the window's state was looked at, so that its changes must be followed.
  private(set) var hasReadState = false
  private var compositor: CompositorWatch?
  private var counters: SyncCounters?
  private var verticalBlank: VerticalBlank?
  /// Whether the monitor tells how often the display refreshes, since nothing better does.
  private var needsMonitor = false
  let stateReading: WindowStateReading

  /// Something to ask the display about.
  enum Subject: CaseIterable {
    case compositor, state, counters, verticalBlank, monitors
  }

  init(for window: Window, on connection: Connection) {
    (self.window, self.connection) = (window, connection)
    stateReading = WindowStateReading(connection: connection, window: window)
  }

  /// The first frame was shown: there is time for questions.
  mutating func begin() {
    if !hasBegun { (hasBegun, open) = (true, Subject.allCases[...]) }
  }

  /// Whether there is something left to ask about.
  var isCurious: Bool { !open.isEmpty }

  /// Asks about the next thing; costs a few round trips.
  ///
  /// - Parameters:
  ///   - desktop: Knows the monitors.
  ///   - size: The window's, in device pixels.
  mutating func askNext(
    _ clock: inout FrameClock, _ visibility: inout WindowVisibility, _ desktop: inout Desktop,
    _ size: PixelSize
  ) {
    switch open.popFirst() {
    case .compositor: watchCompositor(&clock, &visibility)
    case .state:
      readState(&visibility)
      hasReadState = true
    case .counters: counters = SyncCounters(for: window, on: connection)
    case .verticalBlank:
      verticalBlank = VerticalBlank(of: window, on: connection)
      if verticalBlank != nil { clock.supportVerticalBlank() }
    case .monitors:
      // Who tells of refreshes need not be asked how often there are any.
      needsMonitor = verticalBlank == nil
      let interval = needsMonitor ? desktop.refreshInterval(under: window, of: size) : nil
      if let interval { clock.expect(interval: interval) }
    case nil: break
    }
  }

  private mutating func watchCompositor(
    _ clock: inout FrameClock, _ visibility: inout WindowVisibility
  ) {
    compositor = CompositorWatch(on: connection)
    visibility.isComposited = compositor?.isComposited ?? false
    clock.setComposited(visibility.isComposited)
  }

  private func readState(_ visibility: inout WindowVisibility) {
    connection.hearOfRoot(PropertyChangeMask)
    for property in [WindowStateReading.Property.state, .desktop, .currentDesktop] {
      stateReading.read(property, into: &visibility)
    }
  }
}

extension FrameSources {
  /// Puts a question to the Present extension.
  func ask(_ request: TickRequest) { verticalBlank?.ask(request) }

  /// The tick that an event tells of; `nil` where it is about something else.
  func tick(in event: inout XEvent) -> Tick? { verticalBlank?.tick(in: &event) }

  /// Whether there is a compositor from now on; `nil` where the event is about something else.
  func isComposited(after event: XEvent) -> Bool? { compositor?.isComposited(after: event) }

  /// Whether the window manager can follow frames.
  var hasCounters: Bool { counters != nil }

  func set(_ change: FrameCounters.Change) { counters?.set(change) }

  /// The window may be on another monitor now, or its monitor may refresh at another rate; that
  /// matters where the display does not tell of refreshes itself.
  mutating func askMonitorsAgain() {
    if needsMonitor, !open.contains(.monitors) { open.append(.monitors) }
  }
}
