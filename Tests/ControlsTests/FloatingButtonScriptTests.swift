import Controls
import Motion
import Scene
import TestSupport
import Testing

/// What holds of the floating button whatever was done with it.
@Suite struct `A floating button in anybody's hands` {
  /// What can be seen at a moment.
  private struct Sight: Equatable {
    var center: Point
    var isModal: Bool
    var drawing: DisplayList

    init(_ button: borrowing ControlHarness<FloatingButton>) {
      center = button.center
      isModal = button.control.isModal
      drawing = button.drawing()
    }
  }

  /// What is seen at common instants, 50 ms apart while nothing is done, and what was asked for.
  private func sights(
    seed: Int, _ frames: FrameTimes
  ) -> (seen: [Sight], actions: [FloatingButton.Action]) {
    var user = RandomButtonUser(seed: seed)
    var button = user.button()
    button.frames = frames
    var seen: [Sight] = []
    for _ in 0..<25 {
      user.act(on: &button)
      seen.append(Sight(button))
      let end = button.now + user.pause()
      while button.now < end {
        button.advance(by: min(.milliseconds(50), button.now.duration(to: end)))
        seen.append(Sight(button))
      }
    }
    return (seen, button.actions)
  }

  @Test(arguments: 0..<8)
  func `W2 is at the same places at common instants, at any frame rate`(seed: Int) {
    let reference = sights(seed: seed, .steady(hertz: 60))
    let steady = [30, 120, 144, 165, 240].map { FrameTimes.steady(hertz: $0) }
    for frames in steady + (0..<3).map({ FrameTimes.random(seed: $0) }) {
      let other = sights(seed: seed, frames)
      #expect(other.seen == reference.seen)
      #expect(other.actions == reference.actions)
    }
  }

  @Test(arguments: 0..<40) func `is always somewhere finite`(seed: Int) {
    var user = RandomButtonUser(seed: seed)
    var button = user.button()
    for _ in 0..<40 {
      user.act(on: &button)
      for _ in 0..<8 {
        let (center, scale, opacity) = (button.center, button.scale, button.opacity)
        #expect(center.x.isFinite && center.y.isFinite)
        #expect(scale.isFinite && scale > 0)
        #expect(opacity >= 0 && opacity <= 1)
        button.advance(by: user.pause() / 8)
      }
    }
  }

  @Test(arguments: 0..<40) func `says truly when it next looks different`(seed: Int) {
    var user = RandomButtonUser(seed: seed)
    var button = user.button()
    for _ in 0..<40 {
      user.act(on: &button)
      let end = button.now + user.pause()
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

  @Test(arguments: 0..<40) func `lets go by Escape of all that it has taken`(seed: Int) {
    var user = RandomButtonUser(seed: seed)
    var button = user.button()
    for _ in 0..<40 {
      user.act(on: &button)
      button.advance(by: user.pause())
      var tried = button
      if tried.control.isModal { tried.press(.escape) }
      #expect(!tried.control.isModal)
    }
  }

  @Test(arguments: 0..<40) func `comes to rest inside its area`(seed: Int) {
    var user = RandomButtonUser(seed: seed)
    var button = user.button()
    for _ in 0..<40 {
      user.act(on: &button)
      button.advance(by: user.pause())
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
    if configuration.snap == .seed {
      let area = Rect(x: 861, y: 20, width: 100, height: 540).inset(by: -1e-9)
      #expect(area.contains(button.center))
    } else {
      let margin = configuration.shape == .ball ? 0.0 : 8
      let frame = button.control.frame(at: button.now)
      let inside = window.inset(by: margin - 1e-9)
      #expect(frame.minX >= inside.minX && frame.maxX <= inside.maxX)
      #expect(frame.minY >= inside.minY && frame.maxY <= inside.maxY)
    }
    let place = button.control.restingPlace
    #expect((0...1).contains(place.x) && (0...1).contains(place.y))
  }
}
