import CX11
import CXRandR
import Scene

/// Follows which monitors a screen has, where the server tells (RandR 1.5).
struct MonitorSource {
  private(set) var layout = MonitorLayout()
  /// Between two refreshes of a monitor, in nanoseconds, as far as that was asked; `nil` for one
  /// that does not say.
  var intervals: [Monitor: Double?] = [:]
  let connection: Connection
  /// The number of the extension's first event; `nil` where the server has no such extension.
  private let firstEvent: Int32?

  /// Asks for the monitors: four round trips, one without the extension.
  init(on connection: Connection) {
    self.connection = connection
    var (event, error): (Int32, Int32) = (0, 0)
    let exists = XRRQueryExtension(connection.display, &event, &error) != 0
    firstEvent = exists ? event : nil
    guard exists else { return }
    let changes = RRScreenChangeNotifyMask | RRCrtcChangeNotifyMask
    connection.aboutStrangers {
      XRRSelectInput(connection.display, connection.root, Int32(changes))
    }
    layout = read()
  }

  /// Takes in an event if it is about the monitors.
  ///
  /// - Returns: Whether it was; they may be others now, or refresh otherwise.
  mutating func handle(_ event: inout XEvent) -> Bool {
    guard let firstEvent,
      event.type == firstEvent + RRScreenChangeNotify
        || event.type == firstEvent + RRNotify
    else { return false }
    // Xlib has its own idea of the screen's size.
    XRRUpdateConfiguration(&event)
    layout = read()
    intervals = [:]
    return true
  }

  /// The monitors, the primary one first. A server before RandR 1.5 refuses, and there are none.
  private func read() -> MonitorLayout {
    var count: Int32 = 0
    let answer = connection.aboutStrangers {
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
    frame = PixelRect(
      x: Int(info.x), y: Int(info.y), width: Int(info.width), height: Int(info.height))
    millimeters = (Int(info.mwidth), Int(info.mheight))
    output = info.noutput > 0 ? info.outputs?[0] ?? 0 : 0
  }
}
