import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Control preferences` {
  private func environment(_ change: (inout Preferences) -> Void) -> Environment {
    var preferences = Preferences()
    change(&preferences)
    return Environment(text: FixedTextMetrics(), preferences: preferences)
  }

  @Test func `T5 have the default blink period and timeout`() {
    #expect(Preferences().caretBlinkPeriod == .milliseconds(800) + Duration.seconds(16) / 60)
    #expect(Preferences().caretBlinkTimeout == .seconds(10))
  }

  @Test(arguments: [400, 800, 1200, 5000]) func `set the blink period of the caret`(period: Int) {
    var blink = CaretBlink()
    blink.restart(
      at: .zero, in: environment { $0.caretBlinkPeriod = .milliseconds(period) })
    for beat in 0..<2 {
      let start = Instant.zero + .milliseconds(beat * period)
      #expect(blink.opacity(at: start + .milliseconds(1)) > 0.98)
      #expect(blink.opacity(at: start + .milliseconds(period / 2)) < 0.02)
      #expect(blink.opacity(at: start + .milliseconds(period * 3 / 4 - 1)) < 0.02)
    }
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .milliseconds(1), .seconds(1_000_000)])
  func `limit the blink period to a valid range`(period: Duration) {
    var blink = CaretBlink()
    blink.restart(at: .zero, in: environment { $0.caretBlinkPeriod = period })
    let next = blink.nextChange(after: .zero)
    #expect(next.map { $0 >= .zero + .milliseconds(20) && $0 <= .zero + .seconds(30) } == true)
  }

  @Test func `set the blink timeout`() {
    var blink = CaretBlink()
    blink.restart(at: .zero, in: environment { $0.caretBlinkTimeout = .seconds(2) })
    #expect(blink.nextChange(after: .zero + .milliseconds(1999)) != nil)
    #expect(blink.nextChange(after: .zero + .seconds(2)) == nil)
    #expect(blink.opacity(at: .zero + .milliseconds(2600)) == 1)
  }

  @Test(arguments: FloatingButton.Shape.allCases, [(0.0, false), (30, true)])
  func `set the drag threshold of a press`(
    shape: FloatingButton.Shape, threshold: (Double, isTap: Bool)
  ) {
    var harness = ControlHarness(
      FloatingButton(.init(shape: shape), in: environment { $0.dragThreshold = threshold.0 }))
    harness.control.place(in: Rect(x: 0, y: 0, width: 960, height: 640), at: .zero)
    let center = harness.control.frame(at: harness.now).center
    harness.move(to: center)
    harness.press(at: center)
    harness.drag(to: center + Vector(dx: -20, dy: 0), over: .milliseconds(100))
    harness.release()
    #expect(harness.control.isOn == threshold.isTap)
  }

  @Test(arguments: FloatingButton.Shape.allCases, [false, true])
  func `never reduce the drag threshold of a control`(shape: FloatingButton.Shape, isTouch: Bool) {
    var harness = ControlHarness(
      FloatingButton(.init(shape: shape), in: environment { $0.dragThreshold = 1 }))
    harness.control.place(in: Rect(x: 0, y: 0, width: 960, height: 640), at: .zero)
    let center = harness.control.frame(at: harness.now).center
    harness.move(to: center)
    harness.send(.pointerPressed(PointerPress(at: center, isTouch: isTouch)))
    harness.drag(to: center + Vector(dx: -8, dy: 0), over: .milliseconds(100))
    harness.release()
    #expect(harness.control.isOn)
  }

  /// Clicks twice on a slider, in 400 ms and at a distance.
  @Test(
    arguments: [(300, 5, 0, false), (500, 5, 0, true), (500, 8, 6, true), (500, 2, 3, false)]
      as [(Int, Double, Double, Bool)])
  func `set the double-click time and distance of a slider`(
    time: Int, limit: Double, distance: Double, isDouble: Bool
  ) {
    var slider = Slider(
      0.2, of: SteppedRange(0...1, stepsPerUnit: 100), defaultValue: 0.2,
      in: environment { preferences in
        preferences.doubleClickTime = .milliseconds(time)
        preferences.doubleClickDistance = limit
      })
    slider.layOut(at: Point(x: 0, y: -1), width: 216, at: .zero)
    var harness = ControlHarness(slider)
    harness.click(Point(x: 150, y: 14))
    harness.advance(by: .milliseconds(400))
    harness.click(Point(x: 150 + distance, y: 14))
    #expect((harness.control.value == 0.2) == isDouble)
  }
}
