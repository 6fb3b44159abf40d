/// What the kernel counted for a process (`proc(5)`).
public struct ProcessStatistics: Equatable, Sendable {
  /// How often any of its threads left a processor, of its own will or not. A program that truly
  /// sleeps adds none.
  public var contextSwitches: Int

  /// Reads the counts of all threads.
  ///
  /// - Complexity: O(*n*) in the number of threads.
  /// - Throws: `file` where there is no such process.
  public init(of pid: Int32) throws(ScreenDriverError) {
    let folder = "/proc/\(pid)/task"
    contextSwitches = 0
    for thread in try names(inFolder: folder) {
      contextSwitches += Self.switches(in: try contents(ofFile: "\(folder)/\(thread)/status"))
    }
  }

  /// The sum of both kinds of switches in the text of a `status` file.
  static func switches(in status: String) -> Int {
    status.split(separator: "\n")
      .filter { $0.hasPrefix("voluntary_ctxt") || $0.hasPrefix("nonvoluntary_ctxt") }
      .compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }
      .reduce(0, +)
  }
}
