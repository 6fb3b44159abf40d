import CX11
import Scene
import Testing

@testable import Windowing
@testable import X11

@Suite struct `Window event translation` {
  private let atoms = Atoms.numbered

  private func meaning(of event: XEvent) -> String? {
    var translation = EventTranslation(scale: 2, atoms: atoms)
    return translation.translate(event).map { "\($0)" }
  }

  @Test func `ignores messages of other types, formats and protocols`() {
    let (protocols, delete) = (atoms[.wmProtocols], atoms[.wmDeleteWindow])
    #expect(meaning(of: FakeEvent.message(delete, delete)) == nil)
    #expect(meaning(of: FakeEvent.message(protocols, delete, format: 8)) == nil)
    #expect(meaning(of: FakeEvent.message(protocols, atoms[.netWMName])) == nil)
    #expect(meaning(of: FakeEvent.message(protocols, .max)) == nil)
  }

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
