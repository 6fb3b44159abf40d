import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing

extension ControlHarness<PasswordForm> {
  fileprivate var isPasswordRevealed: Bool { control.password.isRevealed }
  fileprivate var isConfirmationRevealed: Bool { control.confirmation.isRevealed }
  fileprivate var passwordText: String { control.password.text.string }
}

@Suite struct `A revealed password` {
  private static func revealed() -> ControlHarness<PasswordForm> {
    var harness = filledForm()
    harness.focus(.password)
    harness.press(.character("v"), .alt)
    return harness
  }

  @Test func `is hidden after half a minute in which nothing is done`() {
    var harness = Self.revealed()
    harness.advance(by: .milliseconds(29_999))
    #expect(harness.isPasswordRevealed == true)
    harness.advance(by: .milliseconds(1))
    #expect(harness.isPasswordRevealed == false)
    #expect(harness.passwordText == goodPassword)
  }

  @Test func `is hidden in time though no frame was drawn`() {
    var harness = Self.revealed()
    harness.stall(for: .seconds(30))
    #expect(harness.isPasswordRevealed == false)
  }

  @Test(arguments: [
    "key in it", "key in the other", "press", "text of an input method", "a dead key",
  ])
  func `stays where something is done`(deed: String) {
    var harness = Self.revealed()
    for _ in 0..<5 {
      harness.advance(by: .seconds(29))
      switch deed {
      case "key in it": harness.press(.left)
      case "key in the other":
        harness.focus(.confirmation)
        harness.press(.left)
      case "press": harness.click(harness.control.frame(ofFocusStop: 0, at: harness.now).center)
      case "text of an input method": harness.send(.textCommitted(TypedText("x")))
      default: harness.press(.function(5))
      }
      #expect(harness.isPasswordRevealed == true)
    }
    harness.advance(by: .seconds(30))
    #expect(harness.isPasswordRevealed == false)
  }

  @Test func `is not kept by a pointer that only moves, or by time itself`() {
    var harness = Self.revealed()
    for step in 0..<30 {
      harness.advance(by: .seconds(1))
      harness.move(to: Point(x: 60 + Double(step), y: 60))
    }
    #expect(harness.isPasswordRevealed == false)
  }

  @Test(arguments: [
    InputEvent.windowFocusChanged(isFocused: false), .windowHidden, .windowCovered,
    .keyboardChanged(KeyboardStatus(grab: .kept)),
  ])
  func `is hidden where nobody is there to read it`(event: InputEvent) {
    var harness = Self.revealed()
    harness.focus(.confirmation)
    harness.press(.character("v"), .alt)
    harness.send(event)
    #expect(harness.isPasswordRevealed == false)
    #expect(harness.isConfirmationRevealed == false)
  }

  @Test func `is shown again by who types though another window has the focus`() {
    var harness = Self.revealed()
    harness.send(.keyboardChanged(KeyboardStatus(grab: .held)))
    #expect(harness.isPasswordRevealed == true)
    harness.send(.keyboardChanged(KeyboardStatus(grab: .kept)))
    harness.press(.character("v"), .alt)
    harness.send(.keyboardChanged(KeyboardStatus(isCapsLockOn: true, grab: .kept)))
    #expect(harness.isPasswordRevealed == true)
  }

  @Test func `stays for as long as it is said to, or for good`() {
    for seconds in [1, 5, 3600] {
      var harness = Self.revealed()
      harness.press(.escape)
      harness.control.revealTime = .seconds(seconds)
      harness.press(.character("v"), .alt)
      harness.stall(for: .seconds(seconds) - .nanoseconds(1))
      #expect(harness.isPasswordRevealed == true)
      harness.stall(for: .nanoseconds(1))
      #expect(harness.isPasswordRevealed == false)
    }
    var harness = Self.revealed()
    harness.press(.escape)
    harness.control.revealTime = nil
    harness.press(.character("v"), .alt)
    harness.stall(for: .seconds(1_000_000))
    #expect(harness.isPasswordRevealed == true)
    harness.control.focus(nil, at: harness.now)
    let isAtRest = harness.settle()
    #expect(isAtRest, "it sleeps")
  }

  @Test func `is shown and hidden by Alt+V, from the text and from the eye, once for a key held`() {
    for stop in [PasswordForm.Stop.password, .passwordEye] {
      var harness = filledForm()
      harness.focus(stop)
      for isRevealed in [true, false, true] {
        harness.press(.character("v"), .alt)
        for _ in 0..<9 {
          harness.send(.keyPressed(KeyPress(.character("v"), modifiers: .alt, isRepeat: true)))
        }
        #expect(harness.isPasswordRevealed == isRevealed)
      }
      #expect(harness.isConfirmationRevealed == false)
      #expect(harness.passwordText == goodPassword)
    }
  }

  @Test func `is not touched by Ctrl+H`() {
    var harness = Self.revealed()
    harness.press(.character("h"), .control)
    #expect(harness.isPasswordRevealed == true)
    #expect(harness.passwordText == goodPassword)
  }
}

@Suite struct `A word that is masked` {
  @Test(arguments: [Key.backspace, .delete]) func `is all there is`(key: Key) {
    var harness = filledForm()
    harness.focus(.password)
    for _ in 0..<3 { harness.press(.left) }
    harness.press(key, .control)
    #expect(harness.passwordText == "")
  }

  @Test(arguments: [(Key.backspace, "rd!"), (.delete, "Passw0")])
  func `goes to that end where it can be read`(key: Key, rest: String) {
    var harness = filledForm()
    harness.focus(.password)
    harness.press(.character("v"), .alt)
    for _ in 0..<3 { harness.press(.left) }
    harness.press(key, .control)
    #expect(harness.passwordText == rest)
  }
}
