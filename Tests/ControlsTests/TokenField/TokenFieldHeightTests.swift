import ControlTestSupport
import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

private typealias Field = ControlHarness<TextTokenField>

/// Tokens of four characters are 44 px wide, so that a line of 400 px has eight. Each further line
/// adds 28 px.
@Suite struct `Token field height` {
  /// Returns a field with one full line.
  private static func full() -> Field {
    var field = Field(tokens: (0..<8).map { String(1000 + $0) })
    field.press(.end, .control)
    return field
  }

  /// Returns the field after a ninth token was typed.
  private static func grown() -> Field {
    var field = full()
    field.type("1008,")
    return field
  }

  /// The padding of the field takes 20 pixels.
  @Test(arguments: [1.0, 19, 20, 21, 30]) func `is edited in any width`(width: Double) {
    var field = Field(tokens: ["1", "2"], width: width)
    field.control.configuration.delimiters.remove(.focusLoss)
    for _ in 0..<2 {
      field.press(.character("a"), .control)
      field.press(.delete)
      #expect(field.control.count == 0)
      for key in [Key.left, .up, .pageUp, .end] { field.press(key) }
      field.press(.character("z"), .control)
      field.type("a,bb")
      field.press(.home, .control)
      field.control.layOut(at: .zero, width: 400, at: field.now)
      field.control.layOut(at: .zero, width: width, at: field.now)
    }
    #expect(field.texts.suffix(2).allSatisfy { ["1", "2", "a"].contains($0) })
  }

  @Test func `animates by its spring to the target height and settles`() {
    var field = Self.full()
    let start = field.control.frame.height
    field.type("x")
    #expect(field.control.frame.height == start && field.control.targetHeight == start + 28)
    let spring = Theme.light.motion.fieldHeight
    for milliseconds in stride(from: 20, through: 600, by: 20) {
      field.advance(by: .milliseconds(20))
      let remaining = spring.state(
        from: Spring.State(displacement: -28, velocity: 0), after: Double(milliseconds) / 1000)
      let height = start + 28 + remaining.displacement
      #expect(abs(field.control.frame.height - height) <= 1, "after \(milliseconds) ms")
    }
    field.control.focus(nil, at: field.now)
    field.settle()
    #expect(field.control.frame.height == start + 28)
    #expect(field.control.nextChange(after: field.now) == nil)
  }

  @Test(arguments: [5.0, 30, 60, 144, 1000]) func `is the same at any frame rate`(
    hertz: Double
  ) {
    var (field, other) = (Self.grown(), Self.grown())
    field.frames = .steady(hertz: hertz)
    field.advance(by: .milliseconds(90))
    other.stall(for: .milliseconds(90))
    #expect(field.control.frame.height == other.control.frame.height)
    field.stall(for: .seconds(3))
    #expect(field.control.frame.height == field.control.targetHeight)
  }

  @Test func `keeps its velocity when it reverses`() {
    var field = Self.grown()
    field.advance(by: .milliseconds(80))
    let (height, velocity) = (
      field.control.frame.height, field.control.viewport.height.velocity(at: field.now)
    )
    #expect(velocity > 50)
    field.press(.character("z"), .control)
    field.press(.character("z"), .control)
    #expect(field.control.targetHeight < height && field.control.frame.height == height)
    #expect(abs(field.control.viewport.height.velocity(at: field.now) - velocity) < 1)
    field.advance(by: .seconds(2))
    #expect(field.control.frame.height == field.control.targetHeight)
  }

  @Test func `changes immediately with reduced motion or a new width`() {
    var field = Self.full()
    let start = field.control.frame.height
    field.environment.reducesMotion = true
    field.type("x")
    #expect(field.control.frame.height == start + 28)
    field.environment.reducesMotion = false
    field.control.layOut(at: Point(x: 20, y: 30), width: 220, at: field.now)
    #expect(field.control.frame.height == field.control.targetHeight)
    #expect(field.control.frame.height > start + 28)
  }

  @Test func `is hit-tested as drawn, and revealed at its target`() {
    var field = Self.full()
    field.type("x")
    let below = Point(x: 100, y: 78)
    #expect(field.control.focusStop(under: below, at: field.now) == nil)
    #expect(field.control.frame(ofFocusStop: 0, at: field.now).height == field.control.targetHeight)
    field.advance(by: .seconds(1))
    #expect(field.control.focusStop(under: below, at: field.now) == 0)
  }

  @Test func `clips the caret on a line that appears`() throws {
    var field = Self.full()
    field.type("x")
    field.advance(by: .milliseconds(100))
    let caret = try #require(field.caret?.frame)
    #expect(caret.maxY <= field.control.viewport.frame.maxY && caret.height > 0)
    field.advance(by: .seconds(1))
    #expect(field.caret?.frame.height == 22)
  }
}
