import Scene
import ScreenDriver
import Testing

extension `The program`.`has a password form` {
  @Test func `row 45: that names the keyboard's layout, live, where there are several`() throws {
    let sitting = try Program.start()
    let none = try sitting.keyboardLine()
    try sitting.display.setKeyboardLayout("us,ru")
    let english = try sitting.keyboardLine("the layout", after: none)
    sitting.hand.switchLayout(to: 1)
    let russian = try sitting.keyboardLine("the other layout", after: english)
    sitting.hand.switchLayout(to: 0)
    _ = try sitting.keyboardLine("the layout again", after: russian) { $0 == english }
    try sitting.display.setKeyboardLayout("us")
    _ = try sitting.keyboardLine("no layout", after: english) { $0 == none }
  }
}

extension Sitting {
  /// Where the first field tells of the keyboard: between its label and its eye.
  static var keyboardLinePart: PixelRect { PixelRect(x: 200, y: 60, width: 190, height: 100) }

  /// What is to be seen there once nothing moves.
  func keyboardLine() throws -> Screenshot {
    _ = try settledPicture()
    return try window.screenshot(of: Self.keyboardLinePart)
  }

  /// Waits until something else is to be seen there that stays.
  func keyboardLine(
    _ what: String, after before: Screenshot, where isRight: (Screenshot) -> Bool = { _ in true }
  ) throws -> Screenshot {
    _ = try window.see(what, in: Self.keyboardLinePart) { picture in
      picture != before && isRight(picture) ? () : nil
    }
    return try keyboardLine()
  }
}
