import ControlTestSupport
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

@Suite struct `Revealed password` {
  private static func revealed() -> ControlHarness<PasswordForm> {
    var harness = filledForm()
    harness.focus(.password)
    harness.press(.character("v"), .alt)
    return harness
  }

  @Test(arguments: [
    "key in it", "key in the other", "press", "text of an input method", "a dead key",
  ])
  func `stays revealed during user input`(action: String) {
    var harness = Self.revealed()
    for _ in 0..<5 {
      harness.advance(by: .seconds(29))
      switch action {
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

  @Test func `is hidden after the timeout despite pointer movement`() {
    var harness = Self.revealed()
    for step in 0..<30 {
      harness.advance(by: .seconds(1))
      harness.move(to: Point(x: 60 + Double(step), y: 60))
    }
    #expect(harness.isPasswordRevealed == false)
  }

  @Test(arguments: [
    InputEvent.windowFocusChanged(isFocused: false), .windowHidden, .windowObscured,
    .keyboardChanged(KeyboardStatus(grab: .grabbedWithoutFocus)),
  ])
  func `is hidden when the window is hidden, obscured or loses the focus`(event: InputEvent) {
    var harness = Self.revealed()
    harness.focus(.confirmation)
    harness.press(.character("v"), .alt)
    harness.send(event)
    #expect(harness.isPasswordRevealed == false)
    #expect(harness.isConfirmationRevealed == false)
  }

  @Test func `can be revealed again while a keyboard grab outlasts the focus`() {
    var harness = Self.revealed()
    harness.send(.keyboardChanged(KeyboardStatus(grab: .grabbed)))
    #expect(harness.isPasswordRevealed == true)
    harness.send(.keyboardChanged(KeyboardStatus(grab: .grabbedWithoutFocus)))
    harness.press(.character("v"), .alt)
    harness.send(.keyboardChanged(KeyboardStatus(isCapsLockOn: true, grab: .grabbedWithoutFocus)))
    #expect(harness.isPasswordRevealed == true)
  }

  @Test func `uses the configured timeout, or none`() {
    for seconds in [1, 5, 3600] {
      var harness = Self.revealed()
      harness.press(.escape)
      harness.control.revealTimeout = .seconds(seconds)
      harness.press(.character("v"), .alt)
      harness.stall(for: .seconds(seconds) - .nanoseconds(1))
      #expect(harness.isPasswordRevealed == true)
      harness.stall(for: .nanoseconds(1))
      #expect(harness.isPasswordRevealed == false)
    }
    var harness = Self.revealed()
    harness.press(.escape)
    harness.control.revealTimeout = nil
    harness.press(.character("v"), .alt)
    harness.stall(for: .seconds(1_000_000))
    #expect(harness.isPasswordRevealed == true)
    harness.control.focus(nil, at: harness.now)
    let isAtRest = harness.settle()
    #expect(isAtRest, "no wakeups")
  }

  @Test func `is toggled by Alt+V at both focus stops of a field, once while it is held`() {
    for stop in [PasswordForm.FocusStop.password, .passwordReveal] {
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
}
