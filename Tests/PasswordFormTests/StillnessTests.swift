import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import PasswordForm

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

  /// What it keeps of what was drawn before is what would be drawn.
  @Test(arguments: 0..<10) func `looks as drawn anew, whatever was done to it`(seed: Int) {
    var harness = form()
    var person = RandomPerson(seed: seed, in: Rect(x: 30, y: 30, width: 420, height: 400))
    for _ in 0..<100 {
      person.act(on: &harness)
      let kept = harness.drawing()
      // Whatever is in it is to look otherwise, perhaps.
      harness.control.environment.reducesMotion.toggle()
      harness.control.environment.reducesMotion.toggle()
      #expect(kept == harness.drawing())
    }
  }

  @Test func `draws anew only the field whose caret blinks, or in which is typed`() {
    var harness = filledForm()
    harness.settle()
    harness.focus(.password)
    for _ in 0..<5 {
      let before = harness.recordings()
      harness.advance(by: .milliseconds(100))
      harness.type("a")
      let after = harness.recordings()
      #expect(before.count == 2 && after.count == 2)
      #expect(before.first != after.first)
      #expect(before.last == after.last)
    }
  }

  @Test func `is changed by a pointer only where that comes over something else`() {
    var harness = filledForm()
    let field = harness.control.password.frame
    let eye = harness.control.password.eyeFrame
    func changes(_ point: Point, _ harness: inout ControlHarness<PasswordForm>) -> Bool {
      !harness.control.handle(.pointerMoved(to: point), at: harness.now).changesNothing
    }
    let places = [field.origin, field.center, eye.center, eye.center, eye.origin, field.center]
    let changed = places.map { changes($0 + Vector(dx: 1, dy: 1), &harness) }
    #expect(changed == [false, false, true, false, false, true])
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
  /// Where the elements are that were recorded, by which recordings are known to be the same.
  fileprivate func recordings() -> [UnsafePointer<DisplayList.Element>?] {
    var list = DisplayList()
    control.draw(into: &list, at: now)
    return list.elements.compactMap {
      guard case .recording(let recording) = $0 else { return nil }
      return recording.list.elements.withUnsafeBufferPointer(\.baseAddress)
    }
  }

  fileprivate func labelTop(_ label: String) -> Double {
    drawing().lines.first { $0.text.string == label }?.frame.minY ?? .nan
  }
}
