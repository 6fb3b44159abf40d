public import Motion
public import Scene

/// The part of a `ControlGroup` that does not depend on the type of its actions.
///
/// The actions have no type here, because generic code that is called for each frame and each event is slow.
public class ControlContainer {
  /// A request for data that has not been answered.
  struct Request {
    /// The control that receives the data. `nil` after it was removed: the data has not
    /// arrived yet.
    var member: GroupMember?
    var source: ReceivedData.Source
  }

  /// The layer of a control in a group.
  public enum Layer {
    /// The layer of the controls that the arrangement positions.
    case content
    /// The layer above the content. The owner lays out its controls.
    case floating
  }

  /// The theme, fonts, scale and other settings of all controls.
  public private(set) final var environment: Environment
  /// The frame since the last layout, in the window.
  public private(set) final var frame = Rect.zero
  private let arrangement: Arrangement
  /// The controls in the order of drawing, which is also the order of the Tab key. Assigned as a whole, so that reading
  /// it needs no check for exclusive access at run time.
  private(set) var members: [GroupMember] = []
  /// The members that were added since the last event, whose time is not known.
  private var newMembers: [GroupMember] = []
  /// The number of the control that was added last. A number is never used again.
  private var lastNumber: UInt32 = 0
  /// The number of members on the content layer, which precede the floating ones.
  private var contentCount = 0
  /// The controls that the arrangement positions.
  private var arranged: [any SharedColumnControl] = []
  private var overlayBounds: Rect?
  /// The control that received the focus last, and its stop, which may have been removed.
  private(set) var focus: (member: GroupMember, stop: Int)?
  /// The control that receives pointer events while a button is down. The member is `nil` after the
  /// control was removed: an outer group still sends the events of this press to this group.
  var capture: (member: GroupMember?, button: PointerButton)?
  /// The control under the pointer, with the frame and the pointer when the pointer moved last.
  var hovered: (member: GroupMember, frame: Rect?, pointer: Point)?
  /// The control under dragged data, and the one from which data is dragged.
  var dropTarget: GroupMember?
  var dragSource: GroupMember?
  /// The requests for data that have not been answered, in order.
  var requests: [Request] = []
  /// The control that receives all keys.
  private(set) var modalMember: GroupMember?
  /// The instant to which the group was advanced last.
  var latest: Instant?
  /// Whether the group was laid out, so that changes of its controls are arranged.
  private var isLaidOut = false

  @usableFromInline
  init(_ arrangement: Arrangement, in environment: Environment) {
    self.arrangement = arrangement
    self.environment = environment
  }

  @usableFromInline
  func append(_ member: GroupMember, on layer: Layer, before next: AnyObject? = nil) {
    lastNumber += 1
    member.number = lastNumber
    newMembers.append(member)
    let end = layer == .content ? contentCount : members.count
    let index = members.firstIndex { $0.control === next } ?? end
    members = Array(members[..<index]) + [member] + members[index...]
    if layer == .content { contentCount += 1 }
  }

  @usableFromInline
  func arrange(_ control: any SharedColumnControl, before next: AnyObject? = nil) {
    arranged.insert(control, at: arranged.firstIndex { $0 === next } ?? arranged.count)
  }

  /// Sets the environment and the overlay bounds of the controls that were added since the last event.
  func adoptNewMembers(at now: Instant) {
    guard !newMembers.isEmpty else { return }
    for member in newMembers {
      // It may have changed since the control was created. While a control is modal, a new one looks
      // unfocused.
      let environment = environment(of: member)
      if !member.control.environment.isEqual(to: environment) {
        member.control.update(environment, at: now)
      }
      if let overlayBounds { member.control.setOverlayBounds(overlayBounds, at: now) }
    }
    newMembers = []
  }

  /// Removes a control, which loses the focus and the pointer.
  public func remove<Base: Control & ~Copyable>(_ child: Child<Base>, at now: Instant) {
    guard let member = members.first(where: { $0.control === child }) else { return }
    if focus?.member === member { focus(nil, at: now) }
    if capture?.member === member { capture?.member = nil }
    if hovered?.member === member { hovered = nil }
    if dropTarget === member { dropTarget = nil }
    if dragSource === member { dragSource = nil }
    for index in requests.indices where requests[index].member === member { requests[index].member = nil }
    if members.firstIndex(where: { $0 === member }).map({ $0 < contentCount }) == true { contentCount -= 1 }
    members = members.filter { $0 !== member }
    newMembers.removeAll { $0 === member }
    arranged.removeAll { $0 === member.control }
    // Controls return actions and effects when they lose the focus, but here they can only regain it.
    _ = updateModality(at: now)
  }

  /// Arranges the controls again after one of them has changed its size.
  public func layOut(at now: Instant) {
    if isLaidOut { layOut(at: frame.origin, width: frame.width, at: now) }
  }

  /// Returns the focus stop of a control in the group.
  ///
  /// - Parameter stop: The index of the stop in the control.
  public func focusStop<Base: Control & ~Copyable>(of child: Child<Base>, _ stop: Int = 0) -> Int? {
    members.first { $0.control === child }.map { firstStop(of: $0) + stop }
  }

  /// The index of the focused stop. `nil` if no control in the group has the focus.
  package var focusedStop: Int? {
    guard let focus, let stop = focus.member.control.currentFocusStop(focus.stop) else { return nil }
    return firstStop(of: focus.member) + stop
  }

  /// The focused control. `nil` if its focused stop was removed.
  var focusedMember: GroupMember? {
    focus.flatMap { $0.member.control.currentFocusStop($0.stop) == nil ? nil : $0.member }
  }

  func firstStop(of member: GroupMember) -> Int {
    members.prefix { $0 !== member }.reduce(0) { $0 + $1.control.focusStopCount }
  }

  private func location(ofStop stop: Int) -> (member: GroupMember, stop: Int)? {
    var index = stop
    for member in members {
      if index < member.control.focusStopCount { return (member, index) }
      index -= member.control.focusStopCount
    }
    return nil
  }

  func setFocus(to member: GroupMember, stop: Int, at now: Instant) {
    if let focus, focus.member !== member { focus.member.control.focus(nil, at: now) }
    let current = focus?.member === member ? focus.flatMap { member.control.currentFocusStop($0.stop) } : nil
    focus = (member, stop)
    if stop != current { member.control.focus(stop, at: now) }
  }
}

// Modality.
extension ControlContainer {
  /// Whether a control receives all keys and pointer events.
  public var isModal: Bool { topmostModal != nil }

  private var topmostModal: GroupMember? { members.last { $0.control.isModal } }

  /// Makes the other controls look unfocused while a control is modal.
  func updateModality(at now: Instant) -> ErasedResponse {
    var response = ErasedResponse.ignored
    let modal = topmostModal
    guard modal !== modalMember else { return response }
    modalMember = modal
    for member in members {
      let environment = environment(of: member)
      guard member.control.environment.isWindowFocused != environment.isWindowFocused else { continue }
      member.control.update(environment, at: now)
      let event = InputEvent.windowFocusChanged(isFocused: environment.isWindowFocused)
      response.outcomes += deliver(event, to: [member], at: now).outcomes
    }
    return response
  }

  private func environment(of member: GroupMember) -> Environment {
    var environment = environment
    if let modalMember, modalMember !== member { environment.isWindowFocused = false }
    return environment
  }

  // Requirements of `ColumnControl`.

  public func update(_ environment: Environment, at now: Instant) {
    self.environment = environment
    for member in members { member.control.update(self.environment(of: member), at: now) }
    layOut(at: now)
  }

  public func layOut(at origin: Point, width: Double, at now: Instant) {
    isLaidOut = true
    adoptNewMembers(at: now)
    frame = arrangement.layOut(arranged, origin, width, environment, now)
  }

  /// The height at the end of all animations. A control that grows moves those that were added after it and are below it, and
  /// not those beside it.
  public var targetHeight: Double {
    var (height, row) = (frame.height, (bottom: -Double.infinity, height: 0.0, target: 0.0))
    for control in arranged {
      let frame = control.frame
      // The position of the next control is rounded to device pixels.
      if frame.minY > row.bottom - 1 / environment.scale {
        height += row.target - row.height
        row = (frame.maxY, 0, 0)
      }
      row = (
        max(row.bottom, frame.maxY), max(row.height, frame.height), max(row.target, control.targetHeight)
      )
    }
    return height + row.target - row.height
  }

  public func nextChange(after now: Instant) -> Instant? {
    // A modal control was changed or removed without this group, so the focus of the others is outdated, or a control was
    // moved.
    if topmostModal !== modalMember || isHoverOutdated { return now }
    var next: Instant?
    for member in members { next = .earliest(next, member.control.nextChange(after: now)) }
    return next
  }

  public func draw(into list: inout DisplayList, at now: Instant) {
    for member in members { member.control.draw(into: &list, at: now) }
  }

  public func describe(into tree: inout AccessibleTree, at now: Instant) {
    for member in members {
      tree.scope(.member(member.number)) { member.control.describe(into: &$0, at: now) }
    }
  }

  /// Adds the objects of one control, for an owner that adds others between them.
  ///
  /// - Parameter change: Changes the description of the first object.
  public func describe<Base: Control & ~Copyable>(
    _ child: Child<Base>, into tree: inout AccessibleTree, at now: Instant,
    _ change: (inout AccessibleNode) -> Void = { _ in }
  ) {
    guard let member = members.first(where: { $0.control === child }) else { return }
    tree.changingFirst(change) { tree in
      tree.scope(.member(member.number)) { child.describe(into: &$0, at: now) }
    }
  }

  public func drawOverlay(into list: inout DisplayList, at now: Instant) {
    for member in members { member.control.drawOverlay(into: &list, at: now) }
  }

  /// Returns `false`, because the controls can be changed without the group.
  public static var isCacheable: Bool { false }

  public func setOverlayBounds(_ bounds: Rect, at now: Instant) {
    // The owner may have given other ones to a control.
    guard bounds != overlayBounds else { return }
    overlayBounds = bounds
    for member in members { member.control.setOverlayBounds(bounds, at: now) }
  }

  public func hitTest(_ point: Point, at now: Instant) -> HitRegion {
    members.reduce(.outside) { max($0, $1.control.hitTest(point, at: now)) }
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    (capture?.member ?? topmost(at: point, at: now))?.control.pointerShape(over: point, at: now)
  }

  public func acceptedType(of drop: DropInfo, at now: Instant) -> DataType? {
    dropTarget?.control.acceptedType(of: drop, at: now)
  }

  public func textInputContext(at now: Instant) -> TextInputContext? {
    // If the focused stop was removed, the control that had it returns `nil` by itself.
    (modalMember ?? focus?.member)?.control.textInputContext(at: now)
  }

  public var wantsKeyboardGrab: Bool { members.contains { $0.secrets?.wantsKeyboardGrab == true } }

  public func withGrapheme(at index: Int, of handle: SecretHandle, _ body: (Span<UInt8>) -> Void) {
    for member in members { member.secrets?.withGrapheme(at: index, of: handle, body) }
  }

  public var focusStopCount: Int { members.reduce(0) { $0 + $1.control.focusStopCount } }

  public func focus(_ stop: Int?, at now: Instant) {
    guard let stop else {
      focus?.member.control.focus(nil, at: now)
      focus = nil
      return
    }
    if let target = location(ofStop: stop) { setFocus(to: target.member, stop: target.stop, at: now) }
  }

  /// Moves the focus to the next or the previous stop and scrolls to it. The first stop follows the last.
  ///
  /// - Parameter step: 1 or -1.
  package func moveFocus(by step: Int, at now: Instant) {
    let count = focusStopCount
    guard count > 0 else { return }
    let stop = focusedStop ?? (step > 0 ? -1 : 0)
    focus((stop + step + count) % count, at: now)
    revealFocus(at: now)
  }

  public func revealFocus(at now: Instant) { focus?.member.control.revealFocus(at: now) }

  /// Returns the stop under a point of the topmost control, or `nil` while another press is in
  /// progress.
  public func focusStop(under point: Point, at now: Instant) -> Int? {
    guard capture == nil, let member = topmost(at: point, at: now) else { return nil }
    return member.control.focusStop(under: point, at: now).map { firstStop(of: member) + $0 }
  }

  public func currentFocusStop(_ stop: Int) -> Int? { focusedStop }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect {
    location(ofStop: stop).map { $0.member.control.frame(ofFocusStop: $0.stop, at: now) } ?? frame
  }
}
