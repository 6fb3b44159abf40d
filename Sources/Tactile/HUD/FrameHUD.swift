import Controls
import Inspector
import Scene
import Windowing

/// The overlay with frame statistics: a small live plot and numbers over the window's contents.
///
/// The overlay does not request frames: each frame shows the statistics of the previous frames.
struct FrameHUD {
  /// The time from the start of each of the latest frames until it was sent, in milliseconds, the
  /// newest last.
  private(set) var times: [Double] = []
  private var statistics = FrameStatistics()
  /// The latest known input latency, in milliseconds.
  private var latency: Double?

  /// The number of frames in the plot.
  static let capacity = 150

  /// Records the statistics of a frame.
  mutating func record(_ statistics: FrameStatistics) {
    self.statistics = statistics
    latency = statistics.latency.map { $0 / .milliseconds(1) } ?? latency
    if times.count == Self.capacity { times.removeFirst() }
    times.append(statistics.duration / .milliseconds(1))
  }

  /// The lines of numbers: last frame, requests, missed frames, and latency from input to server.
  var lines: [String] {
    [
      "Frame \(milliseconds(times.last))",
      "Requests \(statistics.requests)",
      "Missed \(statistics.missedRefreshes) of \(statistics.frames + statistics.missedRefreshes)",
      "Input \(milliseconds(latency))",
    ]
  }

  private func milliseconds(_ time: Double?) -> String {
    time.map { "\(String($0, decimals: 2)) ms" } ?? "–"
  }

  func draw(in window: Rect, into list: inout DisplayList, _ environment: Environment) {
    typealias Style = Theme.HUD
    let size = Style.size(barCount: Self.capacity)
    let frame = Rect(
      x: window.maxX - Style.margin - size.width, y: window.maxY - Style.margin - size.height,
      width: size.width, height: size.height)
    let body = RoundedRect(environment.snapped(frame), cornerRadius: Style.cornerRadius)
    let colors = environment.theme.colors
    list.fill(.roundedRect(body), colors.raised.opacity(Style.opacity))
    list.stroke(.roundedRect(body), colors.raisedOutline, width: Style.outlineWidth)
    let content = frame.inset(by: Style.padding)
    drawPlot(
      in: Rect(x: content.minX, y: content.minY, width: content.width, height: Style.plotHeight),
      into: &list, environment)
    let top = content.minY + Style.plotHeight + Style.spacing
    drawLines(at: Point(x: content.minX, y: top), into: &list, environment)
  }

  /// Draws a bar for each frame, with that of the newest one at the trailing edge. A frame that takes a refresh interval has
  /// the full height; longer frames are red.
  ///
  /// Draws all bars of one color in sequence, because equal shapes share one request.
  private func drawPlot(in plot: Rect, into list: inout DisplayList, _ environment: Environment) {
    typealias Style = Theme.HUD
    let colors = environment.theme.colors
    for isLong in [false, true] {
      for (index, time) in times.enumerated() where (time > Style.refreshInterval) == isLong {
        let height = plot.height * min(time / Style.refreshInterval, 1)
        let x = plot.maxX - Double(times.count - index) * Style.barWidth
        let bar = Rect(x: x, y: plot.maxY - height, width: Style.barWidth, height: height)
        list.fill(.rect(environment.snapped(bar)), isLong ? colors.red : colors.accent)
      }
    }
    let axis = Rect(x: plot.minX, y: plot.maxY, width: plot.width, height: Style.axisThickness)
    list.fill(.rect(environment.snapped(axis)), colors.fieldOutline)
  }

  private func drawLines(at origin: Point, into list: inout DisplayList, _ environment: Environment) {
    let style = environment.theme.fonts.caption
    var y = origin.y
    for line in lines {
      let metrics = environment.text.metrics(of: line, style: style)
      list.text(
        line, style, environment.theme.colors.text, at: Point(x: origin.x, y: y + metrics.ascent),
        metrics: metrics)
      y += metrics.height
    }
  }
}

extension Theme {
  /// The style of the frame statistics overlay. Lengths are in logical pixels.
  enum HUD {
    /// The distance to the bottom trailing corner of the window.
    static let margin = 12.0
    static let padding = Insets(horizontal: 12, vertical: 10)
    static let cornerRadius = 10.0
    static let outlineWidth = 1.0
    /// Below 1, so that the content behind is slightly visible.
    static let opacity = 0.92
    static let barWidth = 1.0
    static let plotHeight = 40.0
    /// The thickness of the line below the bars.
    static let axisThickness = 1.0
    static let spacing = 6.0
    /// The frame duration of a bar with the full height of the plot, in milliseconds.
    static let refreshInterval = 1000 / 60.0
    /// Returns the size for the plot and four lines below it: narrow enough to fit beside an open inspector.
    static func size(barCount count: Int) -> Size {
      Size(width: Double(count) * barWidth + padding.leading + padding.trailing, height: 136)
    }
  }
}
