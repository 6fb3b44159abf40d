import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

private typealias Field = ControlHarness<TextTokenField>

/// Eight tokens stand on a line, the lines 28 px apart, the first at (30, 38); six of the lines can be
/// seen where they are many.
@Suite struct `A token field under a finger` {
  private static func make(_ count: Int = 800) -> Field {
    Field(tokens: (0..<count).map { String(1000 + $0) })
  }

  @Test func `follows it point by point, and stays where that is held still`() {
    var field = Self.make()
    field.touch(Point(x: 127, y: 180))
    field.advance(by: .milliseconds(8))
    field.move(to: Point(x: 127, y: 175))
    #expect(field.offset == 0, "no finger is quite still")
    for y in stride(from: 171.0, through: 55, by: -4) {
      field.advance(by: .milliseconds(8))
      field.move(to: Point(x: 127, y: y))
      #expect(field.offset == 175 - y)
    }
    field.advance(by: .milliseconds(200))
    field.release()
    field.settle(within: .seconds(20))
    #expect(field.offset == 120)
    #expect(field.selection == .caret(0), "nothing is selected by that")
  }

  @Test func `goes on by itself when it is thrown, is caught, and a tap that catches is none`() {
    var field = Self.make()
    field.touch(Point(x: 127, y: 190))
    field.drag(to: Point(x: 127, y: 70), over: .milliseconds(80))
    let start = field.offset
    field.release()
    field.advance(by: .milliseconds(200))
    let place = field.offset
    // 1.5 px in each of 200 ms, which become less by 0.002 each.
    #expect(place > start + 200 && place < start + 300)
    field.touch(Point(x: 127, y: 100))
    field.release()
    field.advance(by: .milliseconds(500))
    #expect(field.offset == place)
    #expect(field.selection == .caret(0))
  }

  @Test func `takes its tap for a click`() {
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
    #expect(field.freeText == "1018", "two are a double click")
  }

  @Test func `catches nothing that no finger has thrown`() {
    var field = Self.make()
    field.move(to: Point(x: 127, y: 105))
    field.scroll(3)
    field.advance(by: .milliseconds(50))
    #expect(field.control.nextChange(after: field.now) == field.now, "it glides by the wheel")
    field.touch(Point(x: 127, y: 105))
    field.release()
    #expect(field.selection.isCaret && field.selection.head > 0)
  }

  @Test func `picks a token up where it is held, after as long as it takes and no sooner`() {
    var field = Self.make()
    field.touch(Point(x: 52, y: 49))
    field.advance(by: Theme.TokenField.longPress - .milliseconds(1))
    #expect(field.overlay.texts.isEmpty)
    field.advance(by: .milliseconds(1))
    #expect(field.overlay.texts == ["1000"])
    #expect(field.selection == .range(0, 1))
    field.drag(to: Point(x: 127, y: 105), over: .milliseconds(100))
    #expect(field.offset == 0, "what is carried does not scroll")
    #expect(!field.control.isCarrying, "no window would hear of a finger that left this one")
    field.release()
    #expect(field.control.tokens[17].text == "1000")
    #expect(!field.control.isModal)
  }

  @Test func `opens the menu of what it was held on, if it is lifted there`() {
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

  @Test func `selects where there is nothing to scroll, or where it was held beside a token`() {
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
  func `forgets one that it has lost`(event: InputEvent) {
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
  fileprivate var offset: Double { control.scroller.offset(at: now) }

  fileprivate mutating func touch(_ point: Point) {
    move(to: point)
    send(.pointerPressed(PointerPress(at: point, isTouch: true)))
  }
}
