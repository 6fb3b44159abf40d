import Glibc

/// What a process has cost since it started, as the kernel counts it.
///
/// Two of these, one before and one after, tell what something costs.
public struct ProcessCost: Hashable, Sendable {
  /// The processor's time of all threads, to the nanosecond (`clock_getcpuclockid(3)`).
  public var processorTime: Duration
  /// How often a thread of it went to sleep, and so had to be woken: its voluntary context switches.
  public var wakeupCount: Int
  /// What it has written to files and sockets, the X server's among them (`wchar` of `proc(5)`);
  /// what is shared with the server as memory is not in it.
  public var byteCount: Int

  public init(processorTime: Duration, wakeupCount: Int, byteCount: Int) {
    self.processorTime = processorTime
    self.wakeupCount = wakeupCount
    self.byteCount = byteCount
  }

  /// Reads what the kernel has counted so far.
  ///
  /// - Complexity: O(*n*) in the number of threads.
  /// - Throws: `file` where there is no such process, or it is another user's.
  public init(of pid: Int32) throws(ScreenDriverError) {
    processorTime = Self.processorTime(of: pid)
    let tasks = "/proc/\(pid)/task"
    wakeupCount = 0
    for thread in try names(inFolder: tasks) {
      let status = try contents(ofFile: "\(tasks)/\(thread)/status")
      wakeupCount += number(after: "voluntary_ctxt_switches:", in: status) ?? 0
    }
    byteCount = number(after: "wchar:", in: try contents(ofFile: "/proc/\(pid)/io")) ?? 0
  }

  /// The processor's time alone, which is read quicker than the rest; zero where there is no such
  /// process.
  public static func processorTime(of pid: Int32) -> Duration {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return .zero
    }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// What was added since `earlier`.
  public static func - (later: ProcessCost, earlier: ProcessCost) -> ProcessCost {
    var difference = later
    difference.processorTime -= earlier.processorTime
    difference.wakeupCount -= earlier.wakeupCount
    difference.byteCount -= earlier.byteCount
    return difference
  }
}

/// The number that follows the name of a field in a file of `proc(5)`, one field a line.
func number(after name: String, in text: String) -> Int? {
  let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
  return line.flatMap { $0.dropFirst(name.count).split(whereSeparator: \.isWhitespace).first }
    .flatMap { Int($0) }
}

extension timespec {
  /// A duration as C has it.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  }
}
