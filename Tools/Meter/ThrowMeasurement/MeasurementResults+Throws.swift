import Scene
import ScreenDriver

extension MeasurementResults {
  /// Throws the button of a program that logs its frames, and evaluates the log.
  ///
  /// - Throws: `file` if the program has written no log.
  mutating func measureThrows(
    of target: BenchmarkTarget, on display: borrowing BenchmarkDisplay,
    _ config: ThrowMeasurement.Configuration = ThrowMeasurement.Configuration()
  ) throws(ScreenDriverError) {
    guard let variable = target.frameLogVariable else { return }
    let path = "\(display.directory)/frames"
    var target = target
    target.environment[variable] = path
    let measurement = try Self.throwMeasurement(of: target, on: display, config)
    let log = try FrameLogContents(contentsOf: path)
    record(log)
    record(.screenshotDistance, Distribution(measurement.distances(from: log)).percentile(99))
  }

  /// Measures the throws. When this returns, the program has exited and written its log.
  private static func throwMeasurement(
    of target: BenchmarkTarget, on display: borrowing BenchmarkDisplay,
    _ config: ThrowMeasurement.Configuration
  ) throws(ScreenDriverError) -> ThrowMeasurement {
    let program = try RunningProgram(target, on: display, countingAllocationsBy: nil)
    program.observer.ignoredArea = target.caretBand(width: program.observer.frame.width)
    program.observer.record(for: .milliseconds(500))
    return try ThrowMeasurement(config, of: program)
  }

  /// Records the metrics of the trajectories in a log.
  mutating func record(_ log: FrameLogContents) {
    let trajectories = log.trajectories
    guard !trajectories.isEmpty else { return }
    let frames = trajectories.flatMap(\.frames)
    record(.unusedRefreshes, Double(trajectories.reduce(0) { $0 + $1.unusedRefreshes }))
    record(.positionError, Distribution(trajectories.flatMap(\.errors)).percentile(99))
    record(.errorInMotion, Distribution(trajectories.flatMap(\.errorsInMotion)).percentile(99))
    let delays = frames.map { Double(log.presentationTime(of: $0) - $0.presentation) / 1e6 }
    record(.presentationDelayP50, Distribution(delays).percentile(50))
    record(.presentationDelayP99, Distribution(delays).percentile(99))
    notes.append("\(trajectories.count) throws with \(frames.count) frames")
  }
}
