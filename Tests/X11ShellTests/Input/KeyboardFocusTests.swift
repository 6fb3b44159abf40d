import CX11
import Testing

@testable import X11Shell

@Suite struct `The keyboard's focus` {
  /// The changes that a row of events brings.
  private func changes(_ events: XEvent...) -> [Bool] {
    var focus = KeyboardFocus()
    return events.compactMap { focus.change(by: $0) }
  }

  @Test func `comes and goes as the window manager gives and takes it`() {
    #expect(changes(HandBuilt.focus(FocusIn), HandBuilt.focus(FocusOut)) == [true, false])
  }

  @Test func `is told once, however often it comes`() {
    #expect(changes(HandBuilt.focus(FocusIn), HandBuilt.focus(FocusIn)) == [true])
  }

  @Test(arguments: [NotifyGrab, NotifyUngrab])
  func `is not lost to a grab`(mode: Int32) {
    let events = (HandBuilt.focus(FocusIn), HandBuilt.focus(FocusOut, mode: mode))
    #expect(changes(events.0, events.1) == [true])
  }

  @Test func `is not touched by what happens inside the window`() {
    let inferior = HandBuilt.focus(FocusOut, detail: NotifyInferior)
    #expect(changes(HandBuilt.focus(FocusIn), inferior) == [true])
  }

  @Test func `follows the pointer where no window manager runs`() {
    let enter = HandBuilt.crossing(EnterNotify, hasFocus: true)
    let leave = HandBuilt.crossing(LeaveNotify, hasFocus: true)
    #expect(changes(enter, leave) == [true, false])
  }

  @Test func `does not follow the pointer while another window has it`() {
    #expect(changes(HandBuilt.crossing(EnterNotify, hasFocus: false)) == [])
  }

  @Test func `stays with the window when the pointer leaves`() {
    let leave = HandBuilt.crossing(LeaveNotify, hasFocus: true)
    #expect(changes(HandBuilt.focus(FocusIn), leave) == [true])
  }

  @Test func `is lost with the window's, though the pointer is inside`() {
    let enter = HandBuilt.crossing(EnterNotify, hasFocus: true)
    let (gain, loss) = (HandBuilt.focus(FocusIn), HandBuilt.focus(FocusOut))
    #expect(changes(gain, enter, loss) == [true, false])
  }

  @Test func `is lost with the window's, though it came by the pointer first`() {
    #expect(
      changes(
        HandBuilt.crossing(EnterNotify, hasFocus: true), HandBuilt.focus(FocusIn),
        HandBuilt.focus(FocusOut)) == [true, false])
  }
}
