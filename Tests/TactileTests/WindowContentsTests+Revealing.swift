import ControlTestSupport
import Controls
import PasswordForm
import Scene
import TestSupport
import Testing

@testable import Tactile

@Suite struct `Scrolling to relevant content` {
  /// A height in which no field of the form is visible together with everything below it.
  private let low = Size(width: 480, height: 240)

  @Test func `P7 shows an error message together with the invalid field`() {
    var harness = window(low)
    harness.type("Passw0rd!")
    harness.press(.tab)
    harness.press(.tab)
    harness.press(.enter)
    harness.settle()
    let message = harness.control.form.control.messageFrame
    let isMessageShown = message.map(harness.control.scroller.shows)
    #expect(isMessageShown == true)
    let field = harness.frame(of: .form(.confirmation)) ?? .zero
    #expect(field.minY > 0 && field.maxY <= low.height)
  }

  @Test func `P8 shows the message after a failed save`() {
    var harness = window(low)
    harness.fillForm()
    harness.press(.enter)
    harness.scroll(-30)
    harness.settle()
    harness.control.finishSaving(.failed("No space is left."), at: harness.now)
    harness.settle()
    let message = harness.control.form.control.messageFrame
    let isMessageShown = message.map(harness.control.scroller.shows)
    #expect(isMessageShown == true)
    let focus = harness.control.focus
    #expect(focus == .form(.confirmation))
  }

  @Test func `P8 moves the focus to the first field after a save from the second`() {
    var harness = window()
    harness.fillForm()
    harness.press(.enter)
    harness.control.finishSaving(.saved(), at: harness.now)
    let focus = harness.control.focus
    #expect(focus == .form(.password))
    harness.type("x")
    let match = harness.control.form.control.match
    #expect(match == .empty)
  }

  @Test func `W1 shows the field that receives typed text after scrolling by wheel`() {
    var harness = smallWindow()
    harness.scroll(30)
    harness.settle()
    let before = harness.frame(of: .form(.password)) ?? .zero
    #expect(before.minY < 0)
    harness.type("a")
    harness.settle()
    let field = harness.frame(of: .form(.password)) ?? .zero
    #expect(field.minY > 0)
  }

  @Test func `W1 keeps the scroll position when the window is resized`() {
    var harness = smallWindow()
    harness.scroll(2)
    harness.settle()
    let offset = harness.offset
    let field = harness.frame(of: .form(.password)) ?? .zero
    #expect(field.minY < 0)
    harness.control.resize(to: Size(width: 490, height: 430), at: harness.now)
    harness.settle()
    #expect(offset > 0)
    #expect(harness.offset == offset)
  }
}
