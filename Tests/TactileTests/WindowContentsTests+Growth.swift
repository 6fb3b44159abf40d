import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import Tactile

@Suite struct `The column, while the token field changes` {
  private static let tokens = WindowContents.FocusStop(part: .tokens, index: 0)

  /// With the caret behind the last token, all at rest.
  private static func typing() -> ControlHarness<WindowContents> {
    var harness = smallWindow()
    harness.control.moveFocus(to: tokens, at: harness.now)
    harness.press(.end, .control)
    harness.settle()
    return harness
  }

  @Test func `W1 follows its height in each frame, and is scrolled to where that will be`() {
    var harness = Self.typing()
    let card = harness.control.layout.tokensCard.height
    let start = harness.control.tokens.ask { $0.height }
    for name in ["anna", "bruno", "carla", "daniel"] { harness.type("\(name)@somewhere.example,") }
    let end = harness.control.tokens.ask { $0.heightAtRest }
    #expect(end > start)
    var heights: Set<Double> = []
    for _ in 0..<60 {
      harness.advance(by: ControlHarness<WindowContents>.frame)
      let height = harness.control.tokens.ask { $0.height }
      #expect(harness.control.layout.tokensCard.height - card == height - start)
      heights.insert(height)
    }
    #expect(heights.count > 4 && heights.max() == end)
    harness.settle()
    let bottom = harness.frame(of: Self.tokens)?.maxY ?? .infinity
    #expect(bottom <= 420)
  }

  @Test func `has the field's menu close when the window is resized`() {
    var harness = Self.typing()
    let field = harness.frame(of: Self.tokens) ?? .zero
    harness.click(Point(x: field.minX + 60, y: field.minY + 15), button: .secondary)
    harness.advance(by: .seconds(1))
    let isOpen = harness.control.tokens.ask { $0.isModal }
    harness.control.resize(to: Size(width: 700, height: 500), at: harness.now)
    harness.advance(by: .milliseconds(20))
    let isOpenStill = harness.control.tokens.ask { $0.isModal }
    #expect(isOpen && !isOpenStill)
  }
}
