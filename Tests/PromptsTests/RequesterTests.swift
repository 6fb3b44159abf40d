import Glibc
import ScreenDriver
import Testing

@testable import Prompts
@testable import System

@Suite struct `The programs that ask` {
  /// Returns a process whose parent has the previous number.
  private func process(
    _ id: Int32, _ name: String = "a", start: UInt64? = nil, user: uid_t = 7, parent: Int32? = nil
  ) -> ProcessInformation {
    ProcessInformation(
      id: id, parent: parent ?? id - 1, startTime: start ?? UInt64(id), realUser: user, name: name)
  }

  private func names(from id: Int32, in processes: [ProcessInformation]) -> [String] {
    Requester.chain(from: id) { id in processes.first { $0.id == id } }.map(\.name)
  }

  @Test func `are named up to the third parent`() {
    let processes = (2...9).map { process($0, "p\($0)") }
    #expect(names(from: 9, in: processes) == ["p9", "p8", "p7", "p6"])
    #expect(names(from: 4, in: processes) == ["p4", "p3", "p2"])
    let loop = [process(2, "a", start: 1, parent: 3), process(3, "b", start: 1, parent: 2)]
    #expect(names(from: 3, in: loop) == ["b", "a", "b", "a"])
  }

  @Test(arguments: ["another user", "later", "hidden"])
  func `end before`(_ reason: String) {
    let parent: ProcessInformation? =
      switch reason {
      case "another user": process(8, user: 0)
      case "later": process(8, start: 10)
      default: nil
      }
    #expect(names(from: 9, in: [process(9), parent].compactMap(\.self)) == ["a"])
  }

  /// A program chooses its name.
  @Test(arguments: ["systemd", "init", "gdm-x-session", "ssh-agent", "gpg-agent"])
  func `are not left out because of a name`(name: String) throws {
    #expect(names(from: 9, in: [process(9, name), process(8, name), process(7)]) == [name, name, "a"])
    let directory = try TemporaryDirectory()
    try #require(symlink("/bin/sleep", "\(directory.path)/\(name)") == 0)
    let program = try ScreenDriver.ChildProcess("\(directory.path)/\(name)", ["600"])
    let pid = program.pid
    let requester = Requester.read(pid)
    guard case .programs(let programs) = requester else {
      Issue.record("\(requester)")
      return
    }
    #expect(programs.prefix(2).map(\.process.id) == [pid, getpid()])
    // The program for which it claims to ask does not replace it, also after its end.
    for id in [getpid(), .max] {
      guard case .programs(let programs) = Requester.read(id, agent: pid) else {
        Issue.record("\(id)")
        continue
      }
      #expect(programs.map(\.asks).prefix(2) == (id == .max ? [false] : [false, true]))
      #expect(programs[0].process.id == pid)
    }
  }

  /// An agent has not been started by the program for which it asks.
  @Test func `may be an agent`() {
    for (names, isAgent) in [(["ssh-agent"], true), (["ssh", "ssh-agent"], false), (["systemd"], true)] {
      #expect(Requester.programs(names.map { Requester.Program(process(9, $0)) }).isAgent == isAgent)
    }
  }

  @Test func `are nothing after their end`() {
    #expect(Requester.read(.max) == .ended)
    #expect(Requester.read(0) == .unknown)
    #expect(Requester.read(-1) == .unknown)
    // It adopts programs.
    #expect(Requester.read(1).isAgent && ProcessInformation(of: 1)?.parent == 0)
    #expect(Requester.read(.max, performer: getpid()) == .ended)
  }

  @Test func `are those that really run, with their commands, and the one that acts for them`() throws {
    let requester = Requester.read(getpid(), performer: getppid())
    var described = requester
    for process in requester.unread {
      described.describe(process, command: process.readArguments(), user: "ada")
    }
    guard case .programs(let programs) = requester, case .programs(let complete) = described,
      described.unread.isEmpty
    else {
      Issue.record("this process cannot be read")
      return
    }
    #expect(programs.prefix(2).map(\.process.id) == [getppid(), getpid()])
    #expect(programs.prefix(2).map(\.asks) == [false, true] && programs[1].command.isEmpty)
    #expect(complete[1].command == CommandLine.arguments && complete[1].user == "ada")
    #expect(Requester.read(getpid(), performer: getpid()) == Requester.read(getpid()))
  }

  @Test(arguments: [
    ("bash", ["bash", "/home/ada/backup.sh", "x"], "bash (backup.sh)"),
    ("bash", ["bash", "-eu", "backup.sh"], "bash (backup.sh)"), ("bash", ["-bash"], "bash"),
    ("sh", ["sh", "-c", "rm -r /"], "sh"), ("sh", ["sh", "-ec", "rm"], "sh"),
    ("python3.11", ["python3", "-u", "a/b.py"], "python3.11 (b.py)"),
    ("python3", ["python3", "-m", "x"], "python3"),
    ("perl", ["perl", "-e", "1"], "perl"), ("sh", [], "sh"),
    ("sh", ["sh", "/"], "sh"), ("sh", ["sh", ""], "sh"),
  ])
  func `name their scripts`(name: String, arguments: [String], expected: String) {
    let process = ProcessInformation(id: 2, parent: 1, startTime: 0, realUser: 0, name: name)
    #expect(Requester.Program(process, command: arguments).name == expected)
  }
}
