import Scene
import ScreenDriver

/// A person writes addresses, chooses one that is offered, puts one right in place, carries one to
/// another gap, and deletes two.
struct TokenFieldVisit: ~Copyable {
  private let sitting: Sitting
  private let colors = AccentColors.light

  /// - Throws: What a sitting's beginning throws.
  init(_ setup: Sitting.Setup) throws(ScreenDriverError) {
    sitting = try Sitting(setup)
  }

  /// - Throws: Where a step does not work.
  func carryOut(_ album: Album) throws(ScreenDriverError) {
    _ = try sitting.button(colors.red)
    try sitting.hand.tap("Tab", times: 6)
    try sitting.hand.tap("End")
    try walk(album)
    try write(album)
    try choose(album)
    try carry(album)
    try openMenu(album)
    try selectAndDelete(album)
  }

  private func walk(_ album: Album) throws(ScreenDriverError) {
    try expectCaret(toMove: "before the first token", key: "Home")
    try expectCaret(toMove: "behind the first token", key: "Right")
    try album.add(
      sitting.window, as: "tokens", showing: "the token field, its caret behind the first token")
  }

  private func write(_ album: Album) throws(ScreenDriverError) {
    try change("tokens in that gap") { hand throws(ScreenDriverError) in
      try hand.type("grace.hopper@navy.mil,ada@@example.org,")
    }
    try album.add(
      sitting.window, as: "tokens-written",
      showing: "two more in that gap, and the second is no address")
    try change("the token as text") { hand throws(ScreenDriverError) in
      try hand.tap("BackSpace")
      try hand.tap("F2")
    }
    try album.add(sitting.window, as: "token-edited", showing: "that one as text again, in place")
    try change("the address put right") { hand throws(ScreenDriverError) in
      try hand.type("ada@example.org,")
    }
  }

  private func choose(_ album: Album) throws(ScreenDriverError) {
    try change("what is offered") { hand throws(ScreenDriverError) in try hand.type("gr") }
    try album.add(
      sitting.window, as: "completions", showing: "what was entered before is offered")
    try change("no list") { hand throws(ScreenDriverError) in
      try hand.tap("Escape")
      try hand.tap("u", with: [.control])
    }
  }

  private func carry(_ album: Album) throws(ScreenDriverError) {
    let token = try firstToken()
    sitting.hand.press()
    try sitting.hand.move(
      along: [token, token.offset(x: 60, y: 10), token.offset(x: 130, y: 4)],
      lasting: .milliseconds(300))
    try album.add(
      sitting.window, as: "token-carried",
      showing: "a token that is carried, and the gap that it goes to")
    sitting.hand.release()
  }

  /// Moves the pointer over the first token.
  private func firstToken() throws(ScreenDriverError) -> PixelPoint {
    let before = try sitting.window.stillScreenshot()
    try sitting.hand.tap("Home")
    let blue = colors.blue
    let caret = try sitting.window.see("the caret before the first token") {
      $0.caret(blue, gainedSince: before)
    }
    let place = caret.center.offset(x: 25)
    try sitting.hand.move(to: place)
    return place
  }

  private func openMenu(_ album: Album) throws(ScreenDriverError) {
    try change("the menu") { hand throws(ScreenDriverError) in try hand.tap("Menu") }
    try album.add(sitting.window, as: "token-menu", showing: "the menu at the caret")
    try change("no menu") { hand throws(ScreenDriverError) in try hand.tap("Escape") }
  }

  private func selectAndDelete(_ album: Album) throws(ScreenDriverError) {
    try sitting.hand.tap("End", with: [.control])
    try change("a selection") { hand throws(ScreenDriverError) in
      try hand.tap("Left", with: [.shift], times: 2)
    }
    try album.add(sitting.window, as: "tokens-selected", showing: "the last two tokens selected")
    try change("fewer tokens") { hand throws(ScreenDriverError) in try hand.tap("Delete") }
    try album.add(sitting.window, as: "tokens-deleted", showing: "the others, closed up")
  }

  private func change(
    _ what: String, _ act: (Hand) throws(ScreenDriverError) -> Void
  ) throws(ScreenDriverError) {
    try sitting.expectChange(what, act)
  }

  private func expectCaret(toMove where: String, key: String) throws(ScreenDriverError) {
    let hand = sitting.hand
    _ = try sitting.window.stillScreenshot()
    let place = try sitting.window.caret(colors.blue) { () throws(ScreenDriverError) in
      try hand.tap(key)
    }
    if place == nil { throw .notSeen("the caret \(`where`)") }
  }
}
