public import Motion
public import Scene

/// A thing on the screen that can be seen and used: pure state in, drawing out.
///
/// A control knows no window, no clock and no font. Time is an argument; what it wants done outside
/// itself it returns as actions; text is measured through its environment. All places are in
/// logical pixels of the window, y growing downward.
public protocol Control: ~Copyable {
  /// What it asks its owner to do.
  associatedtype Action

  /// What it takes from its surroundings. Its owner keeps it up to date: before a
  /// `windowFocusChanged` is handed over, it says the same.
  var environment: Environment { get set }

  /// Passes every deadline up to `now`, each as if at its own instant, and returns what that led
  /// to.
  mutating func advance(to now: Instant) -> [Action]

  /// Takes in what a person did. Deadlines up to `now` come first.
  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action>

  /// Adds what it looks like to a display list: a pure function of its state and the time.
  func draw(into list: inout DisplayList, at now: Instant)

  /// When it next looks different or has a deadline: `now` itself while it moves, `nil` at rest.
  func nextChange(after now: Instant) -> Instant?

  /// What the pointer looks like over a place; `nil` where the control is not.
  func pointerShape(over point: Point, at now: Instant) -> PointerShape?

  /// How many places in it Tab stops at.
  var focusStopCount: Int { get }

  /// Gives the keyboard focus to one of its stops, or takes it away by `nil`.
  ///
  /// - Parameter stop: 0 ..< `focusStopCount`.
  mutating func focus(_ stop: Int?, at now: Instant)

  /// The stop that a press at a place gives the focus to; `nil` where the focus stays as it is.
  func focusStop(under point: Point, at now: Instant) -> Int?

  /// What must be in sight while a stop has the focus, as it is at rest.
  func frame(ofFocusStop stop: Int, at now: Instant) -> Rect
}

/// What a control made of an event.
public struct Response<Action> {
  /// Whether the event was meant for it. Any other goes on to whoever is next.
  public var isHandled: Bool
  /// What its owner is to do, in this order.
  public var actions: [Action]
  /// Whether the control looks as it would have without the event, until it next changes by itself,
  /// so that it need not be drawn anew. Most movements of a pointer are such; who is not sure says
  /// no.
  public var changesNothing: Bool

  public init(isHandled: Bool, actions: [Action] = [], changesNothing: Bool = false) {
    self.isHandled = isHandled
    self.actions = actions
    self.changesNothing = changesNothing
  }

  /// Adds what a part of the control made of the same event, its actions apart.
  public mutating func note<Part>(_ part: Response<Part>) {
    isHandled = isHandled || part.isHandled
    changesNothing = changesNothing && part.changesNothing
  }

  /// The event means nothing to the control.
  public static var ignored: Response { Response(isHandled: false) }

  /// The event was taken, and these actions follow.
  public static func handled(_ actions: Action...) -> Response {
    Response(isHandled: true, actions: actions)
  }
}
