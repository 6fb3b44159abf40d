import Scene
import ScreenDriver

extension Results {
  /// Throws the button of a program that logs its frames, and reads what it has logged.
  ///
  /// - Throws: `file` where it has written no log.
  mutating func measureThrows(
    of subject: Subject, on stage: borrowing Stage, _ plan: Throws.Plan = Throws.Plan()
  ) throws(ScreenDriverError) {
    guard let variable = subject.frameLogVariable else { return }
    let path = "\(stage.folder)/frames"
    var subject = subject
    subject.environment[variable] = path
    let thrown = try Self.throwsUntilTheEnd(of: subject, on: stage, plan)
    let log = try FrameLogReading(contentsOf: path)
    record(log)
    record(.seenDistance, Distribution(thrown.distances(from: log)).percentile(99))
  }

  /// The program has ended, and written its log, when this returns.
  private static func throwsUntilTheEnd(
    of subject: Subject, on stage: borrowing Stage, _ plan: Throws.Plan
  ) throws(ScreenDriverError) -> Throws {
    let program = try RunningProgram(subject, on: stage, countingAllocationsBy: nil)
    program.observer.blindSpot = subject.caretBand(width: program.observer.frame.width)
    program.observer.listen(for: .milliseconds(500))
    return try Throws(plan, of: program)
  }

  /// What its flights were like.
  mutating func record(_ log: FrameLogReading) {
    let flights = log.flights
    guard !flights.isEmpty else { return }
    let frames = flights.flatMap(\.frames)
    record(.unusedRefreshes, Double(flights.reduce(0) { $0 + $1.unusedRefreshes }))
    record(.placeError, Distribution(flights.flatMap(\.errors)).percentile(99))
    record(.flyingPlaceError, Distribution(flights.flatMap(\.errorsInFlight)).percentile(99))
    let delays = frames.map { Double(log.shown($0) - $0.presentation) / 1e6 }
    record(.showingDelay, Distribution(delays).percentile(50))
    record(.showingDelayTail, Distribution(delays).percentile(99))
    notes.append("\(flights.count) throws, \(frames.count) frames of their flights")
  }
}
