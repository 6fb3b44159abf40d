public import Gestures
public import Motion
public import Scene

/// A control with one focus stop.
///
/// The default implementation handles the focus. The frame stays visible while the control has it.
public protocol FocusableControl: ColumnControl {
  /// Whether the control has the keyboard focus. The group sets it by `focus(_:at:)`.
  var isFocused: Bool { get set }
}

extension FocusableControl {
  public var focusStopCount: Int { 1 }

  public mutating func focus(_ stop: Int?, at now: Instant) { isFocused = stop != nil }

  /// Returns the only stop for a point on the frame: a press focuses the control, so that the user can continue with
  /// the keyboard.
  public func focusStop(under point: Point, at now: Instant) -> Int? { frame.contains(point) ? 0 : nil }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame }

  /// The states of the focus in the description of the control.
  public var focusStates: AccessibleStates { isFocused ? [.focusable, .focused] : .focusable }

  /// Whether the control has the keyboard focus and its window is focused.
  public var showsFocus: Bool { isFocused && environment.isWindowFocused }
}

/// A control that is pressed as a whole, by pointer or by key.
///
/// The default implementation handles the input. A conforming type provides the outline, the effect
/// of a press, and the drawing.
public protocol Pressable: FocusableControl {
  /// The hover and press state.
  var press: PressRecognizer { get set }

  /// The area that accepts presses, in the window.
  var outline: RoundedRect { get }

  /// The role, the name and the states of the control for assistive programs. The default implementation of `describe`
  /// adds the focus, the action and the frame.
  var accessibleNode: AccessibleNode { get }

  /// Performs the effect of a press and returns the resulting actions.
  mutating func pressed(at now: Instant) -> [Action]
}

extension Pressable {
  public func describe(into tree: inout AccessibleTree, at now: Instant) {
    var node = accessibleNode
    node.states.formUnion(focusStates)
    node.frame = outline.rect
    if node.actions.isEmpty { node.actions = [AccessibleAction("press", environment.strings.text(.press))] }
    tree.add(.part(0), node)
  }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    if case .accessibility(let request) = event { return handle(request, at: now) }
    if case .keyPressed(let key) = event {
      guard isFocused, key.activatesButton else { return .ignored }
      return Response(isHandled: true, actions: key.isRepeat ? [] : pressed(at: now))
    }
    let isInside = event.pointerPosition.map(outline.contains) ?? false
    let outcome = press.handle(event, at: now, over: isInside ? 0 : nil)
    guard case .tapped = outcome else { return Response(isHandled: outcome.isHandled) }
    return Response(isHandled: true, actions: pressed(at: now))
  }

  private mutating func handle(_ request: AccessibilityRequest, at now: Instant) -> Response<Action> {
    guard request.path == [.part(0)], case .perform = request.kind else { return .ignored }
    return Response(isHandled: true, actions: pressed(at: now))
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    outline.contains(point) ? .hand : nil
  }

  /// Returns `nil`: a press does not change the focus.
  public func focusStop(under point: Point, at now: Instant) -> Int? { nil }
}
