import ScreenDriver
import TestSupport
import Testing

extension `Tactile program`.`Token field` {
  @Test(.needs(.clipboard(.xclip)), .needs(.clipboard(.xsel)))
  func `rows 33 and 36: creates tokens from typed text, and exchanges them by xclip and xsel`()
    throws
  {
    let session = try Program.start()
    try session.focusTokenField()
    try session.input.tap("End")
    try session.input.type("jo@example.org,")
    try session.input.tap("a", with: [.control])
    try session.input.tap("c", with: [.control])
    let all = "mail@objc.io, mail@apple.com, test@test.example, jo@example.org"
    let copied = try session.text(of: "CLIPBOARD", by: .xclip)
    let selected = try session.text(of: "PRIMARY", by: .xsel)
    #expect(copied == all)
    #expect(selected == all)

    let directory = try TemporaryDirectory()
    let path = directory.path + "/list"
    try write("a@b.example; \"Doe, Jo\" <jo@doe.example>\nc@d.example", to: path)
    let owner = try ClipboardProgram.xclip.offer(
      fileAt: path, as: "CLIPBOARD", on: session.display)
    try session.input.tap("End")
    try session.expectChange("the pasted text") { try $0.tap("v", with: [.control]) }
    let longer = all + ", a@b.example, \"Doe, Jo\" <jo@doe.example>, c@d.example"
    try session.expectTokens(longer)

    try session.input.tap("BackSpace")
    try session.input.tap("z", with: [.control], times: 2)
    try session.expectTokens(all)
    withExtendedLifetime(owner.pid) {}
  }
}

extension AppSession {
  /// Reads a selection with another program after the window has handled all input.
  func text(of selection: String, by program: ClipboardProgram) throws -> String {
    try window.ping()
    let directory = try TemporaryDirectory()
    let path = directory.path + "/read"
    var reader = try program.read(selection, intoFileAt: path, on: display.name)
    _ = try reader.waitForExit(within: .defaultTimeout)
    return try contents(ofFile: path)
  }
}
