import Glibc
import Testing

@testable import System

@Suite struct `Process information` {
  @Test func `is that of this process`() throws {
    let own = try #require(ProcessInformation(of: getpid()))
    #expect(own.parent == getppid())
    #expect(own.realUser == getuid())
    #expect(own.withWords().words == CommandLine.arguments && own.words.isEmpty)
    #expect(CommandLine.arguments.first?.contains(own.name) == true)
  }

  @Test func `has the local time of the start`() throws {
    let own = try #require(ProcessInformation(of: getpid()))
    func parsed(_ process: ProcessInformation) throws -> time_t {
      let numbers = process.localStartTime.split { "- :".contains($0) }.compactMap { Int32($0) }
      try #require(numbers.count == 6)
      var fields = tm()
      (fields.tm_year, fields.tm_mon, fields.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
      (fields.tm_hour, fields.tm_min, fields.tm_sec) = (numbers[3], numbers[4], numbers[5])
      fields.tm_isdst = -1
      return mktime(&fields)
    }
    let (start, now) = (try parsed(own), time(nil))
    #expect(now - 7 * 86400 < start && start <= now + 1)
    // A hundred ticks are a second.
    let later = ProcessInformation(
      id: own.id, parent: 1, startTime: own.startTime + 60 * UInt64(sysconf(Int32(_SC_CLK_TCK))), realUser: 0,
      name: "")
    #expect(abs(try parsed(later) - start - 60) <= 1)
    // No number of the system is too large.
    for ticks in [UInt64.max, UInt64(Int.max)] {
      _ = ProcessInformation(id: 1, parent: 0, startTime: ticks, realUser: 0, name: "").localStartTime
    }
  }

  @Test(arguments: [0, 1, 49, 50, 99] as [UInt64])
  func `has the same start at all moments`(ticks: UInt64) {
    let process = ProcessInformation(id: 1, parent: 0, startTime: ticks, realUser: 0, name: "")
    // The system was started 0.3 s after a second.
    let starts = (0..<40).map { moment in
      let times = [1_000_000_000_300, 0].map { $0 + 50 * moment }
      let (now, uptime) = (
        times[0].quotientAndRemainder(dividingBy: 1000), times[1].quotientAndRemainder(dividingBy: 1000)
      )
      return process.localStartTime(
        at: timespec(tv_sec: now.quotient, tv_nsec: now.remainder * 1_000_000),
        uptime: timespec(tv_sec: uptime.quotient, tv_nsec: uptime.remainder * 1_000_000))
    }
    #expect(Set(starts).count == 1)
  }

  @Test(arguments: [0, -1, 1 << 22 + 1, .max] as [Int32])
  func `is missing for numbers of no process`(id: Int32) { #expect(ProcessInformation(of: id) == nil) }

  /// A process chooses its name, in which no character is escaped.
  @Test(arguments: ["a) R 1", "a b", "\n\n", ")(", "(", "", "Uid:\t0\t"])
  func `does not follow from a name`(name: String) throws {
    let fields = (3...52).map { $0 == 3 ? "S" : String($0) }.joined(separator: " ")
    let found = try #require(
      ProcessInformation(
        id: 9, stat: Array("9 (\(name)) \(fields)\n".utf8),
        status: Array("Name:\t\(name.replacing("\n", with: "\\n"))\nUid:\t7\t0\t0\t0\n".utf8)))
    #expect(
      found == ProcessInformation(id: 9, parent: 4, startTime: 22, realUser: 7, name: name))
  }

  @Test func `has no arguments of another process with the same number`() throws {
    let own = try #require(ProcessInformation(of: getpid()))
    // The name and the parent of a process may change.
    for later in [0, 1] as [UInt64] {
      let other = ProcessInformation(
        id: own.id, parent: 1, startTime: own.startTime + later, realUser: own.realUser, name: "update")
      let current = other.withWords()
      #expect(current.words == (later > 0 ? [] : CommandLine.arguments))
      #expect(current.name == (later > 0 ? "update" : own.name))
    }
  }

  /// Between two files, a process may execute another program.
  @Test(
    arguments: [
      (["bash bash", "bash bash"], "bash bash"), (["bash 500", "sleep 500", "sleep 500"], "sleep 500"),
      (["bash bash", "sleep 500", "bash bash"], nil), (["bash 500", "sleep 500", nil], nil),
      ([nil, nil], nil),
    ] as [([String?], String?)])
  func `is what its files have twice in succession, in at most three readings`(
    readings: [String?], expected: String?
  ) {
    var rest = readings[...]
    #expect(ProcessInformation.stable { rest.popFirst() ?? nil } == expected)
    #expect(rest.isEmpty)
  }

  @Test func `needs complete files`() {
    let fields = (3...22).map { $0 == 3 ? "S" : String($0) }.joined(separator: " ")
    let (stat, status) = (Array("9 (a) \(fields)\n".utf8), Array("Uid:\t7\n".utf8))
    func parse(_ stat: [UInt8], _ status: [UInt8]) -> ProcessInformation? {
      ProcessInformation(id: 9, stat: stat, status: status)
    }
    #expect(parse(stat, status) != nil)
    // Without its last byte, a number is another one.
    for count in 0...stat.count - 3 { #expect(parse(Array(stat[..<count]), status) == nil) }
    for count in 0..<5 { #expect(parse(stat, Array(status[..<count])) == nil) }
  }
}
