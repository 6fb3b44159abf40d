public import Motion
public import Scene

/// A control in a group.
@usableFromInline
final class GroupMember {
  /// The `Child`, to call the functions that return no actions.
  let control: any SharedControl
  /// The same `Child` if its control can be laid out.
  let column: (any SharedColumnControl)?
  /// The same `Child` if its control has a secret.
  let secrets: (any SecretControl)?
  /// The identity of the control in the group for assistive programs.
  var number: UInt32 = 0
  /// Handles an event or, without one, every deadline.
  let respond: (InputEvent?, Instant) -> ErasedResponse

  @usableFromInline
  init(_ control: any SharedControl, _ respond: @escaping (InputEvent?, Instant) -> ErasedResponse) {
    (self.control, self.respond) = (control, respond)
    (column, secrets) = (control as? any SharedColumnControl, control as? any SecretControl)
  }
}

/// A response with the actions of the group.
@usableFromInline
typealias ErasedResponse = Response<Any>

/// A control that is an object, so that its functions do not mutate the reference to it.
@usableFromInline
protocol SharedControl: AnyObject, Control {
  func update(_ environment: Environment, at now: Instant)
  func setOverlayBounds(_ bounds: Rect, at now: Instant)
  func focus(_ stop: Int?, at now: Instant)
  func revealFocus(at now: Instant)
}

extension Child: SharedControl where Base: ~Copyable {}

/// A shared control that an arrangement positions.
@usableFromInline
protocol SharedColumnControl: SharedControl, ColumnControl {
  func layOut(at origin: Point, width: Double, at now: Instant)
}

extension Child: SharedColumnControl where Base: ColumnControl & ~Copyable {}

/// A container that arranges controls and routes events to them.
///
/// - A press goes to the topmost control at its position that handles it. That control then receives
///   all pointer events until the same button is released.
/// - Only the control under the pointer receives pointer movements. It receives `pointerLeft` when the
///   pointer moves to another control. If a layout moves it under a resting pointer, it receives the movement again, or
///   `pointerLeft`.
/// - Keys, committed text and preedit text go to the focused control. While a control is modal, it
///   receives them and the pointer events before all others, and the others look unfocused.
/// - Received data goes to the control that requested it or on which it was dropped.
/// - All other events go to all controls.
///
/// Controls that are added on the `floating` layer are above the others. The overlays of all controls
/// are above both.
///
/// A group is an object, so that its controls can be changed through the `Child` that `add` returns.
/// After such a change outside of the group's own event handling, call `layOut(at:)`.
public final class ControlGroup<Action>: ControlContainer, ColumnControl, SecretControl {
  /// Creates an empty group.
  public override init(_ arrangement: Arrangement = .column(), in environment: Environment) {
    super.init(arrangement, in: environment)
  }

  /// Adds a control that the owner of the group lays out. `add` adds one that the arrangement of the group lays out.
  ///
  /// - Parameters:
  ///   - control: The control. It is neither the group nor contains it.
  ///   - layer: The layer on which it is drawn.
  ///   - translate: Returns the actions of the group for an action of the control. The default ignores
  ///     it.
  /// - Returns: The control in the group.
  @discardableResult
  @inlinable
  public func addUnarranged<Base: Control & ~Copyable>(
    _ control: consuming Base, on layer: Layer = .content,
    _ translate: @escaping (Base.Action) -> [Action] = { _ in [] }
  ) -> Child<Base> {
    let child = Child(control)
    append(member(child, translate), on: layer)
    return child
  }

  /// Adds a control that the arrangement of the group lays out, unless it is on the `floating` layer.
  ///
  /// - Parameters:
  ///   - control: The control. It is neither the group nor contains it.
  ///   - layer: The layer on which it is drawn.
  ///   - translate: Returns the actions of the group for an action of the control. The default ignores
  ///     it.
  /// - Returns: The control in the group.
  @discardableResult
  @inlinable
  public func add<Base: ColumnControl & ~Copyable>(
    _ control: consuming Base, on layer: Layer = .content,
    _ translate: @escaping (Base.Action) -> [Action] = { _ in [] }
  ) -> Child<Base> {
    let child = addUnarranged(control, on: layer, translate)
    if layer == .content { arrange(child) }
    return child
  }

  /// Adds a control before another one, or at the end, in the arrangement and in the order of the Tab key.
  package func insert<Base: ColumnControl & ~Copyable, Next: ColumnControl & ~Copyable>(
    _ control: consuming Base, before next: Child<Next>?,
    _ translate: @escaping (Base.Action) -> [Action] = { _ in [] }
  ) -> Child<Base> {
    let child = Child(control)
    append(member(child, translate), on: .content, before: next)
    arrange(child, before: next)
    return child
  }

  @inlinable
  func member<Base: Control & ~Copyable>(
    _ child: Child<Base>, _ translate: @escaping (Base.Action) -> [Action]
  ) -> GroupMember {
    // `Child.control.modify` would allocate memory in the other module, which contains the closure.
    GroupMember(child) { event, now in
      let response = if let event { child.handle(event, at: now) } else { child.advance(to: now) }
      return response.replacingActions { translate($0).map { .action($0) } }
    }
  }

  @inlinable
  func typed(_ response: ErasedResponse) -> Response<Action> {
    response.replacingActions { action in (action as? Action).map { [.action($0)] } ?? [] }
  }

  @inlinable
  public func advance(to now: Instant) -> Response<Action> { typed(advanceMembers(to: now)) }

  @inlinable
  public func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    typed(routeEvent(event, at: now))
  }
}

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

  public var targetHeight: Double { frame.height + group.targetHeight - group.frame.height }

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
