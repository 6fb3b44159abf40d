public import Motion
public import Scene

/// A control that consists of the controls of a group, and adds a layout, drawing or behavior of its
/// own.
///
/// By default, the requirements of `Control` are those of the group, also its environment and the secrets of its
/// controls. A conforming type lays out the controls, and translates the actions of its parts in `perform(_:at:)`.
public protocol CompositeControl: ColumnControl & SecretControl & ~Copyable {
  /// The type of the actions of the group.
  associatedtype Part

  /// The group, usually with the arrangement `manual`.
  var group: ControlGroup<Part> { get }

  /// Performs an action of a control in the group, and returns what the owner has to know. By default, the owner gets
  /// the actions of the group.
  mutating func perform(_ part: Part, at now: Instant) -> [Outcome<Action>]
}

extension CompositeControl where Self: ~Copyable, Part == Action {
  public mutating func perform(_ part: Part, at now: Instant) -> [Outcome<Action>] { [.action(part)] }
}

extension CompositeControl where Self: ~Copyable {
  @inlinable
  public var environment: Environment { _read { yield group.environment } }

  /// Updates the group, and lays it out again.
  public mutating func update(_ environment: Environment, at now: Instant) {
    group.update(environment, at: now)
    layOut(at: frame.origin, width: frame.width, at: now)
  }

  @inlinable
  public mutating func advance(to now: Instant) -> Response<Action> {
    perform(group.advance(to: now), at: now)
  }

  @inlinable
  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    perform(group.handle(event, at: now), at: now)
  }

  /// Performs the actions in a response of the group.
  @inlinable
  public mutating func perform(_ response: Response<Part>, at now: Instant) -> Response<Action> {
    response.replacingActions { perform($0, at: now) }
  }

  public func draw(into list: inout DisplayList, at now: Instant) { group.draw(into: &list, at: now) }

  public func drawOverlay(into list: inout DisplayList, at now: Instant) {
    group.drawOverlay(into: &list, at: now)
  }

  public func describe(into tree: inout AccessibleTree, at now: Instant) {
    group.describe(into: &tree, at: now)
  }

  public func nextChange(after now: Instant) -> Instant? { group.nextChange(after: now) }

  /// Returns `false`, because a control of the group may be changed without this control.
  public static var isCacheable: Bool { false }

  public func hitTest(_ point: Point, at now: Instant) -> HitRegion {
    max(group.hitTest(point, at: now), frame.contains(point) ? .content : .outside)
  }

  public var isModal: Bool { group.isModal }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    group.pointerShape(over: point, at: now)
  }

  public mutating func setOverlayBounds(_ bounds: Rect, at now: Instant) {
    group.setOverlayBounds(bounds, at: now)
  }

  public func acceptedType(of drop: DropInfo, at now: Instant) -> DataType? {
    group.acceptedType(of: drop, at: now)
  }

  public func textInputContext(at now: Instant) -> TextInputContext? { group.textInputContext(at: now) }

  public var focusStopCount: Int { group.focusStopCount }

  public mutating func focus(_ stop: Int?, at now: Instant) { group.focus(stop, at: now) }

  public mutating func revealFocus(at now: Instant) { group.revealFocus(at: now) }

  public func focusStop(under point: Point, at now: Instant) -> Int? {
    group.focusStop(under: point, at: now)
  }

  public func currentFocusStop(_ stop: Int) -> Int? { group.focusedStop }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect {
    group.frame(ofFocusStop: stop, at: now)
  }

  public var wantsKeyboardGrab: Bool { group.wantsKeyboardGrab }

  public func withGrapheme(at index: Int, of handle: SecretHandle, _ body: (Span<UInt8>) -> Void) {
    group.withGrapheme(at: index, of: handle, body)
  }
}
