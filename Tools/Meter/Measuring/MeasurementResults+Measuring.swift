import Scene
import ScreenDriver

/// The number of repetitions and the durations of the measurements.
struct MeasurementSettings {
  /// The number of measured launches, after one warm-up launch.
  var launches = 7
  var drags = 3
  var keys = 40
  /// The time for which each idle state is observed.
  var idleTime = Duration.seconds(2)
}

extension MeasurementResults {
  /// Launches a program repeatedly and records the times of its launches.
  mutating func measureLaunches(
    of target: BenchmarkTarget, on display: borrowing BenchmarkDisplay, _ settings: MeasurementSettings
  ) throws(ScreenDriverError) {
    let environment = display.environment.merging(target.environment) { $1 }
    for index in 0...settings.launches {
      let launch = try ProgramLaunch(
        target.program, target.arguments, environment: environment, on: display.name)
      // The first launch reads the files from disk, so it does not count.
      if index > 0 { record(launch) }
    }
  }

  /// Records the times of a launch.
  mutating func record(_ launch: borrowing ProgramLaunch) {
    record(.mapped, launch.timestamps.mapped?.milliseconds)
    record(.firstFrame, launch.timestamps.firstContent?.milliseconds)
    record(.settled, launch.timestamps.settled?.milliseconds)
    record(.launchCPUTime, launch.cpuTime.milliseconds)
  }

  mutating func measureMemory(of program: borrowing RunningProgram) throws(ScreenDriverError) {
    let use = try MemoryUsage(of: program.pid)
    let megabyte = 1024.0 * 1024
    record(.proportionalMemory, Double(use.proportional) / megabyte)
    record(.threads, Double(use.threadCount))
    record(.programSize, Double(use.programSize) / megabyte)
    record(.librarySize, Double(use.librarySize) / megabyte)
    record(.serverPixmaps, program.window.serverPixmapBytes.map { Double($0) / megabyte })
  }

  /// Measures a drag with single motions, far apart.
  mutating func measureSingleMotions(
    of program: borrowing RunningProgram, _ config: DragMeasurement.Configuration = .singleMotions
  ) throws(ScreenDriverError) {
    let latencies = try DragMeasurement(config, of: program).latencies
    record(.motionP50, latencies.percentile(50))
    record(.motionP95, latencies.percentile(95))
  }

  /// Measures drags with 250 motions per second.
  mutating func measureDrags(
    of program: borrowing RunningProgram, _ settings: MeasurementSettings,
    _ config: DragMeasurement.Configuration = DragMeasurement.Configuration()
  ) throws(ScreenDriverError) {
    for _ in 0..<settings.drags { record(try DragMeasurement(config, of: program)) }
  }

  private mutating func record(_ drag: DragMeasurement) {
    record(.contentAgeP50, drag.contentAges.percentile(50))
    record(.contentAgeP99, drag.contentAges.percentile(99))
    record(.releaseRate, drag.releaseRate)
    record(.releaseInterval, drag.releaseIntervals.percentile(99))
    let frames = drag.frames
    let count = Double(frames.count)
    guard let before = drag.usageBefore, let after = drag.usageAfter, count > 0 else { return }
    let cost = after.program - before.program
    record(.frameRate, count / before.time.duration(to: after.time).seconds)
    record(.frameTime, cost.cpuTime.microseconds / count)
    record(.serverFrameTime, (after.server - before.server).microseconds / count)
    record(.frameBytes, Double(cost.byteCount) / count)
    record(.framePixels, Double(frames.reduce(0) { $0 + $1.pixelCount }) / count)
  }

  /// Measures a drag at twice the scale.
  mutating func measureDoubleScaleDrag(of program: borrowing RunningProgram) throws(ScreenDriverError) {
    let drag = try DragMeasurement(DragMeasurement.Configuration(), of: program)
    guard let before = drag.usageBefore, let after = drag.usageAfter, !drag.frames.isEmpty else { return }
    let cost = after.program - before.program
    record(.doubleScaleFrameTime, cost.cpuTime.microseconds / Double(drag.frames.count))
  }

  /// Types a letter and Backspace alternately, and records the time from each key press to the damage and
  /// the CPU time per key.
  mutating func measureKeys(
    of program: borrowing RunningProgram, _ settings: MeasurementSettings, p50: Metric = .keyP50,
    p99: Metric = .keyP99, time: Metric = .keyTime
  ) throws(ScreenDriverError) {
    let before = try ProcessResourceUsage(of: program.pid)
    let latencies = keyLatencies(of: program, settings)
    let cost = try ProcessResourceUsage(of: program.pid) - before
    record(p50, latencies.percentile(50))
    record(p99, latencies.percentile(99))
    record(time, cost.cpuTime.milliseconds / Double(settings.keys))
  }

  private mutating func keyLatencies(of program: borrowing RunningProgram, _ settings: MeasurementSettings)
    -> Distribution
  {
    let observer = program.observer
    var generator = JitterGenerator()
    var latencies: [Double] = []
    for index in 0..<settings.keys {
      let key = index.isMultiple(of: 2) ? "a" : "BackSpace"
      observer.reset()
      guard let time = observer.setKey(key, isDown: true) else { break }
      let end = time + .milliseconds(110 + 15 * generator.next())
      // Later damage is not a response, but the blinking caret.
      if let damage = observer.nextDamage(before: time + .milliseconds(90)) {
        latencies.append(time.duration(to: damage.time).milliseconds)
      }
      observer.record(until: time + .milliseconds(90))
      observer.setKey(key, isDown: false)
      observer.record(until: end)
    }
    if latencies.count < settings.keys {
      let count = settings.keys - latencies.count
      notes.append("\(count) of \(settings.keys) key presses caused no drawing within 90 ms")
    }
    return Distribution(latencies)
  }
}
