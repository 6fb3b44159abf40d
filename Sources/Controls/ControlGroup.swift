public import Motion
public import Scene

/// A container that arranges controls and routes events to them.
///
/// - A press goes to the topmost control at its position that handles it. That control then receives
///   all pointer events until the same button is released.
/// - Only the control under the pointer receives pointer movements. It receives `pointerLeft` when the
///   pointer moves to another control.
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

  /// Adds a control without actions before another one, in the arrangement and in the order of the Tab key.
  package func insert<Base: ColumnControl & ~Copyable, Next: ColumnControl & ~Copyable>(
    _ control: consuming Base, before next: Child<Next>
  ) -> Child<Base> {
    let child = Child(control)
    append(member(child) { _ in [] }, on: .content, before: next)
    arrange(child, before: next)
    return child
  }

  @inlinable
  func member<Base: Control & ~Copyable>(
    _ child: Child<Base>, _ translate: @escaping (Base.Action) -> [Action]
  ) -> GroupMember {
    // `Child.control.modify` would allocate memory in the other module, which contains the closures.
    GroupMember(
      child, handle: { Self.erased(child.handle($0, at: $1), translate) },
      advance: { Self.erased(child.advance(to: $0), translate) })
  }

  /// Replaces the actions of a control with those of the group.
  @inlinable
  static func erased<BaseAction>(
    _ response: Response<BaseAction>, _ translate: (BaseAction) -> [Action]
  ) -> ErasedResponse {
    response.replacingActions { translate($0).map { .action($0) } }
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
