import CX11
import Glibc
import Motion
import Scene
import ScreenDriver
import Testing

@testable import Windowing
@testable import X11

@Suite(.serialized) final class `XInput on a display` {
  private let display: VirtualDisplay
  private let connection: Connection
  private var translation: EventTranslation
  private var xinput: XInput?
  private var application: Application?

  init() throws {
    display = try VirtualDisplay(windowManager: .none)
    connection = try Connection(to: display.name)
    translation = EventTranslation(scale: 1)
  }

  private func window() throws -> Windowing.Window {
    let application = try Application.test(on: connection, usesBus: false)
    self.application = application
    let window = try application.open(
      WindowConfiguration(
        title: "", size: Size(width: 100, height: 100), minimumSize: Size(width: 10, height: 10)),
      showing: ScriptedWindow(wakeSource: WakeSource(), script: []))
    XMapWindow(connection.display, window.id)
    XSync(connection.display, False)
    return window
  }

  private func makeInput() throws -> InputSimulator {
    try InputSimulator(in: #require(display.connection.window(ofProcess: getpid())))
  }

  private func switchToXInput(_ window: Windowing.Window) throws {
    let xinput = try #require(XInput(on: connection))
    self.xinput = xinput
    translation.xinputStart = xinput.select(on: window.id)
    translation.pointers = xinput.masterPointers()
  }

  /// Returns the input since the previous call, with the protocol of each event.
  private func events() -> [String] {
    XSync(connection.display, False)
    var (names, event) = ([String](), XEvent())
    while connection.takeEvent(&event) {
      let isGeneric = event.type == GenericEvent
      var meaning: TranslatedEvent?
      if isGeneric, XGetEventData(connection.display, &event.xcookie) != 0 {
        meaning = translation.translate(event.xcookie, receivedAt: .zero)
        meaning = translation.takeDeferredReleases().first?.meaning ?? meaning
        XFreeEventData(connection.display, &event.xcookie)
      } else if !isGeneric {
        meaning = translation.translate(event)
      }
      guard case .input(let input, _)? = meaning else { continue }
      let name = "\(isGeneric ? "XI2" : "core") \("\(input)".prefix { $0.isLetter })"
      // An entering pointer is reported twice, by the crossing and by the motion.
      if name != names.last { names.append(name) }
    }
    return names
  }

  @Test func `replaces core events without duplicates or losses`() throws {
    let window = try window()
    let input = try makeInput()
    try input.move(to: PixelPoint(x: 10, y: 10))
    input.press()
    #expect(events() == ["core pointerMoved", "core pointerPressed"])
    // The server reports a pressed button by the protocol of its press.
    try switchToXInput(window)
    try input.move(to: PixelPoint(x: 20, y: 20))
    input.release()
    #expect(events() == ["core pointerMoved", "core pointerReleased"])
    try input.move(to: PixelPoint(x: 30, y: 20))
    input.press()
    try input.move(to: PixelPoint(x: 300, y: 200))
    input.release()
    #expect(
      events() == [
        "XI2 pointerMoved", "XI2 pointerPressed", "XI2 pointerMoved", "XI2 pointerReleased",
        "XI2 pointerLeft",
      ])
    withExtendedLifetime(window) {}
  }

  @Test func `reports a crossing once during the switch to XInput`() throws {
    let window = try window()
    let input = try makeInput()
    try input.move(to: PixelPoint(x: 10, y: 10))
    _ = events()
    try input.move(to: PixelPoint(x: 300, y: 200))
    try switchToXInput(window)
    #expect(events() == ["core pointerLeft"])
    try input.move(to: PixelPoint(x: 10, y: 10))
    try input.move(to: PixelPoint(x: 300, y: 200))
    let reported = events()
    #expect(reported.last == "XI2 pointerLeft" && !reported.contains { $0.hasPrefix("core") })
    withExtendedLifetime(window) {}
  }

  @Test func `finds no pointer with an unknown number, without an error`() throws {

    let xinput = try #require(XInput(on: connection))
    #expect(!xinput.masterPointers().isEmpty)
    #expect(xinput.masterPointers(200).isEmpty)
    #expect(connection.errorCount == 0)
  }
}
