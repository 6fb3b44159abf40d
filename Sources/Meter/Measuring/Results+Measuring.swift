import Scene
import ScreenDriver

/// How long and how often is measured.
struct Thoroughness {
  /// Starts, after one that is thrown away.
  var starts = 7
  var drags = 3
  var keys = 40
  /// How long each kind of rest is watched.
  var rest = Duration.seconds(2)
}

extension Results {
  /// Starts it again and again.
  mutating func measureStarts(
    of subject: Subject, on stage: borrowing Stage, _ thoroughness: Thoroughness
  ) throws(ScreenDriverError) {
    let environment = stage.environment.merging(subject.environment) { $1 }
    for run in 0...thoroughness.starts {
      let start = try ProgramStart(
        subject.program, subject.arguments, environment: environment, on: stage.name)
      // The first reads the files from disk.
      if run > 0 { record(start) }
    }
  }

  private mutating func record(_ start: borrowing ProgramStart) {
    record(.mapped, start.moments.mapped?.milliseconds)
    record(.firstFrame, start.moments.firstContent?.milliseconds)
    record(.settled, start.moments.settled?.milliseconds)
    record(.startTime, start.processorTime.milliseconds)
  }

  mutating func measureMemory(
    of program: borrowing RunningProgram
  ) throws(ScreenDriverError) {
    let use = try MemoryUse(of: program.pid)
    let megabyte = 1024.0 * 1024
    record(.proportionalMemory, Double(use.proportional) / megabyte)
    record(.threads, Double(use.threadCount))
    record(.diskSize, Double(use.libraries + use.program) / megabyte)
    record(.serverPixmaps, program.window.serverPixmapBytes.map { Double($0) / megabyte })
  }

  /// Drags by single motions, far apart.
  mutating func measureSingleMotions(
    of program: borrowing RunningProgram, _ plan: Drag.Plan = .singleMotions
  ) throws(ScreenDriverError) {
    let latencies = try Drag(plan, of: program).latencies
    record(.motionMedian, latencies.percentile(50))
    record(.motionTail, latencies.percentile(95))
  }

  /// Drags by 250 motions a second.
  mutating func measureDrags(
    of program: borrowing RunningProgram, _ thoroughness: Thoroughness,
    _ plan: Drag.Plan = Drag.Plan()
  ) throws(ScreenDriverError) {
    for _ in 0..<thoroughness.drags { record(try Drag(plan, of: program)) }
  }

  private mutating func record(_ drag: Drag) {
    record(.lagMedian, drag.lags.percentile(50))
    record(.lagTail, drag.lags.percentile(99))
    record(.releaseRate, drag.releaseRate)
    record(.releaseGap, drag.releaseGaps.percentile(99))
    let frames = drag.frames
    let count = Double(frames.count)
    guard let before = drag.before, let after = drag.after, count > 0 else { return }
    let cost = after.program - before.program
    record(.frameRate, count / before.time.duration(to: after.time).seconds)
    record(.frameTime, cost.processorTime.microseconds / count)
    record(.serverFrameTime, (after.server - before.server).microseconds / count)
    record(.frameBytes, Double(cost.byteCount) / count)
    record(.framePixels, Double(frames.reduce(0) { $0 + $1.pixelCount }) / count)
  }

  /// Drags in a window of twice the scale.
  mutating func measureLargeDrag(
    of program: borrowing RunningProgram
  ) throws(ScreenDriverError) {
    let drag = try Drag(Drag.Plan(), of: program)
    guard let before = drag.before, let after = drag.after, !drag.frames.isEmpty else { return }
    let cost = after.program - before.program
    record(.largeFrameTime, cost.processorTime.microseconds / Double(drag.frames.count))
  }

  mutating func measureKeys(
    of program: borrowing RunningProgram, _ thoroughness: Thoroughness
  ) {
    let latencies = keyLatencies(of: program, thoroughness)
    record(.keyMedian, latencies.percentile(50))
    record(.keyTail, latencies.percentile(99))
  }

  /// Types a letter and takes it back, again and again, and tells how long each took to be seen, in
  /// milliseconds.
  mutating func keyLatencies(
    of program: borrowing RunningProgram, _ thoroughness: Thoroughness
  ) -> Distribution {
    let observer = program.observer
    var generator = JitterGenerator()
    var latencies: [Double] = []
    for index in 0..<thoroughness.keys {
      let key = index.isMultiple(of: 2) ? "a" : "BackSpace"
      observer.forget()
      guard let time = observer.setKey(key, isDown: true) else { break }
      let end = time + .milliseconds(110 + 15 * generator.next())
      // What comes later is no answer, but a caret that blinks.
      if let damage = observer.nextDamage(before: time + .milliseconds(90)) {
        latencies.append(time.duration(to: damage.time).milliseconds)
      }
      observer.listen(until: time + .milliseconds(90))
      observer.setKey(key, isDown: false)
      observer.listen(until: end)
    }
    if latencies.count < thoroughness.keys {
      notes.append("\(thoroughness.keys - latencies.count) of \(thoroughness.keys) keys unanswered")
    }
    return Distribution(latencies)
  }
}
