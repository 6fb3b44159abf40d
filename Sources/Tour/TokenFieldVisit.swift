import Scene
import ScreenDriver

/// A person walks through the tokens, selects some and deletes them.
struct TokenFieldVisit: ~Copyable {
  private let sitting: Sitting

  /// - Throws: What a sitting's beginning throws.
  init(_ setup: Sitting.Setup) throws(ScreenDriverError) {
    sitting = try Sitting(setup)
  }

  /// - Throws: Where a step does not work.
  func carryOut(_ album: Album) throws(ScreenDriverError) {
    _ = try sitting.button(AccentColors.light.red)
    try sitting.hand.tap("Tab", times: 5)
    try sitting.hand.tap("End")
    try expectCaret(toMove: "before the first token", key: "Home")
    try expectCaret(toMove: "behind the first token", key: "Right")
    try album.add(
      sitting.window, as: "tokens", showing: "the token field, its caret behind the first token")
    try sitting.expectChange("a selection") { hand throws(ScreenDriverError) in
      try hand.tap("End", with: [.shift])
    }
    try album.add(sitting.window, as: "tokens-selected", showing: "the last two tokens selected")
    try sitting.expectChange("fewer tokens") { hand throws(ScreenDriverError) in
      try hand.tap("Delete")
    }
    try album.add(sitting.window, as: "tokens-deleted", showing: "one token left")
  }

  private func expectCaret(toMove where: String, key: String) throws(ScreenDriverError) {
    let hand = sitting.hand
    _ = try sitting.window.stillScreenshot()
    let place = try sitting.window.caret(AccentColors.light.blue) { () throws(ScreenDriverError) in
      try hand.tap(key)
    }
    if place == nil { throw .notSeen("the caret \(`where`)") }
  }
}
