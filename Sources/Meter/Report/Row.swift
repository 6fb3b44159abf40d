/// A line of the table: one number, or a median and a tail.
struct Row {
  var title: String
  var metrics: [Metric]
  /// At most so much; empty where nothing was promised.
  var goal = ""

  /// All lines, in the order in which a person meets what they tell.
  static let all = [
    Row(title: "start to first finished frame, ms", metrics: [.firstFrame], goal: "16"),
    Row(title: "start to map, ms", metrics: [.mapped]),
    Row(title: "processor time of the start, ms", metrics: [.startTime]),
    Row(
      title: "blocking round trips / requests before the first map",
      metrics: [.roundTrips, .requests], goal: "12 / 150"),
    Row(
      title: "one motion to damage, p50 / p95, ms", metrics: [.motionMedian, .motionTail],
      goal: "0.5 / 0.7"),
    Row(
      title: "age of what a 250 Hz drag shows, p50 / p99, ms", metrics: [.lagMedian, .lagTail],
      goal: "0.3 / 0.5"),
    Row(title: "time per frame of that drag, µs", metrics: [.frameTime], goal: "100"),
    Row(title: "– the same at 2× scale, µs", metrics: [.largeFrameTime], goal: "300"),
    Row(title: "– the server's, µs", metrics: [.serverFrameTime]),
    Row(title: "– frames/s", metrics: [.frameRate]),
    Row(title: "– pixels / bytes sent a frame", metrics: [.framePixels, .frameBytes]),
    Row(
      title: "after the release: frames/s / longest gap (p99), ms",
      metrics: [.releaseRate, .releaseGap]),
    Row(
      title: "frames the clock had and a snap did not use, 10 s of throws",
      metrics: [.unusedRefreshes], goal: "0"),
    Row(
      title: "– place against the ideal spring at presentation, p99 / in flight, px",
      metrics: [.placeError, .flyingPlaceError], goal: "0.5"),
    Row(
      title: "– shown so long after that instant, p50 / p99, ms",
      metrics: [.showingDelay, .showingDelayTail]),
    Row(title: "– the log against pictures of the screen, p99, px", metrics: [.seenDistance]),
    Row(
      title: "key to damage in a text field, p50 / p99, ms", metrics: [.keyMedian, .keyTail],
      goal: "0.4 / 0.8"),
    Row(
      title: "with a million tokens: start to first finished frame, ms", metrics: [.longListStart],
      goal: "1000"),
    Row(
      title: "– key to damage among them, p50 / p99, ms",
      metrics: [.longListKeyMedian, .longListKeyTail], goal: "4"),
    Row(title: "– memory, PSS, MB", metrics: [.longListMemory]),
    Row(title: "wakeups at rest: blink over", metrics: [.wakeupsAfterBlinking], goal: "0"),
    Row(
      title: "– unfocused / hidden", metrics: [.wakeupsUnfocused, .wakeupsHidden], goal: "0 / 0"),
    Row(title: "wakeups/s while the caret blinks", metrics: [.wakeupsBlinking], goal: "17"),
    Row(title: "– time, ms in 10 s", metrics: [.timeBlinking]),
    Row(title: "– time against a C twin that blinks as often", metrics: [.twinRatio], goal: "1.5"),
    Row(title: "– bytes sent a second", metrics: [.bytesBlinking], goal: "4000"),
    Row(
      title: "allocations in a steady frame: own code / C libraries",
      metrics: [.programAllocations, .libraryAllocations], goal: "0 / –"),
    Row(
      title: "memory, PSS, MB / threads", metrics: [.proportionalMemory, .threads],
      goal: "12 / 1"),
    Row(title: "– pixmaps in the server, MB", metrics: [.serverPixmaps]),
    Row(title: "program and libraries on disk, MB", metrics: [.diskSize], goal: "35"),
  ]

  /// What was measured of a program, and how many times as much the first program takes.
  func cell(_ results: Results, besides first: Results?) -> String {
    let numbers = metrics.map { results[$0].map(rounded) ?? "–" }
    guard results[metrics[0]] != nil else { return "–" }
    let text = numbers.joined(separator: " / ")
    guard let own = first?[metrics[0]], let other = results[metrics[0]], rounded(other) != "0"
    else { return text }
    return "\(text) (\(rounded(own / other)) ×)"
  }
}

/// A number as it is read easily: with two decimals below 10, one below 100, none above, and no
/// zeros at the end.
func rounded(_ number: Double) -> String {
  let scale = abs(number) < 10 ? 100.0 : abs(number) < 100 ? 10 : 1
  let value = (number * scale).rounded() / scale
  return value == value.rounded() ? "\(Int(value))" : "\(value)"
}
