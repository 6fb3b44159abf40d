public import Scene
import X11

/// The monitors of a screen, and the state that decides where an overlay is shown. All frames are in logical pixels of
/// the screen.
public struct ScreenLayout: Hashable, Sendable {
  /// A monitor.
  public struct Monitor: Hashable, Sendable {
    public var frame: Rect
    /// The part of the frame that no panel reserves.
    public var workArea: Rect

    public init(frame: Rect, workArea: Rect) { (self.frame, self.workArea) = (frame, workArea) }
  }

  /// The monitors, the primary one first. At least one.
  public var monitors: [Monitor]
  /// Device pixels per logical pixel.
  public var scale = 1.0
  /// The frame of the active window while it is full screen, otherwise `nil`.
  public var fullScreenWindow: Rect?
  /// Whether a screen lock has reported that the screen is locked.
  public var isLocked = false
  /// Whether a compositor shows transparent pixels of windows.
  public var isComposited = false

  public init(monitors: [Monitor]) { self.monitors = monitors }
}

/// The parts of the monitors that panels leave free, as other clients describe them.
struct WorkAreas {
  /// The areas that the window manager publishes for each monitor, in device pixels.
  var published: [PixelRect] = []
  /// The space that panels reserve at the edges of the screen, by window.
  var struts: [WindowID: Strut] = [:]

  /// Returns the free part of a monitor: all of it if nothing would be left.
  func area(of monitor: PixelRect, in screen: PixelSize) -> PixelRect {
    let published = published.map { $0.intersection(monitor) }.max { $0.area < $1.area }
    if let published, !published.isEmpty { return published }
    let area = struts.values.reduce(monitor) { $1.removed(from: $0, on: monitor, in: screen) }
    return area.isEmpty ? monitor : area
  }

  /// Returns the rectangles in a property with four numbers for each.
  static func rectangles(in words: [UInt]) -> [PixelRect] {
    let values = words.map { Int($0) }
    return stride(from: 0, to: values.count - 3, by: 4).map {
      PixelRect(x: values[$0], y: values[$0 + 1], width: values[$0 + 2], height: values[$0 + 3])
    }
  }
}

/// The space that a window reserves at the edges of the screen (EWMH).
struct Strut {
  /// The depths at the left, right, top and bottom edges in device pixels (`_NET_WM_STRUT`), and perhaps the first and
  /// the last pixel along each edge (`_NET_WM_STRUT_PARTIAL`). Without these, the depths concern the whole edges.
  private let values: [Int]

  /// - Parameter words: Four numbers, or twelve.
  init(_ words: [UInt]) { values = words.map { Int($0) } }

  /// Returns an area of a monitor without the reserved space.
  func removed(from area: PixelRect, on monitor: PixelRect, in screen: PixelSize) -> PixelRect {
    let (rows, columns) = (monitor.y..<monitor.maxY, monitor.x..<monitor.maxX)
    let (left, top) = (max(area.x, depth(0, beside: rows)), max(area.y, depth(2, beside: columns)))
    let right = min(area.maxX, screen.width - depth(1, beside: rows))
    let bottom = min(area.maxY, screen.height - depth(3, beside: columns))
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  private func depth(_ edge: Int, beside pixels: Range<Int>) -> Int {
    guard values.count > 4 else { return values[edge] }
    let (first, last) = (values[4 + 2 * edge], values[5 + 2 * edge])
    return first < pixels.upperBound && last >= pixels.lowerBound ? values[edge] : 0
  }
}
