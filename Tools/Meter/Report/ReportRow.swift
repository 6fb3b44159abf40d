/// The maximum that a metric should not exceed.
enum Goal: Hashable {
  case value(Double)
  /// A multiple of the value of `baseline`.
  case ratio(Double)

  /// Returns the maximum, or `nil` if `baseline` was not measured.
  func maximum(baseline: Double?) -> Double? {
    switch self {
    case .value(let maximum): maximum
    case .ratio(let ratio): baseline.map { $0 * ratio }
    }
  }

  var text: String {
    switch self {
    case .value(let maximum): formatted(maximum)
    case .ratio(let ratio): "\(formatted(ratio)) ×"
    }
  }
}

/// A row of the report with its metrics, for example a median and a 99th percentile.
struct ReportRow {
  var title: String
  var metrics: [Metric]
  /// The goals of the first metrics. Empty if there is none.
  var goals: [Goal] = []

  /// The goals as text. Goals relative to `baseline` have a multiplication sign.
  var goal: String { goals.map(\.text).joined(separator: " / ") }

  /// All rows, in the order in which a user experiences what they measure.
  static let all = [
    ReportRow(title: "launch to first finished frame, ms", metrics: [.firstFrame], goals: [.ratio(2.2)]),
    ReportRow(title: "launch to map, ms", metrics: [.mapped]),
    ReportRow(title: "CPU time of the launch, ms", metrics: [.launchCPUTime]),
    ReportRow(
      title: "blocking round trips / requests before the first map", metrics: [.roundTrips, .requests],
      goals: [.value(12), .value(150)]),
    ReportRow(
      title: "one motion to damage, p50 / p95, ms", metrics: [.motionP50, .motionP95],
      goals: [.ratio(1.3), .ratio(1.3)]),
    ReportRow(
      title: "age of the content during a 250 Hz drag, p50 / p99, ms",
      metrics: [.contentAgeP50, .contentAgeP99], goals: [.ratio(1.3), .ratio(1.5)]),
    ReportRow(title: "CPU time per frame of that drag, µs", metrics: [.frameTime], goals: [.ratio(1.6)]),
    ReportRow(title: "– at 2× scale, µs", metrics: [.doubleScaleFrameTime], goals: [.value(300)]),
    ReportRow(title: "– of the server, µs", metrics: [.serverFrameTime]),
    ReportRow(title: "– frames/s", metrics: [.frameRate]),
    ReportRow(title: "– pixels / bytes sent per frame", metrics: [.framePixels, .frameBytes]),
    ReportRow(
      title: "after the release: frames/s / longest frame interval (p99), ms",
      metrics: [.releaseRate, .releaseInterval]),
    ReportRow(
      title: "refreshes without a frame during snaps, 10 s of throws", metrics: [.unusedRefreshes],
      goals: [.value(0)]),
    ReportRow(
      title: "– distance to the ideal spring at presentation, p99 / in motion, px",
      metrics: [.positionError, .errorInMotion], goals: [.value(0.5)]),
    ReportRow(
      title: "– delay until presentation, p50 / p99, ms",
      metrics: [.presentationDelayP50, .presentationDelayP99]),
    ReportRow(
      title: "– difference between frame log and screenshots, p99, px", metrics: [.screenshotDistance]),
    ReportRow(
      title: "key to damage in a password field, p50 / p99, ms", metrics: [.keyP50, .keyP99],
      goals: [.ratio(1.2), .ratio(1.5)]),
    ReportRow(title: "– CPU time, ms", metrics: [.keyTime], goals: [.value(0.5)]),
    ReportRow(
      title: "key to damage in a token field, p50 / p99, ms", metrics: [.tokenKeyP50, .tokenKeyP99],
      goals: [.value(0.8), .value(1.1)]),
    ReportRow(title: "– CPU time, ms", metrics: [.tokenKeyTime], goals: [.value(1)]),
    ReportRow(
      title: "with 100,000 tokens: launch to first finished frame, ms", metrics: [.longListFirstFrame],
      goals: [.value(1000)]),
    ReportRow(
      title: "– key to damage, p50 / p99, ms; CPU time, ms",
      metrics: [.longListKeyP50, .longListKeyP99, .longListKeyTime], goals: [.value(4)]),
    ReportRow(title: "– memory, PSS, MB", metrics: [.longListMemory]),
    ReportRow(
      title: "wakeups when idle: after blinking", metrics: [.wakeupsAfterBlinking], goals: [.value(0)]),
    ReportRow(
      title: "– unfocused / hidden", metrics: [.wakeupsUnfocused, .wakeupsHidden],
      goals: [.value(0), .value(0)]),
    ReportRow(title: "wakeups/s while the caret blinks", metrics: [.wakeupsBlinking], goals: [.value(5)]),
    ReportRow(
      title: "– CPU time, ms in 10 s / µs per frame", metrics: [.timeBlinking, .blinkFrameTime],
      goals: [.value(10)]),
    ReportRow(
      title: "– CPU time relative to a C program that blinks as often", metrics: [.baselineRatio],
      goals: [.value(1.5)]),
    ReportRow(title: "– bytes sent per second", metrics: [.bytesBlinking], goals: [.value(4000)]),
    ReportRow(
      title: "allocations in a steady frame: own code / C libraries",
      metrics: [.programAllocations, .libraryAllocations], goals: [.value(0)]),
    ReportRow(
      title: "memory, PSS, MB / threads", metrics: [.proportionalMemory, .threads],
      goals: [.value(10), .value(1)]),
    ReportRow(title: "– pixmaps in the server, MB", metrics: [.serverPixmaps]),
    ReportRow(
      title: "program / libraries on disk, MB", metrics: [.programSize, .librarySize],
      goals: [.value(12), .value(18)]),
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
