import Scene
import ScreenDriver
import Testing

@testable import Meter

/// Programs that are measured, one after the other, because real time passes.
///
/// Nothing is expected to be quick: that a delay is seen in full, and no less than that, holds on
/// the slowest day.
@Suite(.serialized) struct `The meter` {
  private let delay = 20.0

  @Test func `sees a window no earlier than it is opened`() throws {
    let stage = try Stage(windowManager: .none)
    let subject = Calibration.subject(start: 150)
    let start = try ProgramStart(
      subject.program, subject.arguments, environment: stage.environment, on: stage.name)
    let moments = start.moments
    let (mapped, damaged) = (try #require(moments.mapped), try #require(moments.firstDamage))
    let (shown, settled) = (try #require(moments.firstContent), try #require(moments.settled))
    #expect(mapped >= .milliseconds(150))
    #expect(mapped <= damaged && damaged <= shown && shown <= settled)
  }

  @Test func `sees the whole of a delay, and of none less`() throws {
    let stage = try Stage(windowManager: .none)
    let quick = try Calibration.results(delay: 0, on: stage)
    let slow = try Calibration.results(delay: delay, on: stage)
    for metric in [Metric.motionMedian, .lagMedian, .keyMedian] {
      let (least, seen) = (try #require(quick[metric]), try #require(slow[metric]))
      #expect(seen >= delay && seen > least, "\(metric)")
    }
    for metric in [Metric.motionTail, .lagTail, .keyTail] {
      #expect(try #require(slow[metric]) >= delay, "\(metric)")
    }
  }

  @Test func `counts a frame for each motion, and the pixels of two squares in it`() throws {
    let stage = try Stage(windowManager: .none)
    let program = try RunningProgram(
      Calibration.subject(), on: stage, countingAllocationsBy: nil)
    let drag = try Drag(Calibration.plan, of: program)
    #expect(drag.frames.count <= drag.motions.count)
    #expect(drag.damages.reduce(0) { $0 + $1.area.area } == drag.motions.count * 2 * 57 * 57)
    #expect(drag.grip == drag.finalGrip)
    let before = try #require(drag.before)
    let after = try #require(drag.after)
    // What draws two squares cannot have cost nothing.
    #expect((after.program - before.program).processorTime > .zero)
    // It clears an area and fills one, in 36 bytes.
    #expect((after.program - before.program).byteCount >= 36 * (drag.frames.count - 1))
  }

  @Test func `counts what a program does that blinks, and nothing in one that rests`() throws {
    let stage = try Stage(windowManager: .none)
    let (blinking, frames) = try Calibration.rest(blink: 260, on: stage)
    // It changes a colour and fills, in 36 bytes.
    #expect(frames > 0 && abs(blinking.byteCount - 36 * frames) <= 2 * 36)
    #expect(blinking.wakeupCount >= frames - 1)
    let (resting, none) = try Calibration.rest(blink: 0, on: stage)
    #expect(none == 0)
    #expect(resting == ProcessCost.nothing)
  }
}

/// The calibration client as it is measured here: briefly.
enum Calibration {
  static let plan = Drag.Plan(
    duration: .milliseconds(250), legs: 1, hover: .milliseconds(20), hold: .milliseconds(20),
    stillness: .milliseconds(30))
  private static let singleMotions = Drag.Plan(
    duration: .milliseconds(250), rate: 20, legs: 1, hover: .zero, hold: .zero,
    stillness: .milliseconds(30))

  /// - Parameter delay: In milliseconds, as are the others.
  static func subject(delay: Double = 0, blink: Double = 0, start: Double = 0) -> Subject {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ""
    let folder = bundle.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return Subject(
      name: "calibration", program: folder.joined(separator: "/") + "/CalibrationClient",
      arguments: ["\(delay)", "\(blink)", "\(start)"])
  }

  static func results(delay: Double, on stage: borrowing Stage) throws -> Results {
    let program = try RunningProgram(subject(delay: delay), on: stage, countingAllocationsBy: nil)
    var results = Results()
    let thoroughness = Thoroughness(drags: 1, keys: 4)
    try results.measureSingleMotions(of: program, singleMotions)
    try results.measureDrags(of: program, thoroughness, plan)
    results.measureKeys(of: program, thoroughness)
    return results
  }

  /// What it costs in 0.8 s, and how many frames it draws.
  static func rest(
    blink: Double, on stage: borrowing Stage
  ) throws -> (cost: ProcessCost, frames: Int) {
    let program = try RunningProgram(subject(blink: blink), on: stage, countingAllocationsBy: nil)
    program.observer.listen(for: .milliseconds(100))
    program.observer.forget()
    let before = try program.tally()
    program.observer.listen(for: .milliseconds(800))
    let cost = try program.tally().program - before.program
    return (cost, program.observer.damages.frames().count)
  }
}

extension ProcessCost {
  /// Of a program that is never woken.
  fileprivate static var nothing: ProcessCost {
    ProcessCost(processorTime: .zero, wakeupCount: 0, byteCount: 0)
  }
}
