import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import Meter

/// Measurements of programs. No test expects an upper limit of a time: a slow machine delays every response.
@Suite(.serialized, .onlyInAll("calibrates the benchmark")) struct `Meter calibration` {
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

  @Test(arguments: [20.0, 150])
  func `measures a delay in full, and the pixels of two squares for each motion`(delay: Double) throws {
    let display = try BenchmarkDisplay(windowManager: .none)
    let program = try RunningProgram(
      Calibration.target(delay: delay), on: display, countingAllocationsBy: nil)
    // A busy machine may let the program respond only after the measurement.
    let deadline = Deadline(after: .defaultTimeout)
    var drag = DragMeasurement()
    repeat {
      drag = try DragMeasurement(Calibration.config, of: program)
    } while (drag.contentAges.count == 0 || drag.finalButtonOffset != drag.buttonOffset)
      && !deadline.hasPassed
    #expect(try #require(drag.contentAges.percentile(0)) >= delay)
    #expect(drag.damages.allSatisfy { $0.area.area == 57 * 57 })
    #expect(drag.frames.count <= drag.motions.count && drag.damages.count <= 2 * drag.motions.count)
    let last = try #require(drag.motions.last)
    let offset = drag.buttonOffset
    try deadline.poll(for: "the button at the pointer") { () throws(ScreenDriverError) in
      try program.buttonPosition().x == last.x + offset ? () : nil
    }
    let (before, after) = (try #require(drag.usageBefore), try #require(drag.usageAfter))
    #expect((after.program - before.program).cpuTime > .zero)
  }

  @Test func `counts the work of a blinking program, and none in an idle one`() throws {
    let display = try BenchmarkDisplay(windowManager: .none)
    do {
      let blinking = try RunningProgram(
        Calibration.target(blink: 260), on: display, countingAllocationsBy: nil)
      let before = try blinking.resourceUsage()
      blinking.observer.reset()
      for _ in 0..<2 { #expect(blinking.observer.nextDamage(before: .now + .defaultTimeout) != nil) }
      let cost = try blinking.resourceUsage().program - before.program
      // A blink changes a color and fills an area, in 36 bytes.
      #expect(cost.byteCount > 0 && cost.byteCount.isMultiple(of: 36) && cost.wakeupCount > 0)
    }
    let idle = try RunningProgram(Calibration.target(), on: display, countingAllocationsBy: nil)
    try Deadline(after: .defaultTimeout).poll(for: "a time without any work") {
      () throws(ScreenDriverError) in
      idle.observer.reset()
      let before = try idle.resourceUsage()
      idle.observer.record(for: .milliseconds(100))
      let cost = try idle.resourceUsage().program - before.program
      let none = ProcessResourceUsage(cpuTime: .zero, wakeupCount: 0, byteCount: 0)
      return cost == none && idle.observer.damages.isEmpty ? () : nil
    }
  }
}

/// The brief measurements of the calibration client.
enum Calibration {
  static let config = DragMeasurement.Configuration(
    duration: .milliseconds(250), passCount: 1, hover: .milliseconds(20), hold: .milliseconds(20),
    settlingTime: .milliseconds(30))

  /// Returns the calibration client as a target. All parameters are in milliseconds.
  static func target(delay: Double = 0, blink: Double = 0, start: Double = 0) -> BenchmarkTarget {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ""
    let directory = bundle.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return BenchmarkTarget(
      name: "calibration", program: directory.joined(separator: "/") + "/CalibrationClient",
      arguments: ["\(delay)", "\(blink)", "\(start)"])
  }
}
