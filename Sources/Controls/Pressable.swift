package import Motion
package import Scene

/// A control that is pressed as a whole, by pointer or by key, and has one focus stop.
///
/// The default implementation handles the input. A conforming type provides the outline, the effect
/// of a press, and the drawing.
package protocol Pressable: ColumnControl {
  /// The hover, press and focus state.
  var press: PressTracker { get set }

  /// The area that accepts presses, in the window.
  var outline: RoundedRect { get }

  /// Performs the effect of a press and returns the resulting actions.
  mutating func pressed(at now: Instant) -> [Action]
}

extension Pressable {
  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    switch press.handle(event, isInside: outline.contains) {
    case .ignored: .ignored
    case .handled: .handled()
    case .pressed: Response(isHandled: true, actions: pressed(at: now))
    }
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    outline.contains(point) ? .hand : nil
  }

  public var focusStopCount: Int { 1 }

  public mutating func focus(_ stop: Int?, at now: Instant) { press.isFocused = stop != nil }

  /// Returns `nil`: a press does not change the focus.
  public func focusStop(under point: Point, at now: Instant) -> Int? { nil }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame }

  /// Whether the control has the keyboard focus and its window is focused.
  package var showsFocus: Bool { press.isFocused && environment.isWindowFocused }
}
