import Scene
import ScreenDriver
import Testing

@testable import Meter

/// Measurements of programs, which run serially because they measure real time.
///
/// No test expects an upper limit: a delay is measured in full even on a slow machine.
@Suite(.serialized) struct `Meter calibration` {
  private let delay = 20.0

  @Test func `reports the phases of a launch in order, and not before the window opens`() throws {
    let display = try BenchmarkDisplay(windowManager: .none)
    let target = Calibration.target(start: 150)
    let start = try ProgramLaunch(
      target.program, target.arguments, environment: display.environment, on: display.name)
    let times = start.timestamps
    let (mapped, damaged) = (try #require(times.mapped), try #require(times.firstDamage))
    let (content, settled) = (try #require(times.firstContent), try #require(times.settled))
    #expect(mapped >= .milliseconds(150))
    #expect(mapped <= damaged && damaged <= content && content <= settled)
  }

  @Test func `measures a delay in full, and a smaller value without delay`() throws {
    let display = try BenchmarkDisplay(windowManager: .none)
    let quick = try Calibration.results(delay: 0, on: display)
    let slow = try Calibration.results(delay: delay, on: display)
    for metric in [Metric.motionP50, .contentAgeP50, .keyP50] {
      let (undelayed, delayed) = (try #require(quick[metric]), try #require(slow[metric]))
      #expect(delayed >= delay && delayed > undelayed, "\(metric)")
    }
    for metric in [Metric.motionP95, .contentAgeP99, .keyP99] {
      #expect(try #require(slow[metric]) >= delay, "\(metric)")
    }
  }

  @Test func `counts at most one frame for each motion, and the pixels of two squares`() throws {
    let display = try BenchmarkDisplay(windowManager: .none)
    let program = try RunningProgram(
      Calibration.target(), on: display, countingAllocationsBy: nil)
    let drag = try DragMeasurement(Calibration.config, of: program)
    #expect(drag.frames.count <= drag.motions.count)
    #expect(drag.damages.reduce(0) { $0 + $1.area.area } == drag.motions.count * 2 * 57 * 57)
    #expect(drag.buttonOffset == drag.finalButtonOffset)
    let before = try #require(drag.usageBefore)
    let after = try #require(drag.usageAfter)
    // Drawing two squares uses CPU time.
    #expect((after.program - before.program).cpuTime > .zero)
    // A motion clears an area and fills one, in 36 bytes.
    #expect((after.program - before.program).byteCount >= 36 * (drag.frames.count - 1))
  }

  @Test func `counts the work of a blinking program, and none in an idle one`() throws {
    let display = try BenchmarkDisplay(windowManager: .none)
    let (blinking, frames) = try Calibration.idle(blink: 260, on: display)
    // A blink changes a color and fills an area, in 36 bytes.
    #expect(frames > 0 && abs(blinking.byteCount - 36 * frames) <= 2 * 36)
    #expect(blinking.wakeupCount >= frames - 1)
    let (idle, idleFrames) = try Calibration.idle(blink: 0, on: display)
    #expect(idleFrames == 0)
    #expect(idle == ProcessResourceUsage.zero)
  }
}

/// The brief measurements of the calibration client.
enum Calibration {
  static let config = DragMeasurement.Configuration(
    duration: .milliseconds(250), passCount: 1, hover: .milliseconds(20), hold: .milliseconds(20),
    settlingTime: .milliseconds(30))
  private static let singleMotions = DragMeasurement.Configuration(
    duration: .milliseconds(250), rate: 20, passCount: 1, hover: .zero, hold: .zero,
    settlingTime: .milliseconds(30))

  /// Returns the calibration client as a target. All parameters are in milliseconds.
  static func target(delay: Double = 0, blink: Double = 0, start: Double = 0) -> BenchmarkTarget {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ""
    let directory = bundle.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return BenchmarkTarget(
      name: "calibration", program: directory.joined(separator: "/") + "/CalibrationClient",
      arguments: ["\(delay)", "\(blink)", "\(start)"])
  }

  static func results(delay: Double, on display: borrowing BenchmarkDisplay) throws -> MeasurementResults {
    let program = try RunningProgram(target(delay: delay), on: display, countingAllocationsBy: nil)
    var results = MeasurementResults()
    let settings = MeasurementSettings(drags: 1, keys: 4)
    try results.measureSingleMotions(of: program, singleMotions)
    try results.measureDrags(of: program, settings, config)
    try results.measureKeys(of: program, settings)
    return results
  }

  /// Returns the resource usage and the number of frames of the client in 0.8 s.
  static func idle(
    blink: Double, on display: borrowing BenchmarkDisplay
  ) throws -> (cost: ProcessResourceUsage, frames: Int) {
    let program = try RunningProgram(target(blink: blink), on: display, countingAllocationsBy: nil)
    program.observer.record(for: .milliseconds(100))
    program.observer.reset()
    let before = try program.resourceUsage()
    program.observer.record(for: .milliseconds(800))
    let cost = try program.resourceUsage().program - before.program
    return (cost, program.observer.damages.frames().count)
  }
}

extension ProcessResourceUsage {
  /// The resource usage of a program that never wakes.
  fileprivate static var zero: ProcessResourceUsage {
    ProcessResourceUsage(cpuTime: .zero, wakeupCount: 0, byteCount: 0)
  }
}
