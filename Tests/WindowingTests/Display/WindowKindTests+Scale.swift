import CX11
import Scene
import Testing

@testable import Windowing
@testable import X11

extension `Window kinds` {
  /// Changes the scale of the screen from 1 to 2.
  private var doublesScale: Application.Step {
    { [unowned self] in
      display.connection.setResources("Xft.dpi: 192\n")
      return true
    }
  }

  private func size(of window: Windowing.Window) -> [Int32] {
    let attributes = attributes(of: window)
    return [attributes.width, attributes.height]
  }

  @Test func `window of fixed size cannot be resized after a change of the scale`() throws {
    let (window, content) = try open(.normal) { $0.isResizable = false }
    try run([
      { [unowned self] in isVisible(window, content) },
      doublesScale,
      { content.scales.last == 2 },
      { [unowned self] in
        var (hints, supplied) = (XSizeHints(), 0)
        XGetWMNormalHints(observer.connection.display, window.id, &hints, &supplied)
        #expect(hints.flags & (PMinSize | PMaxSize) == PMinSize | PMaxSize)
        #expect([hints.min_width, hints.min_height] == [400, 200])
        #expect([hints.max_width, hints.max_height] == [400, 200])
        #expect(size(of: window) == [400, 200])
        return true
      },
    ])
  }
}
