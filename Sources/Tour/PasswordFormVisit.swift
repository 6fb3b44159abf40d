import Scene
import ScreenDriver

/// A person chooses a password: a weak one, a good one, a look at it, Submit, and one by chance.
struct PasswordFormVisit: ~Copyable {
  private let sitting: Sitting
  private let colors = AccentColors.light

  /// - Throws: What a sitting's beginning throws.
  init(_ setup: Sitting.Setup) throws(ScreenDriverError) {
    sitting = try Sitting(setup)
  }

  /// - Throws: Where a step does not work.
  func carryOut(_ album: Album) throws(ScreenDriverError) {
    _ = try sitting.button(colors.red)
    try album.add(sitting.window, as: "first-sight", showing: "the window as it opens")
    try typeWeakPassword(album)
    try typeGoodPasswordTwice(album)
    try reveal(album)
    try submit(album)
    try generate(album)
  }

  private func typeWeakPassword(_ album: Album) throws(ScreenDriverError) {
    try sitting.hand.type("pass")
    try sitting.expectMarks(1, colors.green)
    // Leaving the field, and its eye with it, tells what is missing.
    try sitting.hand.tap("Tab", times: 2)
    try sitting.expectMarks(4, colors.red)
    try album.add(
      sitting.window, as: "weak-password", showing: "a weak password: one rule met, four not")
    try sitting.hand.tap("Tab", with: [.shift], times: 2)
  }

  private func typeGoodPasswordTwice(_ album: Album) throws(ScreenDriverError) {
    try sitting.hand.tap("a", with: [.control])
    try sitting.hand.type("Passw0rd!")
    try sitting.expectMarks(5, colors.green)
    try sitting.hand.tap("Tab", times: 2)
    try sitting.hand.type("Passw0rd!")
    try sitting.expectMarks(6, colors.green)
    try album.add(
      sitting.window, as: "good-password", showing: "a good password, typed twice alike")
  }

  private func reveal(_ album: Album) throws(ScreenDriverError) {
    try sitting.hand.tap("Tab")
    try sitting.expectChange("the password in clear") { hand throws(ScreenDriverError) in
      try hand.tap("space")
    }
    try album.add(sitting.window, as: "eye", showing: "the second field's eye shows its text")
  }

  private func submit(_ album: Album) throws(ScreenDriverError) {
    try sitting.hand.tap("Tab")
    try sitting.expectChange("the saving indicator") { hand throws(ScreenDriverError) in
      try hand.tap("Return")
    }
    Deadline(after: .milliseconds(120)).wait()
    try album.add(
      try sitting.window.screenshot(), as: "saving", showing: "the verifier is being made")
    let folder = "\(sitting.dataFolder)/tactile"
    try Deadline(after: .seconds(20)).poll(for: "the verifier to be saved") {
      (try? names(inFolder: folder)).flatMap { $0.isEmpty ? nil : () }
    }
    // That of the line which says so; the rules' are gone with the password.
    try sitting.expectMarks(1, colors.green)
    try album.add(sitting.window, as: "saved", showing: "saved, and both fields wiped")
  }

  private func generate(_ album: Album) throws(ScreenDriverError) {
    try sitting.hand.tap("Tab")
    try sitting.hand.tap("Right")
    try sitting.hand.tap("space")
    try sitting.expectMarks(6, colors.green)
    try album.add(
      sitting.window, as: "generated", showing: "a password of words by chance, in both fields")
  }
}
