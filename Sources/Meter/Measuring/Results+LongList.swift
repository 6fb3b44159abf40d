import ScreenDriver

extension Results {
  /// How many tokens there are.
  private static let tokenCount = 1_000_000

  /// Opens a field of a million tokens, and types before the first.
  mutating func measureLongList(
    of subject: Subject, on stage: borrowing Stage, _ thoroughness: Thoroughness
  ) throws(ScreenDriverError) {
    guard let list = subject.longList else { return }
    let path = "\(stage.folder)/list"
    try write(
      (0..<Self.tokenCount).lazy.map { "user\($0)@example.org\n" }.joined(), toFile: path)
    var subject = subject
    subject.arguments += [list.option, path]
    let program = try RunningProgram(subject, on: stage, countingAllocationsBy: nil)
    record(.longListStart, program.start.moments.firstContent?.milliseconds)
    program.observer.listen(for: .milliseconds(500))
    for isDown in Array(repeating: [true, false], count: list.tabs).joined() {
      program.observer.setKey("Tab", isDown: isDown)
    }
    program.observer.listen(for: .milliseconds(500))
    let latencies = keyLatencies(of: program, thoroughness)
    record(.longListKeyMedian, latencies.percentile(50))
    record(.longListKeyTail, latencies.percentile(99))
    let use = try MemoryUse(of: program.pid)
    record(.longListMemory, Double(use.proportional) / (1024 * 1024))
  }
}
