import Glibc
import Scene
import ScreenDriver
import Testing

extension `The program`.`is a good citizen` {
  @Test func `row 5: in a session keeps its state when it is asked to, and ends with it`() throws {
    let manager = try SessionManager()
    var sitting = try Program.start(environment: ["SESSION_MANAGER": manager.address])
    try manager.wait(for: "the first saving") { $0.savings == 1 }
    let id = try #require(manager.clientID)
    #expect(manager.previousID == nil)
    #expect(manager.properties["ProcessID"] == ["\(sitting.program.pid)"])
    #expect(manager.properties["CloneCommand"] == manager.properties["Program"])
    #expect(manager.properties["RestartCommand"]?.dropFirst() == ["--sm-client-id", id])
    #expect(manager.properties["UserID"]?.first?.isEmpty == false)
    #expect(sitting.window.isInLeadersGroup && !sitting.window.isLeader)
    #expect(sitting.window.leader?.text("SM_CLIENT_ID") == id)
    #expect(try names(inFolder: "/proc/\(sitting.program.pid)/task").count == 1)

    let rest = try sitting.restingButton()
    try sitting.pickUp(rest)
    try sitting.hand.fling(from: rest.center, at: (dx: -1500, dy: 0))
    _ = try sitting.restingButton()
    let place = "\(sitting.stateFolder)/tactile/button-place"
    #expect(access(place, F_OK) != 0)
    manager.askToSave(isShutdown: true)
    try manager.wait(for: "the second saving") { $0.savings == 2 }
    #expect(access(place, F_OK) == 0)
    manager.cancelShutdown()
    try sitting.window.ping()
    manager.askToEnd()
    #expect(try sitting.program.ending(within: .seconds(2)) == .exited(0))
    try manager.wait(for: "the leave") { $0.isLeft }
    #expect(try sitting.complaints().isEmpty)
  }

  @Test func `row 59: is known again in the next session, and outlives its manager`() throws {
    let manager = try SessionManager()
    var sitting = try Sitting(
      Sitting.Setup(
        program: Program.path, arguments: ["--sm-client-id", "10old"],
        environment: ["SESSION_MANAGER": manager.address]))
    try manager.wait(for: "the program") { $0.properties.count == 5 }
    #expect(manager.previousID == "10old")
    #expect(manager.properties["RestartCommand"]?.dropFirst() == ["--sm-client-id", "10old"])
    // It finds a question whose answer nobody reads.
    sitting.program.send(SIGSTOP)
    manager.askToSave(isShutdown: false)
    manager.crash()
    sitting.program.send(SIGCONT)
    try sitting.window.ping()
    sitting.window.requestClose()
    #expect(try sitting.program.ending(within: .seconds(2)) == .exited(0))
    #expect(try sitting.complaints().isEmpty)
  }

  @Test func `row 59: leaves a session manager that stops within a word, and waits for no more`()
    throws
  {
    let manager = try SessionManager()
    var sitting = try Program.start(environment: ["SESSION_MANAGER": manager.address])
    try manager.wait(for: "the first saving") { $0.savings == 1 }
    manager.askToSave(byBytes: 0..<11)
    try sitting.window.ping()
    manager.askToSave(byBytes: 11..<16)
    try manager.wait(for: "the leave") { $0.isLeft }
    #expect(manager.savings == 1)
    try sitting.window.ping()
    sitting.window.requestClose()
    #expect(try sitting.program.ending(within: .seconds(2)) == .exited(0))
    #expect(try sitting.complaints().isEmpty)
  }

  @Test func `row 59: waits for no session manager, however mute it is`() throws {
    let manager = try SessionManager()
    var sitting = try Program.start(environment: ["SESSION_MANAGER": manager.address])
    try sitting.useAllControls()
    sitting.window.requestClose()
    #expect(try sitting.program.ending(within: .milliseconds(500)) == .exited(0))
    withExtendedLifetime(manager) {}
  }
}
