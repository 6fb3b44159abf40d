import ControlTestSupport
import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

private typealias Field = ControlHarness<TextTokenField>

/// A line has eight tokens, the first at (30, 38); lines are 28 px apart. At most six lines
/// are visible.
@Suite struct `Token field touch input` {
  private static func make(_ count: Int = 800) -> Field {
    Field(tokens: (0..<count).map { String(1000 + $0) })
  }

  @Test func `scrolls with the finger and stays when it stops`() {
    var field = Self.make()
    field.touch(Point(x: 127, y: 180))
    field.advance(by: .milliseconds(8))
    field.move(to: Point(x: 127, y: 175))
    #expect(field.offset == 0, "small movement is ignored")
    for y in stride(from: 171.0, through: 55, by: -4) {
      field.advance(by: .milliseconds(8))
      field.move(to: Point(x: 127, y: y))
      #expect(field.offset == 175 - y)
    }
    field.advance(by: .milliseconds(200))
    field.release()
    field.settle(within: .seconds(20))
    #expect(field.offset == 120)
    #expect(field.selection == .caret(0), "scrolling does not select")
  }

  @Test func `starts a momentum scroll, which a touch stops without a tap`() {
    var field = Self.make()
    field.touch(Point(x: 127, y: 190))
    field.drag(to: Point(x: 127, y: 70), over: .milliseconds(80))
    let start = field.offset
    field.release()
    field.advance(by: .milliseconds(200))
    let offset = field.offset
    // 1.5 px per ms for 200 ms, reduced by 0.002 each ms.
    #expect(offset > start + 200 && offset < start + 300)
    field.touch(Point(x: 127, y: 100))
    field.release()
    field.advance(by: .milliseconds(500))
    #expect(field.offset == offset)
    #expect(field.selection == .caret(0))
  }

  @Test func `handles a tap as a click`() {
    var field = Self.make()
    field.touch(Point(x: 127, y: 105))
    field.move(to: Point(x: 129, y: 108))
    field.advance(by: .milliseconds(80))
    field.release()
    #expect(field.selection == .caret(18))
    field.advance(by: .seconds(1))
    field.touch(Point(x: 152, y: 105))
    field.release()
    #expect(field.selection == .range(18, 19))
    field.touch(Point(x: 152, y: 105))
    field.release()
    #expect(field.freeText == "1018", "two taps are a double click")
  }

  @Test func `handles a tap after a touch that scrolls, or stops a scroll, as a single click`() {
    var field = Self.make()
    field.click(Point(x: 52, y: 49))
    #expect(field.selection == .range(0, 1))
    field.advance(by: .seconds(1))
    for isFling in [false, true] {
      field.touch(Point(x: 152, y: 105))
      field.drag(to: Point(x: 152, y: 45), over: .milliseconds(40))
      field.advance(by: .milliseconds(isFling ? 0 : 50))
      field.release()
      field.advance(by: .milliseconds(20))
      if isFling {
        field.touch(Point(x: 152, y: 105))
        field.release()
      }
      field.touch(Point(x: 152, y: 105))
      field.release()
      #expect(field.freeText.isEmpty && field.selection.head != 1, "double clicks edit the selected token")
    }
  }

  @Test func `handles a tap during wheel scrolling as a click`() {
    var field = Self.make()
    field.move(to: Point(x: 127, y: 105))
    field.scroll(3)
    field.advance(by: .milliseconds(50))
    #expect(field.control.nextChange(after: field.now) == field.now, "the wheel scroll is animated")
    field.touch(Point(x: 127, y: 105))
    field.release()
    #expect(field.selection.isCaret && field.selection.head > 0)
  }

  @Test func `starts a drag after the long press time, not earlier`() {
    var field = Self.make()
    field.touch(Point(x: 52, y: 49))
    field.advance(by: TokenFieldConstants.longPress - .milliseconds(1))
    #expect(field.overlay.texts.isEmpty)
    field.advance(by: .milliseconds(1))
    #expect(field.overlay.texts == ["1000"])
    #expect(field.selection == .range(0, 1))
    field.drag(to: Point(x: 127, y: 105), over: .milliseconds(100))
    #expect(field.offset == 0, "a drag does not scroll")
    #expect(!field.control.isDragging, "a touch that leaves this window reaches no other")
    field.release()
    #expect(field.control.tokens[17].text == "1000")
    #expect(!field.control.isModal)
  }

  @Test func `opens the menu after a long press without movement`() {
    var field = Self.make()
    field.touch(Point(x: 152, y: 49))
    field.advance(by: .milliseconds(400))
    field.move(to: Point(x: 155, y: 52))
    field.release()
    #expect(field.control.isModal)
    #expect(field.selection == .range(2, 3))
    #expect(field.texts[2] == "1002")
    field.press(.escape)
    field.touch(Point(x: 127, y: 49))
    field.advance(by: .milliseconds(400))
    field.release()
    #expect(field.control.isModal)
    #expect(field.selection == .caret(2))
  }

  @Test func `selects if nothing scrolls, or after a long press beside a token`() {
    var field = Self.make(8)
    field.touch(Point(x: 127, y: 49))
    field.drag(to: Point(x: 227, y: 49), over: .milliseconds(60))
    field.release()
    #expect(field.selection == .range(2, 4))
    field = Self.make()
    field.touch(Point(x: 127, y: 49))
    field.advance(by: .milliseconds(400))
    field.drag(to: Point(x: 227, y: 49), over: .milliseconds(60))
    field.release()
    #expect(field.selection == .range(2, 4))
    #expect(field.offset == 0)
  }

  @Test(arguments: [InputEvent.pointerGrabLost, .windowHidden])
  func `ignores a touch that is lost`(event: InputEvent) {
    var field = Self.make()
    field.touch(Point(x: 52, y: 49))
    field.send(event)
    field.advance(by: .seconds(1))
    #expect(field.overlay.texts.isEmpty)
    field.move(to: Point(x: 52, y: 100))
    #expect(field.offset == 0 && field.selection == .caret(0))
  }
}

extension ControlHarness where Subject == TextTokenField {
  fileprivate mutating func touch(_ point: Point) {
    move(to: point)
    send(.pointerPressed(PointerPress(at: point, isTouch: true)))
  }
}
