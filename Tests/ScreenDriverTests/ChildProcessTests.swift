import ScreenDriver
import Testing

@Suite struct `A child process` {
  @Test func `tells how it ended`() throws {
    var quiet = try ChildProcess("sh", ["-c", "exit 7"])
    #expect(try quiet.ending(within: .patience) == .exited(7))
    var killed = try ChildProcess("sh", ["-c", "kill -9 $$"])
    #expect(try killed.ending(within: .patience) == .killed(signal: 9))
  }

  @Test func `sees the environment it is given and no other`() throws {
    let folder = try TemporaryFolder()
    var child = try ChildProcess(
      "/usr/bin/env", environment: ["ONE": "1"], redirections: [.file("\(folder.path)/out", as: 1)])
    #expect(try child.ending(within: .patience) == .exited(0))
    #expect(try contents(ofFile: "\(folder.path)/out") == "ONE=1\n")
  }

  @Test func `that does not exist cannot be started`() throws {
    #expect(
      throws: ScreenDriverError.cannotStart(
        program: "/no/such/program", reason: "No such file or directory")
    ) {
      _ = try ChildProcess("/no/such/program")
    }
  }

  @Test func `is gone with its value`() throws {
    let pid: Int32
    do {
      let child = try ChildProcess("sleep", ["1000"])
      pid = child.pid
      #expect(try ProcessStatistics(of: pid).contextSwitches >= 0)
    }
    #expect(throws: ScreenDriverError.self) { try ProcessStatistics(of: pid) }
  }

  @Test func `that runs on is waited for no longer than was said`() throws {
    var child = try ChildProcess("sleep", ["1000"])
    #expect(throws: ScreenDriverError.self) { try child.ending(within: .milliseconds(20)) }
    let isRunning = child.isRunning()
    #expect(isRunning)
    child.send(15)
    #expect(try child.ending(within: .patience) == .killed(signal: 15))
  }

  @Test func `has a folder of its own that leaves nothing behind`() throws {
    let path: String
    do {
      let folder = try TemporaryFolder()
      path = folder.path
      try write("text", toFile: "\(path)/file")
      var child = try ChildProcess("mkdir", ["-p", "\(path)/a/b"])
      #expect(try child.ending(within: .patience) == .exited(0))
      #expect(try names(inFolder: path) == ["a", "file"])
    }
    #expect(throws: ScreenDriverError.self) { try names(inFolder: path) }
  }
}
