import CX11
import CXRandR

/// Arranges a screen's monitors, as `xrandr --setmonitor` does.
enum RandR {
  /// Makes the screen monitors that are 800 pixels high.
  ///
  /// - Parameter monitors: The main one first: each with its left side and its width in pixels, and
  ///   its width in millimetres.
  static func setMonitors(
    on display: OpaquePointer,
    _ monitors: [(name: String, x: Int32, width: Int32, millimeters: Int32)]
  ) {
    for (index, monitor) in monitors.enumerated() {
      guard let info = XRRAllocateMonitor(display, 0) else { continue }
      info.pointee.name = XInternAtom(display, monitor.name, False)
      info.pointee.primary = index == 0 ? True : False
      (info.pointee.x, info.pointee.width, info.pointee.height) = (monitor.x, monitor.width, 800)
      info.pointee.mwidth = monitor.millimeters
      info.pointee.mheight = monitor.millimeters * 800 / monitor.width
      XRRSetMonitor(display, XDefaultRootWindow(display), info)
      XRRFreeMonitors(info)
    }
    XSync(display, False)
  }
}
