import Glibc
import TestSupport
import Testing

@testable import System

@Suite struct `Process end` {
  @Test func `has not occurred while the process runs, and has when its status is not read yet`() throws {
    let child = try ChildProcess(["sleep", "60"])
    #expect(!ProcessEnd.hasOccurred(of: child.id) && !ProcessEnd.hasOccurred(of: getpid()))
    child.send(SIGKILL)
    #expect(child.end.occurs(within: .seconds(60)))
    // It has the number until its parent reads the status.
    #expect(kill(child.id, 0) == 0 && ProcessEnd.hasOccurred(of: child.id))
    #expect(child.exitStatus() == 128 + SIGKILL)
    #expect(kill(child.id, 0) != 0 && ProcessEnd.hasOccurred(of: child.id))
  }
}
