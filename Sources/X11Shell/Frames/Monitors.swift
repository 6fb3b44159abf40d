import CX11
import CXRandR
import Scene

/// How often the monitors refresh, by RandR: for a display that tells of no refresh itself.
struct Monitors {
  private let connection: Connection
  /// The type of RandR's first event.
  private let eventBase: Int32

  /// Costs round trips.
  ///
  /// - Returns: `nil` where the server has no RandR with monitors (version 1.5).
  init?(on connection: Connection) {
    let display = connection.display
    var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard XRRQueryExtension(display, &event, &error) != 0,
      XRRQueryVersion(display, &major, &minor) != 0, (major, minor) >= (1, 5)
    else { return nil }
    self.connection = connection
    eventBase = event
    let mask = RRScreenChangeNotifyMask | RRCrtcChangeNotifyMask
    XRRSelectInput(display, connection.root, Int32(mask))
  }

  /// Whether an event tells that monitors have changed.
  func haveChanged(by event: XEvent) -> Bool {
    (eventBase...eventBase + Int32(RRNotify)).contains(event.type)
  }

  /// The interval of the monitor that shows most of a window, in nanoseconds; `nil` where it does
  /// not say. Costs round trips.
  func interval(under window: PixelRect) -> Double? {
    var count: Int32 = 0
    let display = connection.display
    guard let monitors = XRRGetMonitors(display, connection.root, True, &count) else { return nil }
    defer { XRRFreeMonitors(monitors) }
    let all = UnsafeBufferPointer(start: monitors, count: Int(count))
    let best = all.max { Self.overlap($0, window) < Self.overlap($1, window) }
    guard let best, best.noutput > 0, let output = best.outputs?[0] else { return nil }
    return interval(of: output)
  }

  private static func overlap(_ monitor: XRRMonitorInfo, _ window: PixelRect) -> Int {
    let frame = PixelRect(
      x: Int(monitor.x), y: Int(monitor.y), width: Int(monitor.width), height: Int(monitor.height))
    return frame.intersection(window).area
  }

  private func interval(of output: RROutput) -> Double? {
    let display = connection.display
    guard let resources = XRRGetScreenResourcesCurrent(display, connection.root) else { return nil }
    defer { XRRFreeScreenResources(resources) }
    guard let info = XRRGetOutputInfo(display, resources, output) else { return nil }
    defer { XRRFreeOutputInfo(info) }
    guard let crtc = XRRGetCrtcInfo(display, resources, info.pointee.crtc) else { return nil }
    defer { XRRFreeCrtcInfo(crtc) }
    let modes = UnsafeBufferPointer(
      start: resources.pointee.modes, count: Int(resources.pointee.nmode))
    return modes.first { $0.id == crtc.pointee.mode }.flatMap { RefreshRate($0).interval }
  }
}

extension RefreshRate {
  fileprivate init(_ mode: XRRModeInfo) {
    self.init(
      dotClock: mode.dotClock, lineLength: mode.hTotal, lineCount: mode.vTotal,
      isDoubled: mode.modeFlags & UInt(RR_DoubleScan) != 0,
      isInterlaced: mode.modeFlags & UInt(RR_Interlace) != 0)
  }
}
