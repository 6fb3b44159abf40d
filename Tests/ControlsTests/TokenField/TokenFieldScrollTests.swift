import ControlTestSupport
import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

/// A field with six visible lines of 28 px, in a page of which 100 px are visible. A line has eight tokens.
@Suite struct `Token field in a page that scrolls` {
  private typealias Page = ControlHarness<ScrollView<TextTokenField>>

  private static func make(_ count: Int) -> Page {
    let environment = Environment(text: FixedTextMetrics())
    let field = TextTokenField((0..<count).map { String(1000 + $0) }, in: environment)
    var page = ScrollView(field, in: environment)
    page.place(in: Rect(x: 0, y: 0, width: 420, height: 100), at: .zero)
    page.focus(0, at: .zero)
    var harness = Page(page)
    harness.move(to: Point(x: 100, y: 50))
    return harness
  }

  /// Scrolls down by a touchpad, 14 px in 8 ms, and lifts the finger.
  ///
  /// - Returns: The scroll offset of the page at that time.
  private static func fling(_ page: inout Page, steps: Int) -> Double {
    for _ in 0..<steps {
      page.scroll(0.25)
      page.advance(by: .milliseconds(8))
    }
    let offset = page.control.contentOffset(at: page.now).dy
    page.scroll(0)
    page.settle()
    return offset
  }

  @Test func `leaves the momentum to the page if the page was scrolled`() {
    var page = Self.make(800)
    page.press(.end, .control)
    page.settle()
    #expect(page.control.contentOffset(at: page.now).dy == 0)
    let lifted = Self.fling(&page, steps: 3)
    #expect(lifted == 42)
    #expect(page.control.contentOffset(at: page.now).dy > lifted + 20)
  }

  @Test func `leaves the momentum to the page after it was scrolled to its end`() {
    // Eight lines, of which two are hidden.
    var page = Self.make(64)
    let lifted = Self.fling(&page, steps: 7)
    #expect(lifted == 42)
    #expect(page.control.contentOffset(at: page.now).dy > lifted + 20)
  }

  @Test func `has momentum if it was scrolled itself`() {
    var field = ControlHarness<TextTokenField>(tokens: (0..<800).map { String(1000 + $0) })
    field.move(to: field.control.viewport.frame.center)
    for _ in 0..<4 {
      field.scroll(0.25)
      field.advance(by: .milliseconds(8))
    }
    let isHandled = field.send(.scrolled(ScrollEvent(at: field.pointer, notches: .zero)))
    field.settle()
    #expect(isHandled && field.offset > 100)
  }

  @Test(arguments: [Vector.zero, Vector(dx: 1, dy: 0), Vector(dx: -0.2, dy: 0)])
  func `ignores events without vertical distance unless it was scrolled`(notches: Vector) {
    var field = ControlHarness<TextTokenField>(tokens: (0..<800).map { String(1000 + $0) })
    field.move(to: field.control.viewport.frame.center)
    let isHandled = field.send(.scrolled(ScrollEvent(at: field.pointer, notches: notches)))
    #expect(!isHandled && field.offset == 0)
  }
}
