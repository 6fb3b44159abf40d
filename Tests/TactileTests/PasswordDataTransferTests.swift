import CairoRendering
import Controls
import Motion
import PasswordForm
import Scene
import ScreenDriver
import Secrets
import TestSupport
import Testing

@testable import Tactile
@testable import Windowing

@Suite final class `Password clipboard transfer` {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func fixture(clipboardTimeout: Duration? = .seconds(60)) throws -> DataTransferFixture {
    try DataTransferFixture(
      FilePasswordHashStore(directoryPath: "\(directory.path)/tactile", cost: .minimal),
      clipboardTimeout: clipboardTimeout)
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

  @Test func `pastes into the requesting section, and not into the tokens`() throws {
    var fixture = try fixture()
    fixture.press(.character("v"), .control)
    _ = fixture.takeEffects()
    fixture.focusTokenField()
    let tokens = fixture.tokens
    fixture.receiveSecret("Passw0rd!")
    #expect(fixture.passwordLength == 9)
    #expect(fixture.tokens == tokens)
    // The form does not receive the data of the token field either.
    fixture.press(.character("v"), .control)
    fixture.handle(.data(.received(.text("a@b.example,"))))
    #expect(fixture.passwordLength == 9)
    #expect(fixture.tokens != tokens)
  }

  @Test(arguments: [1, 60, 3600])
  func `offers the copy on the clipboard only, until the timeout`(seconds: Int)
    throws
  {
    var fixture = try fixture(clipboardTimeout: .seconds(seconds))
    fixture.copy()
    #expect(fixture.takeEffects() == ["offer secret Passw0rd!"])
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
    #expect(fixture.takeEffects().last == "offer secret Passw0rd!")
    fixture.advance(by: .seconds(1))
    #expect(fixture.takeEffects() == ["withdraw clipboard"])
  }

  @Test(arguments: [Duration?.none, .seconds(60)])
  func `withdraws the copy after the save`(clipboardTimeout: Duration?) throws {
    var fixture = try fixture(clipboardTimeout: clipboardTimeout)
    fixture.copy()
    fixture.advance(by: .seconds(50))
    #expect(fixture.takeEffects() == ["offer secret Passw0rd!"])
    try fixture.save()
    #expect(fixture.takeEffects() == ["withdraw clipboard"])
    #expect(fixture.offered == nil)
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

/// A window controller with a password, and its requests to the window system.
private struct DataTransferFixture: ~Copyable {
  private let window: MainWindowController
  private let wakeSource: WakeSource
  private var now = Instant.zero
  private(set) weak var offered: SecureTextProvider?
  /// The number of the last request for a secret in the effects that were taken.
  private var secretRequest = -1

  init(_ store: FilePasswordHashStore, clipboardTimeout: Duration?) throws {
    let renderer = try Renderer(fonts: .test)
    let contents = WindowContents(
      policy: .default, button: ButtonOptions(), in: Environment(theme: .light, text: renderer))
    let evaluator = StrengthEvaluator(personalWords: .none, wakeSource: try WakeSource())
    wakeSource = try WakeSource()
    window = MainWindowController(
      contents, renderer: renderer,
      saving: MainWindowController.Saving(store: store, wakeSource: wakeSource), evaluator: evaluator,
      clipboardTimeout: clipboardTimeout, positionStore: ButtonPositionStore(of: .button, in: [:]))
    _ = window.handle(.resized(Theme.Window.size, scale: 1), at: .zero)
  }

  var passwordLength: Int { window.contents.form.control.password.text.graphemeCount }

  var tokens: [String] { window.contents.tokens.read { $0.tokens.map(\.text) } }

  mutating func handle(_ event: InputEvent) { window.handle(event, at: now) }

  /// Moves the focus from the first field past the form's other stops.
  mutating func focusTokenField() {
    for _ in 0..<window.contents.form.control.focusStopCount { press(.tab) }
  }

  mutating func press(_ key: Key, _ modifiers: Modifiers = []) {
    handle(.keyPressed(KeyPress(key, modifiers: modifiers)))
  }

  mutating func type(_ text: String) {
    for scalar in text.unicodeScalars {
      handle(.keyPressed(KeyPress(.character(scalar), text: TypedText(scalar))))
    }
  }

  /// Types a valid password, reveals it and copies all of it.
  mutating func copy() {
    type("Passw0rd!")
    press(.character("v"), .alt)
    press(.character("a"), .control)
    press(.character("c"), .control)
  }

  /// Sends the reply to the last request for a secret.
  mutating func receiveSecret(_ text: String) {
    let content = ReceivedData.Content(
      type: .text, bytes: ReceivedBytes(copying: Array(text.utf8).span))
    handle(.data(.received(ReceivedData(from: .secret(request: secretRequest), .success(content)))))
  }

  /// Advances the time as the event loop does, which wakes when a change is due.
  mutating func advance(by duration: Duration) {
    let end = now + duration
    while let change = window.nextChange(after: now), change <= end {
      now = max(change, now + .milliseconds(1))
      window.advance(to: min(now, end))
    }
    now = end
    window.advance(to: now)
  }

  mutating func save() throws {
    press(.tab)
    press(.tab)
    type("Passw0rd!")
    press(.enter)
    try wakeSource.waitForWake()
    window.wake(at: now)
  }

  mutating func close() { window.closeRequested(at: now) }

  /// Returns descriptions of the new effects and clears them.
  mutating func takeEffects() -> [String] {
    window.takeEffects().map { effect in
      switch effect {
      case .bell: return "bell"
      case .focus(let stop): return "focus \(stop)"
      case .offer(_, let pasteboard): return "offer \(pasteboard)"
      case .offerSecret(let secret):
        offered = secret as? SecureTextProvider
        let text = secret.withUTF8 { utf8 in
          utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        }
        return "offer secret \(text)"
      case .withdraw(let pasteboard): return "withdraw \(pasteboard)"
      case .request(let pasteboard, _): return "request \(pasteboard)"
      case .requestSecret(let pasteboard, let number, let configuration):
        secretRequest = number
        return "secret \(pasteboard) \(configuration.limit) in \(Swift.type(of: configuration.allocator))"
      case .beginDrag: return "drag"
      case .close: return "close"
      }
    }
  }
}
