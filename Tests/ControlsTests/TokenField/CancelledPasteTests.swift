import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `Cancelled paste` {
  private typealias Field = ControlHarness<TextTokenField>

  private static let long = String(repeating: " ", count: 70_000)

  /// A field of `b` and `a`; `b` was typed last.
  private static var field: Field {
    var field = Field(tokens: ["a"])
    field.type("b,")
    return field
  }

  private static func undo(_ field: inout Field) { field.press(.character("z"), .control) }

  private static func requestPaste(_ field: inout Field) { field.press(.character("v"), .control) }

  @Test func `is the latest request, before its data arrives`() {
    var field = Self.field
    Self.requestPaste(&field)
    Self.undo(&field)
    #expect(field.text == "[b][a]" && field.control.status == "Pasting cancelled")
    let isHandled = field.receive("x,")
    #expect(!isHandled && field.text == "[b][a]")
    Self.undo(&field)
    #expect(field.text == "b[a]", "the next undo reverts the previous change")
  }

  @Test(arguments: [false, true])
  func `is the later of two requests, with or without data`(isRead: Bool) {
    var field = Self.field
    for _ in 0..<2 { Self.requestPaste(&field) }
    if isRead { field.receive("x,\(Self.long)") }
    Self.undo(&field)
    if !isRead { field.receive("x,") }
    field.receive("y,")
    field.settle()
    #expect(field.text == "[b][x][a]")
    Self.undo(&field)
    #expect(field.text == "[b][a]")
  }

  @Test func `is the latest request, even if an earlier one was inserted`() {
    var field = Self.field
    for _ in 0..<2 { Self.requestPaste(&field) }
    field.receive("x,")
    Self.undo(&field)
    field.receive("y,")
    #expect(field.text == "[b][x][a]")
    Self.undo(&field)
    #expect(field.text == "[b][a]")
  }

  @Test(arguments: [false, true]) func `is not an earlier one after another change`(isRead: Bool) {
    var field = Self.field
    Self.requestPaste(&field)
    if isRead { field.receive("x,\(Self.long)") }
    field.type("c")
    Self.undo(&field)
    #expect(field.text == "[b][a]")
    if !isRead { field.receive("x,") }
    field.settle()
    #expect(field.text == "[b][x][a]")
  }

  /// The end of an in-place edit makes one step of the changes before and after the request.
  @Test(arguments: ["", "yz"]) func `is not an earlier one after the end of an in-place edit`(text: String) {
    var field = Self.field
    field.press(.right, .shift)
    field.press(.function(2))
    field.type("x")
    Self.requestPaste(&field)
    if !text.isEmpty { field.type(text) }
    field.press(.enter)
    field.type("c")
    #expect(field.text == "[b][x\(text)]c")
    Self.undo(&field)
    #expect(field.text == "[b][x\(text)]" && field.control.status != "Pasting cancelled")
    Self.undo(&field)
    #expect(field.text == "[b][a]" && field.control.status != "Pasting cancelled")
    Self.undo(&field)
    #expect(field.text == "[b][a]" && field.control.status == "Pasting cancelled")
  }

  @Test(arguments: ["", "b"])
  func `is the latest request, even if an earlier one has ended an in-place edit`(text: String) {
    var field = Field(tokens: ["a"])
    field.press(.right, .shift)
    field.press(.function(2))
    field.press(.end)
    field.type(text)
    for _ in 0..<2 { Self.requestPaste(&field) }
    field.receive("x,y,")
    #expect(field.text == "[a\(text)][x][y]")
    Self.undo(&field)
    #expect(field.text == "[a\(text)][x][y]" && field.control.status == "Pasting cancelled")
    Self.undo(&field)
    #expect(field.text == "[a]")
  }

  enum Insertion: CaseIterable { case primary, drop, copy }

  @Test(arguments: Insertion.allCases)
  func `is not an earlier one after a later paste, drop or copy`(insertion: Insertion) throws {
    var field = Field(tokens: ["a", "b"])
    Self.requestPaste(&field)
    let end = Point(x: 300, y: 49)
    switch insertion {
    case .primary:
      field.click(end, button: .middle)
      field.receive("x,", from: .primary)
    case .drop: field.receive("x,", at: end)
    case .copy:
      let token = try #require(field.control.frame(ofElement: 0, at: field.now)).center
      field.holding(.control) { field in
        field.press(at: token)
        field.drag(to: end, over: .milliseconds(50))
        field.release()
      }
    }
    field.settle()
    #expect(field.names == ["a", "b", insertion == .copy ? "a" : "x"])
    Self.undo(&field)
    #expect(field.names == ["a", "b"] && field.control.status != "Pasting cancelled")
    Self.undo(&field)
    #expect(field.names == ["a", "b"] && field.control.status == "Pasting cancelled")
  }

  @Test func `is not an earlier one after redo`() {
    var field = Self.field
    Self.undo(&field)
    Self.requestPaste(&field)
    field.press(.character("z"), [.control, .shift])
    #expect(field.text == "[b][a]")
    Self.undo(&field)
    #expect(field.text == "b[a]" && field.control.status != "Pasting cancelled")
    Self.undo(&field)
    #expect(field.text == "b[a]" && field.control.status == "Pasting cancelled")
  }

  @Test func `is not the latest one after typing before an earlier one was inserted`() {
    var field = Self.field
    for _ in 0..<2 { Self.requestPaste(&field) }
    field.type("c")
    field.receive("x,")
    #expect(field.text == "[b][x]c[a]")
    for (text, isCancelled) in [("[b]c[a]", false), ("[b][a]", false), ("[b][a]", true)] {
      Self.undo(&field)
      #expect(field.text == text && (field.control.status == "Pasting cancelled") == isCancelled)
    }
  }

  @Test func `includes all pending requests on Escape`() {
    var field = Self.field
    for _ in 0..<3 { Self.requestPaste(&field) }
    field.receive("x,\(Self.long)")
    field.press(.escape)
    for text in ["y,", "z,"] { field.receive(text) }
    field.settle()
    #expect(field.text == "[b][a]")
    #expect(field.control.pastes.requests.isEmpty && !field.control.pastes.isReading)
    let isHandled = field.press(.escape)
    #expect(!isHandled, "no paste is left to cancel")
  }

  @Test func `does not include later requests`() {
    var field = Self.field
    Self.requestPaste(&field)
    Self.undo(&field)
    Self.requestPaste(&field)
    field.receive("x,")
    field.receive("y,")
    #expect(field.text == "[b][y][a]")
  }

  @Test func `is not requested again as text if its data is unreadable`() {
    var field = Self.field
    Self.requestPaste(&field)
    Self.undo(&field)
    let count = field.outcomes.count
    field.receive(Array("4:tred,".utf8), as: .tokens)
    #expect(field.outcomes.count == count)
  }

  /// Cancels after each frame of the paste, from the first one.
  @Test(arguments: DuplicatePolicy.allCases)
  func `is freed in a number of steps limited by its data`(
    policy: DuplicatePolicy
  ) {
    var field = Field(tokens: (0..<30_000).map { "k\($0)" })
    field.control.configuration.duplicates = policy
    field.press(.end, .control)
    Self.requestPaste(&field)
    field.receive((20_000..<50_000).map { "k\($0)," }.joined())
    var (cancellations, maximum) = (0, 0)
    while field.control.pastes.isReading {
      var copy = field
      copy.press(.escape)
      var frames = 0
      while !copy.control.pastes.storage.isEmpty {
        copy.stall(for: Field.frame)
        frames += 1
      }
      #expect(copy.control.count == 30_000 && frames <= 2 * 30_000 / 8192 + 1)
      (cancellations, maximum) = (cancellations + 1, max(maximum, frames))
      field.stall(for: Field.frame)
    }
    #expect(cancellations > 5 && maximum > 2)
  }
}
