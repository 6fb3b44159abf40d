import CX11

/// Sets the monitors of a screen, as `xrandr --setmonitor` does.
enum RandR {
  /// Divides the screen into monitors with a height of 800 pixels.
  ///
  /// - Parameter monitors: The monitors, the primary one first: name, left edge and width in
  ///   pixels, and width in millimeters.
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
