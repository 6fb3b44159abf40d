import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

/// Invariants of the floating button under random input.
@Suite struct `Floating button under random input` {
  /// The visible state at an instant.
  private struct VisibleState: Equatable {
    var center: Point
    var isModal: Bool
    var drawing: DisplayList

    init(_ button: borrowing ControlHarness<FloatingButton>) {
      center = button.center
      isModal = button.control.isModal
      drawing = button.drawing()
    }
  }

  /// Returns the visible states at common instants, every 50 ms without input, and the actions.
  private func visibleStates(
    seed: Int, _ frames: FrameTimes
  ) -> (states: [VisibleState], actions: [FloatingButton.Action]) {
    var driver = RandomButtonDriver(seed: seed)
    var button = driver.button()
    button.frames = frames
    var states: [VisibleState] = []
    for _ in 0..<25 {
      driver.act(on: &button)
      states.append(VisibleState(button))
      let end = button.now + driver.pause()
      while button.now < end {
        button.advance(by: min(.milliseconds(50), button.now.duration(to: end)))
        states.append(VisibleState(button))
      }
    }
    return (states, button.actions)
  }

  @Test(arguments: 0..<8)
  func `W2 has the same state at the same instants at any frame rate`(seed: Int) {
    let reference = visibleStates(seed: seed, .steady(hertz: 60))
    let steady = [30, 120, 144, 165, 240].map { FrameTimes.steady(hertz: $0) }
    for frames in steady + (0..<3).map({ FrameTimes.random(seed: $0) }) {
      let other = visibleStates(seed: seed, frames)
      #expect(other.states == reference.states)
      #expect(other.actions == reference.actions)
    }
  }

  @Test(arguments: seeds(40)) func `always has finite values`(seed: Int) {
    var driver = RandomButtonDriver(seed: seed)
    var button = driver.button()
    for _ in 0..<40 {
      driver.act(on: &button)
      for _ in 0..<8 {
        let (center, scale, opacity) = (button.center, button.scale, button.opacity)
        #expect(center.x.isFinite && center.y.isFinite)
        #expect(scale.isFinite && scale > 0)
        #expect(opacity >= 0 && opacity <= 1)
        button.advance(by: driver.pause() / 8)
      }
    }
  }

  @Test(arguments: seeds(40)) func `reports its next change correctly`(seed: Int) {
    var driver = RandomButtonDriver(seed: seed)
    var button = driver.button()
    for _ in 0..<40 {
      driver.act(on: &button)
      let end = button.now + driver.pause()
      while button.now < end {
        let next = button.control.nextChange(after: button.now)
        if let next { #expect(next >= button.now) }
        let last = min(end, next.map { $0 - .nanoseconds(1) } ?? end)
        if last > button.now {
          let before = button.drawing()
          button.stall(for: button.now.duration(to: last))
          #expect(button.drawing() == before)
        }
        button.stall(for: min(.milliseconds(7), button.now.duration(to: end)))
      }
    }
  }

  @Test(arguments: seeds(40)) func `ends its modal state with Escape`(seed: Int) {
    var driver = RandomButtonDriver(seed: seed)
    var button = driver.button()
    for _ in 0..<40 {
      driver.act(on: &button)
      button.advance(by: driver.pause())
      var tried = button
      if tried.control.isModal { tried.press(.escape) }
      #expect(!tried.control.isModal)
    }
  }

  @Test(arguments: seeds(40)) func `comes to rest inside its area`(seed: Int) {
    var driver = RandomButtonDriver(seed: seed)
    var button = driver.button()
    for _ in 0..<40 {
      driver.act(on: &button)
      button.advance(by: driver.pause())
    }
    button.control.setRate(1, at: button.now)
    button.press(.escape)
    button.press(.escape)
    button.send(.pointerGrabLost)
    button.send(.pointerLeft)
    button.resize(to: ControlHarness.window)
    let isAtRest = button.settle()
    #expect(isAtRest)
    #expect(button.scale == 1 && !button.control.isModal && !button.isGrabbed)
    let configuration = button.control.configuration
    let window = Rect(origin: .zero, size: ControlHarness.window)
    if configuration.snap == .original {
      let area = Rect(x: 861, y: 20, width: 100, height: 540).inset(by: -1e-9)
      #expect(area.contains(button.center))
    } else {
      let margin = configuration.shape == .ball ? 0.0 : 8
      let frame = button.control.frame(at: button.now)
      let inside = window.inset(by: margin - 1e-9)
      #expect(frame.minX >= inside.minX && frame.maxX <= inside.maxX)
      #expect(frame.minY >= inside.minY && frame.maxY <= inside.maxY)
    }
    let unitPoint = button.control.restPosition
    #expect((0...1).contains(unitPoint.x) && (0...1).contains(unitPoint.y))
  }
}
