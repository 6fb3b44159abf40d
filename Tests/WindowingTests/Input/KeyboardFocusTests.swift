import CX11
import Testing

@testable import Windowing

@Suite struct `Keyboard focus` {
  /// Returns the changes that the events cause.
  private func changes(_ events: XEvent...) -> [Bool] {
    var focus = KeyboardFocus()
    return events.compactMap { focus.change(by: $0) }
  }

  @Test func `follows the focus events of the window manager`() {
    #expect(changes(FakeEvent.focus(FocusIn), FakeEvent.focus(FocusOut)) == [true, false])
  }

  @Test func `reports repeated focus events once`() {
    #expect(changes(FakeEvent.focus(FocusIn), FakeEvent.focus(FocusIn)) == [true])
  }

  @Test(arguments: [NotifyGrab, NotifyUngrab])
  func `ignores focus changes by a grab`(mode: Int32) {
    let events = (FakeEvent.focus(FocusIn), FakeEvent.focus(FocusOut, mode: mode))
    #expect(changes(events.0, events.1) == [true])
  }

  @Test func `ignores focus changes inside the window`() {
    let inferior = FakeEvent.focus(FocusOut, detail: NotifyInferior)
    #expect(changes(FakeEvent.focus(FocusIn), inferior) == [true])
  }

  @Test func `follows the pointer if no window manager runs`() {
    let enter = FakeEvent.crossing(EnterNotify, hasFocus: true)
    let leave = FakeEvent.crossing(LeaveNotify, hasFocus: true)
    #expect(changes(enter, leave) == [true, false])
  }

  @Test func `ignores the pointer while another window has the focus`() {
    #expect(changes(FakeEvent.crossing(EnterNotify, hasFocus: false)) == [])
  }

  @Test func `stays with the window when the pointer leaves`() {
    let leave = FakeEvent.crossing(LeaveNotify, hasFocus: true)
    #expect(changes(FakeEvent.focus(FocusIn), leave) == [true])
  }

  @Test func `is lost with the window's focus while the pointer is inside`() {
    let enter = FakeEvent.crossing(EnterNotify, hasFocus: true)
    let (gain, loss) = (FakeEvent.focus(FocusIn), FakeEvent.focus(FocusOut))
    #expect(changes(gain, enter, loss) == [true, false])
  }

  @Test func `is lost with the window's focus if the pointer gave it first`() {
    #expect(
      changes(
        FakeEvent.crossing(EnterNotify, hasFocus: true), FakeEvent.focus(FocusIn),
        FakeEvent.focus(FocusOut)) == [true, false])
  }
}
