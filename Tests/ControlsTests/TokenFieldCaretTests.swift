import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `The token field's caret` {
  @Test func `T4 is 2 px wide, blue, centred on the leading edge of the token it precedes`() throws
  {
    var field = ControlHarness(tokens: ControlHarness.samples)
    for edge in [30.0, 136, 256] {
      let caret = try #require(field.caret)
      #expect(caret.frame == Rect(x: edge - 1, y: 38, width: 2, height: 22))
      #expect(caret.color == Theme.light.colors.blue)
      field.press(.right)
    }
  }

  @Test func `T4 stands one spacing after the last token at the end`() {
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

  @Test func `is where an input method composes, unless nothing can be typed`() {
    var field = ControlHarness(tokens: ["a"])
    #expect(field.control.textInput(at: field.now)?.caret == field.caret?.frame)
    field.control.configuration.isEditable = false
    #expect(field.control.textInput(at: field.now) == nil)
    field.control.configuration.isEditable = true
    field.control.focus(nil, at: field.now)
    #expect(field.control.textInput(at: field.now) == nil)
  }

  @Test func `stands in what is composed behind text that ends a block`() {
    var field = ControlHarness(tokens: (0..<256).map { "\($0)" })
    field.control.selection = .caret(127)
    // Two letters, or the two blocks would become one.
    field.type("xy")
    field.press(.delete, .control)
    field.send(.preeditChanged(Preedit([Preedit.Segment("한")], caret: 1)))
    field.settle()
    #expect(field.drawing().texts.contains("xy한"))
  }

  @Test func `T4 stands at the content's leading edge where there is no token`() {
    let field = ControlHarness(tokens: [])
    #expect(field.caret?.frame == Rect(x: 29, y: 38, width: 2, height: 22))
  }

  @Test func `T7, T8 is there only with the focus, in a window that has it, and no selection`() {
    var field = ControlHarness(tokens: ["a", "b"])
    #expect(field.caret != nil)
    field.send(.windowFocusChanged(isFocused: false))
    #expect(field.caret == nil)
    field.send(.windowFocusChanged(isFocused: true))
    #expect(field.caret != nil)
    field.press(.right, .shift)
    #expect(field.caret == nil)
    field.press(.left)
    #expect(field.caret != nil)
    field.control.focus(nil, at: field.now)
    #expect(field.caret == nil)
  }
}

@Suite struct `The caret's blinking` {
  private static let fade = Duration.seconds(8) / 60

  @Test func `T5 is 0.4 s on, 8/60 s of fading, 0.4 s off and 8/60 s of fading`() {
    let field = ControlHarness(tokens: ["a"])
    let times: [(Duration, Double)] = [
      (.zero, 1), (.milliseconds(400), 1), (.milliseconds(400) + Self.fade / 4, 0.75),
      (.milliseconds(400) + Self.fade / 2, 0.5), (.milliseconds(400) + Self.fade, 0),
      (.milliseconds(800), 0), (.milliseconds(800) + Self.fade, 0),
      (.milliseconds(800) + Self.fade * 3 / 2, 0.5), (.milliseconds(800) + Self.fade * 2, 1),
    ]
    for round in 0..<8 {
      for (time, opacity) in times {
        let passed = (Duration.milliseconds(800) + Self.fade * 2) * round + time
        // Eight rounds in whole nanoseconds are less than 16 ns off.
        #expect(isNear(field.caret(after: passed)?.opacity ?? 0, opacity, within: 2e-7))
      }
    }
  }

  @Test func `T5 starts anew, solid, after every key and every click`() {
    var field = ControlHarness(tokens: ["a", "b"])
    let acts: [(inout ControlHarness<TextTokenField>) -> Void] = [
      { $0.press(.right) }, { $0.press(.right) }, { $0.press(.right) }, { $0.press(.home) },
      { $0.click(Point(x: 300, y: 50)) },
    ]
    for act in acts {
      field.advance(by: .milliseconds(600))
      #expect(isNear(field.caret?.opacity ?? 1, 0))
      act(&field)
      #expect(field.caret?.opacity == 1)
      #expect(field.caret(after: .milliseconds(400))?.opacity == 1)
      #expect(isNear(field.caret(after: .milliseconds(600))?.opacity ?? 1, 0))
    }
  }

  @Test func `T5 stops after 10 s without input, shown`() {
    var field = ControlHarness(tokens: ["a", "b"])
    field.advance(by: .seconds(7))
    field.press(.right)
    field.advance(by: .milliseconds(9900))
    #expect(field.control.nextChange(after: field.now) != nil)
    field.advance(by: .milliseconds(100))
    #expect(field.control.nextChange(after: field.now) == nil)
    #expect(field.caret?.opacity == 1)
  }

  @Test func `T5 costs no wake-up in ten minutes once it has stopped`() {
    var field = ControlHarness(tokens: ["a"])
    field.advance(by: .seconds(10))
    let (wakeUps, drawing) = (field.wakeUps, field.drawing())
    for _ in 0..<600 {
      field.advance(by: .seconds(1))
      #expect(field.drawing() == drawing)
      #expect(field.control.nextChange(after: field.now) == nil)
    }
    #expect(field.wakeUps == wakeUps)
  }

  @Test func `T5 wakes the program only to fade: no more than 17 times a second`() {
    var field = ControlHarness(tokens: ["a"])
    #expect(field.control.nextChange(after: .zero) == .zero + .milliseconds(400))
    field.advance(by: .seconds(10))
    #expect(field.wakeUps <= 170)
  }

  @Test func `T5, T7 costs nothing without the focus`() {
    var field = ControlHarness(tokens: ["a"], isFocused: false)
    #expect(field.control.nextChange(after: field.now) == nil)
    field.control.focus(0, at: field.now)
    #expect(field.control.nextChange(after: field.now) != nil)
    field.send(.windowFocusChanged(isFocused: false))
    #expect(field.control.nextChange(after: field.now) == nil)
    field.send(.windowFocusChanged(isFocused: true))
    field.control.focus(nil, at: field.now)
    #expect(field.control.nextChange(after: field.now) == nil)
  }

  @Test func `T5 rests while there is a selection`() {
    var field = ControlHarness(tokens: ["a"])
    field.press(.right, .shift)
    #expect(field.control.nextChange(after: field.now) == nil)
  }
}
