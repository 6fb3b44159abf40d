import Glibc

/// The resources that a process has used since its start, as counted by the kernel.
///
/// The difference of two values is the usage in between.
public struct ProcessResourceUsage: Hashable, Sendable {
  /// The CPU time of all threads, in nanosecond resolution (`clock_getcpuclockid(3)`).
  public var cpuTime: Duration
  /// The number of voluntary context switches: a thread went to sleep and had to be woken.
  public var wakeupCount: Int
  /// The bytes written to files and sockets, including the X server's (`wchar` of `proc(5)`).
  /// Memory shared with the server is not included.
  public var byteCount: Int

  public init(cpuTime: Duration, wakeupCount: Int, byteCount: Int) {
    self.cpuTime = cpuTime
    self.wakeupCount = wakeupCount
    self.byteCount = byteCount
  }

  /// Reads the current counters.
  ///
  /// - Complexity: O(*n*) in the number of threads.
  /// - Throws: `file` if there is no such process, or it belongs to another user.
  public init(of pid: Int32) throws(ScreenDriverError) {
    cpuTime = Self.cpuTime(of: pid)
    let tasks = "/proc/\(pid)/task"
    wakeupCount = 0
    for thread in try names(inDirectory: tasks) {
      let status = try contents(ofFile: "\(tasks)/\(thread)/status")
      wakeupCount += number(after: "voluntary_ctxt_switches:", in: status) ?? 0
    }
    byteCount = number(after: "wchar:", in: try contents(ofFile: "/proc/\(pid)/io")) ?? 0
  }

  /// Returns the CPU time only, which is faster to read than the other counters; zero if there is
  /// no such process.
  public static func cpuTime(of pid: Int32) -> Duration {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Returns the usage since `earlier`.
  public static func - (later: ProcessResourceUsage, earlier: ProcessResourceUsage) -> ProcessResourceUsage {
    var difference = later
    difference.cpuTime -= earlier.cpuTime
    difference.wakeupCount -= earlier.wakeupCount
    difference.byteCount -= earlier.byteCount
    return difference
  }
}

/// Returns the number after the name of a field in a file of `proc(5)` with one field per line.
func number(after name: String, in text: String) -> Int? {
  let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
  return line.flatMap { $0.dropFirst(name.count).split(whereSeparator: \.isWhitespace).first }.flatMap {
    Int($0)
  }
}

extension timespec {
  /// Creates the C representation of a duration.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  }
}
