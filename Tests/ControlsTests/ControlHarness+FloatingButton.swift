import Controls
import Motion
import Scene
import TestSupport

/// A floating button in a window of 960 × 640, where with fixed metrics it is 172 × 88 and its
/// centre may be in 94…866 × 52…588.
extension ControlHarness where Subject == FloatingButton {
  static var window: Size { Size(width: 960, height: 640) }

  init(
    button configuration: FloatingButton.Configuration = FloatingButton.Configuration(),
    in window: Size = Self.window, scale: Double = 1, reducesMotion: Bool = false
  ) {
    let environment = Environment(
      text: FixedTextMetrics(), scale: scale, reducesMotion: reducesMotion)
    var button = FloatingButton(configuration, in: environment)
    button.place(in: Rect(origin: .zero, size: window), at: .zero)
    self.init(button)
  }

  // What a person does.

  /// Presses the button in its middle for as long as it takes to drag it.
  mutating func pickUp() {
    press(at: center)
    if control.configuration.drag == .longPress { advance(by: .milliseconds(300)) }
  }

  /// Drags by some way, and pauses there so that a release throws nothing.
  mutating func carry(by way: Vector) {
    drag(to: pointer + way, over: .milliseconds(200))
    advance(by: .milliseconds(100))
  }

  /// Drags so that the button's centre comes to a place, and pauses there.
  mutating func carry(to place: Point) { carry(by: place - center) }

  /// Picks the button up, carries it somewhere and lets it go.
  mutating func put(at place: Point) {
    pickUp()
    carry(to: place)
    release()
  }

  mutating func resize(to window: Size) {
    control.place(in: Rect(origin: .zero, size: window), at: now)
  }

  // What a person sees.

  var center: Point { center(after: .zero) }

  /// Where the centre will be if nothing more happens.
  func center(after duration: Duration) -> Point { control.frame(at: now + duration).center }

  var scale: Double { scale(after: .zero) }

  func scale(after duration: Duration) -> Double { group(after: duration).transform.scale }

  var opacity: Double { opacity(after: .zero) }

  func opacity(after duration: Duration) -> Double { group(after: duration).opacity }

  /// Whether it is in the hand.
  var isGrabbed: Bool { control.pointerShape(over: pointer, at: now) == .grabbing }

  /// All of the button is drawn as one group, after all else but its menu.
  private func group(after duration: Duration) -> DisplayList.Group {
    var list = DisplayList()
    control.draw(into: &list, at: now + duration)
    let groups = list.elements.compactMap { element in
      if case .group(let group, _) = element { group } else { nil }
    }
    return groups.last { $0.transform.translation != .zero } ?? DisplayList.Group()
  }
}

/// A number within some tolerance of another.
func isNear(_ a: Double, _ b: Double, within tolerance: Double = 1e-9) -> Bool {
  abs(a - b) <= tolerance
}

/// A place within some distance of another.
func isNear(_ a: Point, _ b: Point, within tolerance: Double = 1e-9) -> Bool {
  a.distance(to: b) <= tolerance
}
