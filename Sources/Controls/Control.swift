public import Motion
public import Scene

/// An element of the user interface that handles input and draws itself.
///
/// A control does not access a window, a clock or a font. The caller passes the time as an
/// argument. The control measures text with its environment, and returns actions for its owner. All
/// positions are in logical pixels of the window, with y pointing down.
public protocol Control: ~Copyable {
  /// The type of the requests and notifications for the owner.
  associatedtype Action

  /// The theme, fonts, scale and other settings.
  var environment: Environment { get }

  /// Replaces the environment and lays the control out for it.
  ///
  /// The owner keeps the environment up to date. In particular, it updates `isWindowFocused` before
  /// it forwards a `windowFocusChanged` event.
  mutating func update(_ environment: Environment, at now: Instant)

  /// Handles every deadline up to `now`, each at its own instant, and returns the resulting
  /// actions.
  mutating func advance(to now: Instant) -> [Action]

  /// Handles an input event. Deadlines up to `now` are handled first.
  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action>

  /// Adds the control to a display list. The result depends only on the state and the time.
  func draw(into list: inout DisplayList, at now: Instant)

  /// Returns the next instant at which the appearance changes or a deadline is due.
  ///
  /// - Returns: `now` while the control is animated; `nil` if nothing changes without input.
  func nextChange(after now: Instant) -> Instant?

  /// Returns the pointer shape over a point, or `nil` if the point is outside the control.
  func pointerShape(over point: Point, at now: Instant) -> PointerShape?

  /// The number of focus stops in the control, which the Tab key visits in order.
  var focusStopCount: Int { get }

  /// Moves the keyboard focus to a focus stop, or removes the focus from the control.
  ///
  /// - Parameter stop: The index of the stop, in 0 ..< `focusStopCount`. If `nil`, the control
  ///   loses the focus.
  mutating func focus(_ stop: Int?, at now: Instant)

  /// Returns the focus stop that a press at a point focuses, or `nil` if the focus stays unchanged.
  func focusStop(under point: Point, at now: Instant) -> Int?

  /// Returns the rectangle that must be visible while a stop has the focus. All animations count as
  /// finished.
  func frame(ofFocusStop stop: Int, at now: Instant) -> Rect
}

/// A control that is laid out at an origin with a width, and determines its own height.
public protocol ColumnControl: Control & ~Copyable {
  /// The frame since the last layout, in the window.
  var frame: Rect { get }

  /// Sets the position and the width, and computes `frame`.
  ///
  /// - Parameters:
  ///   - origin: The top leading corner, in the window.
  ///   - width: The available width, in logical pixels. A button uses only the width of its label.
  ///   - now: The start of the animations that the change causes.
  mutating func layOut(at origin: Point, width: Double, at now: Instant)
}

/// The result of handling an input event.
public struct Response<Action> {
  /// Whether the event was for this control. If `false`, the owner offers it to the next control.
  public var isHandled: Bool
  /// The actions for the owner, in order.
  public var actions: [Action]

  /// Creates a response.
  public init(isHandled: Bool, actions: [Action] = []) {
    self.isHandled = isHandled
    self.actions = actions
  }

  /// The response to an event that is not for the control.
  public static var ignored: Response { Response(isHandled: false) }

  /// Returns the response to an event that was handled and led to the given actions.
  public static func handled(_ actions: Action...) -> Response { Response(isHandled: true, actions: actions) }
}
