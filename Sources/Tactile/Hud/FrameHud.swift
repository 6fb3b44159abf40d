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
  static let capacity = 150

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
      "Frame \(milliseconds(times.last))",
      "Requests \(statistics.requests)",
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
    let size = Look.size(ofBars: Self.capacity)
    let frame = Rect(
      x: window.maxX - Look.margin - size.width, y: window.maxY - Look.margin - size.height,
      width: size.width, height: size.height)
    let body = RoundedRect(environment.snapped(frame), cornerRadius: Look.cornerRadius)
    let colors = environment.theme.colors
    list.fill(.roundedRect(body), colors.raised.opacity(Look.opacity))
    list.stroke(.roundedRect(body), colors.raisedOutline, width: Look.outline)
    let content = frame.inset(by: Look.padding)
    drawPlot(
      in: Rect(x: content.minX, y: content.minY, width: content.width, height: Look.plotHeight),
      into: &list, environment)
    let top = content.minY + Look.plotHeight + Look.gap
    drawLines(at: Point(x: content.minX, y: top), into: &list, environment)
  }

  /// A bar for each frame, as high as a refresh where it took one; longer ones are red.
  ///
  /// Bars of one colour follow each other, since what is alike costs one request together.
  private func drawPlot(
    in plot: Rect, into list: inout DisplayList, _ environment: Environment
  ) {
    let colors = environment.theme.colors
    for isLong in [false, true] {
      for (index, time) in times.enumerated() where (time > Theme.Hud.refresh) == isLong {
        let bar = bar(of: time, at: times.count - index, in: plot)
        list.fill(.rect(environment.snapped(bar)), isLong ? colors.red : colors.accent)
      }
    }
    let axis = Rect(x: plot.minX, y: plot.maxY, width: plot.width, height: Theme.Hud.axis)
    list.fill(.rect(environment.snapped(axis)), colors.fieldOutline)
  }

  /// - Parameter age: 1 for the newest frame, which stands at the trailing side.
  private func bar(of time: Double, at age: Int, in plot: Rect) -> Rect {
    typealias Look = Theme.Hud
    let height = plot.height * min(time / Look.refresh, 1)
    return Rect(
      x: plot.maxX - Double(age) * Look.barWidth, y: plot.maxY - height, width: Look.barWidth,
      height: height)
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
