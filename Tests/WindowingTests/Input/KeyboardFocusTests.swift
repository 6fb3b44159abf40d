import CX11
import Testing

@testable import Windowing

@Suite struct `Keyboard focus` {
  @Test func `follows the window manager, or the pointer without one, and ignores grabs and other windows`() {
    let (gain, loss) = (FakeEvent.focus(FocusIn), FakeEvent.focus(FocusOut))
    let enter = FakeEvent.crossing(EnterNotify, hasFocus: true)
    let leave = FakeEvent.crossing(LeaveNotify, hasFocus: true)
    let cases: [(rule: String, events: [XEvent], changes: [Bool])] = [
      ("follows the window manager, once", [gain, gain, loss], [true, false]),
      ("ignores a grab", [gain, FakeEvent.focus(FocusOut, mode: NotifyGrab)], [true]),
      ("ignores the end of a grab", [gain, FakeEvent.focus(FocusOut, mode: NotifyUngrab)], [true]),
      ("ignores changes inside", [gain, FakeEvent.focus(FocusOut, detail: NotifyInferior)], [true]),
      ("follows the pointer without a window manager", [enter, leave], [true, false]),
      ("ignores the pointer in other windows", [FakeEvent.crossing(EnterNotify, hasFocus: false)], []),
      ("stays when the pointer leaves", [gain, leave], [true]),
      ("is lost while the pointer is inside", [gain, enter, loss], [true, false]),
      ("is lost although the pointer gave it first", [enter, gain, loss], [true, false]),
    ]
    for (rule, events, changes) in cases {
      var focus = KeyboardFocus()
      #expect(events.compactMap { focus.handle($0) } == changes, "\(rule)")
    }
  }
}
