public import Motion
public import Scene

/// A control that is pressed as a whole, by the pointer or by a key, and is one stop for Tab.
///
/// What it makes of input is the same for all of them; its own is where it is, what a press is for
/// and what it looks like.
public protocol Pressable: Control {
  /// Whether it is hovered, held down and focused.
  var press: PressTracker { get set }

  /// What takes presses.
  var outline: RoundedRect { get }

  /// Does what a press is for.
  mutating func pressed(at now: Instant) -> [Action]
}

extension Pressable {
  public mutating func advance(to now: Instant) -> [Action] { [] }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    let before = press
    switch press.handle(event, isInside: outline.contains) {
    case .ignored: return Response(isHandled: false, changesNothing: press == before)
    case .handled: return Response(isHandled: true, changesNothing: press == before)
    case .pressed: return Response(isHandled: true, actions: pressed(at: now))
    }
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    outline.contains(point) ? .hand : nil
  }

  public var focusStopCount: Int { 1 }

  public mutating func focus(_ stop: Int?, at now: Instant) { press.isFocused = stop != nil }

  /// A press keeps the focus where it is.
  public func focusStop(under point: Point, at now: Instant) -> Int? { nil }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { outline.rect }

  /// Whether it has the keyboard focus, in a window that has it.
  public var showsFocus: Bool { press.isFocused && environment.isWindowFocused }
}
