import Scene
import ScreenDriver

extension Results {
  /// Watches a program that nobody uses: with a caret that blinks, where it stops after a while,
  /// without the focus, and minimised.
  mutating func measureRest(
    of program: borrowing RunningProgram, _ thoroughness: Thoroughness
  ) throws(ScreenDriverError) {
    let observer = program.observer
    try measureUnfocused(program, thoroughness)
    try program.clickField()
    observer.listen(for: .milliseconds(400))
    let clicked = ContinuousClock.now
    let duration = Self.blinking(thoroughness)
    record(blinking: try cost(of: program, during: duration), in: duration)
    if program.subject.stopsBlinking {
      observer.listen(until: clicked + .seconds(11))
      record(.wakeupsAfterBlinking, try wakeups(of: program, thoroughness))
    }
    try measureHidden(program, thoroughness)
  }

  /// Long enough for a few blinks, and shorter than the ten seconds after which a caret may stop.
  private static func blinking(_ thoroughness: Thoroughness) -> Duration {
    min(max(thoroughness.rest, .seconds(4)), .seconds(8))
  }

  private mutating func measureUnfocused(
    _ program: borrowing RunningProgram, _ thoroughness: Thoroughness
  ) throws(ScreenDriverError) {
    let bystander = try Bystander(on: program.display)
    try Deadline(after: .seconds(5)).poll(for: "another window to have the focus") {
      bystander.window.isActive ? () : nil
    }
    program.observer.listen(for: .milliseconds(700))
    record(.wakeupsUnfocused, try wakeups(of: program, thoroughness))
  }

  private mutating func measureHidden(
    _ program: borrowing RunningProgram, _ thoroughness: Thoroughness
  ) throws(ScreenDriverError) {
    program.window.hide()
    program.observer.listen(for: .milliseconds(700))
    record(.wakeupsHidden, try wakeups(of: program, thoroughness))
    program.window.show()
    program.observer.listen(for: .milliseconds(500))
  }

  private mutating func record(blinking cost: ProcessCost, in duration: Duration) {
    record(.wakeupsBlinking, Double(cost.wakeupCount) / duration.seconds)
    record(.timeBlinking, cost.processorTime.milliseconds / duration.seconds * 10)
    record(.bytesBlinking, Double(cost.byteCount) / duration.seconds)
  }

  private func wakeups(
    of program: borrowing RunningProgram, _ thoroughness: Thoroughness
  ) throws(ScreenDriverError) -> Double {
    Double(try cost(of: program, during: thoroughness.rest).wakeupCount)
  }

  private func cost(
    of program: borrowing RunningProgram, during duration: Duration
  ) throws(ScreenDriverError) -> ProcessCost {
    let before = try ProcessCost(of: program.pid)
    program.observer.listen(for: duration)
    return try ProcessCost(of: program.pid) - before
  }

  /// Holds the caret's blinking against a program that wakes, fills and sends as often and does
  /// nothing else.
  mutating func measureTwin(
    _ twin: Subject, on stage: borrowing Stage, _ thoroughness: Thoroughness
  ) throws(ScreenDriverError) {
    guard let rate = self[.wakeupsBlinking], let time = self[.timeBlinking], rate > 0 else {
      return
    }
    var twin = twin
    twin.arguments = ["\(rate)"]
    let program = try RunningProgram(twin, on: stage, countingAllocationsBy: nil)
    program.observer.listen(for: .milliseconds(300))
    let duration = Self.blinking(thoroughness)
    let cost = try cost(of: program, during: duration)
    let twinTime = cost.processorTime.milliseconds / duration.seconds * 10
    if twinTime > 0 { record(.twinRatio, time / twinTime) }
  }

  /// Counts who asks for memory while the button is dragged, once all that is kept is kept.
  mutating func measureAllocations(
    of subject: Subject, on stage: borrowing Stage, by observer: String
  ) throws(ScreenDriverError) {
    let program = try RunningProgram(subject, on: stage, countingAllocationsBy: observer)
    _ = try Drag(Drag.Plan(duration: .milliseconds(600)), of: program)
    let drag = try Drag(Drag.Plan(duration: .milliseconds(600)), of: program)
    guard let before = drag.before?.allocations, let after = drag.after?.allocations,
      !drag.frames.isEmpty
    else { return }
    record(allocations: after - before, inFrames: drag.frames.count)
  }

  private mutating func record(allocations: AllocationCounts, inFrames frameCount: Int) {
    func each(_ count: Int) -> Double { Double(count) / Double(frameCount) }
    let own = allocations.counts["program"] ?? 0
    record(.programAllocations, each(own))
    record(.libraryAllocations, each(allocations.counts.values.reduce(0, +) - own))
    let parts = allocations.counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) \(rounded(each($0.value)))" }
    if !parts.isEmpty { notes.append("allocations a frame: " + parts.joined(separator: ", ")) }
  }
}

extension RunningProgram {
  /// Clicks into the text field.
  ///
  /// - Throws: `noWindow`.
  func clickField() throws(ScreenDriverError) {
    observer.move(to: subject.field)
    observer.listen(for: .milliseconds(60))
    observer.press()
    observer.listen(for: .milliseconds(60))
    observer.release()
    try Deadline(after: .seconds(5)).poll(for: "the focus") { window.isActive ? () : nil }
  }
}
