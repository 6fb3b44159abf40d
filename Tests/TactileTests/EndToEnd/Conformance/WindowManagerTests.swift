import ScreenDriver
import TestSupport
import Testing

extension `Tactile program`.`X11 conformance` {
  @Test(.needs(.windowManager(.xfwm4))) func `works under xfwm4`() throws {
    try expectToWork(under: .xfwm4)
  }

  @Test(.needs(.windowManager(.metacity))) func `works under metacity`() throws {
    try expectToWork(under: .metacity)
  }

  @Test(.needs(.windowManager(.mutter))) func `works under mutter`() throws {
    try expectToWork(under: .mutter)
  }

  @Test(.needs(.windowManager(.i3))) func `works under i3`() throws {
    try expectToWork(under: .i3)
  }

  private func expectToWork(under manager: WindowManager) throws {
    var session = try Program.start(
      on: VirtualDisplay.Options(windowManager: manager), by: .socket)
    let window = session.window
    try Deadline(after: .defaultTimeout).poll(for: "the focus") { window.hasInputFocus ? () : nil }
    try session.useAllControls()
    try expectFocusToReturn(in: session)
    session.window.requestClose()
    #expect(try session.program.waitForExit(within: .defaultTimeout) == .exited(0))
    #expect(try session.standardError().isEmpty)
  }

  /// Expects, for rows 8 and 14, that the program's window accepts the focus again after another
  /// window had it.
  private func expectFocusToReturn(in session: borrowing AppSession) throws {
    let window = session.window
    #expect(window.property("_NET_WM_USER_TIME")?.first.map { $0 > 0 } == true)
    let client = try HostileClient(on: session.display.name)
    client.openWindow()
    try Deadline(after: .defaultTimeout).poll(for: "the other window's focus") {
      window.hasInputFocus ? nil : ()
    }
    try Deadline(after: .defaultTimeout).poll(for: "the focus") {
      window.activate()
      return window.hasInputFocus ? () : nil
    }
    try window.ping()
  }
}
