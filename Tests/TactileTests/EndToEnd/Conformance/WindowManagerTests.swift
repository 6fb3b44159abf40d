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
    sitting.window.requestClose()
    #expect(try sitting.program.ending(within: .seconds(5)) == .exited(0))
    #expect(try sitting.complaints().isEmpty)
  }
}
