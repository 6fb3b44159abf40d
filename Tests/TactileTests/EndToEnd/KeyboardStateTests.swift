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

  @Test(arguments: WindowManager.usual)
  func `row 61: that has the keyboard for itself while a password is typed, and says so`(
    manager: WindowManager
  ) throws {
    let sitting = try Program.start(["--grab"], under: manager)
    let intruder = try Intruder(on: sitting.display.name)
    try sitting.expectGrab(true, from: intruder)
    let grabbed = try sitting.keyboardLine()
    try sitting.hand.type("Pass")
    try sitting.expectGreenMarks(2)
    // To its eye.
    try sitting.hand.tap("Tab")
    try sitting.expectGrab(false, from: intruder)
    _ = try sitting.keyboardLine("nothing of a grab", after: grabbed) { picture in
      picture.difference(from: grabbed).map { $0.width > 80 } == true
    }
    // To the second field.
    try sitting.hand.tap("Tab")
    try sitting.expectGrab(true, from: intruder)
    sitting.window.hide()
    try sitting.expectGrab(false, from: intruder)
  }

  @Test func `row 61: that says so where another program has the keyboard`() throws {
    let sitting = try Program.start(["--grab"])
    let intruder = try Intruder(on: sitting.display.name)
    try sitting.expectGrab(true, from: intruder)
    let grabbed = try sitting.keyboardLine()
    try sitting.hand.tap("Tab", times: 4)
    try sitting.expectGrab(false, from: intruder)
    #expect(intruder.grabKeyboard())
    try sitting.hand.click(at: Sitting.firstField)
    let refused = try sitting.keyboardLine("the failure", after: grabbed) { picture in
      picture.difference(from: grabbed).map { $0.width > 150 } == true
    }
    intruder.letGo()
    _ = try sitting.keyboardLine("the grab", after: refused) { $0 == grabbed }
    try sitting.expectGrab(true, from: intruder)
  }
}

extension Sitting {
  /// Waits until the program has the keyboard for itself, or has not.
  fileprivate func expectGrab(_ isHeld: Bool, from intruder: Intruder) throws {
    try Deadline(after: .patience).poll(for: isHeld ? "a grab" : "no grab") {
      let isFree = intruder.grabKeyboard()
      if isFree { intruder.letGo() }
      return isFree != isHeld ? () : nil
    }
  }

  /// In the first field's text.
  fileprivate static var firstField: PixelPoint { PixelPoint(x: 100, y: 150) }

  /// Where the first field tells of the keyboard: between its label and its eye, within its outline.
  static var keyboardLinePart: PixelRect { PixelRect(x: 160, y: 124, width: 234, height: 20) }

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
