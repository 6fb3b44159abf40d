import ScreenDriver
import Testing

extension `The program`.`is a good citizen` {
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
    var sitting = try Program.start(
      on: VirtualDisplay.Options(windowManager: manager), by: .socket)
    try sitting.useAllControls()
    try expectFocusToReturn(in: sitting)
    sitting.window.requestClose()
    #expect(try sitting.program.ending(within: .patience) == .exited(0))
    #expect(try sitting.complaints().isEmpty)
  }

  /// Rows 8 and 14: another window takes the focus, and the program's own takes it back when it is
  /// asked to.
  private func expectFocusToReturn(in sitting: borrowing Sitting) throws {
    let window = sitting.window
    #expect(window.property("_NET_WM_USER_TIME")?.first.map { $0 > 0 } == true)
    let intruder = try Intruder(on: sitting.display.name)
    intruder.openWindow()
    try Deadline(after: .patience).poll(for: "the other window's focus") {
      window.hasInputFocus ? nil : ()
    }
    try Deadline(after: .patience).poll(for: "the focus") {
      window.activate()
      return window.hasInputFocus ? () : nil
    }
    try window.ping()
  }
}
