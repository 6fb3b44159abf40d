public import Motion
public import Scene

/// Up to a few things to do, as a menu or as the panel that a button expands into.
///
/// It grows by a spring out of a place, its source, and shrinks back into one. While it is open it
/// is modal: it takes all input but keys with a command modifier.
public struct ActionPanel: Control {
  /// What the panel asks its owner to do.
  public enum Action: Hashable, Sendable {
    /// Carry out the item of that identity.
    case chosen(ActionItem.ID)
    /// It has begun to close by itself, back to where it came from. Its owner may send it elsewhere
    /// by `close(to:color:at:)`.
    case closed
  }

  /// How the items stand.
  public enum Arrangement: Hashable, Sendable {
    /// One under the other, beside the source.
    case menu
    /// As tiles in rows, over the source.
    case grid
  }

  public let arrangement: Arrangement
  public var environment: Environment
  public var items: [ActionItem]
  public private(set) var isOpen = false

  /// Where it came from, and where it closes to.
  private(set) var source = RoundedRect(.zero, cornerRadius: 0)
  private(set) var sourceColor = Color.white
  /// The window.
  private(set) var container = Rect.zero
  var body: Animated<PanelBody>

  public init(_ items: [ActionItem], arrangement: Arrangement, in environment: Environment) {
    self.items = items
    self.arrangement = arrangement
    self.environment = environment
    body = Animated(PanelBody(source, progress: 0), threshold: environment.placeThreshold)
  }

  public mutating func open(
    from source: RoundedRect, color: Color, in container: Rect, highlightsFirst: Bool,
    at now: Instant
  ) {
    if !isSeen(at: now) {
      body = Animated(PanelBody(source, progress: 0), threshold: environment.placeThreshold)
      sourceColor = color
    }
    (self.source, self.container, isOpen) = (source, container, true)
    go(at: now)
  }

  public mutating func close(to source: RoundedRect, color: Color? = nil, at now: Instant) {
    self.source = source
    if let color { sourceColor = color }
    isOpen = false
    go(at: now)
  }

  public mutating func place(in container: Rect, around source: RoundedRect, at now: Instant) {
    (self.source, self.container) = (source, container)
    go(at: now)
  }

  /// How far it is open: 0 closed, 1 open; on its way it may be a little beyond either.
  public func progress(at now: Instant) -> Double { body.value(at: now).progress }

  /// Where it is drawn.
  public func frame(at now: Instant) -> RoundedRect { body.value(at: now).shape }

  /// Whether there is anything to draw.
  public func isSeen(at now: Instant) -> Bool {
    isOpen || body.nextChange(after: now) != nil
  }

  private mutating func go(at now: Instant) {
    let rest = RoundedRect(
      Rect(center: container.center, size: Size(width: 440, height: 210)), cornerRadius: 18)
    let target = isOpen ? PanelBody(rest, progress: 1) : PanelBody(source, progress: 0)
    body.animate(
      to: target, at: now, with: environment.motion(.spring(Theme.ActionPanel.gridSpring)))
  }

  public mutating func advance(to now: Instant) -> [Action] { [] }

  public func nextChange(after now: Instant) -> Instant? { body.nextChange(after: now) }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    guard isOpen else { return .ignored }
    switch event {
    case .keyPressed(let press):
      guard press.modifiers.isDisjoint(with: .command) else { return .ignored }
      guard press.key == .escape else { return .handled() }
    case .pointerPressed(let press):
      guard !frame(at: now).contains(press.position) else { return .handled() }
    case .windowHidden, .pointerGrabLost: break
    default: return .handled()
    }
    close(to: source, at: now)
    return .handled(.closed)
  }

  public func draw(into list: inout DisplayList, at now: Instant) {
    guard isSeen(at: now) else { return }
    let fraction = max(0, min(progress(at: now), 1))
    list.fill(
      .roundedRect(frame(at: now)),
      environment.theme.colors.card.opacity(fraction).over(sourceColor))
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    isOpen ? .arrow : nil
  }

  public var focusStopCount: Int { 0 }
  public mutating func focus(_ stop: Int?, at now: Instant) {}
  public func focusStop(under point: Point, at now: Instant) -> Int? { nil }
  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame(at: now).rect }
}
