import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

/// Swatches are tokens that no text can become.
@Suite struct `A token field of tokens that are no text` {
  private typealias Field = ControlHarness<TokenField<Swatches>>

  private static func make() -> Field {
    Field(swatches: [Size(width: 40, height: 20), Size(width: 40, height: 20)])
  }

  @Test func `refuses to make text of one, which nothing could take back`() {
    var field = Self.make()
    field.click(Point(x: 30, y: 18))
    #expect(field.control.selection == .range(0, 1))
    let isTaken = field.press(.function(2))
    #expect(isTaken && field.control.tokens.count == 2 && field.control.count == 2)
    #expect(field.control.status == "swatch 0 can't be edited as text")
    #expect(field.bells == 1)
  }

  @Test func `leaves Enter to the dialog, and takes a double click for a click`() {
    var field = Self.make()
    field.click(Point(x: 30, y: 18))
    let isTaken = field.press(.enter)
    #expect(!isTaken)
    field.click(Point(x: 30, y: 18))
    #expect(field.control.count == 2 && field.control.selection == .range(0, 1))
    #expect(field.bells == 0)
  }

  @Test func `offers no edit in its menu`() {
    var field = Self.make()
    field.click(Point(x: 30, y: 18), button: .secondary)
    let items = field.control.overlay.menu.items
    #expect(items.first?.label == "Edit" && items.first?.isEnabled == false)
    #expect(items.first { $0.label == "Cut" }?.isEnabled == true)
  }

  @Test func `leaves text as it is, and says so`() {
    var field = Self.make()
    field.press(.end, .control)
    field.type("red")
    field.press(.enter)
    #expect(field.control.count == 5)
    #expect(field.control.status == "“red” can't become a token")
    #expect(field.bells == 1)
    field.type("x")
    #expect(field.control.status != "“red” can't become a token")
  }
}

extension ControlHarness where Subject == TokenField<Swatches> {
  fileprivate var bells: Int {
    actions.count { if case .ringBell = $0 { true } else { false } }
  }
}
