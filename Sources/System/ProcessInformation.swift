public import Glibc

/// The facts about a running process that the system knows (proc(5)).
///
/// The user, the parent and the start time are facts. The name is chosen by the process itself.
public struct ProcessInformation: Hashable, Sendable {
  public let id: Int32
  /// The process that has started it, or the one that has adopted it since.
  public let parent: Int32
  /// The time after the start of the system, in clock ticks.
  public let startTime: UInt64
  /// The user that has started it, also of a program that runs with the rights of another user.
  public let realUser: uid_t
  /// The name, at most 15 bytes of any kind.
  public let name: String
  /// The words of its command line or of its environment, if they were read, as the process has chosen them.
  public internal(set) var words: [String] = []
}

extension ProcessInformation {
  /// Reads what the system knows of a process. `nil` if it has ended, or if the system hides it.
  public init?(of id: Int32) {
    // The number may be reused after the end of the process, so the end is observed. Process 1 does not end.
    let end = ProcessEnd(of: id)
    guard end != nil || id == 1, let process = Self(reading: id), end?.occurs() != true else { return nil }
    self = process
  }

  /// Returns the process as it is now, with its words. Without them if it has ended, if the system hides them, or if they
  /// change while they are read.
  ///
  /// It can take any time, because the process decides when its memory can be read.
  ///
  /// - Parameter readsEnvironment: Whether to read the variables with which it was started, as `NAME=VALUE`, instead of the
  ///   program and its arguments.
  public func withWords(ofEnvironment readsEnvironment: Bool = false) -> ProcessInformation {
    let current = Self.stable { Self(reading: id, with: readsEnvironment ? "environ" : "cmdline") }
    guard let current, current.startTime == startTime else { return self }
    return current
  }

  /// Returns what a closure reads from several files of a process twice in succession: between two files, the process may
  /// execute another program. `nil` if three readings differ, or if the last ones find no process.
  static func stable<Value: Equatable>(_ read: () -> Value?) -> Value? {
    var last = read()
    for _ in 1...2 {
      let next = read()
      if next == last { return next }
      last = next
    }
    return nil
  }

  private init?(reading id: Int32, with file: String? = nil) {
    func content(_ name: String) -> [UInt8]? {
      try? AtomicFile(path: "/proc/\(id)/\(name)").read(limit: 1 << 16)
    }
    guard let stat = content("stat"), let status = content("status") else { return nil }
    self.init(id: id, stat: stat, status: status)
    let bytes = file.flatMap(content) ?? []
    words = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Parses the files of a process. `nil` if they do not have the form of proc(5).
  init?(id: Int32, stat: [UInt8], status: [UInt8]) {
    // The name in parentheses may contain parentheses, blanks and line feeds.
    guard let start = stat.firstIndex(of: UInt8(ascii: "(")), let end = stat.lastIndex(of: UInt8(ascii: ")")),
      start < end
    else { return nil }
    let fields = String(decoding: stat[(end + 1)...], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    // Fields 4 and 22, where the name is field 2.
    guard fields.count > 19, let parent = Int32(fields[1]), let startTime = UInt64(fields[19]) else {
      return nil
    }
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    let users = lines.first { $0.hasPrefix("Uid:") }?.split(whereSeparator: \.isWhitespace)
    guard let users, users.count > 1, let realUser = uid_t(users[1]) else { return nil }
    self.init(
      id: id, parent: parent, startTime: startTime, realUser: realUser,
      name: String(decoding: stat[(start + 1)..<end], as: UTF8.self))
  }

  /// The local time at which it was started, such as `2026-11-28 16:05:09`. Wrong by the seconds by which the clock was set
  /// since.
  public var localStartTime: String {
    var (now, uptime) = (timespec(), timespec())
    clock_gettime(CLOCK_REALTIME, &now)
    clock_gettime(CLOCK_BOOTTIME, &uptime)
    return localStartTime(at: now, uptime: uptime)
  }

  /// Returns the local time at which it was started, to the nearest second, from two clocks that were read in one moment.
  func localStartTime(at now: timespec, uptime: timespec) -> String {
    func seconds(_ time: timespec) -> Double { Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000 }
    let start = Double(startTime) / Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
    var (fields, time) = (tm(), time_t((seconds(now) - seconds(uptime) + start).rounded()))
    localtime_r(&time, &fields)
    return String(unsafeUninitializedCapacity: 64) { buffer in
      buffer.withMemoryRebound(to: CChar.self) { strftime($0.baseAddress, $0.count, "%F %T", &fields) }
    }
  }
}
