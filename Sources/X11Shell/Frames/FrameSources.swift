import CX11

/// The sources of frame timing and visibility. Each is queried separately after the first frame is
/// shown, and each may be missing.
struct FrameSources: ~Copyable {
  private let connection: Connection
  private let window: Window
  /// The queries that were not made yet, in this order.
  private var open: ArraySlice<Subject> = []
  private var hasBegun = false
  /// Whether the window state was read, so that its changes must be applied.
  private(set) var hasReadState = false
  private var compositor: CompositorWatch?
  private var counters: SyncCounters?
  private var verticalBlank: VerticalBlank?
  /// Whether the refresh interval is read from the monitor because no better source exists.
  private var needsMonitor = false
  let stateReading: WindowStateReading

  /// A query to the display.
  enum Subject: CaseIterable { case compositor, state, counters, verticalBlank, monitors }

  init(for window: Window, on connection: Connection) {
    (self.window, self.connection) = (window, connection)
    stateReading = WindowStateReading(connection: connection, window: window)
  }

  /// Starts the queries after the first frame was shown.
  mutating func begin() { if !hasBegun { (hasBegun, open) = (true, Subject.allCases[...]) } }

  /// Whether queries are pending.
  var hasPendingQueries: Bool { !open.isEmpty }

  /// Makes the next query; a few round trips.
  ///
  /// - Parameters:
  ///   - desktop: The source of the monitor layout.
  ///   - size: The size of the window in device pixels.
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
      // The interval is needed only if the display reports no refreshes.
      needsMonitor = verticalBlank == nil
      let interval = needsMonitor ? desktop.refreshInterval(under: window, of: size) : nil
      if let interval { clock.expect(interval: interval) }
    case nil: break
    }
  }

  private mutating func watchCompositor(_ clock: inout FrameClock, _ visibility: inout WindowVisibility) {
    compositor = CompositorWatch(on: connection)
    visibility.isComposited = compositor?.isComposited ?? false
    clock.setComposited(visibility.isComposited)
  }

  private func readState(_ visibility: inout WindowVisibility) {
    connection.selectRootEvents(PropertyChangeMask)
    for property in [WindowStateReading.Property.state, .desktop, .currentDesktop] {
      stateReading.read(property, into: &visibility)
    }
  }
}

extension FrameSources {
  /// Sends a request to the Present extension.
  func send(_ request: VerticalBlankRequest) { verticalBlank?.send(request) }

  /// Returns the vertical blank event in an X event, or `nil` for an unrelated event.
  func tick(in event: inout XEvent) -> VerticalBlankEvent? { verticalBlank?.tick(in: &event) }

  /// Returns whether a compositor is running after the event, or `nil` for an unrelated event.
  func isComposited(after event: XEvent) -> Bool? { compositor?.isComposited(after: event) }

  /// Whether the window manager can follow frames.
  var hasCounters: Bool { counters != nil }

  func set(_ change: FrameCounters.Change) { counters?.set(change) }

  /// Repeats the monitor query after the window or the monitor configuration changed. Does nothing
  /// if the display reports refreshes itself.
  mutating func repeatMonitorQuery() { if needsMonitor, !open.contains(.monitors) { open.append(.monitors) } }
}
