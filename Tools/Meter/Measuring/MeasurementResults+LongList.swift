import ScreenDriver

extension MeasurementResults {
  /// The number of tokens in the long list.
  private static let tokenCount = 100_000

  /// Measures a token field with 100,000 tokens, with keys inserted before the first token.
  mutating func measureLongList(
    of target: BenchmarkTarget, on display: borrowing BenchmarkDisplay, _ settings: MeasurementSettings
  ) throws(ScreenDriverError) {
    guard let list = target.longList else { return }
    let path = "\(display.directory)/list"
    try write((0..<Self.tokenCount).lazy.map { "user\($0)@example.org\n" }.joined(), toFile: path)
    var target = target
    target.arguments += [list.option, path]
    let program = try RunningProgram(target, on: display, countingAllocationsBy: nil)
    record(.longListFirstFrame, program.launch.timestamps.firstContent?.milliseconds)
    program.observer.record(for: .milliseconds(500))
    for isDown in Array(repeating: [true, false], count: list.tabs).joined() {
      program.observer.setKey("Tab", isDown: isDown)
    }
    program.observer.record(for: .milliseconds(500))
    try measureKeys(
      of: program, settings, p50: .longListKeyP50, p99: .longListKeyP99, time: .longListKeyTime)
    let use = try MemoryUsage(of: program.pid)
    record(.longListMemory, Double(use.proportional) / (1024 * 1024))
  }
}
