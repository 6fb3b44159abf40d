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
@testable import X11Shell

@Suite final class `A password between the window and other programs` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func desk(clipboardTime: Duration? = .seconds(60)) throws -> ExchangeDesk {
    try ExchangeDesk(
      PasswordVault(folder: "\(folder.path)/tactile", cost: .minimal), clipboardTime: clipboardTime)
  }

  @Test func `is asked for as a secret, no longer than one may be`() throws {
    var desk = try desk()
    desk.press(.character("v"), .control)
    desk.press(.insert, .shift)
    let limit = SecureText.longestLine
    #expect(desk.takeEffects() == [0, 1].map { "secret clipboard \($0) \(limit) in LockedMemory" })
    // In the tokens it is no secret.
    desk.goToTokens()
    desk.press(.character("v"), .control)
    #expect(desk.takeEffects() == ["request clipboard"])
  }

  @Test func `is pasted where it was asked for, and the tokens get none of it`() throws {
    var desk = try desk()
    desk.press(.character("v"), .control)
    desk.goToTokens()
    let tokens = desk.tokens
    desk.receive("Passw0rd!", for: 0)
    #expect(desk.passwordLength == 9)
    #expect(desk.tokens == tokens)
    // Nor does the form get what is the tokens'.
    desk.press(.character("v"), .control)
    desk.handle(.data(.received(.text("a@b.example,"))))
    #expect(desk.passwordLength == 9)
    #expect(desk.tokens != tokens)
  }

  @Test(arguments: [1, 60, 3600])
  func `is offered for a while from the copy on, and never as what is selected`(seconds: Int)
    throws
  {
    var desk = try desk(clipboardTime: .seconds(seconds))
    desk.copy()
    #expect(desk.takeEffects() == ["offer secret Passw0rd!"])
    desk.pass(.seconds(seconds) - .nanoseconds(1))
    #expect(desk.takeEffects() == [])
    desk.pass(.nanoseconds(1))
    #expect(desk.takeEffects() == ["withdraw clipboard"])
    desk.pass(.seconds(10_000))
    #expect(desk.takeEffects() == [])
  }

  @Test func `is offered anew by each copy`() throws {
    var desk = try desk()
    desk.copy()
    desk.pass(.seconds(59))
    // It is masked by now.
    desk.press(.character("v"), .alt)
    desk.press(.character("c"), .control)
    desk.pass(.seconds(59))
    #expect(desk.takeEffects().last == "offer secret Passw0rd!")
    desk.pass(.seconds(1))
    #expect(desk.takeEffects() == ["withdraw clipboard"])
  }

  @Test(arguments: [Duration?.none, .seconds(60)])
  func `is taken back once it is saved`(clipboardTime: Duration?) throws {
    var desk = try desk(clipboardTime: clipboardTime)
    desk.copy()
    desk.pass(.seconds(50))
    #expect(desk.takeEffects() == ["offer secret Passw0rd!"])
    try desk.save()
    #expect(desk.takeEffects() == ["withdraw clipboard"])
    #expect(desk.offered == nil)
  }

  @Test(arguments: [Duration?.none, .seconds(60)])
  func `is taken back when the window closes, once`(clipboardTime: Duration?) throws {
    var desk = try desk(clipboardTime: clipboardTime)
    desk.copy()
    _ = desk.takeEffects()
    desk.close()
    #expect(desk.takeEffects() == ["withdraw clipboard"])
    desk.close()
    #expect(desk.takeEffects() == [])
  }

  @Test func `is taken back only where nothing else was copied here since`() throws {
    var desk = try desk()
    desk.copy()
    desk.goToTokens()
    desk.press(.character("a"), .control)
    desk.press(.character("c"), .control)
    #expect(desk.takeEffects().contains("offer clipboard"))
    desk.pass(.seconds(100))
    desk.close()
    #expect(!desk.takeEffects().contains("withdraw clipboard"))
  }
}

/// A window with a password in it, and what it asks of the window system.
private struct ExchangeDesk: ~Copyable {
  private var window: TactileWindow
  private let wakeSource: WakeSource
  private var now = Instant.zero
  private(set) weak var offered: OfferedText?

  init(_ vault: PasswordVault, clipboardTime: Duration?) throws {
    let renderer = try Renderer(fonts: .test)
    let contents = WindowContents(
      policy: .default, button: ButtonOptions(), in: Environment(theme: .light, text: renderer))
    let judge = StrengthJudge(knowing: .none, wakeSource: try WakeSource())
    wakeSource = try WakeSource()
    window = TactileWindow(
      contents, renderer: renderer,
      saving: TactileWindow.Saving(store: vault, wakeSource: wakeSource), judge: judge,
      clipboardTime: clipboardTime, memory: PlaceMemory(of: .button, in: [:]))
    window.resize(to: Theme.Window.size, scale: 1, at: .zero)
  }

  var passwordLength: Int { window.contents.form.control.password.text.graphemeCount }

  var tokens: [String] { window.contents.tokens.ask { $0.tokens.map(\.text) } }

  mutating func handle(_ event: InputEvent) { window.handle(event, at: now) }

  /// From the first field, past the form's other stops.
  mutating func goToTokens() {
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

  /// Types a good password, shows it and copies all of it.
  mutating func copy() {
    type("Passw0rd!")
    press(.character("v"), .alt)
    press(.character("a"), .control)
    press(.character("c"), .control)
  }

  mutating func receive(_ text: String, for request: Int) {
    let content = ReceivedData.Content(
      type: .text, bytes: ReceivedBytes(copying: Array(text.utf8).span))
    handle(.data(.received(ReceivedData(from: .secret(request: request), .success(content)))))
  }

  /// Lets time pass as the run loop does, which wakes when something is due.
  mutating func pass(_ duration: Duration) {
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

  /// What was asked for since, in words.
  mutating func takeEffects() -> [String] {
    window.takeEffects().map { effect in
      switch effect {
      case .bell: return "bell"
      case .offer(_, let pasteboard): return "offer \(pasteboard)"
      case .offerSecret(let secret):
        offered = secret as? OfferedText
        let text = secret.withUTF8 { utf8 in
          utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        }
        return "offer secret \(text)"
      case .withdraw(let pasteboard): return "withdraw \(pasteboard)"
      case .request(let pasteboard, _): return "request \(pasteboard)"
      case .requestSecret(let pasteboard, let number, let room):
        return "secret \(pasteboard) \(number) \(room.limit) in \(Swift.type(of: room.memory))"
      case .beginDrag: return "drag"
      }
    }
  }
}
