import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `A slider and a naive model of it` {
  @Test(arguments: 0..<100) func `agree whatever a person does`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var slider = ControlHarness(slider: 0.5, reducesMotion: true)
    var model = NaiveSlider()
    for _ in 0..<200 {
      // Never halfway between two steps, where rounding decides.
      let x = Double(2 * Int.random(in: 40...170, using: &generator)) + 0.6
      let y = Double(Int.random(in: 45...85, using: &generator))
      let point = Point(x: x, y: y)
      switch Int.random(in: 0..<7, using: &generator) {
      case 0, 1:
        slider.move(to: point)
        model.move(to: point)
      case 2, 3:
        if model.grip == nil, !model.isDown {
          slider.press(at: point)
          model.press(at: point, time: slider.now)
        } else {
          slider.release()
          model.release()
        }
      case 4:
        let key = NaiveSlider.keys[Int.random(in: 0..<NaiveSlider.keys.count, using: &generator)]
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
      #expect(slider.changes == model.told.map { Double($0) / 100 })
      #expect(slider.thumb.map { $0.distance(to: Point(x: model.thumb, y: 64)) < 1e-9 } == true)
      slider.advance(by: .milliseconds(Int.random(in: 0...300, using: &generator)))
    }
  }
}

/// The slider with every case written out: 0 … 100, two pixels a step from x = 108, in no time.
private struct NaiveSlider {
  struct Grip {
    var offset: Double
    var thumb: Double
    var former: Int
  }

  static let keys: [(Key, Modifiers)] = [
    (.left, []), (.right, []), (.up, []), (.down, []), (.left, .shift), (.right, .shift),
    (.pageUp, []), (.pageDown, []), (.home, []), (.end, []), (.escape, []), (.right, .control),
  ]

  var value = 50
  var told: [Int] = []
  var grip: Grip?
  var isDown = false
  var lastPress: (point: Point, time: Instant)?

  /// The thumb's centre.
  var thumb: Double { grip?.thumb ?? Double(108 + 2 * value) }

  mutating func choose(_ value: Int) {
    let value = max(0, min(100, value))
    if value != self.value { told.append(value) }
    self.value = value
  }

  mutating func move(to point: Point) {
    guard let grip else { return }
    let thumb = max(108, min(308, point.x + grip.offset))
    self.grip?.thumb = thumb
    choose(Int(((thumb - 108) / 2).rounded()))
  }

  mutating func press(at point: Point, time: Instant) {
    isDown = true
    guard (100..<316).contains(point.x), (50..<78).contains(point.y) else { return }
    if let last = lastPress, last.time.duration(to: time) <= .milliseconds(400),
      last.point.distance(to: point) <= 4
    {
      lastPress = nil
      return choose(20)
    }
    lastPress = (point, time)
    let isOnThumb = Point(x: thumb, y: 64).distance(to: point) <= 8
    grip = Grip(offset: isOnThumb ? thumb - point.x : 0, thumb: thumb, former: value)
    if !isOnThumb { move(to: point) }
  }

  mutating func release() {
    isDown = false
    grip = nil
  }

  mutating func undo() {
    guard let grip else { return }
    self.grip = nil
    choose(grip.former)
  }

  mutating func press(_ key: Key, _ modifiers: Modifiers) {
    if grip != nil {
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
