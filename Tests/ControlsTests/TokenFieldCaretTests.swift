import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Token field caret` {
  @Test func `T4 is 2 px wide, blue, centered on the leading edge of the next token`() throws {
    var field = ControlHarness(tokens: ControlHarness.samples)
    for edge in [30.0, 136, 256] {
      let caret = try #require(field.caret)
      #expect(caret.frame == Rect(x: edge - 1, y: 38, width: 2, height: 22))
      #expect(caret.color == Theme.light.colors.blue)
      field.press(.right)
    }
  }

  @Test func `T4 is one spacing after the last token at the end`() {
    var field = ControlHarness(tokens: ControlHarness.samples)
    field.press(.end)
    #expect(field.caret?.frame == Rect(x: 391 + 6 - 1, y: 38, width: 2, height: 22))
  }

  @Test func `T4 is as tall as the tallest token of its line`() {
    let sizes = [(30.0, 20.0), (30, 44), (30, 10), (30, 16), (30, 24)].map(Size.init)
    // Three fit on the first line, two on the second.
    var field = ControlHarness(swatches: sizes, width: 130)
    var frames: [Rect?] = []
    for _ in 0...sizes.count {
      frames.append(field.caret)
      field.press(.right)
    }
    #expect(
      frames == [
        Rect(x: 9, y: 8, width: 2, height: 44), Rect(x: 45, y: 8, width: 2, height: 44),
        Rect(x: 81, y: 8, width: 2, height: 44), Rect(x: 9, y: 58, width: 2, height: 24),
        Rect(x: 45, y: 58, width: 2, height: 24), Rect(x: 81, y: 58, width: 2, height: 24),
      ])
  }

  @Test func `is the position of the input method only while the field is editable`() {
    var field = ControlHarness(tokens: ["a"])
    #expect(field.control.textInputContext(at: field.now)?.caret == field.caret?.frame)
    field.control.configuration.isEditable = false
    #expect(field.control.textInputContext(at: field.now) == nil)
    field.control.configuration.isEditable = true
    field.control.focus(nil, at: field.now)
    #expect(field.control.textInputContext(at: field.now) == nil)
  }

  @Test func `is in the preedit text after text that ends a block`() {
    var field = ControlHarness(tokens: (0..<256).map { "\($0)" })
    field.control.selection = .caret(127)
    // With only one letter the two blocks would be merged.
    field.type("xy")
    field.press(.delete, .control)
    field.send(.preeditChanged(Preedit([Preedit.Segment("한")], caret: 1)))
    field.settle()
    #expect(field.drawing().texts.contains("xy한"))
  }

  @Test func `T4 is at the leading edge of the content without tokens`() {
    let field = ControlHarness(tokens: [])
    #expect(field.caret?.frame == Rect(x: 29, y: 38, width: 2, height: 22))
  }

  @Test func `T5, T7, T8 is visible and blinks only in a focused field and window without a selection`() {
    var field = ControlHarness(tokens: ["a", "b"], isFocused: false)
    let steps: [(isVisible: Bool, step: (inout ControlHarness<TextTokenField>) -> Void)] = [
      (false, { _ in }), (true, { $0.control.focus(0, at: $0.now) }),
      (false, { $0.send(.windowFocusChanged(isFocused: false)) }),
      (true, { $0.send(.windowFocusChanged(isFocused: true)) }), (false, { $0.press(.right, .shift) }),
      (true, { $0.press(.left) }), (false, { $0.control.focus(nil, at: $0.now) }),
    ]
    for (isVisible, step) in steps {
      step(&field)
      #expect((field.caret != nil) == isVisible)
      #expect((field.control.nextChange(after: field.now) != nil) == isVisible)
    }
  }
}

@Suite struct `Token field caret blinking` {
  private static let fade = Duration.seconds(8) / 60

  @Test func `T5 is on for 0.4 s, fades in 8/60 s, is off for 0.4 s and fades in 8/60 s`() {
    let field = ControlHarness(tokens: ["a"])
    let times: [(Duration, Double)] = [
      (.zero, 1), (.milliseconds(400), 1), (.milliseconds(400) + Self.fade / 8, 1),
      (.milliseconds(400) + Self.fade / 2, 0.5), (.milliseconds(400) + Self.fade, 0),
      (.milliseconds(800), 0), (.milliseconds(800) + Self.fade, 0),
      (.milliseconds(800) + Self.fade * 3 / 2, 0.5), (.milliseconds(800) + Self.fade * 2, 1),
    ]
    for round in 0..<8 {
      for (time, opacity) in times {
        let passed = (Duration.milliseconds(800) + Self.fade * 2) * round + time
        // The rounding error of eight periods in whole nanoseconds is less than 16 ns.
        #expect(isNear(field.caret(after: passed)?.opacity ?? 0, opacity, within: 2e-7))
      }
    }
  }

  @Test func `T5 restarts with an opaque caret after every key and every click`() {
    var field = ControlHarness(tokens: ["a", "b"])
    let actions: [(inout ControlHarness<TextTokenField>) -> Void] = [
      { $0.press(.right) }, { $0.press(.right) }, { $0.press(.right) }, { $0.press(.home) },
      { $0.click(Point(x: 300, y: 50)) },
    ]
    for action in actions {
      field.advance(by: .milliseconds(600))
      #expect(isNear(field.caret?.opacity ?? 1, 0))
      action(&field)
      #expect(field.caret?.opacity == 1)
      #expect(field.caret(after: .milliseconds(400))?.opacity == 1)
      #expect(isNear(field.caret(after: .milliseconds(600))?.opacity ?? 1, 0))
    }
  }

  @Test func `T5 stops after 10 s without input with a visible caret`() {
    var field = ControlHarness(tokens: ["a", "b"])
    field.advance(by: .seconds(7))
    field.press(.right)
    field.advance(by: .milliseconds(9900))
    #expect(field.control.nextChange(after: field.now) != nil)
    field.advance(by: .milliseconds(100))
    #expect(field.control.nextChange(after: field.now) == nil)
    #expect(field.caret?.opacity == 1)
  }

  @Test func `T5 wakes the program only to fade: at most 4 times per second`() {
    var field = ControlHarness(tokens: ["a"])
    #expect(field.control.nextChange(after: .zero) == Instant(nanoseconds: 433_333_334))
    field.advance(by: .seconds(10))
    #expect(field.wakeUps <= 40)
  }
}
