import ControlTestSupport
import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

/// Swatches are tokens that cannot be created from text.
@Suite struct `Token field with non-text tokens` {
  private typealias Field = ControlHarness<TokenField<SwatchAdapter>>

  private static func make() -> Field {
    Field(swatches: [Size(width: 40, height: 20), Size(width: 40, height: 20)])
  }

  @Test func `refuses an in-place edit, because text cannot become a token`() {
    var field = Self.make()
    field.click(Point(x: 30, y: 18))
    #expect(field.control.selection == .range(0, 1))
    let isHandled = field.press(.function(2))
    #expect(isHandled && field.control.tokens.count == 2 && field.control.count == 2)
    #expect(field.control.status == "“swatch 0” cannot be edited as text")
    #expect(field.bells == 1)
  }

  @Test func `shortens a long name in a message`() {
    var control = TokenField(
      [Swatch(id: String(repeating: "x", count: 60), size: Size(width: 40, height: 20))],
      adapter: SwatchAdapter(), in: Environment(text: FixedTextMetrics()))
    control.layOut(at: .zero, width: 2000, at: .zero)
    control.focus(0, at: .zero)
    var field = ControlHarness(control)
    field.press(.right, .shift)
    field.press(.function(2))
    let half = String(repeating: "x", count: 20)
    #expect(field.control.status == "“\(half)…\(half)” cannot be edited as text")
  }

  @Test func `ignores Enter, and handles a double click as a click`() {
    var field = Self.make()
    field.click(Point(x: 30, y: 18))
    let isHandled = field.press(.enter)
    #expect(!isHandled)
    field.click(Point(x: 30, y: 18))
    #expect(field.control.count == 2 && field.control.selection == .range(0, 1))
    #expect(field.bells == 0)
  }

  @Test func `refuses to copy tokens by a drop with Control`() {
    var field = Self.make()
    field.holding(.control) { field in
      field.press(at: Point(x: 30, y: 18))
      field.drag(to: Point(x: 120, y: 18), over: .milliseconds(50))
      field.release()
    }
    #expect(field.control.tokens.count == 2 && field.control.selection == .range(0, 1))
    #expect(field.control.status == "1 token cannot be duplicated")
    #expect(field.bells == 1)
  }

  @Test func `disables Edit in its menu`() {
    var field = Self.make()
    field.click(Point(x: 30, y: 18), button: .secondary)
    let items = field.control.overlay.menu.items
    #expect(items.first?.label == "Edit" && items.first?.isEnabled == false)
    #expect(items.first { $0.label == "Cut" }?.isEnabled == true)
  }

  @Test func `keeps text that cannot become a token, with a message`() {
    var field = Self.make()
    field.press(.end, .control)
    field.type("red")
    field.press(.enter)
    #expect(field.control.count == 5)
    #expect(field.control.status == "“red” is not a valid token")
    #expect(field.bells == 1)
    field.type("x")
    #expect(field.control.status != "“red” is not a valid token")
  }
}
