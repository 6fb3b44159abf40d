import CX11
import Glibc
import Motion
import Scene
import ScreenDriver
import Testing

@testable import X11Shell

@Suite(.serialized) final class `XInput on a display` {
  private let display: VirtualDisplay
  private let connection: Connection
  private var translation: EventTranslation
  private var xinput: XInput?

  init() throws {
    display = try VirtualDisplay(windowManager: .none)
    connection = try Connection(to: display.name)
    translation = EventTranslation(scale: 1, atoms: connection.atoms)
  }

  private func window() throws -> X11Window {
    let window = try X11Window(
      WindowDescription(
        title: "", instanceName: "tactile", className: "Tactile",
        size: Size(width: 100, height: 100), minimumSize: Size(width: 10, height: 10)),
      scale: 1, on: connection)
    window.map()
    XSync(connection.display, False)
    return window
  }

  private func hand() throws -> Hand {
    try Hand(in: #require(display.connection.window(ofProcess: getpid())))
  }

  private func changeOver(_ window: borrowing X11Window) throws {
    let xinput = try #require(XInput(on: connection))
    self.xinput = xinput
    translation.xinputStart = xinput.select(on: window.id)
    translation.pointers = xinput.masterPointers()
  }

  /// What a person did since this was asked last, and by which protocol it was told.
  private func events() -> [String] {
    XSync(connection.display, False)
    var (words, event) = ([String](), XEvent())
    while connection.takeEvent(&event) {
      let isGeneric = event.type == GenericEvent
      var meaning: WindowEvent?
      if isGeneric, XGetEventData(connection.display, &event.xcookie) != 0 {
        meaning = translation.translate(event.xcookie, receivedAt: .zero)
        meaning = translation.takeEndings().first?.meaning ?? meaning
        XFreeEventData(connection.display, &event.xcookie)
      } else if !isGeneric {
        meaning = translation.translate(event)
      }
      guard case .input(let input, _)? = meaning else { continue }
      let word = "\(isGeneric ? "XI2" : "core") \("\(input)".prefix { $0.isLetter })"
      // The pointer that has come in is told of twice, by the crossing and by the motion.
      if word != words.last { words.append(word) }
    }
    return words
  }

  @Test func `takes over from the core protocol with nothing told twice or not at all`() throws {
    let window = try window()
    let hand = try hand()
    try hand.move(to: PixelPoint(x: 10, y: 10))
    hand.press()
    #expect(events() == ["core pointerMoved", "core pointerPressed"])
    // The server tells of a button that is down as it began.
    try changeOver(window)
    try hand.move(to: PixelPoint(x: 20, y: 20))
    hand.release()
    #expect(events() == ["core pointerMoved", "core pointerReleased"])
    try hand.move(to: PixelPoint(x: 30, y: 20))
    hand.press()
    try hand.move(to: PixelPoint(x: 300, y: 200))
    hand.release()
    #expect(
      events() == [
        "XI2 pointerMoved", "XI2 pointerPressed", "XI2 pointerMoved", "XI2 pointerReleased",
        "XI2 pointerLeft",
      ])
    withExtendedLifetime(window) {}
  }

  @Test func `tells once of a crossing on its way while it takes over`() throws {
    let window = try window()
    let hand = try hand()
    try hand.move(to: PixelPoint(x: 10, y: 10))
    _ = events()
    try hand.move(to: PixelPoint(x: 300, y: 200))
    try changeOver(window)
    #expect(events() == ["core pointerLeft"])
    try hand.move(to: PixelPoint(x: 10, y: 10))
    try hand.move(to: PixelPoint(x: 300, y: 200))
    let told = events()
    #expect(told.last == "XI2 pointerLeft" && !told.contains { $0.hasPrefix("core") })
    withExtendedLifetime(window) {}
  }

  @Test func `finds nothing under the number of a pointer that is gone, with no error`() throws {
    let errors = ProtocolErrors.count
    let xinput = try #require(XInput(on: connection))
    #expect(!xinput.masterPointers().isEmpty)
    #expect(xinput.masterPointers(200).isEmpty)
    #expect(ProtocolErrors.count == errors)
  }
}
