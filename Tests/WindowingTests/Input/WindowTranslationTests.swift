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

  @Test func `reports the exposed rectangle in device pixels`() {
    var event = FakeEvent.of(Expose)
    (event.xexpose.x, event.xexpose.y) = (10, 20)
    (event.xexpose.width, event.xexpose.height) = (30, 40)
    var translation = EventTranslation(scale: 2, atoms: atoms)
    guard case .exposed(let rect) = translation.translate(event) else {
      return #expect(Bool(false), "no exposed rectangle")
    }
    #expect(rect == PixelRect(x: 10, y: 20, width: 30, height: 40))
  }

  @Test func `reports the new size in device pixels`() {
    var event = FakeEvent.of(ConfigureNotify)
    (event.xconfigure.width, event.xconfigure.height) = (1920, 1280)
    var translation = EventTranslation(scale: 2, atoms: atoms)
    guard case .resized(let size) = translation.translate(event) else {
      return #expect(Bool(false), "no new size")
    }
    #expect(size == PixelSize(width: 1920, height: 1280))
  }

  @Test(arguments: [
    (MapNotify, "shown"), (UnmapNotify, "hidden"),
    (DestroyNotify, "destroyed"),
  ])
  func `maps each event type to a window event`(type: Int32, expected: String) {
    #expect(meaning(of: FakeEvent.of(type)) == expected)
  }

  @Test func `W4 translates WM_DELETE_WINDOW`() {
    let event = FakeEvent.message(atoms[.wmProtocols], atoms[.wmDeleteWindow])
    #expect(meaning(of: event) == "closeRequested")
  }

  @Test func `translates _NET_WM_PING`() {
    let event = FakeEvent.message(atoms[.wmProtocols], atoms[.netWMPing])
    #expect(meaning(of: event) == "pinged")
  }

  @Test func `row 8: translates WM_TAKE_FOCUS with its time`() {
    var event = FakeEvent.message(atoms[.wmProtocols], atoms[.wmTakeFocus])
    event.xclient.data.l.1 = -1
    #expect(meaning(of: event) == "focusOffered(X11.ServerTime(milliseconds: 4294967295))")
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
