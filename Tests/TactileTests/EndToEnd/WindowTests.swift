import Glibc
import Scene
import ScreenDriver
import Secrets
import Testing

extension `The program` {
  @Suite struct `has a window` {
    @Test(arguments: WindowManager.usual)
    func `W1 of a given title, class, size and least size`(manager: WindowManager) throws {
      let sitting = try Program.start(under: manager)
      let frame = try sitting.window.frame()
      #expect(frame.width == 960 && frame.height == 640)
      #expect(sitting.window.title == "Tactile")
      #expect(sitting.window.classNames == ["tactile", "Tactile"])
      #expect(try #require(sitting.window.minimumSize) == (480, 420))
      #expect(sitting.window.protocols.contains("WM_DELETE_WINDOW"))
      #expect(sitting.window.property("_NET_WM_ICON") != nil)
      try sitting.window.ping()
    }

    @Test func `W1 that shows the control with the focus at the smallest size`() throws {
      let sitting = try Program.start()
      try sitting.window.resize(width: 480, height: 420)
      try sitting.focusTokenField()
      #expect(try sitting.caret(after: "End") != nil)
    }

    @Test(arguments: [AccentColors.light, .dark])
    func `W3 in the exact colours of its theme`(colors: AccentColors) throws {
      let theme = colors == .dark ? "dark" : "light"
      let sitting = try Sitting(
        Sitting.Setup(program: Program.path, arguments: ["--theme", theme]))
      let button = try sitting.window.see("the button") { $0.floatingButton(colors.red) }
      let exact = ColorMatch(colors.red, tolerance: 0)
      let picture = try sitting.window.screenshot()
      #expect(picture.bounds(of: exact, minimumRun: 24) == button)
    }

    @Test func `that is twice as large at twice the scale`() throws {
      let small = try Program.start()
      let button = try small.restingButton()
      let large = try Sitting(
        Sitting.Setup(
          program: Program.path, arguments: ["--scale", "2"], screen: (width: 2200, height: 1500)))
      _ = try large.window.see("the button") { $0.floatingButton(Program.colors.red) }
      let doubled = try large.restingButton()
      #expect(try large.window.frame().width == 1920)
      #expect(abs(doubled.width - 2 * button.width) <= 2)
      #expect(doubled.maxX == 1920 - 16)
    }

    @Test(arguments: WindowManager.usual)
    func `that Tab walks in order, there and back`(manager: WindowManager) throws {
      let sitting = try Program.start(under: manager)
      let hand = sitting.hand
      try hand.type("Passw0rd!")
      try sitting.expectGreenMarks(5)
      try hand.tap("Tab")
      try sitting.expectToggle("the first eye")
      try hand.tap("Tab")
      try hand.type("Passw0rd!")
      try sitting.expectGreenMarks(6)
      try hand.tap("Tab")
      try sitting.expectToggle("the second eye")
      // Over Submit and what makes passwords.
      try hand.tap("Tab", times: 3)
      try hand.tap("End")
      #expect(try sitting.caret(after: "Home") != nil, "the token field has not the focus")
      try hand.tap("Tab")
      try hand.tap("space")
      _ = try sitting.window.see("the green button") { $0.floatingButton(Program.colors.green) }
      try hand.tap("Return")
      _ = try sitting.window.see("the red button") { $0.floatingButton(Program.colors.red) }
      try hand.tap("Tab", with: [.shift], times: 3)
      try hand.tap("space")
      let folder = "\(sitting.dataFolder)/tactile"
      try Deadline(after: .patience).poll(for: "the verifier, since Submit has the focus") {
        (try? names(inFolder: folder)).map { _ in () }
      }
    }
  }
}

extension `The program` {
  @Suite struct `ends well` {
    @Test(arguments: WindowManager.usual)
    func `W4 when its window is closed`(manager: WindowManager) throws {
      var sitting = try Program.start(under: manager)
      sitting.window.requestClose()
      #expect(try sitting.program.ending(within: .patience) == .exited(0))
      // The first error that the X server reports would be told there.
      #expect(try sitting.complaints().isEmpty)
    }

    @Test(arguments: WindowManager.usual, ["q", "w"])
    func `W4 by the keyboard`(manager: WindowManager, key: String) throws {
      var sitting = try Program.start(under: manager)
      try sitting.hand.tap(key, with: [.control])
      #expect(try sitting.program.ending(within: .patience) == .exited(0))
    }

    @Test(arguments: WindowManager.usual, [SIGTERM, SIGINT, SIGHUP])
    func `W4 by a signal, in the middle of a drag`(manager: WindowManager, signal: Int32) throws {
      var sitting = try Program.start(under: manager)
      let button = try sitting.restingButton()
      try sitting.pickUp(button)
      sitting.program.send(signal)
      #expect(try sitting.program.ending(within: .patience) == .exited(0))
    }

    @Test func `P8 with the password saved when it is closed meanwhile`() throws {
      var sitting = try Program.start()
      try sitting.beginToSave()
      sitting.window.requestClose()
      #expect(try sitting.program.ending(within: .patience) == .exited(0))
      try sitting.expectVerifier()
    }

    @Test func `P8 with a complaint when it is closed meanwhile and cannot save`() throws {
      var sitting = try Program.start(environment: ["XDG_DATA_HOME": "/dev/null"])
      try sitting.beginToSave()
      sitting.window.requestClose()
      #expect(try sitting.program.ending(within: .patience) == .exited(1))
      let complaints = try sitting.complaints()
      #expect(complaints.hasPrefix("tactile: Cannot write to /dev/null/tactile"))
      #expect(complaints.split(separator: "\n").count == 1, "\(complaints)")
    }

    @Test(arguments: WindowManager.usual)
    func `P8 with the password saved when the display goes away meanwhile`(
      manager: WindowManager
    ) throws {
      var sitting = try Program.start(under: manager)
      try sitting.beginToSave()
      sitting.display.end()
      #expect(try sitting.program.ending(within: .patience) == .exited(4))
      #expect(try sitting.complaints() == "tactile: the display went away\n")
      try sitting.expectVerifier()
    }
  }
}

extension Sitting {
  /// Presses what has the focus twice and sees the picture change, and change back.
  fileprivate func expectToggle(_ what: String) throws {
    let before = try settledPicture()
    try hand.tap("space")
    _ = try window.see("\(what) to act") { $0 == before ? nil : () }
    try hand.tap("space")
    _ = try window.see("\(what) to act back") { $0 == before ? () : nil }
  }

  /// Fills the form and submits it; Argon2id then has half a second to go.
  fileprivate func beginToSave() throws {
    try fillForm()
    try hand.tap("Return")
    // Once it answers, it has taken the key in.
    try window.ping()
  }

  /// Expects the form's password to be saved, and nothing to lie beside it.
  fileprivate func expectVerifier() throws {
    let folder = "\(dataFolder)/tactile"
    #expect(try names(inFolder: folder) == [PasswordVault.fileName])
    #expect(try PasswordVault(folder: folder).verify(secret("Passw0rd!")))
  }
}
