import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `A paste that is given up` {
  private typealias Field = ControlHarness<TextTokenField>

  private static let long = String(repeating: " ", count: 70_000)

  /// A field of `b` and `a`, the first of which was typed last.
  private static var field: Field {
    var field = Field(tokens: ["a"])
    field.type("b,")
    return field
  }

  private static func undo(_ field: inout Field) { field.press(.character("z"), .control) }

  private static func ask(_ field: inout Field) { field.press(.character("v"), .control) }

  @Test func `is what was asked for last, though it has not come`() {
    var field = Self.field
    Self.ask(&field)
    Self.undo(&field)
    #expect(field.text == "[b][a]" && field.control.status == "Given up; nothing was pasted")
    let isTaken = field.receive("x,")
    #expect(!isTaken && field.text == "[b][a]")
    Self.undo(&field)
    #expect(field.text == "b[a]", "then what was done before goes")
  }

  @Test(arguments: [false, true]) func `is one of two, whichever has come`(isRead: Bool) {
    var field = Self.field
    for _ in 0..<2 { Self.ask(&field) }
    if isRead { field.receive("x,\(Self.long)") }
    Self.undo(&field)
    if !isRead { field.receive("x,") }
    field.receive("y,")
    field.settle()
    #expect(field.text == "[b][x][a]")
    Self.undo(&field)
    #expect(field.text == "[b][a]")
  }

  @Test func `is the one that was asked for last, where another was put in meanwhile`() {
    var field = Self.field
    for _ in 0..<2 { Self.ask(&field) }
    field.receive("x,")
    Self.undo(&field)
    field.receive("y,")
    #expect(field.text == "[b][x][a]")
    Self.undo(&field)
    #expect(field.text == "[b][a]")
  }

  @Test(arguments: [false, true]) func `is none where something was done since`(isRead: Bool) {
    var field = Self.field
    Self.ask(&field)
    if isRead { field.receive("x,\(Self.long)") }
    field.type("c")
    Self.undo(&field)
    #expect(field.text == "[b][a]")
    if !isRead { field.receive("x,") }
    field.settle()
    #expect(field.text == "[b][x][a]")
  }

  @Test func `is all that is asked for where Escape is pressed`() {
    var field = Self.field
    for _ in 0..<3 { Self.ask(&field) }
    field.receive("x,\(Self.long)")
    field.press(.escape)
    for text in ["y,", "z,"] { field.receive(text) }
    field.settle()
    #expect(field.text == "[b][a]")
    #expect(field.control.awaited.isEmpty && field.control.pasted.isEmpty)
    let isTaken = field.press(.escape)
    #expect(!isTaken, "there is nothing left to give up")
  }

  @Test func `is not the one that is asked for next`() {
    var field = Self.field
    Self.ask(&field)
    Self.undo(&field)
    Self.ask(&field)
    field.receive("x,")
    field.receive("y,")
    #expect(field.text == "[b][y][a]")
  }

  @Test func `is not asked for as text where it can't be read`() {
    var field = Self.field
    Self.ask(&field)
    Self.undo(&field)
    let count = field.actions.count
    field.receive(Array("4:tred,".utf8), as: .tokens)
    #expect(field.actions.count == count)
  }

  /// At whichever moment that is, from its first frame on.
  @Test(arguments: DuplicatePolicy.allCases)
  func `is freed in steps, no more than what was read and what was made of that`(
    policy: DuplicatePolicy
  ) {
    var field = Field(tokens: (0..<30_000).map { "k\($0)" })
    field.control.configuration.duplicates = policy
    field.press(.end, .control)
    Self.ask(&field)
    field.receive((20_000..<50_000).map { "k\($0)," }.joined())
    var (moments, longest) = (0, 0)
    while !field.control.pasted.isEmpty {
      var copy = field
      copy.press(.escape)
      var frames = 0
      while !copy.control.remains.isEmpty {
        copy.stall(for: Field.frame)
        frames += 1
      }
      #expect(copy.control.count == 30_000 && frames <= 2 * 30_000 / 8192 + 1)
      (moments, longest) = (moments + 1, max(longest, frames))
      field.stall(for: Field.frame)
    }
    #expect(moments > 5 && longest > 2)
  }
}
