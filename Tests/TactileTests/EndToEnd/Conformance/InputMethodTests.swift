import ScreenDriver
import Testing

extension `The program`.`is a good citizen` {
  @Test(.needs(.inputMethod))
  func `row 63: types a password that an input method is told nothing of`() throws {
    let sitting = try Program.start(
      on: VirtualDisplay.Options(windowManager: .none),
      by: .proxy(ProtocolProxy.Options()),
      environment: ["XMODIFIERS": InputMethodProcess.modifiers])
    try sitting.display.setKeyboardLayout("us", "-variant", "intl")
    let inputMethod = try InputMethodProcess(on: sitting.display)
    try sitting.focusTokenField()
    try sitting.expectKeysPassedOn()

    try sitting.hand.tap("Tab", with: [.shift], times: 6)
    // Tab may have waited for what is to be told of the keys before it.
    try sitting.hand.type("P")
    try sitting.expectGreenMarks(1)
    // One that hangs would keep every key that it is given.
    inputMethod.freeze()
    let before = try sitting.traffic()
    try sitting.hand.type("assw0rd!")
    try sitting.expectGreenMarks(5)
    for key in ["dead_acute", "e"] { try sitting.hand.tap(key) }
    try sitting.hand.tap("Tab", times: 2)
    // A sequence types what the key of that letter does, or the fields would not match.
    try sitting.hand.type("Passw0rd!é")
    try sitting.expectGreenMarks(6)
    #expect(try sitting.traffic().since(before).count(of: sendEvent) == 0)
    inputMethod.thaw()
  }
}

/// The protocol's number of the request by which clients talk to each other.
private let sendEvent = 25

extension Sitting {
  /// Types keys into the token field until the program passes them on to the input method.
  fileprivate func expectKeysPassedOn() throws {
    let before = try traffic().count(of: sendEvent)
    try Deadline(after: .patience).poll(for: "a key passed on") {
      () throws(ScreenDriverError) in
      try hand.tap("Right")
      // Finding it takes two.
      return (proxy?.traffic()?.count(of: sendEvent) ?? 0) > before + 4 ? () : nil
    }
  }
}
