import Scene
import ScreenDriver

/// The scenario of the password form: a weak password, a good one, reveal, Submit, and a generated
/// password.
struct PasswordFormScenario: ~Copyable {
  private let session: AppSession
  private let colors = AccentColors.light

  /// - Throws: The errors of `AppSession`.
  init(_ configuration: AppSession.Configuration) throws(ScreenDriverError) {
    session = try AppSession(configuration)
  }

  /// Performs all steps and adds a screenshot of each to the album.
  ///
  /// - Throws: An error if a step does not have the expected effect.
  func run(_ album: ScreenshotAlbum) throws(ScreenDriverError) {
    try session.waitForButton(colors.red)
    try album.add(session.window, as: "initial-window", caption: "the initial window")
    try typeWeakPassword(album)
    try typeGoodPasswordTwice(album)
    try reveal(album)
    try submit(album)
    try generate(album)
  }

  private func typeWeakPassword(_ album: ScreenshotAlbum) throws(ScreenDriverError) {
    try session.input.type("pass")
    try session.expectIcons(1, colors.green)
    // Unmet requirements are shown after the focus has left the field and its reveal button.
    try session.input.tap("Tab", times: 2)
    try session.expectIcons(4, colors.red)
    try album.add(session.window, as: "weak-password", caption: "weak password: one rule met, four not met")
    try session.input.tap("Tab", with: [.shift], times: 2)
  }

  private func typeGoodPasswordTwice(_ album: ScreenshotAlbum) throws(ScreenDriverError) {
    try session.input.tap("a", with: [.control])
    try session.input.type("Passw0rd!")
    try session.expectIcons(5, colors.green)
    try session.input.tap("Tab", times: 2)
    try session.input.type("Passw0rd!")
    try session.expectIcons(6, colors.green)
    try album.add(session.window, as: "good-password", caption: "good password, typed in both fields")
  }

  private func reveal(_ album: ScreenshotAlbum) throws(ScreenDriverError) {
    try session.input.tap("Tab")
    try session.expectChange("the revealed password") { input throws(ScreenDriverError) in
      try input.tap("space")
    }
    try album.add(session.window, as: "eye", caption: "the second field reveals its text")
  }

  private func submit(_ album: ScreenshotAlbum) throws(ScreenDriverError) {
    try session.input.tap("Tab")
    try session.expectChange("the saving indicator") { input throws(ScreenDriverError) in
      try input.tap("Return")
    }
    Deadline(after: .milliseconds(120)).wait()
    try album.add(try session.window.screenshot(), as: "saving", caption: "computing the password hash")
    let directory = "\(session.dataPath)/tactile"
    try Deadline(after: .seconds(20)).poll(for: "the saved password hash") {
      (try? names(inDirectory: directory)).flatMap { $0.isEmpty ? nil : () }
    }
    // This icon belongs to the status line. The icons of the rules disappear with the password.
    try session.expectIcons(1, colors.green)
    try album.add(session.window, as: "saved", caption: "saved, both fields cleared")
  }

  private func generate(_ album: ScreenshotAlbum) throws(ScreenDriverError) {
    try session.input.tap("Tab")
    try session.input.tap("Right")
    try session.input.tap("space")
    try session.expectIcons(6, colors.green)
    try album.add(session.window, as: "generated", caption: "generated password of words, in both fields")
  }
}
