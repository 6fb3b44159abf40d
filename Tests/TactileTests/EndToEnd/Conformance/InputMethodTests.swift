import ScreenDriver
import Testing

extension `The program`.`is a good citizen` {
  @Test(.needs(.inputMethod))
  func `rows 40 and 41: composes beside an input method, loses no key with it, uses the next`()
    throws
  {
    let sitting = try Program.start(environment: ["XMODIFIERS": InputMethodProcess.modifiers])
    try sitting.display.setKeyboardLayout("us", "-variant", "intl")
    let first = try InputMethodProcess(on: sitting.display)
    try sitting.holdKey(of: first)
    first.crash()
    try sitting.expectGreenMarks(5)

    let second = try InputMethodProcess(on: sitting.display)
    try sitting.holdKey(of: second)
    second.thaw()
    try sitting.expectGreenMarks(5)

    // A sequence types what the key of that letter does, or the fields would not match.
    try sitting.hand.type("é")
    try sitting.hand.tap("Tab", times: 2)
    try sitting.hand.type("Passw0rd!")
    for key in ["dead_acute", "e"] { try sitting.hand.tap(key) }
    try sitting.expectGreenMarks(6)
  }
}

extension Sitting {
  /// Types a password whose last character the input method keeps to itself.
  ///
  /// It is tried until it does: when the program has found it is not to be seen.
  fileprivate func holdKey(of inputMethod: borrowing InputMethodProcess) throws {
    for _ in 0..<20 {
      try hand.tap("a", with: [.control])
      try hand.tap("BackSpace")
      try hand.type("Passw0rd")
      try expectGreenMarks(4)
      inputMethod.freeze()
      try hand.type("!")
      if try settledPicture().marks(Program.colors.green).count == 4 { return }
      inputMethod.thaw()
    }
    Issue.record("the program does not use the input method")
  }
}
