import CX11
import Glibc
import Motion
import Scene
import ScreenDriver
import System
import TestSupport
import Testing

@testable import Windowing
@testable import X11

@Suite(.serialized) final class `Window kinds` {
  let display: VirtualDisplay
  let observer: Observer
  let application: Application
  let content: ScriptedWindow
  let owner: Windowing.Window

  init() throws {
    display = try VirtualDisplay()
    observer = try Observer(at: display.name)
    application = try Application.test(on: Connection(to: display.name), usesBus: false)
    content = ScriptedWindow(wakeSource: try WakeSource(), script: [])
    var configuration = WindowConfiguration(
      title: "owner", size: Size(width: 400, height: 300), minimumSize: Size(width: 100, height: 100))
    configuration.geometry = WindowGeometry("+100+100")
    owner = try application.open(configuration, showing: content)
  }

  /// Opens a second window of 200 × 100 pixels.
  func open(
    _ kind: WindowConfiguration.Kind, configure: (inout WindowConfiguration) -> Void = { _ in }
  ) throws -> (window: Windowing.Window, content: ScriptedWindow) {
    let content = ScriptedWindow(wakeSource: try WakeSource(), script: [])
    content.color = 0xFF_996633
    var configuration = WindowConfiguration(
      title: "second", size: Size(width: 200, height: 100), minimumSize: Size(width: 50, height: 50))
    configuration.kind = kind
    configure(&configuration)
    return (try application.open(configuration, showing: content), content)
  }

  /// Opens a popup of the owner when that is visible, and calls `body` when the popup is.
  func opensPopup(
    at rect: Rect, _ body: @escaping (Windowing.Window, ScriptedWindow) throws -> Void
  ) -> [Application.Step] {
    var popup: (window: Windowing.Window, content: ScriptedWindow)?
    return [
      { [unowned self] in isVisible(owner, content) },
      once { [unowned self] in popup = try open(.popup(of: owner, at: rect)) },
      { [unowned self] in popup.map { isVisible($0.window, $0.content) } == true },
      once {
        let (window, content) = try #require(popup)
        try body(window, content)
      },
    ]
  }

  func run(_ steps: [Application.Step]) throws {
    try application.run(steps)
    #expect(application.connection.errorCount == 0)
  }

  func isVisible(_ window: Windowing.Window, _ content: ScriptedWindow) -> Bool {
    observer.isViewable(window.id)
      && observer.pixel(5, 5, of: window.id) == UInt(content.color & 0xFFFFFF)
  }

  func attributes(of window: Windowing.Window) -> XWindowAttributes {
    var attributes = XWindowAttributes()
    XGetWindowAttributes(observer.connection.display, window.id, &attributes)
    return attributes
  }

  func size(of window: Windowing.Window) -> [Int32] {
    let attributes = attributes(of: window)
    return [attributes.width, attributes.height]
  }

  /// Returns the origin of a window on the screen.
  func origin(of window: Windowing.Window) -> [Int]? {
    observer.connection.frame(of: window.id, PixelSize(width: 1, height: 1)).map { [$0.x, $0.y] }
  }

  @Test func `dialog belongs to its owner, with a fixed size and the requested states`() throws {
    let (window, content) = try open(.dialog(for: .window(owner))) {
      $0.isResizable = false
      $0.states = [.modal, .above, .skipsTaskbar]
    }
    try run([
      { [unowned self] in isVisible(owner, self.content) && isVisible(window, content) },
      once { [unowned self] in
        #expect(observer.property(.netWMWindowType, of: window.id) == [observer.atom(.netWMWindowTypeDialog)])
        #expect(observer.property(named: "WM_TRANSIENT_FOR", of: window.id) == [owner.id])
        let states = Set(observer.property(.netWMState, of: window.id) ?? [])
        let requested = [Atoms.Name.netWMStateModal, .netWMStateAbove, .netWMStateSkipTaskbar]
        #expect(states.isSuperset(of: requested.map { observer.atom($0) }))
        var (hints, supplied) = (XSizeHints(), 0)
        XGetWMNormalHints(observer.connection.display, window.id, &hints, &supplied)
        #expect(hints.flags & PMaxSize != 0 && [hints.min_width, hints.max_width] == [200, 200])
      },
    ])
  }

  @Test func `utility window takes no focus and is on all desktops`() throws {
    let (window, content) = try open(.utility) {
      $0.acceptsFocus = false
      $0.isDecorated = false
      $0.states = [.above, .onAllDesktops]
    }
    try run([
      { [unowned self] in isVisible(window, content) },
      once { [unowned self] in
        let hints = XGetWMHints(observer.connection.display, window.id)
        #expect(hints?.pointee.input == False)
        XFree(hints)
        let takeFocus = observer.atom(.wmTakeFocus)
        #expect(observer.property(.wmProtocols, of: window.id)?.contains(takeFocus) == false)
        #expect(observer.property(.netWMDesktop, of: window.id) == [0xFFFF_FFFF])
        #expect(!content.focusChanges.contains(true))
        // Motif's flag for decorations, and none.
        #expect(observer.property(.motifWMHints, of: window.id) == [2, 0, 0, 0, 0])
      },
    ])
  }

  @Test func `popup is at a rectangle of its owner, without the focus, and closes with it`() throws {
    var isClosed = false
    let anchor = Rect(x: 30, y: 40, width: 80, height: 20)
    try run(
      opensPopup(at: anchor) { [unowned self] window, popupContent in
        window.onClose = { isClosed = true }
        let corner = try #require(origin(of: owner))
        #expect(origin(of: window) == [corner[0] + 30, corner[1] + 60])
        #expect(attributes(of: window).override_redirect == True)
        #expect(!popupContent.focusChanges.contains(true))
        #expect(observer.property(named: "WM_TRANSIENT_FOR", of: window.id) == [owner.id])
        owner.close()
      } + [{ isClosed }])
    #expect(content.closeRequests == 0)
  }

  @Test func `transparent window has an alpha channel`() throws {
    let (window, content) = try open(.utility) { $0.isTransparent = true }
    try run([
      { [unowned self] in observer.isViewable(window.id) && content.frames > 0 },
      { [unowned self] in attributes(of: window).depth == 32 },
    ])
  }
}

@Suite struct `Popup placement` {
  private let monitor = PixelRect(x: 100, y: 50, width: 800, height: 600)

  private func origin(of size: PixelSize, at anchor: PixelRect) -> [Int] {
    let origin = anchor.popupOrigin(of: size, in: monitor)
    return [origin.x, origin.y]
  }

  @Test func `is below the rectangle, or above it without room below`() {
    let size = PixelSize(width: 200, height: 100)
    #expect(origin(of: size, at: PixelRect(x: 300, y: 200, width: 50, height: 20)) == [300, 220])
    #expect(origin(of: size, at: PixelRect(x: 300, y: 560, width: 50, height: 20)) == [300, 460])
    #expect(origin(of: size, at: PixelRect(x: 850, y: 200, width: 50, height: 20)) == [700, 220])
  }

  @Test(arguments: seeds(200)) func `is inside the monitor if the popup fits, and never above its corner`(
    seed: Int
  ) {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
    let size = PixelSize(width: number(1...1000), height: number(1...800))
    let anchor = PixelRect(
      x: number(-200...1200), y: number(-200...900), width: number(0...300), height: number(0...300))
    let origin = anchor.popupOrigin(of: size, in: monitor)
    #expect(origin.x >= monitor.x && origin.y >= monitor.y)
    if size.width <= monitor.width { #expect(origin.x + size.width <= 900) }
    if size.height <= monitor.height { #expect(origin.y + size.height <= 650) }
  }
}
