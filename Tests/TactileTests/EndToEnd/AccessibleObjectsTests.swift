import ScreenDriver
import TestSupport
import Testing

extension `Tactile program`.`Accessibility` {
  /// The programs with the services and the client library of Debian's screen readers. The tables are in
  /// `Tests/AccessibleObjects/objects.py`.
  @Test(
    .needs(.accessibility),
    arguments: ["window", "inspector", "askpass", "confirm", "message", "new-password", "tokens", "button"])
  func `has the objects of each table for pyatspi, which uses them`(table: String) throws {
    let fixture = try DialogFixture()
    let bus = try IsolatedSessionBus()
    let variables = [
      "DBUS_SESSION_BUS_ADDRESS": bus.address, "GSETTINGS_BACKEND": "memory", "LC_ALL": "C.UTF-8",
    ]
    let launcher = try fixture.start(
      TestRequirement.accessibilityLauncher, ["--launch-immediately", "--a11y=1"], with: variables)
    let texts = [
      "askpass": "Please enter the password:", "confirm": "Remove build?", "message": "It is done.",
    ]
    let arguments =
      ["window", "inspector"].contains(table) ? [] : [table] + (texts[table].map { [$0] } ?? [])
    let program = try fixture.startProgram(arguments, with: variables)
    let dialog = try fixture.dialog()
    if table == "window" { try dialog.input.type("Passw0rd") }
    if table == "inspector" { try dialog.input.tap("F12") }
    var client = try fixture.start(
      "/usr/bin/python3", ["\(repositoryRoot)/Tests/AccessibleObjects/objects.py", table], with: variables)
    let result = try client.result()
    #expect(result.termination == .exited(0), "\(result.output)\(result.errors)")
    withExtendedLifetime((launcher.process.pid, program.process.pid)) {}
  }
}
