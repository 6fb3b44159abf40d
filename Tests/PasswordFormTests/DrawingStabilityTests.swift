import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import PasswordForm

@Suite struct `Password form drawing over time` {
  @Test func `ends each animation in the same drawing as with reduced motion`() {
    var moving = filledForm()
    var still = filledForm(in: .fixed(reducesMotion: true))
    #expect(moving.drawing() != still.drawing())
    for stop in [PasswordForm.FocusStop.confirmation, .submit, .password, .passwordReveal] {
      moving.focus(stop)
      still.focus(stop)
      let isSettled = moving.settle() && still.settle()
      #expect(isSettled)
      #expect(moving.drawing() == still.drawing(), "at \(stop)")
    }
  }

  @Test func `draws no caret and needs no wakeups in an unfocused window`() {
    var harness = filledForm()
    harness.advance(by: .seconds(2))
    harness.send(.windowFocusChanged(isFocused: false))
    #expect(harness.drawing().carets.isEmpty)
    #expect(harness.control.nextChange(after: harness.now) == nil)
    harness.send(.windowFocusChanged(isFocused: true))
    #expect(harness.drawing().carets.count == 1)
    #expect(harness.control.nextChange(after: harness.now) != nil)
  }

  @Test func `draws one caret in the focused field unless text is selected`() {
    var harness = filledForm()
    #expect(harness.drawing().carets.count == 1)
    harness.press(.left, .shift)
    #expect(harness.drawing().carets.isEmpty)
    harness.press(.right, .shift)
    for (stop, count) in [
      (PasswordForm.FocusStop.password, 1), (.passwordReveal, 0), (.confirmation, 1), (.submit, 0),
    ] {
      harness.focus(stop)
      #expect(harness.drawing().carets.count == count, "at \(stop)")
    }
  }

  @Test func `measures no text for a key that changes no text but the password`() {
    let text = CountingMetrics()
    var harness = form(in: Environment(theme: .light, text: text))
    harness.type("a")
    let count = text.characters
    #expect(count > 0)
    for letter in "bc" { harness.type(String(letter)) }
    harness.press(.backspace)
    #expect(text.characters == count)
  }

  @Test func `draws each focus stop differently`() {
    var harness = form()
    var drawings: [DisplayList] = []
    for stop in PasswordForm.FocusStop.allCases {
      harness.focus(stop)
      harness.settle()
      drawings.append(harness.drawing())
    }
    #expect(Set(drawings.map(\.elements)).count == drawings.count)
  }

  /// The cached drawing of a field equals a new one.
  @Test(arguments: seeds(10)) func `draws the same content with and without cached fields`(seed: Int) {
    var harness = form()
    var driver = RandomInputDriver(seed: seed, in: Rect(x: 30, y: 30, width: 420, height: 400))
    for _ in 0..<100 {
      driver.act(on: &harness)
      let cached = harness.drawing()
      // A change of the environment discards the cached drawings.
      harness.environment.reducesMotion.toggle()
      harness.environment.reducesMotion.toggle()
      #expect(cached == harness.drawing())
    }
  }

  @Test func `redraws only the field with typed text or a blinking caret`() {
    var harness = filledForm()
    harness.settle()
    harness.focus(.password)
    for _ in 0..<5 {
      let before = harness.recordings()
      harness.advance(by: .milliseconds(100))
      harness.type("a")
      let after = harness.recordings()
      // The first one has the fixed texts of the form.
      #expect(before.count == 5 && after.count == 5)
      #expect(before.indices.filter { before[$0] != after[$0] } == [1])
    }
  }

  @Test func `changes only when the pointer enters another element`() {
    var harness = filledForm()
    let field = harness.control.password.frame
    let eye = harness.control.password.buttonFrame
    let points = [field.origin, field.center, eye.center, eye.center, eye.origin, field.center]
    let changed = points.map { point in
      let before = harness.drawing()
      harness.move(to: point + Vector(dx: 1, dy: 1))
      return harness.drawing() != before
    }
    #expect(changed == [false, false, true, false, false, true])
  }

  @Test func `raises a label while its field has text or the focus`() {
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

  @Test func `requests frames while a label moves without a blinking caret`() {
    var harness = form()
    harness.settle()
    harness.focus(.submit)
    for _ in 0..<5 {
      #expect(harness.control.nextChange(after: harness.now) == harness.now)
      let top = harness.labelTop("Enter password")
      harness.advance(by: ControlHarness<PasswordForm>.frame)
      #expect(harness.labelTop("Enter password") > top)
    }
    let isSettled = harness.settle(within: .seconds(1))
    #expect(isSettled)
  }
}

extension ControlHarness<PasswordForm> {
  /// The addresses of the recorded elements, which identify the recordings.
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
