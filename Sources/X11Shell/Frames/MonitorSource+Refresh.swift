import CX11
import CXRandR
import Scene

// The refresh intervals of the monitors, for a display that reports no refreshes.
extension MonitorSource {
  /// Returns the refresh interval of the monitor that shows most of a window, in nanoseconds, or
  /// `nil` if unknown. Three round trips the first time.
  mutating func interval(under window: PixelRect) -> Double? {
    guard let monitor = layout.monitor(under: window) ?? layout.monitors.first else { return nil }
    if let cached = intervals[monitor] { return cached }
    let interval = interval(of: monitor.output)
    intervals[monitor] = .some(interval)
    return interval
  }

  /// The output may have been disconnected.
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
      return modes.first { $0.id == crtc.pointee.mode }.flatMap { RefreshRate($0).interval }
    }
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
