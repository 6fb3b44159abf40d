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
    #expect(EventTranslation.accepts(event))
    event.xany.send_event = True
    #expect(!EventTranslation.accepts(event))
  }

  @Test func `accepts client messages and selection replies, which are always sent`() {
    #expect(EventTranslation.accepts(FakeEvent.message(1, 2)))
    var answer = FakeEvent.of(SelectionNotify)
    answer.xany.send_event = True
    #expect(EventTranslation.accepts(answer))
  }
}
