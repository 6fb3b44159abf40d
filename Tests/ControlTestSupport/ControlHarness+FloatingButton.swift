package import Controls
import Motion
package import Scene
import TestSupport

/// A floating button in a window of 960 × 640. With fixed metrics it is 172 × 88, and its
/// center is in 94…866 × 52…588.
extension ControlHarness where Subject == FloatingButton {
  package static var window: Size { Size(width: 960, height: 640) }

  package init(
    button configuration: FloatingButton.Configuration = FloatingButton.Configuration(),
    in window: Size = Self.window, scale: Double = 1, reducesMotion: Bool = false
  ) {
    let environment = Environment(
      text: FixedTextMetrics(), scale: scale, reducesMotion: reducesMotion)
    var button = FloatingButton(configuration, in: environment)
    button.place(in: Rect(origin: .zero, size: window), at: .zero)
    self.init(button)
  }

  // User actions.

  /// Presses the button at its center until a drag begins.
  package mutating func beginDrag() {
    press(at: center)
    if control.configuration.drag == .longPress { advance(by: .milliseconds(300)) }
  }

  /// Drags by an offset and pauses, so that a release does not throw the button.
  package mutating func drag(by offset: Vector) {
    drag(to: pointer + offset, over: .milliseconds(200))
    advance(by: .milliseconds(100))
  }

  /// Drags the center of the button to a position and pauses.
  package mutating func dragCenter(to point: Point) { drag(by: point - center) }

  /// Drags the button to a position and releases it.
  package mutating func drop(at point: Point) {
    beginDrag()
    dragCenter(to: point)
    release()
  }

  package mutating func resize(to window: Size) {
    control.place(in: Rect(origin: .zero, size: window), at: now)
  }

  // Visible state.

  package var center: Point { center(after: .zero) }

  /// Returns the center after a duration without further events.
  package func center(after duration: Duration) -> Point { control.frame(at: now + duration).center }

  package var scale: Double { scale(after: .zero) }

  package func scale(after duration: Duration) -> Double { group(after: duration).transform.scale }

  package var opacity: Double { opacity(after: .zero) }

  package func opacity(after duration: Duration) -> Double { group(after: duration).opacity }

  /// Whether the button is being dragged.
  package var isGrabbed: Bool { control.pointerShape(over: pointer, at: now) == .grabbing }

  /// Returns the group that contains the button. Only the menu is drawn after it.
  private func group(after duration: Duration) -> DisplayList.Group {
    var list = DisplayList()
    control.draw(into: &list, at: now + duration)
    let groups = list.elements.compactMap { element in
      if case .group(let group, _) = element { group } else { nil }
    }
    return groups.last { $0.transform.translation != .zero } ?? DisplayList.Group()
  }
}
