package import Motion
package import Scene

/// A control with one value and one focus stop. A press focuses it, so that the user can continue
/// with the keyboard.
///
/// The frame accepts presses, and stays visible while the control has the focus.
///
/// The default implementation handles the focus. A conforming type provides the value, the input
/// and the drawing.
package protocol ValueControl: ColumnControl {
  /// Whether the control has the keyboard focus.
  var isFocused: Bool { get set }
}

extension ValueControl {
  public var focusStopCount: Int { 1 }

  public mutating func focus(_ stop: Int?, at now: Instant) { isFocused = stop != nil }

  public func focusStop(under point: Point, at now: Instant) -> Int? { frame.contains(point) ? 0 : nil }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame }

  /// Whether the control has the keyboard focus and its window is focused.
  package var showsFocus: Bool { isFocused && environment.isWindowFocused }
}
