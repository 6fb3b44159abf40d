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

  @Test func `are followed up to process 1, or to the 32nd`() {
    let processes = (2...9).map { process($0, "p\($0)") }
    #expect(names(from: 9, in: processes) == (2...9).reversed().map { "p\($0)" })
    #expect(names(from: 4, in: processes) == ["p4", "p3", "p2"])
    let loop = [process(2, "a", start: 1, parent: 3), process(3, "b", start: 1, parent: 2)]
    #expect(names(from: 3, in: loop) == (1...16).flatMap { _ in ["b", "a"] })
  }

  @Test func `are named up to the third parent, and the others are counted`() throws {
    let directory = try TemporaryDirectory()
    let (script, file) = ("\(directory.path)/script", "\(directory.path)/id")
    try write(
      "[ $1 = 0 ] && { echo $$ >$2.new; mv $2.new $2; exec sleep 600; }; sh $0 $(($1 - 1)) $2; true",
      toFile: script)
    let shells = try ScreenDriver.ChildProcess("sh", [script, "5", file])
    let id = try Deadline(after: .defaultTimeout).poll(for: "the last process") {
      (try? contents(ofFile: file)).flatMap { Int32($0.dropLast()) }
    }
    defer { kill(id, SIGKILL) }
    let requester = Requester(of: id)
    #expect(requester.programs.count == 4 && requester.programs[0].process.id == id)
    let own = Requester.chain(from: getpid(), lookUp: ProcessInformation.init(of:)).count
    #expect(requester.omittedCount == min(6 + own, 32) - 4)
    withExtendedLifetime(shells) {}
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
    let requester = Requester(of: pid)
    try #require(requester.identity == .known)
    #expect(requester.programs.prefix(2).map(\.process.id) == [pid, getpid()])
    // The program for which it claims to ask does not replace it, also if it has ended, is hidden or is not named.
    for (id, identity) in [(getpid(), Requester.Identity.known), (.max, .ended), (0, .unknown)] {
      let requester = Requester(of: id, performer: pid)
      try #require(requester.identity == identity)
      #expect(requester.programs.map(\.asks).prefix(2) == (identity == .known ? [false, true] : [false]))
      #expect(requester.programs[0].process.id == pid)
    }
  }

  /// Each reading finds another name.
  @Test func `are not left out because their names change`() throws {
    let directory = try TemporaryDirectory()
    let script = "\(directory.path)/renaming"
    try write("while :; do i=$((i + 1)); echo n$i >/proc/$$/comm; done", toFile: script)
    let program = try ScreenDriver.ChildProcess("sh", [script])
    let pid = program.pid
    for _ in 0..<100 {
      let requester = Requester(of: pid)
      try #require(requester.identity == .known)
      #expect(requester.programs.prefix(2).map(\.process.id) == [pid, getpid()])
      #expect(requester.programs[0].process.withWords().id == pid)
    }
  }

  /// An agent has not been started by the program for which it asks.
  @Test func `may be an agent`() {
    for (names, isAgent) in [(["ssh-agent"], true), (["ssh", "ssh-agent"], false), (["systemd"], true)] {
      let programs = names.map { Requester.Program(process(9, $0)) }
      #expect(Requester(.known, programs).isAgent == isAgent)
    }
  }

  @Test func `are nothing after their end`() {
    #expect(Requester(of: .max) == Requester(.ended))
    #expect(Requester(of: 0) == Requester(.unknown))
    #expect(Requester(of: -1) == Requester(.unknown))
    // It adopts programs.
    #expect(Requester(of: 1).isAgent && ProcessInformation(of: 1)?.parent == 0)
  }

  @Test func `are those that really run, with their commands, and the one that acts for them`() throws {
    let requester = Requester(of: getpid(), performer: getppid())
    var described = requester
    for process in requester.unread {
      described.describe(process, as: process.withWords(), user: "ada")
    }
    let (programs, complete) = (requester.programs, described.programs)
    try #require(requester.identity == .known && described.unread.isEmpty)
    #expect(programs.prefix(2).map(\.process.id) == [getppid(), getpid()])
    #expect(programs.prefix(2).map(\.asks) == [false, true] && programs[1].process.words.isEmpty)
    #expect(complete[1].process.words == CommandLine.arguments && complete[1].user == "ada")
    #expect(Requester(of: getpid(), performer: getpid()) == Requester(of: getpid()))
  }

  @Test(arguments: [
    ("bash", ["bash", "/home/ada/backup.sh", "x"], "bash\u{A0}(backup.sh)"),
    ("bash", ["bash", "-eu", "backup.sh"], "bash\u{A0}(backup.sh)"), ("bash", ["-bash"], "bash"),
    ("sh", ["sh", "-c", "rm -r /"], "sh"), ("sh", ["sh", "-ec", "rm"], "sh"),
    ("python3.11", ["python3", "-u", "a/b.py"], "python3.11\u{A0}(b.py)"),
    ("python3", ["python3", "-m", "x"], "python3"),
    ("perl", ["perl", "-e", "1"], "perl"), ("sh", [], "sh"),
    ("sh", ["sh", "/"], "sh"), ("sh", ["sh", ""], "sh"),
  ])
  func `name their scripts on the same line`(name: String, arguments: [String], expected: String) {
    let process = ProcessInformation(
      id: 2, parent: 1, startTime: 0, realUser: 0, name: name, words: arguments)
    #expect(Requester.Program(process).name == expected)
  }

  @Test func `have the name with which their command was read`() {
    var current = process(9, "sleep")
    current.words = ["sleep", "500"]
    var requester = Requester(.known, [Requester.Program(process(9, "bash")), Requester.Program(process(8))])
    requester.describe(process(9, "bash"), as: current, user: "ada")
    #expect(requester.programs.map(\.name) == ["sleep", "a"])
    #expect(requester.programs[0].process == current && requester.unread == [process(8)])
  }
}
