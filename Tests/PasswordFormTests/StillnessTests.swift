import Controls
import Motion
import PasswordForm
import Scene
import TestSupport
import Testing

@Suite struct `A password form in time` {
  @Test func `is drawn the same however often it is drawn`() {
    var harness = filledForm()
    for _ in 0..<40 {
      #expect(harness.drawing() == harness.drawing())
      harness.advance(by: .milliseconds(7))
    }
  }

  @Test(arguments: [1, 7, 16, 250])
  func `looks the same whatever steps time takes`(step: Int) {
    var jumping = filledForm()
    var stepping = filledForm()
    jumping.focus(.submit)
    stepping.focus(.submit)
    for _ in 0..<4 {
      jumping.advance(by: .milliseconds(1750))
      for _ in 0..<1750 / step { stepping.advance(by: .milliseconds(step)) }
      stepping.advance(by: .milliseconds(1750 % step))
      #expect(stepping.drawing() == jumping.drawing())
    }
  }

  @Test func `ends every movement in the picture of its end`() {
    var moving = filledForm()
    var still = filledForm(in: .fixed(reducesMotion: true))
    #expect(moving.drawing() != still.drawing())
    for stop in [PasswordForm.Stop.confirmation, .submit, .password, .passwordEye] {
      moving.focus(stop)
      still.focus(stop)
      let isStill = moving.settle() && still.settle()
      #expect(isStill)
      #expect(moving.drawing() == still.drawing(), "at \(stop)")
    }
  }

  @Test func `sleeps for ten minutes once its caret has stopped, shown`() {
    var harness = filledForm()
    harness.advance(by: .seconds(11))
    #expect(harness.drawing().carets.count == 1)
    let (wakeUps, picture) = (harness.wakeUps, harness.drawing())
    harness.advance(by: .seconds(600))
    #expect(harness.wakeUps == wakeUps)
    #expect(harness.control.nextChange(after: harness.now) == nil)
    #expect(harness.drawing() == picture)
  }

  @Test func `has no caret in a window without the focus, and sleeps there at once`() {
    var harness = filledForm()
    harness.advance(by: .seconds(2))
    harness.send(.windowFocusChanged(isFocused: false))
    #expect(harness.drawing().carets.isEmpty)
    #expect(harness.control.nextChange(after: harness.now) == nil)
    harness.send(.windowFocusChanged(isFocused: true))
    #expect(harness.drawing().carets.count == 1)
    #expect(harness.control.nextChange(after: harness.now) != nil)
  }

  @Test func `has one caret, in the field with the focus, and none where something is selected`() {
    var harness = filledForm()
    #expect(harness.drawing().carets.count == 1)
    harness.press(.left, .shift)
    #expect(harness.drawing().carets.isEmpty)
    harness.press(.right, .shift)
    for (stop, count) in [
      (PasswordForm.Stop.password, 1), (.passwordEye, 0), (.confirmation, 1), (.submit, 0),
    ] {
      harness.focus(stop)
      #expect(harness.drawing().carets.count == count, "at \(stop)")
    }
  }

  @Test func `shows which of its stops has the focus`() {
    var harness = form()
    var pictures: [DisplayList] = []
    for stop in PasswordForm.Stop.allCases {
      harness.focus(stop)
      harness.settle()
      pictures.append(harness.drawing())
    }
    #expect(Set(pictures.map(\.elements)).count == pictures.count)
  }

  @Test func `raises its label while something is typed or about to be`() {
    var harness = form()
    harness.settle()
    let raised = harness.labelTop("Enter password")
    harness.focus(.confirmation)
    harness.settle()
    #expect(harness.labelTop("Enter password") > raised)
    harness.focus(.password)
    harness.type("x")
    harness.focus(.confirmation)
    harness.settle()
    #expect(harness.labelTop("Enter password") == raised)
  }

  @Test func `asks for frames while a label moves, also where no caret blinks`() {
    var harness = form()
    harness.settle()
    harness.focus(.submit)
    for _ in 0..<5 {
      #expect(harness.control.nextChange(after: harness.now) == harness.now)
      let top = harness.labelTop("Enter password")
      harness.advance(by: ControlHarness<PasswordForm>.frame)
      #expect(harness.labelTop("Enter password") > top)
    }
    let isStill = harness.settle(within: .seconds(1))
    #expect(isStill)
  }
}

extension ControlHarness<PasswordForm> {
  fileprivate func labelTop(_ label: String) -> Double {
    drawing().lines.first { $0.text.string == label }?.frame.minY ?? .nan
  }
}
