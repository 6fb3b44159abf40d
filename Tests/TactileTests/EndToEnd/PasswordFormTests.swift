import Controls
import Glibc
import Scene
import ScreenDriver
import Secrets
import TestSupport
import Testing

extension `Tactile program` {
  @Suite struct `Password form` {
    @Test(arguments: WindowManager.standard.inScope)
    func `P4 marks each met requirement, and the match of both fields`(
      manager: WindowManager
    ) throws {
      let session = try Program.start(under: manager)
      try session.expectGreenIcons(0)
      try session.input.type("Pass")
      try session.expectGreenIcons(2)
      try session.input.type("w0rd!")
      try session.expectGreenIcons(5)
      try session.input.tap("Tab", times: 2)
      try session.input.type("Passw0rd")
      try session.expectGreenIcons(5)
      try session.input.type("!")
      try session.expectGreenIcons(6)
    }

    @Test(arguments: WindowManager.standard.inScope)
    func `P8 saves a password hash and nothing else`(
      manager: WindowManager
    ) throws {
      let session = try Program.start(under: manager)
      try session.fillInForm()
      try session.input.tap("Tab", times: 2)
      try session.input.tap("Return")
      let directory = "\(session.dataPath)/tactile"
      let window = session.window
      var (last, changes) = (try window.screenshot(), 0)
      try Deadline(after: .defaultTimeout).poll(for: "the password hash") {
        () throws(ScreenDriverError) in
        let next = try window.screenshot()
        if next != last { (last, changes) = (next, changes + 1) }
        return (try? names(inDirectory: directory)) == [FilePasswordHashStore.fileName] ? () : nil
      }
      // One change is the start of the indicator, another its end.
      #expect(changes > 3, "the indicator does not move")
      let hashStore = FilePasswordHashStore(directoryPath: directory)
      #expect(try hashStore.verify(secret("Passw0rd!")))
      #expect(try !hashStore.verify(secret("Passw0rd?")))
      #expect(try permissions(of: "\(directory)/\(FilePasswordHashStore.fileName)") == 0o600)
      // Both fields are cleared. The only icon belongs to the message about it.
      try session.expectGreenIcons(1)
    }

    @Test(.onlyInAll("rare condition"))
    func `P8 keeps its content if saving fails, and saves at the next attempt`()
      throws
    {
      let directory = try TemporaryDirectory()
      let data = "\(directory.path)/data"
      // A file blocks the path of the directory.
      try write("", toFile: data)
      let session = try Program.start(environment: ["XDG_DATA_HOME": data])
      try session.fillInForm()
      try session.input.tap("Tab", times: 2)
      try session.input.tap("Return")
      let icon = try session.window.waitFor("one red icon") { picture in
        let icons = picture.icons(Program.colors.red)
        return icons.count == 1 ? icons[0] : nil
      }
      let rules = try session.window.screenshot().icons(Program.colors.green)
      #expect(rules.count == 6)
      #expect(rules.allSatisfy { $0.maxY < icon.y }, "the icon is not below the match line")

      try #require(unlink(data) == 0)
      try session.input.tap("Return")
      try Deadline(after: .defaultTimeout).poll(for: "the password hash") {
        (try? names(inDirectory: "\(data)/tactile")) == [FilePasswordHashStore.fileName] ? () : nil
      }
      #expect(try FilePasswordHashStore(directoryPath: "\(data)/tactile").verify(secret("Passw0rd!")))
    }

    @Test(.onlyInAll("rare condition")) func `P8 asks before it replaces an invalid password file`() throws {
      let directory = try TemporaryDirectory()
      let hashStore = FilePasswordHashStore(directoryPath: "\(directory.path)/tactile")
      mkdir(hashStore.directoryPath, 0o700)
      let path = "\(hashStore.directoryPath)/\(FilePasswordHashStore.fileName)"
      try write("nonsense", toFile: path)
      chmod(path, 0o600)
      let session = try Program.start(environment: ["XDG_DATA_HOME": directory.path])
      try session.fillInForm()
      try session.input.tap("Return")
      try session.expectSaveResult(in: Program.colors.red)
      #expect(try contents(ofFile: path) == "nonsense")
      try session.input.tap("Return")
      try session.expectSaveResult(in: Program.colors.green)
      #expect(try hashStore.verify(secret("Passw0rd!")))
    }

    @Test func `P7 moves the focus to the first invalid field instead of saving`() throws {
      let session = try Program.start()
      try session.input.type("Passw0rd")
      try session.expectGreenIcons(4)
      try session.input.tap("Tab", times: 4)
      try session.input.tap("Return")
      // The icons of the unmet requirement and of the message.
      try session.window.waitFor("two red icons") { picture in
        picture.icons(Program.colors.red).count == 2 ? () : nil
      }
      // The focus is in the first field again, with the caret at the end or all text selected.
      try session.input.tap("End")
      try session.input.type("!")
      try session.expectGreenIcons(5)
      #expect(throws: ScreenDriverError.self) {
        try names(inDirectory: "\(session.dataPath)/tactile")
      }
    }

    @Test func `generates a valid password by keyboard, and saves it`() throws {
      let session = try Program.start()
      try session.input.tap("Tab", times: 5)
      for key in ["space", "Right", "Return"] { try session.input.tap(key) }
      try session.expectGreenIcons(6)
      try session.input.tap("Tab", with: [.shift])
      try session.input.tap("Return")
      try Deadline(after: .defaultTimeout).poll(for: "the password hash") {
        (try? names(inDirectory: "\(session.dataPath)/tactile")) == [FilePasswordHashStore.fileName]
          ? () : nil
      }
      // Both fields are cleared. The only icon belongs to the message about it.
      try session.expectGreenIcons(1)
    }

    @Test(arguments: WindowManager.standard.inScope)
    func `P6 reveals and hides the text by the reveal button`(manager: WindowManager) throws {
      let session = try Program.start(under: manager)
      try session.input.type("Passw0rd!")
      try session.input.tap("Tab")
      let masked = try session.screenshotWithStrength()
      try session.input.tap("space")
      let visible = try session.window.waitFor("the text") { $0 == masked ? nil : $0 }
      let change = try #require(visible.difference(from: masked))
      #expect(change.width > 60, "only the reveal button has changed")
      try session.input.tap("space")
      _ = try session.window.waitFor("the bullets again") { $0 == masked ? () : nil }
    }

    @Test(.onlyInAll("rare condition")) func `P6 hides the text when an unannounced screen lock covers it`()
      throws
    {
      let session = try Program.start()
      let client = try HostileClient(on: session.display.name)
      try session.input.type("Passw0rd!")
      let masked = try session.screenshotWithStrength()
      try session.input.tap("v", with: [.alt])
      _ = try session.window.waitFor("the text") { $0 == masked ? nil : () }
      client.cover()
      try session.window.ping()
      client.uncover()
      _ = try session.window.waitFor("the bullets again") { $0 == masked ? () : nil }
    }

    @Test(.onlyInAll("rare condition")) func `P6 masks texts of equal length identically`() throws {
      func screenshots(of text: String) throws -> (masked: Screenshot, visible: Screenshot) {
        let session = try Program.start()
        try session.input.type(text)
        try session.input.tap("Tab")
        let masked = try session.screenshotWithStrength()
        try session.input.tap("space")
        _ = try session.window.waitFor("the text") { $0 == masked ? nil : () }
        return (masked, try session.settledScreenshot())
      }
      let (narrow, wide) = (try screenshots(of: "iiii"), try screenshots(of: "mmmm"))
      // The strength is shown at the right, beside the requirements.
      if let change = narrow.masked.difference(from: wide.masked) { #expect(change.x > 200) }
      #expect(narrow.visible != wide.visible)
    }

    @Test func `row 45: warns of Caps Lock in the focused field`() throws {
      let session = try Program.start()
      // Between the caret and the reveal button.
      let area = PixelRect(x: 200, y: 0, width: 190, height: 640)
      let plain = try session.window.screenshot(of: area)
      try session.input.tap("Caps_Lock")
      defer { try? session.input.tap("Caps_Lock") }
      let warning = try session.window.waitFor("the warning", in: area) { picture in
        picture.difference(from: plain).flatMap { $0.width > 80 ? $0 : nil }
      }
      let bounds = PixelRect(
        x: area.x + warning.x, y: warning.y, width: warning.width, height: warning.height)
      func expect(isWarned: Bool) throws {
        _ = try session.window.waitFor("\(isWarned ? "a" : "no") warning", in: bounds) { picture in
          (picture.bounds(of: ColorMatch(Theme.light.colors.text)) != nil) == isWarned ? () : nil
        }
      }
      try expect(isWarned: true)
      try session.input.tap("Tab", times: 2)
      try expect(isWarned: false)
      try session.input.tap("Tab", with: [.shift], times: 2)
      try expect(isWarned: true)
    }

    @Test func `row 60: accepts XTEST input and rejects key events sent by clients`() throws {
      let session = try Program.start()
      for _ in 0..<8 { try session.input.forge("a") }
      #expect(try session.settledScreenshot().icons(Program.colors.green).isEmpty)
      // A lowercase letter, repeated until the minimum length is reached.
      try session.input.press(key: "a")
      try session.expectGreenIcons(2)
      try session.input.release(key: "a")
    }
  }
}

extension AppSession {
  /// Types the same valid password into both fields. The second one keeps the focus.
  func fillInForm() throws {
    try input.type("Passw0rd!")
    try input.tap("Tab", times: 2)
    try input.type("Passw0rd!")
    try expectGreenIcons(6)
  }

  /// Waits until a save has ended, which a single icon of the given color shows: red after a
  /// failure, green after success, when both fields are cleared.
  func expectSaveResult(in color: Color) throws {
    _ = try window.waitFor("one icon of a save", timeout: .defaultTimeout) { picture in
      picture.icons(color).count == 1 ? () : nil
    }
  }
}
