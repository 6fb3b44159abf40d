import Scene
import ScreenDriver

/// A benchmark run: measures programs one after the other, each on a display of its own.
struct Benchmark {
  var settings: MeasurementSettings
  /// The C program that blinks as often as the target (`Peers/blink.c`). `nil` if it is not built.
  var baseline: BenchmarkTarget?
  /// The path of the library that counts allocations. `nil` if it is not built.
  var allocationObserver: String?

  /// Measures all metrics of one program.
  ///
  /// - Parameter doubleScale: The same program at twice the scale. `nil` if it has no such option.
  /// - Throws: An error if the program cannot be measured.
  func results(of target: BenchmarkTarget, doubleScale: BenchmarkTarget?) throws(ScreenDriverError)
    -> MeasurementResults
  {
    var results = MeasurementResults()
    let display = try BenchmarkDisplay()
    try results.measureLaunches(of: target, on: display, settings)
    try results.measureTraffic(of: target, on: display)
    try measureRunningProgram(of: target, on: display, &results)
    if let baseline { try results.measureBaseline(baseline, on: display, settings) }
    if let allocationObserver, target.hasButton {
      try results.measureAllocations(of: target, on: display, by: allocationObserver)
    }
    try results.measureThrows(of: target, on: display)
    try results.measureLongList(of: target, on: display, settings)
    if let doubleScale {
      let display = try BenchmarkDisplay(screen: (width: 2000, height: 1400))
      let program = try RunningProgram(doubleScale, on: display, countingAllocationsBy: nil)
      program.settle()
      try results.measureDoubleScaleDrag(of: program)
    }
    return results
  }

  /// Measures the launches, memory, idle states, drags and keys of one program.
  func basicResults(of target: BenchmarkTarget) throws(ScreenDriverError) -> MeasurementResults {
    var (results, target) = (MeasurementResults(), target)
    // The caret blinks until it stops after some seconds without input, which takes longer than this benchmark.
    target.stopsBlinking = false
    let display = try BenchmarkDisplay()
    try results.measureLaunches(of: target, on: display, settings)
    try measureRunningProgram(of: target, on: display, &results)
    return results
  }

  /// Measures one program after its launch: memory, idle states, drags and keys.
  func measureRunningProgram(
    of target: BenchmarkTarget, on display: borrowing BenchmarkDisplay, _ results: inout MeasurementResults
  ) throws(ScreenDriverError) {
    let program = try RunningProgram(target, on: display, countingAllocationsBy: nil)
    program.observer.record(for: .seconds(1))
    try results.measureMemory(of: program)
    try results.measureIdle(of: program, settings)
    if target.hasButton {
      program.settle()
      try results.measureSingleMotions(of: program)
      try results.measureDrags(of: program, settings)
      program.observer.ignoredArea = nil
    }
    try program.click(target.fieldPosition)
    program.observer.record(for: .milliseconds(400))
    try results.measureKeys(of: program, settings)
    guard let tokenField = target.tokenFieldPosition else { return }
    try program.click(tokenField)
    program.observer.record(for: .milliseconds(400))
    try results.measureKeys(
      of: program, settings, p50: .tokenKeyP50, p99: .tokenKeyP99, time: .tokenKeyTime)
  }
}

extension Benchmark {
  /// Measures the memory, the idle states, the keys and a drag of one program.
  func measureTyping(
    of target: BenchmarkTarget, on display: borrowing BenchmarkDisplay, _ results: inout MeasurementResults
  ) throws(ScreenDriverError) {
    let program = try RunningProgram(target, on: display, countingAllocationsBy: nil)
    program.observer.record(for: .seconds(1))
    try program.click(target.fieldPosition)
    program.observer.record(for: .milliseconds(400))
    try results.measureKeys(of: program, settings)
    try results.measureMemory(of: program)
    try results.measureIdle(of: program, settings)
    program.settle()
    try results.measureDrags(of: program, settings)
  }
}

extension RunningProgram {
  /// Waits until the launch is complete. After that, the observer ignores the area of the caret.
  fileprivate func settle() {
    observer.ignoredArea = target.caretBand(width: observer.frame.width)
    observer.record(for: .milliseconds(500))
  }
}

/// Returns the latency of the observer itself, which is part of every measured latency: the median
/// time in milliseconds from drawing into its own window to receiving the damage event.
///
/// - Throws: The errors of `OtherAppWindow` and `WindowObserver`.
func observerLatency(on display: borrowing BenchmarkDisplay) throws(ScreenDriverError) -> Double? {
  let otherApp = try OtherAppWindow(on: display.name)
  let observer = try WindowObserver(of: otherApp.window, on: display.name)
  observer.record(for: .milliseconds(200))
  let latencies = (0..<100).compactMap { index -> Double? in
    let sent = otherApp.draw(index.isMultiple(of: 2) ? 0xFF_FFFF : 0)
    let damage = observer.nextDamage(before: sent + .milliseconds(100))
    observer.record(for: .milliseconds(3))
    return damage.map { sent.duration(to: $0.time).milliseconds }
  }
  return Distribution(latencies).median
}
