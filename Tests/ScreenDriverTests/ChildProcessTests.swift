import ScreenDriver
import Testing

@Suite struct `Child process` {
  @Test func `receives only the given environment`() throws {
    let temp = try TemporaryDirectory()
    var child = try ChildProcess(
      "/usr/bin/env", environment: ["ONE": "1"], redirections: [.file("\(temp.path)/out", as: 1)])
    #expect(try child.waitForExit(within: .defaultTimeout) == .exited(0))
    #expect(try contents(ofFile: "\(temp.path)/out") == "ONE=1\n")
  }

  @Test func `throws cannotStart when the program does not exist`() throws {
    #expect(
      throws: ScreenDriverError.cannotStart(
        program: "/no/such/program", reason: "No such file or directory")
    ) {
      _ = try ChildProcess("/no/such/program")
    }
  }

  @Test func `ends when its value is destroyed`() throws {
    let pid: Int32
    do {
      let child = try ChildProcess("sleep", ["1000"])
      pid = child.pid
      #expect(try ProcessStatistics(of: pid).contextSwitches >= 0)
    }
    #expect(throws: ScreenDriverError.self) { try ProcessStatistics(of: pid) }
  }

  @Test func `throws when it does not exit within the timeout`() throws {
    var child = try ChildProcess("sleep", ["1000"])
    #expect(throws: ScreenDriverError.self) { try child.waitForExit(within: .milliseconds(20)) }
    let isRunning = child.isRunning()
    #expect(isRunning)
    child.send(15)
    #expect(try child.waitForExit(within: .defaultTimeout) == .killed(signal: 15))
  }

  @Test func `removes the temporary directory with its contents`() throws {
    let path: String
    do {
      let directory = try TemporaryDirectory()
      path = directory.path
      try write("text", toFile: "\(path)/file")
      var child = try ChildProcess("mkdir", ["-p", "\(path)/a/b"])
      #expect(try child.waitForExit(within: .defaultTimeout) == .exited(0))
      #expect(try names(inDirectory: path) == ["a", "file"])
    }
    #expect(throws: ScreenDriverError.self) { try names(inDirectory: path) }
  }
}
