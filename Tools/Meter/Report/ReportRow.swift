/// A row of the report with its metrics, for example a median and a 99th percentile.
struct ReportRow {
  var title: String
  var metrics: [Metric]
  /// The maximum that each metric should not exceed. Empty if there is no goal.
  var goal = ""

  /// All rows, in the order in which a user experiences what they measure.
  static let all = [
    ReportRow(title: "launch to first finished frame, ms", metrics: [.firstFrame], goal: "16"),
    ReportRow(title: "launch to map, ms", metrics: [.mapped]),
    ReportRow(title: "CPU time of the launch, ms", metrics: [.launchCPUTime]),
    ReportRow(
      title: "blocking round trips / requests before the first map", metrics: [.roundTrips, .requests],
      goal: "12 / 150"),
    ReportRow(
      title: "one motion to damage, p50 / p95, ms", metrics: [.motionP50, .motionP95], goal: "0.5 / 0.7"),
    ReportRow(
      title: "age of the content during a 250 Hz drag, p50 / p99, ms",
      metrics: [.contentAgeP50, .contentAgeP99], goal: "0.3 / 0.5"),
    ReportRow(title: "CPU time per frame of that drag, µs", metrics: [.frameTime], goal: "100"),
    ReportRow(title: "– at 2× scale, µs", metrics: [.doubleScaleFrameTime], goal: "300"),
    ReportRow(title: "– of the server, µs", metrics: [.serverFrameTime]),
    ReportRow(title: "– frames/s", metrics: [.frameRate]),
    ReportRow(title: "– pixels / bytes sent per frame", metrics: [.framePixels, .frameBytes]),
    ReportRow(
      title: "after the release: frames/s / longest frame interval (p99), ms",
      metrics: [.releaseRate, .releaseInterval]),
    ReportRow(
      title: "refreshes without a frame during snaps, 10 s of throws", metrics: [.unusedRefreshes], goal: "0"),
    ReportRow(
      title: "– distance to the ideal spring at presentation, p99 / in motion, px",
      metrics: [.positionError, .errorInMotion], goal: "0.5"),
    ReportRow(
      title: "– delay until presentation, p50 / p99, ms",
      metrics: [.presentationDelayP50, .presentationDelayP99]),
    ReportRow(
      title: "– difference between frame log and screenshots, p99, px", metrics: [.screenshotDistance]),
    ReportRow(
      title: "key to damage in a text field, p50 / p99, ms", metrics: [.keyP50, .keyP99],
      goal: "0.4 / 0.8"),
    ReportRow(
      title: "with a million tokens: launch to first finished frame, ms", metrics: [.longListFirstFrame],
      goal: "1000"),
    ReportRow(
      title: "– key to damage, p50 / p99, ms", metrics: [.longListKeyP50, .longListKeyP99], goal: "4"),
    ReportRow(title: "– memory, PSS, MB", metrics: [.longListMemory]),
    ReportRow(title: "wakeups when idle: after blinking", metrics: [.wakeupsAfterBlinking], goal: "0"),
    ReportRow(title: "– unfocused / hidden", metrics: [.wakeupsUnfocused, .wakeupsHidden], goal: "0 / 0"),
    ReportRow(title: "wakeups/s while the caret blinks", metrics: [.wakeupsBlinking], goal: "17"),
    ReportRow(title: "– CPU time, ms in 10 s", metrics: [.timeBlinking]),
    ReportRow(
      title: "– CPU time relative to a C program that blinks as often", metrics: [.baselineRatio],
      goal: "1.5"), ReportRow(title: "– bytes sent per second", metrics: [.bytesBlinking], goal: "4000"),
    ReportRow(
      title: "allocations in a steady frame: own code / C libraries",
      metrics: [.programAllocations, .libraryAllocations], goal: "0 / –"),
    ReportRow(title: "memory, PSS, MB / threads", metrics: [.proportionalMemory, .threads], goal: "12 / 1"),
    ReportRow(title: "– pixmaps in the server, MB", metrics: [.serverPixmaps]),
    ReportRow(title: "program and libraries on disk, MB", metrics: [.diskSize], goal: "35"),
  ]

  /// Returns the cell of a program: its medians and, in parentheses, the ratio of the first
  /// program's value to the value of this one.
  func cell(_ results: MeasurementResults, comparedTo first: MeasurementResults?) -> String {
    let numbers = metrics.map { results[$0].map(formatted) ?? "–" }
    guard results[metrics[0]] != nil else { return "–" }
    let text = numbers.joined(separator: " / ")
    guard let own = first?[metrics[0]], let other = results[metrics[0]], formatted(other) != "0" else {
      return text
    }
    return "\(text) (\(formatted(own / other)) ×)"
  }
}

/// Returns a number as readable text: with two decimals below 10, one below 100, otherwise none,
/// and no trailing zeros.
func formatted(_ number: Double) -> String {
  let scale = abs(number) < 10 ? 100.0 : abs(number) < 100 ? 10 : 1
  let value = (number * scale).rounded() / scale
  return value == value.rounded() ? "\(Int(value))" : "\(value)"
}
