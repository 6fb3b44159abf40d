import Glibc
import Scene
import ScreenDriver
import Testing

extension `Tactile program`.`X11 conformance` {
  @Test func `row 5: saves its state and exits when the session manager requests it`() throws {
    let manager = try FakeSessionManager()
    var session = try Program.start(environment: ["SESSION_MANAGER": manager.address])
    try manager.wait(for: "the first save") { $0.saveCount == 1 }
    let id = try #require(manager.clientID)
    #expect(manager.previousID == nil)
    #expect(manager.properties["ProcessID"] == ["\(session.program.pid)"])
    #expect(manager.properties["CloneCommand"] == manager.properties["Program"])
    #expect(manager.properties["RestartCommand"]?.dropFirst() == ["--sm-client-id", id])
    #expect(manager.properties["UserID"]?.first?.isEmpty == false)
    #expect(session.window.isInLeadersGroup && !session.window.isLeader)
    #expect(session.window.leader?.text("SM_CLIENT_ID") == id)
    #expect(try names(inDirectory: "/proc/\(session.program.pid)/task").count == 1)

    let restFrame = try session.restingButton()
    try session.startDrag(of: restFrame)
    try session.input.fling(from: restFrame.center, at: (dx: -1500, dy: 0))
    _ = try session.restingButton()
    let path = "\(session.statePath)/tactile/button-place"
    #expect(access(path, F_OK) != 0)
    manager.requestSave(isShutdown: true)
    try manager.wait(for: "the second save") { $0.saveCount == 2 }
    #expect(access(path, F_OK) == 0)
    manager.cancelShutdown()
    try session.window.ping()
    manager.requestExit()
    #expect(try session.program.ending(within: .seconds(2)) == .exited(0))
    try manager.wait(for: "the end of the connection") { $0.isClosed }
    #expect(try session.standardError().isEmpty)
  }

  @Test func `row 59: resumes its client id, and survives the session manager`() throws {
    let manager = try FakeSessionManager()
    var session = try AppSession(
      AppSession.Configuration(
        program: Program.path, arguments: ["--sm-client-id", "10old"],
        environment: ["SESSION_MANAGER": manager.address]))
    try manager.wait(for: "the program") { $0.properties.count == 5 }
    #expect(manager.previousID == "10old")
    #expect(manager.properties["RestartCommand"]?.dropFirst() == ["--sm-client-id", "10old"])
    // The program then reads a request, but can no longer send its reply.
    session.program.send(SIGSTOP)
    manager.requestSave(isShutdown: false)
    manager.crash()
    session.program.send(SIGCONT)
    try session.window.ping()
    session.window.requestClose()
    #expect(try session.program.ending(within: .seconds(2)) == .exited(0))
    #expect(try session.standardError().isEmpty)
  }

  @Test func `row 59: leaves a session manager that stops within a message`()
    throws
  {
    let manager = try FakeSessionManager()
    var session = try Program.start(environment: ["SESSION_MANAGER": manager.address])
    try manager.wait(for: "the first save") { $0.saveCount == 1 }
    manager.requestSave(byBytes: 0..<11)
    try session.window.ping()
    manager.requestSave(byBytes: 11..<16)
    try manager.wait(for: "the end of the connection") { $0.isClosed }
    #expect(manager.saveCount == 1)
    try session.window.ping()
    session.window.requestClose()
    #expect(try session.program.ending(within: .seconds(2)) == .exited(0))
    #expect(try session.standardError().isEmpty)
  }

  @Test func `row 59: does not wait for an unresponsive session manager`() throws {
    let manager = try FakeSessionManager()
    var session = try Program.start(environment: ["SESSION_MANAGER": manager.address])
    try session.useAllControls()
    session.window.requestClose()
    #expect(try session.program.ending(within: .milliseconds(500)) == .exited(0))
    withExtendedLifetime(manager) {}
  }
}
