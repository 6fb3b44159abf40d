public import Motion
public import Scene

/// A container that shows a part of a control that may be taller than the available space.
///
/// The wheel, a finger, and the keys Page Up, Page Down, Home, End, Up and Down scroll it, unless the content handles
/// them. A key that the content handles scrolls to the focused stop.
public struct ScrollView<Content: ColumnControl & ~Copyable>: ~Copyable, Control {
  public typealias Action = Content.Action

  /// The content, whose coordinates start at its top leading corner.
  public let content: Child<Content>
  /// The scroll offset.
  package private(set) var scroller: ScrollController
  /// The visible area, in the window.
  package private(set) var bounds = Rect.zero
  public private(set) var environment: Environment
  /// The maximum height in an arrangement, in logical pixels. Otherwise, the container is as high as the content.
  public var maximumHeight = Double.infinity
  /// The distance from the visible area to the edges of the window, in logical pixels. The thumb is at one of them, and focus
  /// rings may be between them.
  public var thumbOffset = 0.0
  private let isWindowContent: Bool
  private var focusedStop: Int?
  /// The area for overlays of a container in an arrangement. Otherwise, they are in the visible area.
  private var overlayBounds: Rect?
  /// The height of the content at the end of its animations, if it is more than can be visible, and the instant of the change to
  /// it. They do not depend on the times of frames. They stay when the thumb is displayed.
  private var overflow: (height: Double, start: Instant)?
  /// The last position of the pointer, and the offset of the content for which it was reported to the content. `nil` without
  /// a pointer. The offset is `nil` while the content moves.
  private var hover: (point: Point, offset: Vector?)?
  /// The instant to which the container was advanced last.
  private var latest: Instant?

  /// Creates a container. Call `place(in:at:)` before drawing it.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - isWindowContent: Whether the content determines the size of a window. Then Up and Down, which move the focus
  ///     there, do not scroll; the container ignores the other keys and the wheel if it has nothing to scroll; and
  ///     while the window adopts a new size, no thumb is displayed.
  public init(_ content: consuming Content, isWindowContent: Bool = false, in environment: Environment) {
    self.content = Child(content)
    self.environment = environment
    self.isWindowContent = isWindowContent
    scroller = ScrollController(in: environment)
  }

  /// Sets the visible area, in the window.
  public mutating func place(in bounds: Rect, at now: Instant) {
    self.bounds = bounds
    layOut(at: now)
  }

  /// Adopts a change of the content's height.
  public mutating func layOut(at now: Instant) {
    content.layOut(at: .zero, width: bounds.width, at: now)
    scroller.resize(content: content.frame.height, visible: bounds.height)
    updateOverflow(at: now)
    updateOverlayBounds(at: now)
  }

  private mutating func updateOverflow(at now: Instant) {
    let (height, limit) = (content.targetHeight, maximumHeight < .infinity ? maximumHeight : bounds.height)
    guard scroller.isScrollable(content: height, visible: limit) else {
      overflow = nil
      return
    }
    // Rounding to device pixels changes the sum of heights during an animation, by up to a pixel for each animated control.
    let isSame = overflow.map { abs($0.height - height) * environment.scale < 2 } == true
    if isSame || showsThumb(at: now) { return }
    overflow = (height, now)
  }

  /// Returns the offset from the coordinates of the window to those of the content.
  package func contentOffset(at now: Instant) -> Vector {
    Vector(dx: -bounds.minX, dy: scroller.offset(at: now) - bounds.minY)
  }

  /// Scrolls by the minimum distance that makes a part of the content visible.
  ///
  /// - Parameter frame: The part, in the coordinates of the content.
  package mutating func reveal(_ frame: Rect, at now: Instant) { scroller.reveal(frame, at: now) }

  public mutating func update(_ environment: Environment, at now: Instant) {
    self.environment = environment
    scroller.environment = environment
    content.update(environment, at: now)
    layOut(at: now)
  }

  public mutating func advance(to now: Instant) -> Response<Action> {
    // The content gets the pointer when the scroll ends, not with the first frame after it.
    guard hover != nil, let end = latest.flatMap({ scroller.endOfMotion(after: $0, until: now) }) else {
      return step(to: now)
    }
    let response = step(to: end)
    return response.merging(step(to: now))
  }

  private mutating func step(to now: Instant) -> Response<Action> {
    latest = now
    var response = content.advance(to: now)
    followEffects(of: response, at: now)
    response.outcomes += updateHover(at: now).outcomes
    return response
  }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    // The owner may have advanced the container before.
    var response = latest == now ? .ignored : advance(to: now)
    updateOverlayBounds(at: now)
    let own = content.handle(event.offset(by: contentOffset(at: now)), at: now)
    response.merge(own)
    let isHandledKey = if case .keyPressed = event { own.isHandled } else { false }
    followEffects(of: own, revealingFocus: isHandledKey, at: now)
    switch event {
    case .pointerMoved(to: let point): hover = (point, contentOffset(at: now))
    case .pointerLeft: hover = nil
    case .keyPressed(let press) where !own.isHandled && press.modifiers.isEmpty && scrolls(by: press.key):
      if scroller.scroll(by: press.key, at: now) { response.isHandled = true }
    case .scrolled(let scroll) where !own.isHandled && acceptsScrolling:
      scroller.scroll(by: scroll, at: now)
      response.isHandled = true
    default: break
    }
    // At the time of the event, and not of the next frame.
    response.outcomes += updateHover(at: now).outcomes
    return response
  }

  private var acceptsScrolling: Bool { !isWindowContent || scroller.isScrollable }

  private func scrolls(by key: Key) -> Bool {
    acceptsScrolling && !(isWindowContent && [.up, .down].contains(key))
  }

  /// The offset of the content if the pointer is to be reported for it. `nil` while the content moves.
  private func hoverOffset(at now: Instant) -> Vector? {
    scroller.nextChange(after: now) == nil ? contentOffset(at: now) : nil
  }

  /// Returns whether the pointer is to be reported to the content again.
  package func isHoverOutdated(at now: Instant) -> Bool {
    hover.map { $0.offset != hoverOffset(at: now) } == true
  }

  /// Ends the hover while the content moves under the pointer, and reports the pointer again when it is at rest.
  private mutating func updateHover(at now: Instant) -> Response<Action> {
    guard let point = hover?.point, isHoverOutdated(at: now) else { return .ignored }
    let offset = hoverOffset(at: now)
    hover = (point, offset)
    return content.handle(offset.map { .pointerMoved(to: point + $0) } ?? .pointerLeft, at: now)
  }

  /// Adopts the height of the content after an event, and scrolls to the focus if it has moved.
  ///
  /// - Parameter revealingFocus: Whether to scroll to the focus even if it has not moved.
  private mutating func followEffects(
    of response: Response<Action>, revealingFocus: Bool = false, at now: Instant
  ) {
    var revealsFocus = revealingFocus
    for case .effect(.focus(let stop)) in response.outcomes { (focusedStop, revealsFocus) = (stop, true) }
    if revealsFocus { revealFocus(at: now) } else { layOut(at: now) }
  }

  public mutating func revealFocus(at now: Instant) {
    let stop = focusedStop.flatMap(content.currentFocusStop)
    if stop != nil { content.revealFocus(at: now) }
    layOut(at: now)
    if let stop { scroller.reveal(content.frame(ofFocusStop: stop, at: now), at: now) }
  }

  public mutating func setOverlayBounds(_ bounds: Rect, at now: Instant) {
    overlayBounds = bounds
    updateOverlayBounds(at: now)
  }

  private func updateOverlayBounds(at now: Instant) {
    let area = maximumHeight < .infinity ? overlayBounds ?? bounds : bounds
    content.setOverlayBounds(area.offset(by: contentOffset(at: now)), at: now)
  }

  public func nextChange(after now: Instant) -> Instant? {
    if isHoverOutdated(at: now) { return now }
    let thumbStart = thumbStart.flatMap { $0 > now ? $0 : nil }
    return .earliest(content.nextChange(after: now), scroller.nextChange(after: now), thumbStart)
  }

  /// The instant from which the thumb is displayed. `nil` if the content will not be taller than the visible area.
  private var thumbStart: Instant? {
    overflow.map { isWindowContent ? $0.start + ScrollController.thumbDelay : $0.start }
  }

  private func showsThumb(at now: Instant) -> Bool { thumbStart.map { $0 <= now } == true }

  public func draw(into list: inout DisplayList, at now: Instant) {
    // A container in an arrangement has neighbors.
    let (offset, isClipped) = (contentOffset(at: now), maximumHeight < .infinity && scroller.isScrollable)
    let area = bounds.inset(by: Insets(horizontal: -thumbOffset, vertical: 0)).offset(by: offset)
    let clip = isClipped ? RoundedRect(area, cornerRadius: 0) : nil
    list.group(DisplayList.Group(transform: Transform(translation: -offset), clip: clip)) {
      content.draw(into: &$0, at: now)
    }
    guard showsThumb(at: now) else { return }
    scroller.drawThumb(along: bounds, edge: bounds.maxX + thumbOffset, into: &list, at: now)
  }

  public func describe(into tree: inout AccessibleTree, at now: Instant) {
    tree.translated(by: -contentOffset(at: now), in: bounds) { content.describe(into: &$0, at: now) }
  }

  public func drawOverlay(into list: inout DisplayList, at now: Instant) {
    list.translated(by: -contentOffset(at: now)) { content.drawOverlay(into: &$0, at: now) }
  }

  /// Returns `false`, because the content can be changed without the container.
  public static var isCacheable: Bool { false }

  /// Returns `content` in the whole visible area, so that the wheel scrolls everywhere.
  public func hitTest(_ point: Point, at now: Instant) -> HitRegion {
    let region = content.hitTest(point + contentOffset(at: now), at: now)
    if bounds.contains(point) { return max(region, .content) }
    // What has scrolled out of sight is below the neighbors. Overlays are above them.
    let isClipped = maximumHeight < .infinity && scroller.isScrollable
    return isClipped && region != .overlay ? .outside : region
  }

  public var isModal: Bool { content.isModal }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    content.pointerShape(over: point + contentOffset(at: now), at: now)
  }

  public func acceptedType(of drop: DropInfo, at now: Instant) -> DataType? {
    var drop = drop
    drop.position = drop.position + contentOffset(at: now)
    return content.acceptedType(of: drop, at: now)
  }

  public func textInputContext(at now: Instant) -> TextInputContext? {
    content.textInputContext(at: now).map {
      TextInputContext(caret: $0.caret.offset(by: -contentOffset(at: now)))
    }
  }

  public var focusStopCount: Int { content.focusStopCount }

  public mutating func focus(_ stop: Int?, at now: Instant) {
    focusedStop = stop
    content.focus(stop, at: now)
  }

  public func focusStop(under point: Point, at now: Instant) -> Int? {
    content.focusStop(under: point + contentOffset(at: now), at: now)
  }

  public func currentFocusStop(_ stop: Int) -> Int? { content.currentFocusStop(stop) }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect {
    let offset = Vector(dx: bounds.minX, dy: bounds.minY - environment.snapped(scroller.target))
    return content.frame(ofFocusStop: stop, at: now).offset(by: offset)
  }
}

extension ScrollView: ColumnControl where Content: ~Copyable {
  public var frame: Rect { bounds }

  public var targetHeight: Double { min(content.targetHeight, maximumHeight) }

  public mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    content.layOut(at: .zero, width: width, at: now)
    let height = min(content.frame.height, maximumHeight)
    place(in: Rect(origin: origin, size: Size(width: width, height: height)), at: now)
  }
}

extension ScrollView: SecretTextSource, SecretControl where Content: SecretControl & ~Copyable {
  public var wantsKeyboardGrab: Bool { content.wantsKeyboardGrab }

  public func withGrapheme(at index: Int, of handle: SecretHandle, _ body: (Span<UInt8>) -> Void) {
    content.withGrapheme(at: index, of: handle, body)
  }
}
