import CX11
import Scene
import Testing

@testable import X11Shell

@Suite struct `The window's events` {
  private let atoms = Atoms.numbered

  private func meaning(of event: XEvent) -> String? {
    var translation = EventTranslation(scale: 2, atoms: atoms)
    return translation.translate(event).map { "\($0)" }
  }

  @Test func `tell what was uncovered, in device pixels`() {
    var event = HandBuilt.of(Expose)
    (event.xexpose.x, event.xexpose.y) = (10, 20)
    (event.xexpose.width, event.xexpose.height) = (30, 40)
    var translation = EventTranslation(scale: 2, atoms: atoms)
    guard case .exposed(let rect) = translation.translate(event) else {
      return #expect(Bool(false), "nothing was uncovered")
    }
    #expect(rect == PixelRect(x: 10, y: 20, width: 30, height: 40))
  }

  @Test func `tell the new size, in device pixels`() {
    var event = HandBuilt.of(ConfigureNotify)
    (event.xconfigure.width, event.xconfigure.height) = (1920, 1280)
    var translation = EventTranslation(scale: 2, atoms: atoms)
    guard case .resized(let size) = translation.translate(event) else {
      return #expect(Bool(false), "no new size")
    }
    #expect(size == PixelSize(width: 1920, height: 1280))
  }

  @Test(arguments: [
    (MapNotify, "shown"), (UnmapNotify, "hidden"), (MappingNotify, "keyboardMapChanged"),
    (DestroyNotify, "closeRequested"),
  ])
  func `have one meaning each`(type: Int32, expected: String) {
    #expect(meaning(of: HandBuilt.of(type)) == expected)
  }

  @Test func `W4 read the window manager's wish to close`() {
    let event = HandBuilt.message(atoms[.wmProtocols], atoms[.wmDeleteWindow])
    #expect(meaning(of: event) == "closeRequested")
  }

  @Test func `read the window manager's question for life`() {
    let event = HandBuilt.message(atoms[.wmProtocols], atoms[.netWMPing])
    #expect(meaning(of: event) == "pinged")
  }

  @Test func `row 8: read the window manager's offer of the focus, with its time`() {
    var event = HandBuilt.message(atoms[.wmProtocols], atoms[.wmTakeFocus])
    event.xclient.data.l.1 = -1
    #expect(meaning(of: event) == "focusOffered(X11Shell.ServerTime(milliseconds: 4294967295))")
  }

  @Test func `drop messages of other types, formats and words`() {
    let (protocols, delete) = (atoms[.wmProtocols], atoms[.wmDeleteWindow])
    #expect(meaning(of: HandBuilt.message(delete, delete)) == nil)
    #expect(meaning(of: HandBuilt.message(protocols, delete, format: 8)) == nil)
    #expect(meaning(of: HandBuilt.message(protocols, atoms[.netWMName])) == nil)
    #expect(meaning(of: HandBuilt.message(protocols, .max)) == nil)
  }

  @Test(arguments: [
    KeyPress, KeyRelease, ButtonPress, MotionNotify, FocusIn, ConfigureNotify, UnmapNotify,
    SelectionRequest, SelectionClear, PropertyNotify,
  ])
  func `row 60: are not believed when another program sent them`(type: Int32) {
    var event = HandBuilt.of(type)
    #expect(EventTranslation.accepts(event))
    event.xany.send_event = True
    #expect(!EventTranslation.accepts(event))
  }

  @Test func `are believed when they are messages or answers, which are always sent`() {
    #expect(EventTranslation.accepts(HandBuilt.message(1, 2)))
    var answer = HandBuilt.of(SelectionNotify)
    answer.xany.send_event = True
    #expect(EventTranslation.accepts(answer))
  }
}
