import Scene

/// The arrangement of the monitors of a screen.
struct MonitorLayout: Hashable, Sendable {
  var monitors: [Monitor] = []

  /// Whether the scale depends on the window position.
  var hasSeveralScales: Bool { monitors.contains { $0.scale != openingScale } }

  /// The scale for a window whose position is unknown: the scale of the first monitor, which is the
  /// user's primary one.
  var openingScale: Double { monitors.first?.scale ?? 1 }

  /// Returns the scale for a window.
  ///
  /// The scale changes to that of another monitor if most of the window is there, and would also be
  /// there at the new scale. Otherwise a window that becomes smaller could switch back.
  ///
  /// - Parameters:
  ///   - window: The frame in device pixels of the screen.
  ///   - scale: The current scale.
  func scale(forWindowAt window: PixelRect, current scale: Double) -> Double {
    guard let monitor = monitor(under: window) else { return scale }
    let factor = monitor.scale / scale
    let scaled = PixelRect(
      x: window.x, y: window.y, width: Int((Double(window.width) * factor).rounded()),
      height: Int((Double(window.height) * factor).rounded()))
    return self.monitor(under: scaled)?.scale == monitor.scale ? monitor.scale : scale
  }

  /// Returns the monitor with the largest part of a window. In a tie, returns the first one. `nil`
  /// if the window is on no monitor.
  func monitor(under window: PixelRect) -> Monitor? {
    var best: (monitor: Monitor, area: Int)?
    for monitor in monitors {
      let area = monitor.frame.intersection(window).area
      if area > best?.area ?? 0 { best = (monitor, area) }
    }
    return best?.monitor
  }
}
