package import CX11
package import Scene

/// A part of the screen that the user sees as one display ([RandR 1.5][1]).
///
/// [1]: https://www.x.org/releases/current/doc/randrproto/randrproto.txt
package struct Monitor: Hashable, Sendable {
  /// The frame in device pixels of the screen.
  package let frame: PixelRect
  /// The physical size in millimeters as reported. Many monitors report 0 or an implausible size.
  package let millimeters: Size
  /// The id of the first output, or 0 if there is none.
  package var output: UInt = 0

  /// The scales (device pixels per logical pixel) that the program supports.
  package static let allowedScales = 0.5...8.0
  /// The resolution in dots per inch at which a logical pixel is one device pixel.
  package static let defaultResolution = 96.0
  /// The plausible resolutions of a desktop monitor, in dots per inch.
  private static let plausible = 20.0...500.0
  /// The sizes of monitors that report the ratio of their sides instead of their size, from mutter
  /// (`meta-monitor-manager`).
  private static let ratios = [(160, 90), (160, 100), (16, 9), (16, 10)].map { Size(width: $0, height: $1) }
  /// The maximum difference between the resolutions of the two axes, relative to the larger one.
  /// Sizes are rounded to whole centimeters.
  private static let tolerance = 0.2
  /// The tolerance for rounded sizes: a monitor of twice the default resolution may report a bit
  /// less.
  private static let slack = 0.15

  /// The mean resolution of both axes in dots per inch. `nil` if the reported size is not
  /// plausible.
  package var resolution: Double? {
    guard millimeters.width > 0, millimeters.height > 0, !Self.ratios.contains(millimeters)
    else { return nil }
    let x = 25.4 * Double(frame.width) / millimeters.width
    let y = 25.4 * Double(frame.height) / millimeters.height
    let isSquare = abs(x - y) <= Self.tolerance * max(x, y)
    return isSquare && Self.plausible.contains(x) && Self.plausible.contains(y) ? (x + y) / 2 : nil
  }

  /// The scale for the resolution, rounded down to quarters, at least 1, so that nothing becomes
  /// smaller than before. 1 if the resolution is unknown.
  package var scale: Double {
    guard let resolution else { return 1 }
    let quarters = (4 * resolution / Self.defaultResolution + Self.slack).rounded(.down)
    return max(1, min(quarters / 4, Self.allowedScales.upperBound))
  }
}

/// The arrangement of the monitors of a screen.
package struct MonitorLayout: Hashable, Sendable {
  package var monitors: [Monitor] = []

  /// Whether the scale depends on the window position.
  package var hasSeveralScales: Bool { monitors.contains { $0.scale != openingScale } }

  /// The scale for a window whose position is unknown: the scale of the first monitor, which is the
  /// user's primary one.
  package var openingScale: Double { monitors.first?.scale ?? 1 }

  /// Returns the scale for a window.
  ///
  /// The scale changes to that of another monitor if most of the window is there, and would also be
  /// there at the new scale. Otherwise a window that becomes smaller could switch back.
  ///
  /// - Parameters:
  ///   - window: The frame in device pixels of the screen.
  ///   - scale: The current scale.
  package func scale(forWindowAt window: PixelRect, current scale: Double) -> Double {
    guard let monitor = monitor(under: window) else { return scale }
    let factor = monitor.scale / scale
    let scaled = PixelRect(
      x: window.x, y: window.y, width: Int((Double(window.width) * factor).rounded()),
      height: Int((Double(window.height) * factor).rounded()))
    return self.monitor(under: scaled)?.scale == monitor.scale ? monitor.scale : scale
  }

  /// Returns the monitor with the largest part of a window. In a tie, returns the first one. `nil`
  /// if the window is on no monitor.
  package func monitor(under window: PixelRect) -> Monitor? {
    var best: (monitor: Monitor, area: Int)?
    for monitor in monitors {
      let area = monitor.frame.intersection(window).area
      if area > best?.area ?? 0 { best = (monitor, area) }
    }
    return best?.monitor
  }
}

/// An observer of the monitors of a screen, if the server supports RandR 1.5.
package struct MonitorSource {
  package private(set) var layout = MonitorLayout()
  /// The queried refresh intervals in nanoseconds. An interval is `nil` if the monitor reports
  /// none.
  package var intervals: [Monitor: Double?] = [:]
  package let connection: Connection
  /// The number of the extension's first event. `nil` if the server lacks the extension.
  private let firstEvent: Int32?

  /// Queries the monitors with four round trips, or one if the server lacks the extension.
  package init(on connection: Connection) {
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
  package mutating func handle(_ event: inout XEvent) -> Bool {
    guard let firstEvent else { return false }
    let isRandR = event.type == firstEvent + RRScreenChangeNotify || event.type == firstEvent + RRNotify
    // The server reports a change of the monitors themselves only as a change of the root window.
    let isRoot = event.type == ConfigureNotify && event.xconfigure.window == connection.root
    guard isRandR || isRoot else { return false }
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
    return MonitorLayout(
      monitors: ordered.map { info in
        Monitor(
          frame: PixelRect(x: Int(info.x), y: Int(info.y), width: Int(info.width), height: Int(info.height)),
          millimeters: Size(width: Double(info.mwidth), height: Double(info.mheight)),
          output: info.noutput > 0 ? info.outputs?[0] ?? 0 : 0)
      })
  }
}

// The refresh intervals of the monitors, for a display that reports no refreshes.
extension MonitorSource {
  /// Returns the refresh interval of the monitor that shows most of a window, in nanoseconds, or
  /// `nil` if unknown. Three round trips the first time.
  package mutating func interval(under window: PixelRect) -> Double? {
    guard let monitor = layout.monitor(under: window) ?? layout.monitors.first else { return nil }
    if let cached = intervals[monitor] { return cached }
    let interval = interval(of: monitor.output)
    intervals[monitor] = .some(interval)
    return interval
  }

  /// Returns the refresh interval of an output, or `nil` if it was disconnected.
  private func interval(of output: RROutput) -> Double? {
    guard output != 0 else { return nil }
    return connection.ignoringErrors {
      let display = connection.display
      guard let resources = XRRGetScreenResourcesCurrent(display, connection.root) else { return nil }
      defer { XRRFreeScreenResources(resources) }
      guard let info = XRRGetOutputInfo(display, resources, output) else { return nil }
      defer { XRRFreeOutputInfo(info) }
      guard let crtc = XRRGetCrtcInfo(display, resources, info.pointee.crtc) else { return nil }
      defer { XRRFreeCrtcInfo(crtc) }
      let modes = UnsafeBufferPointer(start: resources.pointee.modes, count: Int(resources.pointee.nmode))
      guard let mode = modes.first(where: { $0.id == crtc.pointee.mode }) else { return nil }
      let rate = RefreshRate(
        dotClock: mode.dotClock, lineLength: mode.hTotal, lineCount: mode.vTotal,
        isDoubled: mode.modeFlags & UInt(RR_DoubleScan) != 0,
        isInterlaced: mode.modeFlags & UInt(RR_Interlace) != 0)
      return rate.interval
    }
  }
}

/// The refresh rate of a monitor mode, with the fields that RandR and EDID use.
package struct RefreshRate {
  /// Pixels per second; 0 if the server invents the mode, as Xvfb does.
  package var dotClock: UInt
  /// Pixels in a line and lines in a picture, including blanking.
  package var lineLength: UInt32
  package var lineCount: UInt32
  /// Whether each line is sent twice.
  package var isDoubled = false
  /// Whether each refresh sends every other line.
  package var isInterlaced = false

  /// The plausible refresh intervals in nanoseconds: from 1000 refreshes down to 1 refresh per second.
  package static let plausibleIntervals = 1e6...1e9

  /// The refresh interval in nanoseconds, or `nil` if the mode is implausible.
  package var interval: Double? {
    var lines = Double(lineCount)
    if isDoubled { lines *= 2 }
    if isInterlaced { lines /= 2 }
    let interval = 1e9 * Double(lineLength) * lines / Double(dotClock)
    return Self.plausibleIntervals.contains(interval) ? interval : nil
  }
}
