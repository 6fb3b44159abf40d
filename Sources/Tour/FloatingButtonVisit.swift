import Scene
import ScreenDriver

/// A person carries the button about, throws it and taps it.
struct FloatingButtonVisit: ~Copyable {
  private let sitting: Sitting
  private let colors = AccentColors.light

  /// - Throws: What a sitting's beginning throws.
  init(_ setup: Sitting.Setup) throws(ScreenDriverError) {
    sitting = try Sitting(setup)
  }

  /// - Throws: Where a step does not work.
  func carryOut(_ album: Album) throws(ScreenDriverError) {
    let rest = try sitting.button(colors.red)
    try pickUp(rest, album)
    let place = try carry(rest, album)
    try throwUpward(from: place, rest, album)
    try tap(album)
    try moveByKeys(album)
    try openMenu(album)
    try openInspector(album)
  }

  private func pickUp(_ rest: PixelRect, _ album: Album) throws(ScreenDriverError) {
    try sitting.hand.pressAndHold(at: rest.center, for: .milliseconds(400))
    try sitting.window.see("the button scaled to 1.4") { picture in
      let button = picture.floatingButton(colors.red)
      return (button?.height ?? 0) * 10 > rest.height * 13 ? () : nil
    }
    try album.add(sitting.window, as: "long-press", showing: "a long press lifts the button")
  }

  private func carry(_ rest: PixelRect, _ album: Album) throws(ScreenDriverError) -> PixelPoint {
    let place = rest.center.offset(x: -170, y: 40)
    try sitting.hand.move(along: [rest.center, place], lasting: .milliseconds(400))
    try album.add(
      try sitting.window.screenshot(), as: "drag", showing: "it stays under the pointer")
    return place
  }

  private func throwUpward(
    from place: PixelPoint, _ rest: PixelRect, _ album: Album
  ) throws(ScreenDriverError) {
    let end = place.offset(x: 30, y: -140)
    try sitting.hand.move(along: [place, end], lasting: .milliseconds(80))
    sitting.hand.release()
    Deadline(after: .milliseconds(50)).wait()
    try album.add(try sitting.window.screenshot(), as: "thrown", showing: "thrown, in flight")
    let picture = try sitting.window.stillScreenshot()
    let frame = try sitting.window.frame()
    guard let button = picture.floatingButton(colors.red) else {
      throw .notSeen("the button after it was thrown")
    }
    guard button.y == 8 || button.maxX == frame.width - 8 else {
      throw .notSeen("the button at an edge; it is at \(button.x), \(button.y)")
    }
    try album.add(picture, as: "at-rest", showing: "at rest, eight pixels from an edge")
  }

  private func tap(_ album: Album) throws(ScreenDriverError) {
    let button = try sitting.button(colors.red)
    try sitting.hand.click(at: button.center, holding: .milliseconds(120))
    _ = try sitting.button(colors.green)
    try album.add(sitting.window, as: "tapped", showing: "a tap turns it green")
  }

  private func moveByKeys(_ album: Album) throws(ScreenDriverError) {
    try sitting.hand.tap("Tab", with: [.shift])
    try sitting.hand.tap("m")
    try sitting.hand.tap("Prior")
    try sitting.hand.tap("Home")
    try album.add(sitting.window, as: "moved-by-keys", showing: "keys move it, and a line says how")
    try sitting.hand.tap("Return")
    _ = try sitting.button(colors.green)
  }

  private func openMenu(_ album: Album) throws(ScreenDriverError) {
    let button = try sitting.button(colors.green)
    try sitting.hand.click(at: button.center, .secondary)
    try album.add(sitting.window, as: "menu", showing: "its menu")
    try sitting.hand.tap("Escape")
    _ = try sitting.button(colors.green)
  }

  private func openInspector(_ album: Album) throws(ScreenDriverError) {
    try sitting.hand.tap("F12")
    try album.add(
      sitting.window, as: "inspector", showing: "the inspector, in which one tries how it feels")
    try sitting.hand.tap("F12")
  }
}
