public import Gestures
public import Motion
public import Scene

/// An element of the user interface that handles input and draws itself.
///
/// A control does not access a window, a clock or a font. The caller passes the time as an
/// argument. The control measures text with its environment, and returns actions for its owner. All
/// positions are in logical pixels of the window, with y pointing down.
public protocol Control: ~Copyable {
  /// The type of the notifications and requests for the owner.
  associatedtype Action

  /// The theme, fonts, scale and other settings.
  var environment: Environment { get }

  /// Replaces the environment and lays the control out for it.
  ///
  /// The owner keeps the environment up to date. In particular, it updates `isWindowFocused` before
  /// it forwards a `windowFocusChanged` event.
  mutating func update(_ environment: Environment, at now: Instant)

  /// Handles every deadline up to `now`, each at its own instant. The default implementation has no
  /// deadlines.
  mutating func advance(to now: Instant) -> Response<Action>

  /// Handles an input event. Deadlines up to `now` are handled first.
  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action>

  /// Adds the control to a display list. The result depends only on the state and the time.
  func draw(into list: inout DisplayList, at now: Instant)

  /// Adds the objects of the control to a collector, in reading order, so that assistive programs can describe it to the
  /// user and operate it. The default implementation adds none.
  ///
  /// A control with the objects that it adds handles the requests for them, as `InputEvent.accessibility`. The result
  /// depends only on the state and the time.
  func describe(into tree: inout AccessibleTree, at now: Instant)

  /// Returns the next instant at which the appearance changes or a deadline is due: the earliest of everything that
  /// `draw(into:at:)` and `describe(into:at:)` read and that `advance(to:)` waits for (`Instant.earliest`).
  ///
  /// A group reuses the drawing of a control until this instant. In debug builds, it draws the control again from time
  /// to time, and traps if the drawing differs.
  ///
  /// - Returns: `now` while the control is animated; `nil` if nothing changes without input.
  func nextChange(after now: Instant) -> Instant?

  /// Returns the part of the control at a point, by which its owner routes pointer events. The
  /// default implementation returns `content` where the control has a pointer shape.
  func hitTest(_ point: Point, at now: Instant) -> HitRegion

  /// Whether the control receives all pointer events and keys before others, because it shows a menu or
  /// a panel that closes on a press outside. `false` by default.
  var isModal: Bool { get }

  /// Returns the pointer shape over a point, or `nil` if the point is outside the control.
  func pointerShape(over point: Point, at now: Instant) -> PointerShape?

  /// Sets the visible area of the window, in which overlays are shown. The default implementation
  /// ignores it.
  mutating func setOverlayBounds(_ bounds: Rect, at now: Instant)

  /// Adds the parts that are above all other controls to a display list: lists, menus and tooltips.
  /// The default implementation adds none.
  func drawOverlay(into list: inout DisplayList, at now: Instant)

  /// Returns the type in which the data of the last `DataEvent.dragUpdated` can be dropped, or `nil`
  /// (the default) if it cannot be dropped.
  func acceptedType(of drop: DropInfo, at now: Instant) -> DataType?

  /// Returns the destination of the text of an input method, or `nil` (the default) if the control
  /// does not accept any.
  func textInputContext(at now: Instant) -> TextInputContext?

  /// Whether the appearance changes only when the control is modified through its owner, so that its
  /// drawing and its next change can be reused. `true` by default, `false` for containers of shared
  /// controls, which their owners may change.
  static var isCacheable: Bool { get }

  /// The number of focus stops in the control, which the Tab key visits in order. By default, there are none.
  var focusStopCount: Int { get }

  /// Moves the keyboard focus to a focus stop, or removes the focus from the control.
  ///
  /// - Parameter stop: The index of the stop, in 0 ..< `focusStopCount`. If `nil`, the control
  ///   loses the focus.
  mutating func focus(_ stop: Int?, at now: Instant)

  /// Scrolls to the focused stop. The default implementation does nothing.
  mutating func revealFocus(at now: Instant)

  /// Returns the focus stop that a press at a point focuses, or `nil` if the focus stays unchanged.
  func focusStop(under point: Point, at now: Instant) -> Int?

  /// Returns the index that the focused stop has now.
  ///
  /// - Parameter stop: The index when it received the focus.
  /// - Returns: `nil` if it was removed. The default implementation returns `stop`. A container of
  ///   controls that are added and removed returns the index of its focused stop.
  func currentFocusStop(_ stop: Int) -> Int?

  /// Returns the rectangle that must be visible while a stop has the focus. All animations count as
  /// finished.
  func frame(ofFocusStop stop: Int, at now: Instant) -> Rect
}

/// A control that is laid out at an origin with a width, and determines its own height.
public protocol ColumnControl: Control & ~Copyable {
  /// The frame since the last layout, in the window.
  var frame: Rect { get }

  /// The height of the frame when all animations have ended, in logical pixels. By default, the current one.
  var targetHeight: Double { get }

  /// The width beyond which the control needs no more in a row, in logical pixels. Infinite by default.
  var maximumWidth: Double { get }

  /// Sets the position and the width, and computes `frame`.
  ///
  /// - Parameters:
  ///   - origin: The top leading corner, in the window.
  ///   - width: The available width, in logical pixels. A button uses only the width of its label.
  ///   - now: The start of the animations that the change causes.
  mutating func layOut(at origin: Point, width: Double, at now: Instant)
}

extension Control where Self: ~Copyable {
  /// The theme of the environment.
  @inlinable public var theme: Theme { environment.theme }

  public mutating func advance(to now: Instant) -> Response<Action> { .ignored }

  public func describe(into tree: inout AccessibleTree, at now: Instant) {}

  public func hitTest(_ point: Point, at now: Instant) -> HitRegion {
    pointerShape(over: point, at: now) == nil ? .outside : .content
  }

  public var isModal: Bool { false }

  public mutating func setOverlayBounds(_ bounds: Rect, at now: Instant) {}

  public func drawOverlay(into list: inout DisplayList, at now: Instant) {}

  public func acceptedType(of drop: DropInfo, at now: Instant) -> DataType? { nil }

  public func textInputContext(at now: Instant) -> TextInputContext? { nil }

  public static var isCacheable: Bool { true }

  public var focusStopCount: Int { 0 }
  public mutating func focus(_ stop: Int?, at now: Instant) {}
  public mutating func revealFocus(at now: Instant) {}
  public func focusStop(under point: Point, at now: Instant) -> Int? { nil }
  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { .zero }

  public func currentFocusStop(_ stop: Int) -> Int? { stop }
}

extension ColumnControl where Self: ~Copyable {
  public var targetHeight: Double { frame.height }

  public var maximumWidth: Double { .infinity }

  public func hitTest(_ point: Point, at now: Instant) -> HitRegion {
    frame.contains(point) ? .content : .outside
  }
}

/// A control with a secret, such as a password.
///
/// A group finds out whether a control conforms to this protocol when the control is added.
public protocol SecretControl: Control & ~Copyable, SecretTextSource {
  /// Whether the window should grab the keyboard, so that no other client can read the secret as it is typed.
  var wantsKeyboardGrab: Bool { get }
}

/// The part of a control at a point. Of several controls at a point, the one with the greatest region
/// receives pointer events first.
public enum HitRegion: Int, Comparable, Sendable {
  /// No part of the control.
  case outside
  /// The control itself.
  case content
  /// A part above all other controls, for example a list of completions.
  case overlay

  public static func < (first: HitRegion, second: HitRegion) -> Bool { first.rawValue < second.rawValue }
}

/// The result of handling an input event or of the passage of time.
public struct Response<Action> {
  /// Whether the event was for this control. If `false`, the owner offers it to the next control.
  public var isHandled: Bool
  /// The actions and effects, in order.
  public var outcomes: [Outcome<Action>]

  /// Creates a response.
  @inlinable
  public init(isHandled: Bool = false, outcomes: [Outcome<Action>] = []) {
    self.isHandled = isHandled
    self.outcomes = outcomes
  }

  /// Creates a response with actions only.
  @inlinable
  public init(isHandled: Bool = false, actions: [Action]) {
    self.init(isHandled: isHandled, outcomes: actions.map(Outcome.action))
  }

  /// The actions for the owner, in order.
  public var actions: [Action] {
    outcomes.compactMap { if case .action(let action) = $0 { action } else { nil } }
  }

  /// The effects that only the window system can perform, in order.
  public var effects: [Effect] {
    outcomes.compactMap { if case .effect(let effect) = $0 { effect } else { nil } }
  }

  /// The response to an event that is not for the control.
  @inlinable
  public static var ignored: Response { Response(isHandled: false) }

  /// Returns the response to an event that was handled and led to the given actions.
  @inlinable
  public static func handled(_ actions: Action...) -> Response { Response(isHandled: true, actions: actions) }

  /// Adds the outcomes of another response, after those of this one.
  @inlinable
  public mutating func merge(_ other: Response) {
    isHandled = isHandled || other.isHandled
    // Appending to an array is slow in generic code.
    if !other.outcomes.isEmpty { outcomes += other.outcomes }
  }

  /// Returns the response with its actions replaced.
  ///
  /// - Parameter transform: Returns the outcomes that replace an action.
  @inlinable
  public func replacingActions<Other>(
    _ transform: (Action) throws -> [Outcome<Other>]
  ) rethrows -> Response<Other> {
    var result = Response<Other>(isHandled: isHandled)
    if outcomes.isEmpty { return result }
    for outcome in outcomes {
      switch outcome {
      case .action(let action): result.outcomes += try transform(action)
      case .effect(let effect): result.outcomes.append(.effect(effect))
      }
    }
    return result
  }

  /// Returns the response with the outcomes of another one after its own.
  @inlinable
  public func merging(_ other: Response) -> Response {
    var merged = self
    merged.merge(other)
    return merged
  }
}

/// An action for the owner of a control, or an effect.
public enum Outcome<Action> {
  /// A notification or a request that the owner handles.
  case action(Action)
  /// An effect that only the window system can perform.
  case effect(Effect)
}

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
  public var focusStates: AccessibleStates { .focusable(isFocused) }

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
    if node.actions.isEmpty { node.actions = [environment.pressAction()] }
    tree.add(.part(0), node)
  }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    switch event {
    case .accessibility(let request):
      guard request.path == [.part(0)], case .perform = request.kind else { return .ignored }
    case .keyPressed(let key):
      guard isFocused, key.activatesButton else { return .ignored }
      if key.isRepeat { return .handled() }
    default:
      let isInside = event.pointerPosition.map(outline.contains) ?? false
      let outcome = press.handle(event, at: now, over: isInside ? 0 : nil)
      guard case .tapped = outcome else { return Response(isHandled: outcome.isHandled) }
    }
    return Response(isHandled: true, actions: pressed(at: now))
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    outline.contains(point) ? .hand : nil
  }

  /// Returns `nil`: a press does not change the focus.
  public func focusStop(under point: Point, at now: Instant) -> Int? { nil }
}
