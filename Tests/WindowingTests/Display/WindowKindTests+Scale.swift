import CX11
import CXFixes
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

  /// Returns the rectangles of a window that receive pointer input: x, y, width and height of each.
  private func inputRegion(of window: Windowing.Window) -> [[Int]] {
    let display = observer.connection.display
    let region = XFixesCreateRegionFromWindow(display, window.id, Int32(ShapeInput))
    defer { XFixesDestroyRegion(display, region) }
    var count: Int32 = 0
    let rects = XFixesFetchRegion(display, region, &count)
    defer { XFree(rects) }
    return UnsafeBufferPointer(start: rects, count: Int(count)).map {
      [Int($0.x), Int($0.y), Int($0.width), Int($0.height)]
    }
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

  @Test func `input region covers the same logical pixels after a change of the scale`() throws {
    try run([
      { [unowned self] in isVisible(owner, content) },
      { [unowned self] in
        owner.setInputRegion([Rect(x: 10, y: 20, width: 50, height: 60)])
        return true
      },
      { [unowned self] in inputRegion(of: owner) == [[10, 20, 50, 60]] },
      doublesScale,
      { [unowned self] in content.scales.last == 2 && size(of: owner) == [800, 600] },
      { [unowned self] in inputRegion(of: owner) == [[20, 40, 100, 120]] },
      { [unowned self] in
        owner.setInputRegion(nil)
        return true
      },
      { [unowned self] in inputRegion(of: owner) == [[0, 0, 800, 600]] },
    ])
  }
}
