public import Motion
public import Scene

/// A control that has one value, is one stop for Tab, and takes the focus when it is pressed, so
/// that keys go on from where the pointer left it.
///
/// What the focus does is the same for all of them; its own is what the value is, how it is chosen
/// and what it looks like.
public protocol ValueControl: Control {
  /// What takes presses, and must be in sight while keys change the value.
  var frame: Rect { get }

  /// Whether keys are meant for it.
  var isFocused: Bool { get set }
}

extension ValueControl {
  public mutating func advance(to now: Instant) -> [Action] { [] }

  public var focusStopCount: Int { 1 }

  public mutating func focus(_ stop: Int?, at now: Instant) { isFocused = stop != nil }

  public func focusStop(under point: Point, at now: Instant) -> Int? {
    frame.contains(point) ? 0 : nil
  }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame }

  /// Whether it has the keyboard focus, in a window that has it.
  public var showsFocus: Bool { isFocused && environment.isWindowFocused }
}
