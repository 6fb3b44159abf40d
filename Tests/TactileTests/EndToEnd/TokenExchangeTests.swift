import ScreenDriver
import Testing

extension `The program`.`has a token field` {
  @Test(.needs(.clipboard(.xclip)), .needs(.clipboard(.xsel)))
  func `rows 33 and 36: that makes tokens of what is typed, and exchanges them by xclip and xsel`()
    throws
  {
    let sitting = try Program.start()
    try sitting.focusTokenField()
    try sitting.hand.tap("End")
    try sitting.hand.type("jo@example.org,")
    try sitting.hand.tap("a", with: [.control])
    try sitting.hand.tap("c", with: [.control])
    let all = "mail@objc.io, mail@apple.com, test@test.example, jo@example.org"
    let copied = try sitting.text(of: "CLIPBOARD", by: .xclip)
    let selected = try sitting.text(of: "PRIMARY", by: .xsel)
    #expect(copied == all)
    #expect(selected == all)

    let folder = try TemporaryFolder()
    let path = folder.path + "/list"
    try write("a@b.example; \"Doe, Jo\" <jo@doe.example>\nc@d.example", to: path)
    let owner = try ClipboardProgram.xclip.offer(
      fileAt: path, as: "CLIPBOARD", on: sitting.display)
    try sitting.hand.tap("End")
    try sitting.expectSight("what is pasted") { try $0.tap("v", with: [.control]) }
    let longer = all + ", a@b.example, \"Doe, Jo\" <jo@doe.example>, c@d.example"
    try sitting.expectTokens(longer)

    try sitting.hand.tap("BackSpace")
    try sitting.hand.tap("z", with: [.control], times: 2)
    try sitting.expectTokens(all)
    withExtendedLifetime(owner.pid) {}
  }
}

extension Sitting {
  /// What a program reads of a selection, once the window has taken in all that was done.
  func text(of selection: String, by program: ClipboardProgram) throws -> String {
    try window.ping()
    let folder = try TemporaryFolder()
    let path = folder.path + "/read"
    var reader = try program.read(selection, intoFileAt: path, on: display.name)
    _ = try reader.ending(within: .patience)
    return try contents(ofFile: path)
  }
}
