import Scene
import ScreenDriver
import Secrets
import TestSupport
import Testing

extension `Tactile program`.`Password form` {
  @Test(
    .needs(.clipboard(.xclip)), .needs(.clipboard(.xsel)),
    arguments: ["Control+v", "Shift+Insert", "middle button"])
  func `P3 pastes text of other programs without the final line break`(method: String) throws {
    let session = try Program.start()
    let isMiddle = method == "middle button"
    let temp = try TemporaryDirectory()
    try write("Pass wörd 1!\n", to: temp.path + "/secret")
    let owner = try (isMiddle ? ClipboardProgram.xsel : .xclip).offer(
      fileAt: temp.path + "/secret", as: isMiddle ? "PRIMARY" : "CLIPBOARD", on: session.display)
    for isFirst in [true, false] {
      let field = try session.pointInPasswordField()
      try session.expectChange("the pasted text") { input in
        switch method {
        case "Control+v": try input.tap("v", with: [.control])
        case "Shift+Insert": try input.tap("Insert", with: [.shift])
        default: try input.click(at: field, .middle)
        }
      }
      try session.expectGreenIcons(isFirst ? 5 : 6)
      try session.input.tap("Return")
    }
    try session.expectGreenIcons(1)
    let hashStore = FilePasswordHashStore(directoryPath: "\(session.dataPath)/tactile")
    #expect(try hashStore.verify(secret("Pass wörd 1!")))
    withExtendedLifetime(owner.pid) {}
  }

  @Test(.needs(.clipboard(.xclip)))
  func `P3 rejects text of two lines and shows an error`() throws {
    let session = try Program.start()
    let directory = try TemporaryDirectory()
    try write("Passw0rd!\nPassw0rd!\n", to: directory.path + "/secret")
    let owner = try ClipboardProgram.xclip.offer(
      fileAt: directory.path + "/secret", as: "CLIPBOARD", on: session.display)
    try session.input.tap("v", with: [.control])
    _ = try session.window.waitFor("one red icon") { picture in
      picture.icons(Program.colors.red).count == 1 ? () : nil
    }
    try session.expectGreenIcons(0)
    withExtendedLifetime(owner.pid) {}
  }

  @Test(.needs(.clipboard(.xclip)))
  func `row 64: copies nothing while it is masked, and offers no primary selection`()
    throws
  {
    let session = try Program.start()
    let directory = try TemporaryDirectory()
    try write("another's", to: directory.path + "/text")
    let owner = try ClipboardProgram.xclip.offer(
      fileAt: directory.path + "/text", as: "CLIPBOARD", on: session.display)
    try session.input.type("Passw0rd!")
    try session.input.tap("a", with: [.control])
    for (key, modifier) in [
      ("c", InputSimulator.ModifierKey.control), ("Insert", .control), ("x", .control), ("Delete", .shift),
    ] {
      try session.input.tap(key, with: [modifier])
    }
    #expect(try session.text(of: "CLIPBOARD", by: .xclip) == "another's")
    try session.expectGreenIcons(5)
    // The revealed text is selected, too.
    try session.input.tap("v", with: [.alt])
    try session.window.ping()
    let reader = try SelectionReader(on: session.display.name, selection: "PRIMARY")
    #expect(try reader.read("UTF8_STRING") == .refused)
    withExtendedLifetime(owner.pid) {}
  }

  @Test(
    .needs(.clipboard(.xclip)), .needs(.clipboard(.xsel)),
    arguments: ["c", "Control+Insert", "x", "Shift+Delete"])
  func `row 65: copies revealed text for a limited time, marked as a secret`(
    method: String
  ) throws {
    let session = try Program.start(["--clipboard-timeout", "2"])
    try session.input.type("Passw0rd!")
    try session.input.tap("v", with: [.alt])
    try session.input.tap("a", with: [.control])
    switch method {
    case "Control+Insert": try session.input.tap("Insert", with: [.control])
    case "Shift+Delete": try session.input.tap("Delete", with: [.shift])
    default: try session.input.tap(method, with: [.control])
    }
    #expect(try session.text(of: "CLIPBOARD", by: method == "c" ? .xclip : .xsel) == "Passw0rd!")
    let reader = try SelectionReader(on: session.display.name)
    #expect(try reader.read("x-kde-passwordManagerHint").text == "secret")
    let isCut = method == "x" || method == "Shift+Delete"
    try session.expectGreenIcons(isCut ? 0 : 5)
    try Deadline(after: .defaultTimeout).poll(for: "the clipboard to be empty") {
      () throws(ScreenDriverError) in try reader.read("UTF8_STRING") == .refused ? () : nil
    }
  }

  @Test func `row 65: clears a copied password from the clipboard after saving`() throws {
    let session = try Program.start(["--clipboard-timeout", "never"])
    let reader = try SelectionReader(on: session.display.name)
    try session.input.type("Passw0rd!")
    try session.input.tap("v", with: [.alt])
    try session.input.tap("a", with: [.control])
    try session.input.tap("c", with: [.control])
    try session.window.ping()
    #expect(try reader.read("UTF8_STRING").text == "Passw0rd!")
    try session.input.tap("Return")
    try session.input.tap("v", with: [.control])
    try session.expectGreenIcons(6)
    try session.input.tap("Return")
    try session.expectGreenIcons(1)
    #expect(try reader.read("UTF8_STRING") == .refused)
  }
}

extension AppSession {
  /// Returns a point in the focused password field, which must be empty.
  func pointInPasswordField() throws -> PixelPoint {
    try input.type("x")
    let point = try caretPosition(after: "Home")
    try input.tap("Delete")
    return point
  }
}
