import Scene

/// The monitors of a screen, side by side or over each other.
struct MonitorLayout: Hashable, Sendable {
  var monitors: [Monitor] = []

  /// Whether it makes a difference where a window stands.
  var hasSeveralScales: Bool { monitors.contains { $0.scale != openingScale } }

  /// The scale for a window whose place is not known yet: that of the first monitor, the person's
  /// main one.
  var openingScale: Double { monitors.first?.scale ?? 1 }

  /// The scale for a window.
  ///
  /// It follows to another monitor when it stands mostly there and would do so at that one's scale
  /// too: a window that becomes smaller as it is followed must not fall back by that.
  ///
  /// - Parameters:
  ///   - window: Where it is, in device pixels of the screen.
  ///   - scale: What it has.
  func scale(forWindowAt window: PixelRect, having scale: Double) -> Double {
    guard let monitor = monitor(under: window) else { return scale }
    let factor = monitor.scale / scale
    let then = PixelRect(
      x: window.x, y: window.y, width: Int((Double(window.width) * factor).rounded()),
      height: Int((Double(window.height) * factor).rounded()))
    return self.monitor(under: then)?.scale == monitor.scale ? monitor.scale : scale
  }

  /// The one with most of a window on it; of two as good the first, and `nil` where it is on none.
  func monitor(under window: PixelRect) -> Monitor? {
    var best: (monitor: Monitor, area: Int)?
    for monitor in monitors {
      let area = monitor.frame.intersection(window).area
      if area > best?.area ?? 0 { best = (monitor, area) }
    }
    return best?.monitor
  }
}
