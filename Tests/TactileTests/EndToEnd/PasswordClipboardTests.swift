import Scene
import ScreenDriver
import Secrets
import TestSupport
import Testing

extension `Tactile program`.`Password form` {
  @Test(.needs(.clipboard(.xclip)), .needs(.clipboard(.xsel)))
  func `P3 pastes text of other programs without the final line break`() throws {
    let session = try Program.start()
    let temp = try TemporaryDirectory()
    try write("Pass wörd 1!\n", to: temp.path + "/secret")
    let path = temp.path + "/secret"
    let clipboard = try ClipboardProgram.xclip.offer(fileAt: path, as: "CLIPBOARD", on: session.display)
    let primary = try ClipboardProgram.xsel.offer(fileAt: path, as: "PRIMARY", on: session.display)
    try session.input.tap("v", with: [.control])
    try session.expectGreenIcons(5)
    try session.input.tap("a", with: [.control])
    try session.input.tap("BackSpace")
    try session.expectGreenIcons(0)
    try session.input.tap("Insert", with: [.shift])
    try session.expectGreenIcons(5)
    try session.input.tap("Return")
    try session.input.click(at: try session.pointInPasswordField(), .middle)
    try session.expectGreenIcons(6)
    try session.input.tap("Return")
    try session.expectGreenIcons(1)
    let hashStore = FilePasswordHashStore(directoryPath: "\(session.dataPath)/tactile")
    #expect(try hashStore.verify(secret("Pass wörd 1!")))
    withExtendedLifetime((clipboard.pid, primary.pid)) {}
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

  @Test(.needs(.clipboard(.xclip)), .needs(.clipboard(.xsel)))
  func `row 65: copies and cuts revealed text, marked as a secret`() throws {
    let session = try Program.start(["--clipboard-timeout", "never"])
    let reader = try SelectionReader(on: session.display.name)
    try session.input.tap("v", with: [.alt])
    for (number, (key, modifier)) in [
      ("c", .control), ("Insert", .control), ("x", .control), ("Delete", .shift),
    ].enumerated() as EnumeratedSequence<[(String, InputSimulator.ModifierKey)]> {
      let isCut = key == "x" || key == "Delete"
      let password = "Passw0rd!\(number)"
      try session.input.tap("a", with: [.control])
      try session.input.type(password)
      try session.input.tap("a", with: [.control])
      try session.input.tap(key, with: [modifier])
      #expect(try session.text(of: "CLIPBOARD", by: isCut ? .xsel : .xclip) == password, "\(key)")
      #expect(try reader.read("x-kde-passwordManagerHint").text == "secret")
      try session.expectGreenIcons(isCut ? 0 : 5)
    }
  }

  @Test(.needs(.clipboard(.xclip))) func `row 65: copies revealed text for a limited time`() throws {
    let session = try Program.start(["--clipboard-timeout", "1"])
    let directory = try TemporaryDirectory()
    try write("another's", to: directory.path + "/text")
    let owner = try ClipboardProgram.xclip.offer(
      fileAt: directory.path + "/text", as: "CLIPBOARD", on: session.display)
    let reader = try SelectionReader(on: session.display.name)
    try session.input.type("Passw0rd!")
    for (key, modifier) in [("v", InputSimulator.ModifierKey.alt), ("a", .control), ("c", .control)] {
      try session.input.tap(key, with: [modifier])
    }
    // A busy machine may read the clipboard for the first time when it is empty again.
    try Deadline(after: .defaultTimeout).poll(for: "the clipboard to be empty") {
      () throws(ScreenDriverError) in try reader.read("UTF8_STRING") == .refused ? () : nil
    }
    withExtendedLifetime(owner.pid) {}
  }

  @Test(.onlyInAll("rare use"))
  func `row 65: clears a copied password from the clipboard after saving`() throws {
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
