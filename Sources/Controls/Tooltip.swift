public import Motion
public import Scene

/// A small panel with additional text about the element under the pointer.
///
/// For each pointer movement, the owner calls `hover(_:target:at:text:)` or, if there is no element
/// under the pointer, `leave(at:)`. The owner forwards all other input with `handle(_:at:)`. A key,
/// a button or the wheel hides the panel until the pointer moves to another element. The owner limits the panel to the
/// visible part of the window by `bounds`.
public struct Tooltip {
  /// The theme, fonts, scale and other settings.
  public private(set) var environment: Environment
  /// The area that the panel may cover, in window coordinates. By default, it is larger than any window.
  public var bounds = Rect(center: .zero, size: Size(width: 1_000_000, height: 1_000_000)) {
    didSet { if blocks != nil, bounds.size != oldValue.size { layOut() } }
  }

  /// The text and the element that it describes.
  private struct Content {
    var id: AnyHashable
    var target: Rect
    var text: String
  }

  /// The relation of the pointer to the element.
  private enum HoverState {
    case over, away
    /// The pointer is still over the element, but the user dismissed the panel.
    case dismissed
  }

  /// The time that the pointer rests before the tooltip appears, the same as in GTK.
  package static let delay = Duration.milliseconds(500)
  /// The delay while a tooltip is visible, and for `browsingTimeout` after it was hidden, as in
  /// the browse mode of GTK. The user sees the tooltips of a row one after the other.
  private static let browsingDelay = Duration.milliseconds(60)
  /// The time after hiding a tooltip during which `browsingDelay` applies.
  private static let browsingTimeout = Duration.milliseconds(500)

  /// The latest content, or `nil` before the first one.
  private var content: Content?
  private var hoverState = HoverState.away
  /// The duration for which the pointer must rest on the element.
  private var delay = Tooltip.delay
  /// The instant at which the panel appears.
  private var start = Instant.distantFuture
  /// The instant until which the next tooltip appears sooner.
  private var browsingEnd = Instant.distantPast
  private var opacity = Animated(0.0, threshold: Environment.opacityThreshold)
  /// The laid-out text, or `nil` until the content becomes visible for the first time.
  private var blocks: [TextBlock]?
  /// The height of the complete text.
  private var completeHeight = 0.0

  /// Creates a hidden tooltip.
  public init(in environment: Environment) { self.environment = environment }

  /// Replaces the environment and lays out the panel for it.
  public mutating func update(_ environment: Environment, at now: Instant) {
    self.environment = environment
    if blocks != nil { layOut() }
  }

  /// Handles a pointer movement over an element.
  ///
  /// - Parameters:
  ///   - id: The identity of the element.
  ///   - target: The frame of the element, in window coordinates.
  ///   - text: Returns the text. Called only if `id` or `target` changed. The text may have any
  ///     length and come from any source, because `DisplaySanitizer` sanitizes it. A line feed
  ///     begins a line.
  public mutating func hover(_ id: some Hashable, target: Rect, at now: Instant, text: () -> String) {
    let id = AnyHashable(id)
    if content?.id == id, hoverState == .dismissed {
      // Also if the element moves, as by a key that has hidden the panel.
      content?.target = target
      return
    }
    guard let content, content.id == id, content.target == target else {
      return switchContent(to: Content(id: id, target: target, text: text()), at: now)
    }
    switch hoverState {
    case .over where now < start: startDelay(at: now)
    case .over, .dismissed: break
    case .away where opacity.value(at: now) > 0:
      // It fades out.
      (hoverState, start) = (.over, now)
      fade(to: 1, at: now)
    case .away: switchContent(to: content, at: now)
    }
  }

  /// Handles an input event. Pointer movements have no effect: report them with
  /// `hover(_:target:at:text:)` and `leave(at:)`.
  public mutating func handle(_ event: InputEvent, at now: Instant) {
    switch event {
    case .pointerPressed, .scrolled, .keyPressed, .textCommitted, .accessibility: dismiss(at: now)
    case .pointerLeft, .pointerGrabLost, .windowHidden, .windowFocusChanged(isFocused: false): leave(at: now)
    case .pointerMoved, .pointerReleased, .preeditChanged, .data, .windowFocusChanged, .keyboardChanged,
      .windowObscured:
      break
    }
  }

  /// Handles a pointer movement away from all elements with a tooltip.
  public mutating func leave(at now: Instant) {
    if isVisible(at: now) { browsingEnd = now + Self.browsingTimeout }
    hide(at: now)
    hoverState = .away
  }

  /// Hides the panel after the user pressed a key or a button, or turned the wheel.
  public mutating func dismiss(at now: Instant) {
    browsingEnd = .distantPast
    guard hoverState == .over else { return }
    hide(at: now)
    hoverState = .dismissed
  }

  /// Lays out the panel if its delay is over. Call this function before drawing.
  public mutating func advance(to now: Instant) { if blocks == nil && isVisible(at: now) { layOut() } }

  /// Returns the next instant at which the appearance changes: `now` during a fade, the end of a
  /// delay, or `nil` if nothing is pending.
  public func nextChange(after now: Instant) -> Instant? {
    // A late program may skip the fade.
    blocks == nil && isVisible(at: now) ? now : opacity.nextChange(after: now)
  }

  /// Returns the height of the bounds that the complete text needs, in logical pixels. 0 if the tooltip is hidden.
  func height(at now: Instant) -> Double {
    guard blocks != nil, isVisible(at: now) || opacity.value(at: now) > 0 else { return 0 }
    let style = environment.theme.tooltip
    // A window has whole pixels.
    return environment.snappedUp(style.padding.top + completeHeight + style.padding.bottom) + 2 * style.margin
  }

  /// Returns `overlay` on the visible panel, and `content` between it and its element, where other controls may be. The window
  /// manager may move a window that gets higher for the panel, so that the pointer is no longer on the element.
  func hitTest(_ point: Point, at now: Instant) -> HitRegion {
    guard isVisible(at: now), let content, let frame else { return .outside }
    if frame.contains(point) { return .overlay }
    return content.target.union(frame).contains(point) ? .content : .outside
  }

  /// The frame of the panel. It is below the element, or above it if it does not fit below and there is more space above.
  /// It is centered on the element as far as the bounds allow.
  private var frame: Rect? {
    guard let text = blocks?.size, let target = content?.target else { return nil }
    let style = environment.theme.tooltip
    let size = Size(
      width: text.width + style.padding.leading + style.padding.trailing,
      height: text.height + style.padding.top + style.padding.bottom)
    let area = bounds.inset(by: style.margin)
    let (below, above) = (target.maxY + style.gap, target.minY - style.gap - size.height)
    let (freeBelow, freeAbove) = (area.maxY - below - size.height, above - area.minY)
    let y = freeBelow >= 0 || freeBelow >= freeAbove ? below : above
    let origin = Point(
      x: max(area.minX, min(target.midX - size.width / 2, area.maxX - size.width)),
      y: max(area.minY, min(y, area.maxY - size.height)))
    return environment.snapped(Rect(origin: origin, size: size))
  }

  /// Adds the panel to a display list, as near to its element as the bounds allow.
  public func draw(into list: inout DisplayList, at now: Instant) {
    let opacity = opacity.value(at: now)
    guard opacity > 0, let blocks, let frame else { return }
    let (style, colors) = (environment.theme.tooltip, environment.theme.colors)
    list.group(DisplayList.Group(opacity: opacity)) { list in
      let shape = RoundedRect(frame, cornerRadius: environment.snapped(style.cornerRadius))
      list.fill(.roundedRect(shape), colors.text)
      let origin = Point(x: frame.minX + style.padding.leading, y: frame.minY + style.padding.top)
      blocks.draw(at: origin, colors.window, alignedIn: blocks.size.width, into: &list)
    }
  }
}

extension Tooltip {
  /// Returns whether the delay is over and the panel has not been hidden since.
  func isVisible(at now: Instant) -> Bool { hoverState == .over && now >= start }

  private mutating func switchContent(to next: Content, at now: Instant) {
    delay = isVisible(at: now) || now < browsingEnd ? Self.browsingDelay : Tooltip.delay
    (content, blocks, hoverState) = (next, nil, .over)
    startDelay(at: now)
  }

  /// Starts the delay.
  private mutating func startDelay(at now: Instant) {
    start = now + delay
    opacity.set(0)
    fade(to: 1, after: delay, at: now)
  }

  private mutating func hide(at now: Instant) {
    if isVisible(at: now) { fade(to: 0, at: now) } else if hoverState == .over { opacity.set(0) }
  }

  private mutating func fade(to target: Double, after delay: Duration = .zero, at now: Instant) {
    opacity.animate(to: target, at: now, with: .fade(over: environment.theme.motion.fade).delay(delay))
  }

  private mutating func layOut() {
    guard let text = content?.text else { return }
    let style = environment.theme.tooltip
    let area = bounds.inset(by: style.margin).inset(by: style.padding)
    let width = max(1, min(style.width, area.width))
    let complete = [TextBlock](tooltip: text, width: width, environment)
    (blocks, completeHeight) = (complete, complete.size.height)
    // Sums of lengths are rounded.
    guard completeHeight > area.height + 0.01, let line = complete.first?.lines.first else { return }
    let lines = Int(max(1, min(area.height / line.metrics.height, 1000)))
    blocks = [TextBlock](tooltip: text, width: width, lines: lines, environment)
  }
}

/// The paragraphs of a tooltip, broken into lines. A line feed ends a paragraph.
extension [TextBlock] {
  /// Creates the paragraphs.
  ///
  /// - Parameters:
  ///   - text: The text, which is sanitized. If it has more lines, its middle is replaced by the number of omitted
  ///     characters. Of several paragraphs, the beginnings are kept, of as many as there are lines for. The longest ones are
  ///     elided.
  ///   - width: The maximum width.
  ///   - lines: The maximum number of lines, if it is less than that of the theme.
  fileprivate init(tooltip text: String, width: Double, lines: Int = .max, _ environment: Environment) {
    let paragraphs = text.split(separator: "\n")
    let lines = Swift.min(lines, environment.theme.tooltip.maximumLineCount)
    let style = environment.theme.fonts.caption
    func marker(_ omitted: Int) -> String { "… \(environment.strings.text(.moreCharacters(omitted)).text) …" }
    func block(_ text: some StringProtocol, lines: Int) -> TextBlock {
      TextBlock(
        String(text), style: style, width: width, lines: lines, keepsEnd: false, measuring: environment.text)
    }
    guard paragraphs.count > 1 else {
      let count = text.count
      self = [
        TextBlock(text, style: style, width: width, lines: lines, measuring: environment.text) {
          marker(count - $0)
        }
      ]
      return
    }
    // The last line says how much is omitted.
    let rest = paragraphs.count > lines ? Swift.max(1, lines - 1) : lines
    let shown = paragraphs.prefix(rest)
    let omitted = paragraphs[shown.endIndex...].reduce(0) { $0 + $1.count }
    let counts = shown.map { block($0, lines: rest).lines.count }
    func total(_ limit: Int) -> Int { counts.reduce(0) { $0 + Swift.min($1, limit) } }
    let limit = (1...rest).last { total($0) <= rest } ?? 1
    // Too few for all that need another one, so the first ones have it.
    var spare = rest - total(limit)
    self = zip(shown, counts).map { paragraph, count in
      let extra = count > limit && spare > 0 ? 1 : 0
      spare -= extra
      return block(paragraph, lines: limit + extra)
    }
    if omitted > 0, lines > 1 { append(block(marker(omitted), lines: 1)) }
  }
}
