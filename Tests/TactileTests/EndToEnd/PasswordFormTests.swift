import Controls
import Glibc
import Scene
import ScreenDriver
import Secrets
import TestSupport
import Testing

extension `The program` {
  @Suite struct `has a password form` {
    @Test(arguments: WindowManager.usual)
    func `P4 that marks every rule a password meets, and then the match`(
      manager: WindowManager
    ) throws {
      let sitting = try Program.start(under: manager)
      try sitting.expectGreenMarks(0)
      try sitting.hand.type("Pass")
      try sitting.expectGreenMarks(2)
      try sitting.hand.type("w0rd!")
      try sitting.expectGreenMarks(5)
      try sitting.hand.tap("Tab", times: 2)
      try sitting.hand.type("Passw0rd")
      try sitting.expectGreenMarks(5)
      try sitting.hand.type("!")
      try sitting.expectGreenMarks(6)
    }

    @Test(arguments: WindowManager.usual)
    func `P8 that saves a verifier and neither the password nor anything else`(
      manager: WindowManager
    ) throws {
      let sitting = try Program.start(under: manager)
      try sitting.fillForm()
      try sitting.hand.tap("Tab", times: 2)
      try sitting.hand.tap("Return")
      let folder = "\(sitting.dataFolder)/tactile"
      let window = sitting.window
      var (last, changes) = (try window.screenshot(), 0)
      try Deadline(after: .patience).poll(for: "the verifier") {
        () throws(ScreenDriverError) in
        let next = try window.screenshot()
        if next != last { (last, changes) = (next, changes + 1) }
        return (try? names(inFolder: folder)) == [PasswordVault.fileName] ? () : nil
      }
      // One change is that it began, one that it ended.
      #expect(changes > 3, "the indicator does not move")
      let vault = PasswordVault(folder: folder)
      #expect(try vault.verify(secret("Passw0rd!")))
      #expect(try !vault.verify(secret("Passw0rd?")))
      #expect(try permissions(of: "\(folder)/\(PasswordVault.fileName)") == 0o600)
      // Both fields are wiped; the one mark is that of the line which says so.
      try sitting.expectGreenMarks(1)
    }

    @Test func `P8 that loses nothing when the folder cannot be written, and saves once it can`()
      throws
    {
      let folder = try TemporaryFolder()
      let data = "\(folder.path)/data"
      // A file is where the folder should be.
      try write("", toFile: data)
      let sitting = try Program.start(environment: ["XDG_DATA_HOME": data])
      try sitting.fillForm()
      try sitting.hand.tap("Tab", times: 2)
      try sitting.hand.tap("Return")
      let mark = try sitting.window.see("one red mark") { picture in
        let marks = picture.marks(Program.colors.red)
        return marks.count == 1 ? marks[0] : nil
      }
      let rules = try sitting.window.screenshot().marks(Program.colors.green)
      #expect(rules.count == 6)
      #expect(rules.allSatisfy { $0.maxY < mark.y }, "the mark is not below the match line")

      try #require(unlink(data) == 0)
      try sitting.hand.tap("Return")
      try Deadline(after: .patience).poll(for: "the verifier") {
        (try? names(inFolder: "\(data)/tactile")) == [PasswordVault.fileName] ? () : nil
      }
      #expect(try PasswordVault(folder: "\(data)/tactile").verify(secret("Passw0rd!")))
    }

    @Test func `P8 that asks before it replaces what is no verifier`() throws {
      let folder = try TemporaryFolder()
      let vault = PasswordVault(folder: "\(folder.path)/tactile")
      mkdir(vault.folder, 0o700)
      let path = "\(vault.folder)/\(PasswordVault.fileName)"
      try write("nonsense", toFile: path)
      chmod(path, 0o600)
      let sitting = try Program.start(environment: ["XDG_DATA_HOME": folder.path])
      try sitting.fillForm()
      try sitting.hand.tap("Return")
      try sitting.expectEnding(of: Program.colors.red)
      #expect(try contents(ofFile: path) == "nonsense")
      try sitting.hand.tap("Return")
      try sitting.expectEnding(of: Program.colors.green)
      #expect(try vault.verify(secret("Passw0rd!")))
    }

    @Test func `P7 that goes to the first field at fault instead of saving`() throws {
      let sitting = try Program.start()
      try sitting.hand.type("Passw0rd")
      try sitting.expectGreenMarks(4)
      try sitting.hand.tap("Tab", times: 4)
      try sitting.hand.tap("Return")
      // The rule's, and that of the line which says what is wrong.
      try sitting.window.see("two red marks") { picture in
        picture.marks(Program.colors.red).count == 2 ? () : nil
      }
      // The focus is back in the first field, at its end or with all of it selected.
      try sitting.hand.tap("End")
      try sitting.hand.type("!")
      try sitting.expectGreenMarks(5)
      #expect(throws: ScreenDriverError.self) {
        try names(inFolder: "\(sitting.dataFolder)/tactile")
      }
    }

    @Test func `that makes a good password at a key, and saves that`() throws {
      let sitting = try Program.start()
      try sitting.hand.tap("Tab", times: 5)
      for key in ["space", "Right", "Return"] { try sitting.hand.tap(key) }
      try sitting.expectGreenMarks(6)
      try sitting.hand.tap("Tab", with: [.shift])
      try sitting.hand.tap("Return")
      try Deadline(after: .patience).poll(for: "the verifier") {
        (try? names(inFolder: "\(sitting.dataFolder)/tactile")) == [PasswordVault.fileName]
          ? () : nil
      }
      // Both fields are wiped; the one mark is that of the line which says so.
      try sitting.expectGreenMarks(1)
    }

    @Test(arguments: WindowManager.usual)
    func `P6 whose eye shows the text and hides it again`(manager: WindowManager) throws {
      let sitting = try Program.start(under: manager)
      try sitting.hand.type("Passw0rd!")
      try sitting.hand.tap("Tab")
      let masked = try sitting.settledPicture()
      try sitting.hand.tap("space")
      let visible = try sitting.window.see("the text") { $0 == masked ? nil : $0 }
      let change = try #require(visible.difference(from: masked))
      #expect(change.width > 60, "no more than the eye has changed")
      try sitting.hand.tap("space")
      _ = try sitting.window.see("the bullets again") { $0 == masked ? () : nil }
    }

    @Test func `P6 that hides the text when a lock covers it without a word`() throws {
      let sitting = try Program.start()
      let intruder = try Intruder(on: sitting.display.name)
      try sitting.hand.type("Passw0rd!")
      let masked = try sitting.settledPicture()
      try sitting.hand.tap("v", with: [.alt])
      _ = try sitting.window.see("the text") { $0 == masked ? nil : () }
      intruder.cover()
      try sitting.window.ping()
      intruder.uncover()
      _ = try sitting.window.see("the bullets again") { $0 == masked ? () : nil }
    }

    @Test func `P6 that masks every text of one length alike`() throws {
      func pictures(of text: String) throws -> (masked: Screenshot, visible: Screenshot) {
        let sitting = try Program.start()
        try sitting.hand.type(text)
        try sitting.hand.tap("Tab")
        let masked = try sitting.settledPicture()
        try sitting.hand.tap("space")
        _ = try sitting.window.see("the text") { $0 == masked ? nil : () }
        return (masked, try sitting.settledPicture())
      }
      let (narrow, wide) = (try pictures(of: "iiii"), try pictures(of: "mmmm"))
      // How strong it is, is told beside the rules.
      if let change = narrow.masked.difference(from: wide.masked) { #expect(change.x > 200) }
      #expect(narrow.visible != wide.visible)
    }

    @Test func `row 45: that warns of Caps Lock, in the field with the focus`() throws {
      let sitting = try Program.start()
      // Between the caret and the eye.
      let part = PixelRect(x: 200, y: 0, width: 190, height: 640)
      let plain = try sitting.window.screenshot(of: part)
      try sitting.hand.tap("Caps_Lock")
      defer { try? sitting.hand.tap("Caps_Lock") }
      let words = try sitting.window.see("the warning", in: part) { picture in
        picture.difference(from: plain).flatMap { $0.width > 80 ? $0 : nil }
      }
      let place = PixelRect(
        x: part.x + words.x, y: words.y, width: words.width, height: words.height)
      func expect(isWarned: Bool) throws {
        _ = try sitting.window.see("\(isWarned ? "a" : "no") warning", in: place) { picture in
          (picture.bounds(of: ColorMatch(Theme.light.colors.text)) != nil) == isWarned ? () : nil
        }
      }
      try expect(isWarned: true)
      try sitting.hand.tap("Tab", times: 2)
      try expect(isWarned: false)
      try sitting.hand.tap("Tab", with: [.shift], times: 2)
      try expect(isWarned: true)
    }

    @Test func `row 60: that takes what XTEST types, and no key that is forged`() throws {
      let sitting = try Program.start()
      for _ in 0..<8 { try sitting.hand.forge("a") }
      #expect(try sitting.settledPicture().marks(Program.colors.green).isEmpty)
      // A lower-case letter, and enough of them by the keyboard's repeat.
      try sitting.hand.press(key: "a")
      try sitting.expectGreenMarks(2)
      try sitting.hand.release(key: "a")
    }
  }
}

extension Sitting {
  /// Types the same good password into both fields; the second keeps the focus.
  func fillForm() throws {
    try hand.type("Passw0rd!")
    try hand.tap("Tab", times: 2)
    try hand.type("Passw0rd!")
    try expectGreenMarks(6)
  }

  /// Waits until a save has ended, of which one mark of that colour tells: a red one beside those of the
  /// rules, a green one where both fields are wiped.
  func expectEnding(of color: Color) throws {
    _ = try window.see("one mark of a save", within: .patience) { picture in
      picture.marks(color).count == 1 ? () : nil
    }
  }
}
