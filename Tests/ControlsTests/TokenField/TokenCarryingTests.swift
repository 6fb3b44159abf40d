import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

private typealias Field = ControlHarness<TextTokenField>

/// Tokens of four characters are 44 px wide: they stand at x = 30, 80, 130, …
@Suite struct `Tokens that are carried` {
  private static let texts = ["aaaa", "bbbb", "cccc", "dddd"]

  /// With the first token being edited, which is longer by now.
  private static func editing() -> Field {
    var field = Field(tokens: texts)
    field.click(Point(x: 52, y: 49))
    field.press(.function(2))
    field.type("a longer one")
    return field
  }

  private static func center(of index: Int, in field: Field) throws -> Point {
    try #require(field.control.frame(ofUnit: index, at: field.now)?.center)
  }

  @Test func `are those that a press has selected while another was being edited`() throws {
    var field = Self.editing()
    let start = try Self.center(of: 13, in: field)
    field.press(at: start)
    #expect(field.texts == ["a longer one", "bbbb", "cccc", "dddd"], "that ends the edit")
    #expect(field.selection == .range(2, 3))
    field.drag(to: Point(x: 31, y: 49), over: .milliseconds(50))
    #expect(field.control.isCarrying)
    field.release()
    #expect(field.texts == ["cccc", "a longer one", "bbbb", "dddd"])
  }

  @Test func `are not carried by a press that has made them go`() throws {
    var field = Field(tokens: ["aaaa", "bbbb", "cccc"])
    field.control.configuration.duplicates = .move
    field.click(Point(x: 52, y: 49))
    field.press(.function(2))
    field.type("cccc")
    field.press(at: try Self.center(of: 5, in: field))
    #expect(field.texts == ["cccc", "bbbb"])
    field.drag(to: Point(x: 31, y: 80), over: .milliseconds(50))
    field.release()
    #expect(field.texts.count == 2)
  }
}
