import Scene
import ScreenDriver
import Secrets
import Testing

extension `The program`.`has a password form` {
  @Test(
    .needs(.clipboard(.xclip)), .needs(.clipboard(.xsel)),
    arguments: ["Control+v", "Shift+Insert", "middle button"])
  func `P3 into which other programs' text is pasted, without the line end behind it`(way: String)
    throws
  {
    let sitting = try Program.start()
    let isMiddle = way == "middle button"
    let folder = try TemporaryFolder()
    try write("Pass wörd 1!\n", to: folder.path + "/secret")
    let owner = try (isMiddle ? ClipboardProgram.xsel : .xclip).offer(
      fileAt: folder.path + "/secret", as: isMiddle ? "PRIMARY" : "CLIPBOARD", on: sitting.display)
    for isFirst in [true, false] {
      let field = try sitting.passwordField()
      try sitting.expectSight("what is pasted") { hand in
        switch way {
        case "Control+v": try hand.tap("v", with: [.control])
        case "Shift+Insert": try hand.tap("Insert", with: [.shift])
        default: try hand.click(at: field, .middle)
        }
      }
      try sitting.expectGreenMarks(isFirst ? 5 : 6)
      try sitting.hand.tap("Return")
    }
    try sitting.expectGreenMarks(1)
    let vault = PasswordVault(folder: "\(sitting.dataFolder)/tactile")
    #expect(try vault.verify(secret("Pass wörd 1!")))
    withExtendedLifetime(owner.pid) {}
  }

  @Test(.needs(.clipboard(.xclip)))
  func `P3 that takes no text of two lines, and says so`() throws {
    let sitting = try Program.start()
    let folder = try TemporaryFolder()
    try write("Passw0rd!\nPassw0rd!\n", to: folder.path + "/secret")
    let owner = try ClipboardProgram.xclip.offer(
      fileAt: folder.path + "/secret", as: "CLIPBOARD", on: sitting.display)
    try sitting.hand.tap("v", with: [.control])
    _ = try sitting.window.see("one red mark") { picture in
      picture.marks(Program.colors.red).count == 1 ? () : nil
    }
    try sitting.expectGreenMarks(0)
    withExtendedLifetime(owner.pid) {}
  }

  @Test(.needs(.clipboard(.xclip)))
  func `row 64: of which nothing is copied while it is masked, nor offered as what is selected`()
    throws
  {
    let sitting = try Program.start()
    let folder = try TemporaryFolder()
    try write("another's", to: folder.path + "/text")
    let owner = try ClipboardProgram.xclip.offer(
      fileAt: folder.path + "/text", as: "CLIPBOARD", on: sitting.display)
    try sitting.hand.type("Passw0rd!")
    try sitting.hand.tap("a", with: [.control])
    for (key, modifier) in [
      ("c", Hand.ModifierKey.control), ("Insert", .control), ("x", .control), ("Delete", .shift),
    ] {
      try sitting.hand.tap(key, with: [modifier])
    }
    #expect(try sitting.text(of: "CLIPBOARD", by: .xclip) == "another's")
    try sitting.expectGreenMarks(5)
    // Shown, it is selected as well.
    try sitting.hand.tap("v", with: [.alt])
    try sitting.window.ping()
    let reader = try SelectionReader(on: sitting.display.name, selection: "PRIMARY")
    #expect(try reader.read("UTF8_STRING") == .refused)
    withExtendedLifetime(owner.pid) {}
  }

  @Test(
    .needs(.clipboard(.xclip)), .needs(.clipboard(.xsel)),
    arguments: ["c", "Control+Insert", "x", "Shift+Delete"])
  func `row 65: of which what is shown can be copied, with word that it is a secret, for a while`(
    way: String
  ) throws {
    let sitting = try Program.start(["--clipboard-time", "2"])
    try sitting.hand.type("Passw0rd!")
    try sitting.hand.tap("v", with: [.alt])
    try sitting.hand.tap("a", with: [.control])
    switch way {
    case "Control+Insert": try sitting.hand.tap("Insert", with: [.control])
    case "Shift+Delete": try sitting.hand.tap("Delete", with: [.shift])
    default: try sitting.hand.tap(way, with: [.control])
    }
    #expect(try sitting.text(of: "CLIPBOARD", by: way == "c" ? .xclip : .xsel) == "Passw0rd!")
    let reader = try SelectionReader(on: sitting.display.name)
    #expect(try reader.read("x-kde-passwordManagerHint").text == "secret")
    let isCut = way == "x" || way == "Shift+Delete"
    try sitting.expectGreenMarks(isCut ? 0 : 5)
    try Deadline(after: .patience).poll(for: "the clipboard to be empty") {
      () throws(ScreenDriverError) in try reader.read("UTF8_STRING") == .refused ? () : nil
    }
  }

  @Test func `row 65: of which no copy is offered any more once it is saved`() throws {
    let sitting = try Program.start(["--clipboard-time", "never"])
    let reader = try SelectionReader(on: sitting.display.name)
    try sitting.hand.type("Passw0rd!")
    try sitting.hand.tap("v", with: [.alt])
    try sitting.hand.tap("a", with: [.control])
    try sitting.hand.tap("c", with: [.control])
    try sitting.window.ping()
    #expect(try reader.read("UTF8_STRING").text == "Passw0rd!")
    try sitting.hand.tap("Return")
    try sitting.hand.tap("v", with: [.control])
    try sitting.expectGreenMarks(6)
    try sitting.hand.tap("Return")
    try sitting.expectGreenMarks(1)
    #expect(try reader.read("UTF8_STRING") == .refused)
  }
}

extension Sitting {
  /// A place in the password field that has the focus, which is empty.
  func passwordField() throws -> PixelPoint {
    try hand.type("x")
    let place = try caretPlace(after: "Home")
    try hand.tap("Delete")
    return place
  }
}
