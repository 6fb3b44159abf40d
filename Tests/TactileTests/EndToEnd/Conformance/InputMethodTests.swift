import ScreenDriver
import TestSupport
import Testing

extension `Tactile program`.`X11 conformance` {
  @Test(.needs(.inputMethod))
  func `row 63: sends the input method no key of a password`() throws {
    let session = try Program.start(
      on: VirtualDisplay.Options(windowManager: .none),
      by: .proxy(ProtocolProxy.Options()),
      environment: ["XMODIFIERS": InputMethodProcess.modifiers])
    try session.display.setKeyboardLayout("us", "-variant", "intl")
    let inputMethod = try InputMethodProcess(on: session.display)
    try session.focusTokenField()
    try session.expectForwardedKeys()

    try session.input.tap("Tab", with: [.shift], times: 6)
    // Tab may have waited for replies about the keys before it.
    try session.input.type("P")
    try session.expectGreenIcons(1)
    // An unresponsive input method would keep every key that it receives.
    inputMethod.suspend()
    let before = try session.traffic()
    try session.input.type("assw0rd!")
    try session.expectGreenIcons(5)
    for key in ["dead_acute", "e"] { try session.input.tap(key) }
    try session.input.tap("Tab", times: 2)
    // The compose sequence must type the same character as its key, or the fields would not match.
    try session.input.type("Passw0rd!é")
    try session.expectGreenIcons(6)
    #expect(try session.traffic().since(before).count(of: sendEvent) == 0)
    inputMethod.resume()
  }
}

/// The opcode of SendEvent, by which clients send messages to each other.
private let sendEvent = 25

extension AppSession {
  /// Types keys into the token field until the program forwards them to the input method.
  fileprivate func expectForwardedKeys() throws {
    let before = try traffic().count(of: sendEvent)
    try Deadline(after: .defaultTimeout).poll(for: "a forwarded key") {
      () throws(ScreenDriverError) in
      try input.tap("Right")
      // Connecting to the input method takes two.
      return (proxy?.traffic()?.count(of: sendEvent) ?? 0) > before + 4 ? () : nil
    }
  }
}
