/// Counters that the kernel keeps for a process (`proc(5)`).
public struct ProcessStatistics: Equatable, Sendable {
  /// The number of context switches of all threads, voluntary and involuntary. A program that
  /// really sleeps adds none.
  public var contextSwitches: Int

  /// Reads the counts of all threads.
  ///
  /// - Complexity: O(*n*) in the number of threads.
  /// - Throws: `file` if there is no such process.
  public init(of pid: Int32) throws(ScreenDriverError) {
    let directory = "/proc/\(pid)/task"
    contextSwitches = 0
    for thread in try names(inDirectory: directory) {
      contextSwitches += Self.switches(in: try contents(ofFile: "\(directory)/\(thread)/status"))
    }
  }

  /// Returns the sum of both kinds of context switches in the text of a `status` file.
  static func switches(in status: String) -> Int {
    status.split(separator: "\n").filter {
      $0.hasPrefix("voluntary_ctxt") || $0.hasPrefix("nonvoluntary_ctxt")
    }.compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }.reduce(0, +)
  }
}
