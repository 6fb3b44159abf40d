import Controls
import Motion
import Scene
import X11Shell

/// How the last frames went: a small live plot over the window's contents, with numbers.
///
/// It asks for no frame by itself: each frame shows what became of those before it.
struct FrameHud {
  /// From the beginning of each of the last frames until it was sent, in milliseconds, the newest
  /// last.
  private(set) var times: [Double] = []
  private var statistics = FrameStatistics()
  /// The last that is known, in milliseconds.
  private var latency: Double?

  /// How many frames the plot shows.
  static let capacity = 120

  /// Takes in what became of a frame.
  mutating func note(_ statistics: FrameStatistics) {
    self.statistics = statistics
    latency = statistics.latency.map { $0 / .milliseconds(1) } ?? latency
    if times.count == Self.capacity { times.removeFirst() }
    times.append(statistics.duration / .milliseconds(1))
  }

  /// The numbers: the last frame, what was missed so far, the last input's way to the server.
  var lines: [String] {
    [
      "Frame \(milliseconds(times.last)), \(statistics.requests) requests",
      "Missed \(statistics.missedTicks) of \(statistics.frames + statistics.missedTicks)",
      "Input \(milliseconds(latency))",
    ]
  }

  private func milliseconds(_ time: Double?) -> String {
    time.map { "\(String($0, decimals: 2)) ms" } ?? "–"
  }
}

extension FrameHud {
  func draw(in window: Rect, into list: inout DisplayList, _ environment: Environment) {
    typealias Look = Theme.Hud
    let frame = Rect(
      x: window.minX + Look.margin, y: window.maxY - Look.margin - Look.size.height,
      width: Look.size.width, height: Look.size.height)
    let colors = environment.theme.colors
    list.fill(
      .roundedRect(RoundedRect(environment.snapped(frame), cornerRadius: Look.cornerRadius)),
      colors.raised.opacity(Look.opacity))
    let content = frame.inset(by: Look.padding)
    drawPlot(
      in: Rect(x: content.minX, y: content.minY, width: content.width, height: Look.plotHeight),
      into: &list, colors)
    let top = content.minY + Look.plotHeight + Look.gap
    drawLines(at: Point(x: content.minX, y: top), into: &list, environment)
  }

  /// A bar for each frame, as high as a refresh where it took one; longer ones are red.
  private func drawPlot(in plot: Rect, into list: inout DisplayList, _ colors: Theme.Colors) {
    typealias Look = Theme.Hud
    let width = plot.width / Double(Self.capacity)
    for (index, time) in times.enumerated() {
      let height = plot.height * min(time / Look.refresh, 1)
      let bar = Rect(
        x: plot.maxX - Double(times.count - index) * width, y: plot.maxY - height, width: width,
        height: height)
      list.fill(.rect(bar), time > Look.refresh ? colors.red : colors.accent)
    }
    list.fill(
      .rect(Rect(x: plot.minX, y: plot.maxY, width: plot.width, height: Look.axis)),
      colors.fieldOutline)
  }

  private func drawLines(
    at origin: Point, into list: inout DisplayList, _ environment: Environment
  ) {
    let style = Theme.Fonts.caption
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
