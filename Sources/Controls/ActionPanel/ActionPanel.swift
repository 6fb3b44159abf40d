public import Motion
public import Scene

/// A few things to do, as a menu or as the panel that a button expands into.
///
/// It grows by a spring out of a place, its source, and shrinks back into one; wherever it is on
/// its way, it can be turned back. While it is open it is modal: it takes all input but keys with a
/// command modifier. What a hand does with it is timed by the real clock, all that moves in it by
/// one of its own.
public struct ActionPanel: Control {
  /// What the panel asks its owner to do.
  public enum Action: Hashable, Sendable {
    /// Carry out the item of that identity.
    case chosen(ActionItem.ID)
    /// It has begun to close by itself, to where it came from. Its owner may send it elsewhere by
    /// `close(to:color:at:)`.
    case closed
  }

  /// How the items stand.
  public enum Arrangement: Hashable, Sendable {
    /// One under the other, in a panel with a corner at its source.
    case menu
    /// As tiles in rows, in a panel that covers its source.
    case grid
  }

  public let arrangement: Arrangement
  public var environment: Environment { didSet { layOut() } }
  /// What it offers. Replaced while it is open, the panel keeps its size until it is placed anew,
  /// and the highlight stays with its item.
  public var items: [ActionItem] { didSet { layOut() } }
  /// By which it opens and closes.
  public var spring: Spring
  /// Whether it takes input; no longer as soon as closing begins.
  public private(set) var isOpen = false

  /// Where it came from, and where it closes to.
  private(set) var source = RoundedRect(.zero, cornerRadius: 0)
  private(set) var sourceColor = Color.white
  /// The window.
  private(set) var container = Rect.zero
  private(set) var contents = PanelContents()
  /// The outline when it is open.
  private(set) var rest = RoundedRect(.zero, cornerRadius: 0)
  /// The clock by which all of it moves.
  private var playback = Playback()
  private var body: Animated<PanelBody>
  /// How much of the last choice is still seen, 1…0.
  private var feedback = Animated(0.0, threshold: Theme.opacityThreshold)
  private var chosen: ActionItem.ID?

  var highlight = Highlight.none
  var typeAhead = TypeAhead()
  var press = Press.none
  /// When it was last asked to open, by the real clock.
  private(set) var openedAt = Instant.distantPast

  /// Creates a closed panel.
  ///
  /// - Parameter items: Each with another `id`.
  public init(_ items: [ActionItem], arrangement: Arrangement, in environment: Environment) {
    self.items = items
    self.arrangement = arrangement
    self.environment = environment
    spring = arrangement == .grid ? Theme.ActionPanel.gridSpring : Theme.ActionPanel.menuSpring
    body = Animated(
      PanelBody(source, contentOrigin: .zero, progress: 0), threshold: environment.placeThreshold)
  }

  public mutating func advance(to now: Instant) -> [Action] { [] }

  public func nextChange(after now: Instant) -> Instant? {
    guard isSeen(at: now) else { return nil }
    let time = playback.time(at: now)
    let next = Instant.earliest(body.nextChange(after: time), feedback.nextChange(after: time))
    return next.flatMap { playback.moment(of: $0) }.map { max(now, $0) }
  }

  /// Slows down, or speeds up, all that moves in it, from now on.
  ///
  /// - Parameter rate: Clamped to 0…1000; NaN counts as 1. At 0 it stands still.
  public mutating func setRate(_ rate: Double, at now: Instant) {
    playback.setRate(rate, at: now)
  }
}

// Opening and closing.
extension ActionPanel {
  /// Opens it; one that is closing turns back, with the velocity it has.
  ///
  /// - Parameters:
  ///   - source: What it grows out of, in the window's space. A menu opens beside it and grows out
  ///     of its nearest corner; one of no size is a point.
  ///   - color: Of the source; opaque.
  ///   - container: The window.
  ///   - highlightsFirst: Whether the first item is highlighted, as when a key opened it.
  public mutating func open(
    from source: RoundedRect, color: Color, in container: Rect, highlightsFirst: Bool,
    at now: Instant
  ) {
    let isNew = !isSeen(at: now)
    (self.source, self.container, isOpen, openedAt) = (source, container, true, now)
    highlight = highlightsFirst ? firstHighlight : .none
    press = arrangement == .menu ? .opening : .none
    (typeAhead, chosen) = (TypeAhead(), nil)
    layOut()
    rest = openShape
    if isNew {
      sourceColor = color
      body.set(closedBody)
    }
    send(to: openBody, at: now, with: .spring(spring))
  }

  /// Closes it; one that is opening turns back, with the velocity it has. One that is closing goes
  /// on to another place.
  ///
  /// - Parameters:
  ///   - source: What it shrinks into, in the window's space.
  ///   - color: Of the source; `nil` where it is the same as when it opened.
  public mutating func close(to source: RoundedRect, color: Color? = nil, at now: Instant) {
    self.source = source
    if let color { sourceColor = color }
    guard isSeen(at: now) else { return }
    (isOpen, press) = (false, .none)
    send(to: closedBody, at: now, with: .spring(spring))
  }

  /// Tells it the window's new size, and where its source is now. At rest it is there at once.
  public mutating func place(
    in container: Rect, around source: RoundedRect, at now: Instant
  ) {
    (self.source, self.container) = (source, container)
    layOut()
    rest = openShape
    send(
      to: isOpen ? openBody : closedBody, at: now,
      with: isMoving(at: now) ? .spring(spring) : nil)
  }

  /// How far it is open: 0 closed, 1 open; on its way it may be a little beyond either.
  public func progress(at now: Instant) -> Double { body(at: now).progress }

  /// Its outline as it is drawn.
  public func frame(at now: Instant) -> RoundedRect { body(at: now).shape }

  /// Whether there is anything to draw: it is open, or still closing.
  public func isSeen(at now: Instant) -> Bool { isOpen || isMoving(at: now) }

  /// What it looks like on its way.
  func body(at now: Instant) -> PanelBody { body.value(at: playback.time(at: now)) }

  private func isMoving(at now: Instant) -> Bool {
    body.nextChange(after: playback.time(at: now)) != nil
  }

  private mutating func send(to target: PanelBody, at now: Instant, with animation: Animation?) {
    guard target != body.target else { return }
    body.animate(
      to: target, at: playback.time(at: now), with: animation.flatMap(environment.motion),
      threshold: environment.placeThreshold)
  }

  private mutating func layOut() {
    guard isOpen else { return }
    contents = PanelContents(
      items, arrangement: arrangement, width: inside.width, in: environment)
  }

  private var openBody: PanelBody {
    PanelBody(rest, contentOrigin: contentOrigin, progress: 1)
  }

  private var closedBody: PanelBody {
    PanelBody(closedShape, contentOrigin: contentOrigin, progress: 0)
  }
}

// What it does by itself.
extension ActionPanel {
  /// Closes to where it came from.
  mutating func closeItself(at now: Instant) -> [Action] {
    close(to: source, at: now)
    return [.closed]
  }

  /// Closes without a motion that nobody would see.
  mutating func vanish(at now: Instant) -> [Action] {
    let actions = closeItself(at: now)
    body.set(body.target)
    return actions
  }

  mutating func choose(_ id: ActionItem.ID, at now: Instant) -> [Action] {
    guard let item = items.first(where: { $0.id == id && $0.isEnabled }) else { return [] }
    chosen = id
    let fading = Animation.timing(.easeOut, duration: Theme.ActionPanel.feedback)
      .reducedMotion(.preserve)
    feedback.set(1)
    feedback.animate(to: 0, at: playback.time(at: now), with: environment.motion(fading))
    return [.chosen(id)] + (item.keepsOpen ? [] : closeItself(at: now))
  }

  /// How much of an item's choice is still seen, 0…1.
  func feedback(of id: ActionItem.ID, at now: Instant) -> Double {
    id == chosen ? feedback.value(at: playback.time(at: now)) : 0
  }
}

// It has no stops for Tab: whoever shows it gives it all keys.
extension ActionPanel {
  public var focusStopCount: Int { 0 }

  public mutating func focus(_ stop: Int?, at now: Instant) {}

  public func focusStop(under point: Point, at now: Instant) -> Int? { nil }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { rest.rect }
}
