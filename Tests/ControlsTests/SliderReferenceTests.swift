import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Slider reference comparison` {
  @Test(arguments: seeds(100)) func `agrees with the reference model after any input`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var slider = ControlHarness(slider: 0.5, reducesMotion: true)
    var model = ReferenceSlider()
    for _ in 0..<200 {
      // Never halfway between two steps, where the result depends on rounding.
      let x = Double(2 * Int.random(in: 40...170, using: &generator)) + 0.6
      let y = Double(Int.random(in: 45...85, using: &generator))
      let point = Point(x: x, y: y)
      switch Int.random(in: 0..<7, using: &generator) {
      case 0, 1:
        slider.move(to: point)
        model.move(to: point)
      case 2, 3:
        if model.drag == nil, !model.isDown {
          slider.press(at: point)
          model.press(at: point, time: slider.now)
        } else {
          slider.release()
          model.release()
        }
      case 4:
        let key = ReferenceSlider.keys[Int.random(in: 0..<ReferenceSlider.keys.count, using: &generator)]
        slider.press(key.0, key.1)
        model.press(key.0, key.1)
      case 5:
        let notches = Double(Int.random(in: -4...4, using: &generator))
        slider.scroll(notches)
      default:
        slider.send(.pointerGrabLost)
        model.undo()
        model.isDown = false
      }
      let value = slider.control.value
      #expect((0...1).contains(value) && value == (value * 100).rounded() / 100)
      #expect(value == Double(model.value) / 100)
      #expect(slider.changes == model.reported.map { Double($0) / 100 })
      #expect(slider.thumb.map { $0.distance(to: Point(x: model.thumb, y: 64)) < 1e-9 } == true)
      slider.advance(by: .milliseconds(Int.random(in: 0...300, using: &generator)))
    }
  }
}

/// A reference model of the slider without animation: 0 … 100, two pixels per step from x = 108.
private struct ReferenceSlider {
  struct DragState {
    var offset: Double
    var thumb: Double
    var previousValue: Int
  }

  static let keys: [(Key, Modifiers)] = [
    (.left, []), (.right, []), (.up, []), (.down, []), (.left, .shift), (.right, .shift),
    (.pageUp, []), (.pageDown, []), (.home, []), (.end, []), (.escape, []), (.right, .control),
  ]

  var value = 50
  var reported: [Int] = []
  var drag: DragState?
  var isDown = false
  var lastPress: (point: Point, time: Instant)?

  /// The x coordinate of the center of the thumb.
  var thumb: Double { drag?.thumb ?? Double(108 + 2 * value) }

  mutating func choose(_ value: Int) {
    let value = max(0, min(100, value))
    if value != self.value { reported.append(value) }
    self.value = value
  }

  mutating func move(to point: Point) {
    guard let drag else { return }
    let thumb = max(108, min(308, point.x + drag.offset))
    self.drag?.thumb = thumb
    choose(Int(((thumb - 108) / 2).rounded()))
  }

  mutating func press(at point: Point, time: Instant) {
    isDown = true
    guard (100..<316).contains(point.x), (49..<79).contains(point.y) else { return }
    if let last = lastPress, last.time.duration(to: time) <= .milliseconds(400),
      last.point.distance(to: point) <= 4
    {
      lastPress = nil
      return choose(20)
    }
    lastPress = (point, time)
    let isOnThumb = Point(x: thumb, y: 64).distance(to: point) <= 8
    drag = DragState(offset: isOnThumb ? thumb - point.x : 0, thumb: thumb, previousValue: value)
    if !isOnThumb { move(to: point) }
  }

  mutating func release() {
    isDown = false
    drag = nil
  }

  mutating func undo() {
    guard let drag else { return }
    self.drag = nil
    choose(drag.previousValue)
  }

  mutating func press(_ key: Key, _ modifiers: Modifiers) {
    if drag != nil {
      if key == .escape { undo() }
      return
    }
    switch (key, modifiers) {
    case (.left, []), (.down, []): choose(value - 1)
    case (.right, []), (.up, []): choose(value + 1)
    case (.left, .shift), (.pageDown, []): choose(value - 10)
    case (.right, .shift), (.pageUp, []): choose(value + 10)
    case (.home, []): choose(0)
    case (.end, []): choose(100)
    default: break
    }
  }
}
