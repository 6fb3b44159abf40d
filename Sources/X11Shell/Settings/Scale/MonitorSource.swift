import CX11
import CXRandR
import Scene

/// An observer of the monitors of a screen, if the server supports RandR 1.5.
struct MonitorSource {
  private(set) var layout = MonitorLayout()
  /// The queried refresh intervals in nanoseconds. An interval is `nil` if the monitor reports
  /// none.
  var intervals: [Monitor: Double?] = [:]
  let connection: Connection
  /// The number of the extension's first event. `nil` if the server lacks the extension.
  private let firstEvent: Int32?

  /// Queries the monitors with four round trips, or one if the server lacks the extension.
  init(on connection: Connection) {
    self.connection = connection
    var (event, error): (Int32, Int32) = (0, 0)
    let exists = XRRQueryExtension(connection.display, &event, &error) != 0
    firstEvent = exists ? event : nil
    guard exists else { return }
    let changes = RRScreenChangeNotifyMask | RRCrtcChangeNotifyMask
    connection.ignoringErrors { XRRSelectInput(connection.display, connection.root, Int32(changes)) }
    layout = read()
  }

  /// Handles an event if it concerns the monitors.
  ///
  /// - Returns: Whether the event was handled; monitors or refresh intervals may have changed.
  mutating func handle(_ event: inout XEvent) -> Bool {
    guard let firstEvent,
      event.type == firstEvent + RRScreenChangeNotify || event.type == firstEvent + RRNotify
    else { return false }
    // Xlib keeps its own copy of the screen size.
    XRRUpdateConfiguration(&event)
    layout = read()
    intervals = [:]
    return true
  }

  /// Returns the monitors, the primary one first. A server before RandR 1.5 refuses; then there are
  /// none.
  private func read() -> MonitorLayout {
    var count: Int32 = 0
    let answer = connection.ignoringErrors {
      XRRGetMonitors(connection.display, connection.root, True, &count)
    }
    guard let answer else { return MonitorLayout() }
    defer { XRRFreeMonitors(answer) }
    let all = UnsafeBufferPointer(start: answer, count: Int(max(0, count)))
    let ordered = all.filter { $0.primary != 0 } + all.filter { $0.primary == 0 }
    return MonitorLayout(monitors: ordered.map { Monitor($0) })
  }
}

extension Monitor {
  fileprivate init(_ info: XRRMonitorInfo) {
    frame = PixelRect(x: Int(info.x), y: Int(info.y), width: Int(info.width), height: Int(info.height))
    millimeters = (Int(info.mwidth), Int(info.mheight))
    output = info.noutput > 0 ? info.outputs?[0] ?? 0 : 0
  }
}
