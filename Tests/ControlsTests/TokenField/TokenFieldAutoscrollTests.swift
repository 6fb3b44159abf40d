import ControlTestSupport
import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

/// A line has eight tokens; lines are 28 px apart. Six lines are visible, from y = 38 to 200, in a
/// field from y = 30 to 208.
@Suite struct `Token field autoscroll` {
  private static let (top, bottom, x) = (30.0, 208.0, 127.0)

  private static func make() -> ControlHarness<TextTokenField> {
    ControlHarness(tokens: (0..<800).map { String(1000 + $0) })
  }

  /// Returns a field with a selection drag from the third line to `y`, outside the field.
  private static func selecting(to y: Double) -> ControlHarness<TextTokenField> {
    var field = make()
    field.press(at: Point(x: x, y: 105))
    field.move(to: Point(x: x, y: y))
    return field
  }

  private static func speed(_ distance: Double) -> Double {
    return min(
      TokenFieldConstants.minimumAutoscrollSpeed + TokenFieldConstants.autoscrollRate * distance,
      TokenFieldConstants.maximumAutoscrollSpeed)
  }

  @Test(arguments: [7.0, 30, 59.94, 60, 144, 1000])
  func `covers the same distance at any frame rate`(hertz: Double) {
    var field = Self.selecting(to: Self.bottom + 20)
    field.frames = .steady(hertz: hertz)
    field.advance(by: .milliseconds(1500))
    #expect(abs(field.offset - 1.5 * Self.speed(20)) <= 1)
    #expect(field.selection.head == Self.headAfter(milliseconds: 1500))
    #expect(field.selection.anchor == 18)
  }

  /// Returns the head of a selection whose first frame is at the end of the time.
  private static func headAfter(milliseconds: Int) -> Int {
    var field = selecting(to: bottom + 20)
    field.stall(for: .milliseconds(milliseconds))
    return field.selection.head
  }

  @Test func `is faster the farther out the pointer is, up to a limit`() {
    for (distance, time) in [(1.0, 900), (5, 900), (20, 600), (100, 300), (400, 200)] {
      var field = Self.selecting(to: Self.bottom + distance)
      let start = field.offset
      field.advance(by: .milliseconds(time))
      let expected = Self.speed(distance) * Double(time) / 1000
      #expect(abs(field.offset - start - expected) <= 1, "\(distance) px out")
    }
    #expect(Self.speed(1000) == TokenFieldConstants.maximumAutoscrollSpeed)
  }

  @Test func `extends the selection to the edge in each frame, and back`() {
    var field = Self.selecting(to: Self.bottom + 30)
    for _ in 0..<40 {
      field.advance(by: ControlHarness<TextTokenField>.frame)
      let under = field.control.caretPosition(at: Point(x: Self.x, y: 200), at: field.now)
      #expect(field.selection == .range(18, under?.insertionIndex ?? -1))
    }
    #expect(field.selection.head > 100)
    field.move(to: Point(x: Self.x, y: Self.top - 200))
    field.advance(by: .seconds(1))
    #expect(field.offset == 0)
    #expect(field.selection == .range(18, 2))
  }

  @Test(arguments: [1.0, 2]) func `continues when the environment changes`(scale: Double) {
    var field = Self.selecting(to: Self.bottom + 20)
    field.advance(by: .milliseconds(500))
    let offset = field.offset
    var environment = field.control.environment
    environment.scale = scale
    environment.theme = .dark
    field.control.update(environment, at: field.now)
    #expect(field.offset == offset)
    field.advance(by: .milliseconds(500))
    #expect(abs(field.offset - offset - Self.speed(20) / 2) <= 1)
  }

  @Test func `does not run while the pointer is inside, or returns`() {
    var field = Self.selecting(to: 150)
    field.settle()
    #expect(field.control.nextChange(after: field.now) == nil)
    #expect(field.offset == 0)
    field.move(to: Point(x: Self.x, y: Self.bottom + 40))
    field.advance(by: .milliseconds(300))
    field.move(to: Point(x: Self.x, y: 120))
    field.settle()
    let (offset, selection) = (field.offset, field.selection)
    #expect(abs(offset - 0.3 * Self.speed(40)) <= 1)
    field.advance(by: .seconds(2))
    #expect(field.offset == offset && field.selection == selection)
    #expect(field.control.nextChange(after: field.now) == nil)
  }

  @Test func `stops at the end of the content`() {
    var field = Self.selecting(to: Self.bottom + 500)
    field.advance(by: .seconds(4))
    #expect(field.control.viewport.scroller.isAtBottom)
    #expect(field.selection == .range(18, 794))
    #expect(field.control.nextChange(after: field.now) == nil, "with the pointer still outside")
    field.release()
    #expect(field.control.nextChange(after: field.now) == nil)
  }

  @Test(arguments: [InputEvent.pointerGrabLost, .windowHidden, .keyPressed(KeyPress(.escape))])
  func `stops on a lost grab, a hidden window and Escape`(event: InputEvent) {
    var field = Self.selecting(to: Self.bottom + 20)
    field.advance(by: .milliseconds(400))
    field.send(event)
    let offset = field.offset
    field.advance(by: .seconds(1))
    #expect(field.offset == offset)
  }

  @Test func `runs with reduced motion too, because the user controls it`() {
    var field = Self.selecting(to: Self.bottom + 20)
    field.environment.reducesMotion = true
    field.move(to: Point(x: Self.x, y: Self.bottom + 21))
    field.advance(by: .milliseconds(100))
    #expect(abs(field.offset - 0.1 * Self.speed(21)) <= 1)
  }

  @Test func `runs near the edge during a token drag and displays the drop position`() {
    var field = Self.make()
    field.press(at: Point(x: 52, y: 49))
    field.drag(to: Point(x: Self.x, y: Self.bottom - 4), over: .milliseconds(50))
    let start = field.offset
    field.advance(by: .seconds(1))
    #expect(abs(field.offset - start - Self.speed(10)) <= 1)
    let under = field.control.caretPosition(at: Point(x: Self.x, y: 200), at: field.now)
    #expect(field.control.pointer.dropPosition == under)
    field.release()
    #expect(field.control.tokens[(under?.insertionIndex ?? 0) - 1].text == "1000")
  }

  @Test func `runs during another program's drag until it leaves`() {
    var field = Self.make()
    let hover = DropInfo(at: Point(x: Self.x, y: Self.bottom - 4), types: [.text])
    field.send(.data(.dragUpdated(hover)))
    field.advance(by: .seconds(1))
    #expect(abs(field.offset - Self.speed(10)) <= 1)
    field.send(.data(.dragExited))
    let offset = field.offset
    field.advance(by: .seconds(1))
    #expect(field.offset == offset)
  }
}
