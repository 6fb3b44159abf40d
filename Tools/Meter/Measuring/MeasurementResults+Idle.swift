import Scene
import ScreenDriver

extension MeasurementResults {
  /// Measures a program in each idle state: without the focus, with a blinking caret, after the
  /// caret has stopped blinking (if it stops), and minimized.
  mutating func measureIdle(of program: borrowing RunningProgram, _ settings: MeasurementSettings)
    throws(ScreenDriverError)
  {
    let observer = program.observer
    try measureUnfocused(program, settings)
    try program.click(program.target.fieldPosition)
    observer.record(for: .milliseconds(400))
    let clickTime = ContinuousClock.now
    let duration = Self.blinkDuration(settings)
    observer.reset()
    record(blinking: try cost(of: program, during: duration), in: duration, frames: observer.damages.count)
    if program.target.stopsBlinking {
      observer.record(until: clickTime + .seconds(11))
      record(.wakeupsAfterBlinking, try wakeups(of: program, settings))
    }
    try measureHidden(program, settings)
  }

  /// Returns the time for observing the blinking caret: long enough for several blinks, and shorter
  /// than the ten seconds after which a caret may stop.
  private static func blinkDuration(_ settings: MeasurementSettings) -> Duration {
    min(max(settings.idleTime, .seconds(4)), .seconds(8))
  }

  private mutating func measureUnfocused(_ program: borrowing RunningProgram, _ settings: MeasurementSettings)
    throws(ScreenDriverError)
  {
    let otherApp = try OtherAppWindow(on: program.displayName)
    try Deadline(after: .seconds(5)).poll(for: "the focus of another window") {
      otherApp.window.isActive ? () : nil
    }
    program.observer.record(for: .milliseconds(700))
    record(.wakeupsUnfocused, try wakeups(of: program, settings))
  }

  private mutating func measureHidden(_ program: borrowing RunningProgram, _ settings: MeasurementSettings)
    throws(ScreenDriverError)
  {
    program.window.hide()
    program.observer.record(for: .milliseconds(700))
    record(.wakeupsHidden, try wakeups(of: program, settings))
    program.window.show()
    program.observer.record(for: .milliseconds(500))
  }

  private mutating func record(blinking cost: ProcessResourceUsage, in duration: Duration, frames: Int) {
    if frames > 0 { record(.blinkFrameTime, cost.cpuTime.microseconds / Double(frames)) }
    record(.wakeupsBlinking, Double(cost.wakeupCount) / duration.seconds)
    record(.timeBlinking, cost.cpuTime.milliseconds / duration.seconds * 10)
    record(.bytesBlinking, Double(cost.byteCount) / duration.seconds)
  }

  private func wakeups(of program: borrowing RunningProgram, _ settings: MeasurementSettings)
    throws(ScreenDriverError) -> Double
  { Double(try cost(of: program, during: settings.idleTime).wakeupCount) }

  private func cost(of program: borrowing RunningProgram, during duration: Duration) throws(ScreenDriverError)
    -> ProcessResourceUsage
  {
    let before = try ProcessResourceUsage(of: program.pid)
    program.observer.record(for: duration)
    return try ProcessResourceUsage(of: program.pid) - before
  }

  /// Compares the CPU time of the blinking caret with that of a program that wakes, fills and
  /// sends as often, and does nothing else.
  mutating func measureBaseline(
    _ baseline: BenchmarkTarget, on display: borrowing BenchmarkDisplay, _ settings: MeasurementSettings
  ) throws(ScreenDriverError) {
    guard let rate = self[.wakeupsBlinking], let time = self[.timeBlinking], rate > 0 else { return }
    var baseline = baseline
    baseline.arguments = ["\(rate)"]
    let program = try RunningProgram(baseline, on: display, countingAllocationsBy: nil)
    program.observer.record(for: .milliseconds(300))
    let duration = Self.blinkDuration(settings)
    let cost = try cost(of: program, during: duration)
    let baselineTime = cost.cpuTime.milliseconds / duration.seconds * 10
    if baselineTime > 0 { record(.baselineRatio, time / baselineTime) }
  }

  /// Counts the allocations of each file's code during a second drag, when all caches are filled.
  mutating func measureAllocations(
    of target: BenchmarkTarget, on display: borrowing BenchmarkDisplay, by observer: String
  ) throws(ScreenDriverError) {
    let program = try RunningProgram(target, on: display, countingAllocationsBy: observer)
    _ = try DragMeasurement(DragMeasurement.Configuration(duration: .milliseconds(600)), of: program)
    let drag = try DragMeasurement(DragMeasurement.Configuration(duration: .milliseconds(600)), of: program)
    guard let before = drag.usageBefore?.allocations, let after = drag.usageAfter?.allocations,
      !drag.frames.isEmpty
    else { return }
    record(allocations: after - before, inFrames: drag.frames.count)
  }

  private mutating func record(allocations: AllocationCounts, inFrames frameCount: Int) {
    func perFrame(_ count: Int) -> Double { Double(count) / Double(frameCount) }
    let own = allocations.counts["program"] ?? 0
    record(.programAllocations, perFrame(own))
    record(.libraryAllocations, perFrame(allocations.counts.values.reduce(0, +) - own))
    let parts = allocations.counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
      "\($0.key) \(formatted(perFrame($0.value)))"
    }
    if !parts.isEmpty { notes.append("allocations per frame: " + parts.joined(separator: ", ")) }
  }
}

extension RunningProgram {
  /// Clicks on a text field and waits for the focus.
  ///
  /// - Throws: `noWindow`.
  func click(_ field: PixelPoint) throws(ScreenDriverError) {
    observer.move(to: field)
    observer.record(for: .milliseconds(60))
    observer.press()
    observer.record(for: .milliseconds(60))
    observer.release()
    try Deadline(after: .seconds(5)).poll(for: "the focus") { window.isActive ? () : nil }
  }
}
