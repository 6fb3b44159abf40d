import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

private typealias Field = ControlHarness<TextTokenField>

/// The sample tokens are at x = 30…130, 136…250, 256…391, and y = 38…60.
@Suite struct `Primary selection` {
  @Test func `is a selection made by the user`() {
    var field = Field(tokens: Field.samples)
    field.click(Point(x: 80, y: 49))
    #expect(field.offered == ["mail@objc.io"])
    field.press(.right, .shift)
    #expect(field.offered == ["mail@objc.io", "mail@objc.io, mail@apple.com"])
  }

  @Test func `excludes the text of an edited token until the user selects in it`() {
    var field = Field(tokens: Field.samples)
    field.click(Point(x: 80, y: 49))
    field.press(.function(2))
    #expect(field.selection == .range(0, 12) && field.offered.count == 1)
    field.press(.left, .shift)
    #expect(field.offered.last == "mail@objc.i")
    field.press(.escape)
    #expect(field.selection == .range(0, 1) && field.offered.count == 2)
  }

  @Test func `is not offered again on the second click or on undo`() {
    var field = Field(tokens: Field.samples)
    field.click(Point(x: 80, y: 49))
    field.click(Point(x: 80, y: 49))
    #expect(field.freeText == "mail@objc.io" && field.offered.count == 1)
    field.press(.escape)
    field.press(.delete)
    field.press(.character("z"), .control)
    #expect(field.selection == .range(0, 1) && field.offered.count == 1)
  }
}

extension ControlHarness where Subject == TextTokenField {
  /// The texts offered as primary selection, in order.
  fileprivate var offered: [String] {
    effects.compactMap { action in
      guard case .offer(let offer, .primary) = action else { return nil }
      return offer.representations.first { $0.type == .text }.map {
        String(decoding: $0.bytes(), as: UTF8.self)
      }
    }
  }
}
