import Controls
import Motion
import Scene
import Secrets
import Testing

@testable import Tactile
@testable import Windowing

@Suite struct `Password clipboard transfer` {
  private func fixture(clipboardTimeout: Duration? = .seconds(60)) throws -> MainWindowFixture {
    try MainWindowFixture(nil, clipboardTimeout: clipboardTimeout)
  }

  @Test func `requests a secret with the maximum password length`() throws {
    var fixture = try fixture()
    fixture.press(.character("v"), .control)
    fixture.press(.insert, .shift)
    let limit = SecureText.maximumLineSize
    #expect(
      fixture.takeEffects()
        == Array(repeating: "secret clipboard \(limit) in LockedMemoryAllocator", count: 2))
    // In the token field, it is not a secret.
    fixture.focusTokenField()
    fixture.press(.character("v"), .control)
    #expect(fixture.takeEffects() == ["request clipboard"])
  }

  @Test(arguments: [1, 60, 3600])
  func `offers the copy on the clipboard only, until the timeout`(seconds: Int)
    throws
  {
    var fixture = try fixture(clipboardTimeout: .seconds(seconds))
    fixture.copy()
    #expect(fixture.takeEffects() == ["offer secret Passw0rd!", "announce Copied"])
    fixture.advance(by: .seconds(seconds) - .nanoseconds(1))
    #expect(fixture.takeEffects() == [])
    fixture.advance(by: .nanoseconds(1))
    #expect(fixture.takeEffects() == ["withdraw clipboard"])
    fixture.advance(by: .seconds(10_000))
    #expect(fixture.takeEffects() == [])
  }

  @Test func `restarts the timeout with each copy`() throws {
    var fixture = try fixture()
    fixture.copy()
    fixture.advance(by: .seconds(59))
    // The password is masked again by now.
    fixture.press(.character("v"), .alt)
    fixture.press(.character("c"), .control)
    fixture.advance(by: .seconds(59))
    #expect(fixture.takeEffects().suffix(2) == ["offer secret Passw0rd!", "announce Copied"])
    fixture.advance(by: .seconds(1))
    #expect(fixture.takeEffects() == ["withdraw clipboard"])
  }

  @Test(arguments: [Duration?.none, .seconds(60)])
  func `withdraws the copy once when the window closes`(clipboardTimeout: Duration?) throws {
    var fixture = try fixture(clipboardTimeout: clipboardTimeout)
    fixture.copy()
    _ = fixture.takeEffects()
    fixture.close()
    #expect(fixture.takeEffects() == ["withdraw clipboard", "close"])
    fixture.close()
    #expect(fixture.takeEffects() == [])
  }

  @Test func `does not withdraw a later copy of other text`() throws {
    var fixture = try fixture()
    fixture.copy()
    fixture.focusTokenField()
    fixture.press(.character("a"), .control)
    fixture.press(.character("c"), .control)
    #expect(fixture.takeEffects().contains("offer clipboard"))
    fixture.advance(by: .seconds(100))
    fixture.close()
    #expect(!fixture.takeEffects().contains("withdraw clipboard"))
  }
}

extension MainWindowFixture {
  /// Moves the focus from the first field past the form's other stops.
  fileprivate mutating func focusTokenField() {
    for _ in 0..<window.contents.form.control.focusStopCount { press(.tab) }
  }

  /// Types a valid password, reveals it and copies all of it.
  fileprivate mutating func copy() {
    type("Passw0rd!")
    press(.character("v"), .alt)
    press(.character("a"), .control)
    press(.character("c"), .control)
  }

  /// Advances the time as the event loop does, which wakes when a change is due.
  fileprivate mutating func advance(by duration: Duration) {
    let end = now + duration
    while let change = window.nextChange(after: now), change <= end {
      now = max(change, now + .milliseconds(1))
      window.advance(to: min(now, end))
    }
    now = end
    window.advance(to: now)
  }

  fileprivate mutating func close() { window.closeRequested(at: now) }

  /// Returns descriptions of the new effects, except those that say whether the password is visible, and clears them.
  fileprivate mutating func takeEffects() -> [String] {
    defer { effects = [] }
    return (effects + window.takeEffects()).compactMap { effect in
      switch effect {
      case .announce("Password is visible", _), .announce("Password is hidden", _): return nil
      case .bell: return "bell"
      case .announce(let text, _): return "announce \(text)"
      case .refuse: return "refuse"
      case .focus(let stop): return "focus \(stop)"
      case .offer(_, let pasteboard): return "offer \(pasteboard)"
      case .offerSecret(let secret):
        let text = secret.withUTF8 { utf8 in
          utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        }
        return "offer secret \(text)"
      case .withdraw(let pasteboard): return "withdraw \(pasteboard)"
      case .request(let pasteboard, _): return "request \(pasteboard)"
      case .requestSecret(let pasteboard, _, let configuration):
        return "secret \(pasteboard) \(configuration.limit) in \(Swift.type(of: configuration.allocator))"
      case .beginDrag: return "drag"
      case .close: return "close"
      }
    }
  }
}
