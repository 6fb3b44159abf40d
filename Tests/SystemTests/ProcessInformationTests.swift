import Glibc
import Testing

@testable import System

@Suite struct `Process information` {
  @Test func `is that of this process`() throws {
    let own = try #require(ProcessInformation(of: getpid()))
    #expect(own.parent == getppid())
    #expect(own.realUser == getuid())
    #expect(own.readArguments() == CommandLine.arguments)
    #expect(CommandLine.arguments.first?.contains(own.name) == true)
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
      #expect(other.readArguments() == (later > 0 ? [] : CommandLine.arguments))
    }
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
