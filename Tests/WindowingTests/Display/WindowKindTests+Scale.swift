import CX11
import Scene
import ScreenDriver
import Testing

@testable import Windowing
@testable import X11

extension `Window kinds` {
  private typealias Popup = (window: Windowing.Window, content: ScriptedWindow)

  /// Changes the scale of the screen from 1 to 2.
  private var doublesScale: Application.Step {
    once { [unowned self] in display.connection.setResources("Xft.dpi: 192\n") }
  }

  /// Returns the position of a window relative to another.
  private func offset(of window: Windowing.Window, from other: Windowing.Window) throws -> [Int] {
    let (position, base) = (try #require(origin(of: window)), try #require(origin(of: other)))
    return [position[0] - base[0], position[1] - base[1]]
  }

  @Test func `window of fixed size cannot be resized after a change of the scale`() throws {
    let (window, content) = try open(.normal) { $0.isResizable = false }
    try run([
      { [unowned self] in isVisible(window, content) },
      doublesScale,
      { content.scales.last == 2 },
      once { [unowned self] in
        var (hints, supplied) = (XSizeHints(), 0)
        XGetWMNormalHints(observer.connection.display, window.id, &hints, &supplied)
        #expect(hints.flags & (PMinSize | PMaxSize) == PMinSize | PMaxSize)
        #expect([hints.min_width, hints.min_height] == [400, 200])
        #expect([hints.max_width, hints.max_height] == [400, 200])
        #expect(size(of: window) == [400, 200])
      },
    ])
  }

  private static let anchor = Rect(x: 30, y: 40, width: 80, height: 20)

  @Test func `popup is placed again after a change of the scale`() throws {
    var popup: Popup?
    try run(
      opensPopup(at: Self.anchor) { popup = ($0, $1) } + [
        { [unowned self] in try offset(of: #require(popup).window, from: owner) == [30, 60] },
        doublesScale,
        { [unowned self] in content.scales.last == 2 && popup?.content.scales.last == 2 },
        { [unowned self] in
          let (window, content) = try #require(popup)
          return try offset(of: window, from: owner) == [60, 120] && size(of: window) == [400, 200]
            && content.sizes.last == Size(width: 200, height: 100)
        },
      ])
  }

  @Test func `popup has the scale of its owner from the first frame on`() throws {
    RandR.setMonitors(
      on: observer.connection.display, [("LEFT", 0, 640, 169), ("RIGHT", 640, 640, 85)])
    let (window, content) = try open(.normal) { $0.geometry = WindowGeometry("+700+100") }
    var popup: Popup?
    try run([
      { content.scales.last == 2 },
      once { [unowned self] in
        popup = try open(.popup(of: window, at: Rect(x: 10, y: 10, width: 20, height: 20)))
      },
      { [unowned self] in popup.map { isVisible($0.window, $0.content) } == true },
      { [unowned self] in
        let popup = try #require(popup)
        #expect(popup.content.scales == [2] && size(of: popup.window) == [400, 200])
        return try offset(of: popup.window, from: window) == [20, 60]
      },
    ])
  }

  @Test func `popup follows its owner when another client moves the owner`() throws {
    var popup: Windowing.Window?
    var start: [Int]?
    try run(
      opensPopup(at: Self.anchor) { [unowned self] window, _ in
        (popup, start) = (window, origin(of: owner))
        XMoveWindow(observer.connection.display, owner.id, 300, 200)
        XFlush(observer.connection.display)
      } + [
        { [unowned self] in origin(of: owner) != start },
        { [unowned self] in try offset(of: #require(popup), from: owner) == [30, 60] },
      ])
  }
}
