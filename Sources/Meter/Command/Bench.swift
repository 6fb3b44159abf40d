import Scene
import ScreenDriver

/// Measures programs one after the other, each on a display of its own.
struct Bench {
  var thoroughness: Thoroughness
  /// The program that blinks as another does, and the library that counts allocations; `nil` where
  /// they were not built.
  var twin: Subject?
  var allocationObserver: String?

  /// Measures all of one program.
  ///
  /// - Parameter large: The same program at twice the scale; `nil` where it has none.
  /// - Throws: Where the program cannot be measured.
  func results(of subject: Subject, large: Subject?) throws(ScreenDriverError) -> Results {
    var results = Results()
    let stage = try Stage()
    try results.measureStarts(of: subject, on: stage, thoroughness)
    try results.measureTraffic(of: subject, on: stage)
    try measureUse(of: subject, on: stage, &results)
    if let twin { try results.measureTwin(twin, on: stage, thoroughness) }
    if let allocationObserver, subject.hasButton {
      try results.measureAllocations(of: subject, on: stage, by: allocationObserver)
    }
    try results.measureThrows(of: subject, on: stage)
    try results.measureLongList(of: subject, on: stage, thoroughness)
    if let large {
      let stage = try Stage(screen: (width: 2000, height: 1400))
      let program = try RunningProgram(large, on: stage, countingAllocationsBy: nil)
      program.settle()
      try results.measureLargeDrag(of: program)
    }
    return results
  }

  private func measureUse(
    of subject: Subject, on stage: borrowing Stage, _ results: inout Results
  ) throws(ScreenDriverError) {
    let program = try RunningProgram(subject, on: stage, countingAllocationsBy: nil)
    program.observer.listen(for: .seconds(1))
    try results.measureMemory(of: program)
    try results.measureRest(of: program, thoroughness)
    if subject.hasButton {
      program.settle()
      try results.measureSingleMotions(of: program)
      try results.measureDrags(of: program, thoroughness)
      program.observer.blindSpot = nil
    }
    try program.clickField()
    program.observer.listen(for: .milliseconds(400))
    results.measureKeys(of: program, thoroughness)
  }
}

extension RunningProgram {
  /// Waits until the start is over, and looks away from the caret from now on.
  fileprivate func settle() {
    observer.blindSpot = subject.caretBand(width: observer.frame.width)
    observer.listen(for: .milliseconds(500))
  }
}

/// How much this observer itself adds to every latency, in milliseconds: from a drawing of its own
/// to the news of it.
///
/// - Throws: What `Bystander` and `WindowObserver` throw.
func observerLatency(on stage: borrowing Stage) throws(ScreenDriverError) -> Double? {
  let bystander = try Bystander(on: stage.name)
  let observer = try WindowObserver(of: bystander.window, on: stage.name)
  observer.listen(for: .milliseconds(200))
  let latencies = (0..<100).compactMap { index -> Double? in
    let sent = bystander.draw(index.isMultiple(of: 2) ? 0xFF_FFFF : 0)
    let damage = observer.nextDamage(before: sent + .milliseconds(100))
    observer.listen(for: .milliseconds(3))
    return damage.map { sent.duration(to: $0.time).milliseconds }
  }
  return Distribution(latencies).median
}
