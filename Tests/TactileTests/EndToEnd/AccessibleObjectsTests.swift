import Glibc
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program`.`Accessibility` {
  /// The programs with the services and the client library of Debian's screen readers. The tables are in
  /// `Tests/AccessibleObjects/objects.py`.
  @Test(
    .needs(.accessibility),
    arguments: [
      "window", "inspector", "askpass", "confirm", "message", "new-password", "tokens", "suggestions",
      "pinentry",
      "agent", "button",
    ])
  func `has the objects of each table for pyatspi, which uses them`(table: String) throws {
    let fixture = try DialogFixture()
    let bus = try IsolatedSessionBus()
    let variables = [
      "DBUS_SESSION_BUS_ADDRESS": bus.address, "GSETTINGS_BACKEND": "memory", "LC_ALL": "C.UTF-8",
    ]
    let launcher = try fixture.start(
      TestRequirement.accessibilityLauncher, ["--launch-immediately", "--a11y=1"], with: variables)
    try fixture.writeSubjects()
    let commands = [
      "window": [], "inspector": [], "askpass": ["askpass", "Please enter the password:"],
      "confirm": ["confirm", "Remove build?"], "message": ["message", "It is done."],
      "tokens": ["tokens", "--kind", "email"],
      "suggestions": ["tokens", "--completions", "\(fixture.path)/names"],
      "agent": ["ask-password-agent", "--directory", fixture.path],
    ]
    let program = try fixture.startProgram(commands[table] ?? [table], with: variables)
    if table == "pinentry" { program.send("SETPROMPT Smartcard:\nSETERROR Bad PIN\nGETPIN\n") }
    let dialog = try fixture.dialog()
    if table == "window" { try dialog.input.type("Passw0rd") }
    if table == "inspector" { try dialog.input.tap("F12") }
    if table == "tokens" { try dialog.input.type("jo,") }
    if table == "suggestions" { try dialog.input.type("ad") }
    var client = try fixture.start(
      "/usr/bin/python3", ["\(repositoryRoot)/Tests/AccessibleObjects/objects.py", table], with: variables)
    let result = try client.result()
    #expect(result.termination == .exited(0), "\(result.output)\(result.errors)")
    withExtendedLifetime((launcher.process.pid, program.process.pid)) {}
  }
}

extension DialogFixture {
  /// Writes what the programs show: names to complete, a question of systemd, and the actions of the desktop button.
  func writeSubjects() throws {
    try write("ada@objc.io\n", toFile: "\(path)/names")
    let question = "[Ask]\nPID=\(getpid())\nSocket=\(path)/none\nMessage=Please enter the key of the disk:\n"
    try write(question, toFile: "\(path)/ask.1")
    for directory in ["config", "config/tactile"] { mkdir("\(path)/\(directory)", 0o700) }
    let actions =
      "[button]\nhot_key = \"F9\"\n[[action]]\nname = \"Missing\"\ncommand = [\"/missing\"]\n"
    try write(actions, toFile: "\(path)/config/tactile/button.toml")
  }
}
