import CX11
import Scene
import Testing

@testable import Windowing
@testable import X11

@Suite struct `Window event translation` {
  @Test(arguments: [
    KeyPress, KeyRelease, ButtonPress, MotionNotify, FocusIn, ConfigureNotify, UnmapNotify,
    SelectionRequest, SelectionClear, PropertyNotify,
  ])
  func `row 60: rejects events that another client sent`(type: Int32) {
    var event = FakeEvent.of(type)
    #expect(event.isAccepted)
    event.xany.send_event = True
    #expect(!event.isAccepted)
  }

  @Test func `accepts client messages and selection replies, which are always sent`() {
    #expect(FakeEvent.message(1, 2).isAccepted)
    var answer = FakeEvent.of(SelectionNotify)
    answer.xany.send_event = True
    #expect(answer.isAccepted)
  }
}
