public import Motion
public import Scene

/// A small panel with additional text about the element under the pointer.
///
/// For each pointer movement, the owner calls `hover(_:target:at:text:)` or, if there is no element
/// under the pointer, `leave(at:)`. The owner forwards all other input with `handle(_:at:)`. A key,
/// a button or the wheel hides the panel until the pointer moves to another element.
public struct Tooltip {
  /// The theme, fonts, scale and other settings.
  public private(set) var environment: Environment

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
  /// The laid-out panel, or `nil` until the content becomes visible for the first time.
  private var panel: TooltipPanel?

  /// Creates a hidden tooltip.
  public init(in environment: Environment) { self.environment = environment }

  /// Replaces the environment and lays out the panel for it.
  public mutating func update(_ environment: Environment, at now: Instant) {
    self.environment = environment
    if panel != nil { layOut() }
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
  public mutating func advance(to now: Instant) { if panel == nil && isVisible(at: now) { layOut() } }

  /// Returns the next instant at which the appearance changes: `now` during a fade, the end of a
  /// delay, or `nil` if nothing is pending.
  public func nextChange(after now: Instant) -> Instant? {
    // A late program may skip the fade.
    panel == nil && isVisible(at: now) ? now : opacity.nextChange(after: now)
  }

  /// Returns the height that the panel needs with its margins in a width, in logical pixels. 0 if the tooltip is hidden.
  func height(within width: Double, at now: Instant) -> Double {
    guard let panel, isVisible(at: now) || opacity.value(at: now) > 0 else { return 0 }
    let margins = 2 * environment.theme.tooltip.margin
    // A window has whole pixels.
    return environment.snappedUp(panel.fitting(width - margins, environment).size(environment).height)
      + margins
  }

  /// Adds the panel to a display list, as near to its element as the bounds allow.
  ///
  /// - Parameters:
  ///   - bounds: The area that the panel may cover, in window coordinates.
  ///   - list: The display list.
  ///   - now: The current instant.
  public func draw(in bounds: Rect, into list: inout DisplayList, at now: Instant) {
    let opacity = opacity.value(at: now)
    guard opacity > 0, let panel, let content else { return }
    list.group(DisplayList.Group(opacity: opacity)) { list in
      panel.draw(near: content.target, in: bounds, into: &list, environment)
    }
  }
}

extension Tooltip {
  /// Returns whether the delay is over and the panel has not been hidden since.
  func isVisible(at now: Instant) -> Bool { hoverState == .over && now >= start }

  private mutating func switchContent(to next: Content, at now: Instant) {
    delay = isVisible(at: now) || now < browsingEnd ? Self.browsingDelay : Tooltip.delay
    (content, panel, hoverState) = (next, nil, .over)
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
    panel = content.map { TooltipPanel($0.text, width: environment.theme.tooltip.width, environment) }
  }
}

/// The panel of a tooltip, with its text broken into lines. A line feed ends a paragraph.
private struct TooltipPanel {
  private let text: String
  /// The maximum width of the text.
  private let width: Double
  private let blocks: [TextBlock]

  /// Creates a panel.
  ///
  /// - Parameters:
  ///   - text: The text, which is sanitized. If it has more lines, its middle is replaced by the number of omitted
  ///     characters. Of several paragraphs, the beginnings are kept, of as many as there are lines for. The longest ones are
  ///     elided.
  ///   - lines: The maximum number of lines, if it is less than that of the theme.
  init(_ text: String, width: Double, lines: Int = .max, _ environment: Environment) {
    (self.text, self.width) = (text, width)
    let paragraphs = text.split(separator: "\n")
    let lines = min(lines, environment.theme.tooltip.maximumLineCount)
    let style = environment.theme.fonts.caption
    func marker(_ omitted: Int) -> String { "… \(environment.strings.text(.moreCharacters(omitted)).text) …" }
    func block(_ text: String, lines: Int, keepsEnd: Bool = true) -> TextBlock {
      TextBlock(
        text, style: style, width: width, lines: lines, keepsEnd: keepsEnd, measuring: environment.text)
    }
    guard paragraphs.count > 1 else {
      let count = text.count
      blocks = [
        TextBlock(text, style: style, width: width, lines: lines, measuring: environment.text) {
          marker(count - $0)
        }
      ]
      return
    }
    // The last line says how much is omitted.
    let rest = paragraphs.count > lines ? max(1, lines - 1) : lines
    let shown = paragraphs.prefix(rest)
    let omitted = paragraphs[shown.endIndex...].reduce(0) { $0 + $1.count }
    let counts = shown.map { block(String($0), lines: rest, keepsEnd: false).lines.count }
    let limit = (1...rest).last { limit in counts.reduce(0) { $0 + min($1, limit) } <= rest } ?? 1
    blocks =
      shown.map { block(String($0), lines: limit, keepsEnd: false) }
      + (omitted > 0 && lines > 1 ? [block(marker(omitted), lines: 1)] : [])
  }

  /// Adds the panel to a display list. It is below the target, or above it if it does not fit below
  /// and there is more space above. It is centered on the target as far as the bounds allow.
  func draw(near target: Rect, in bounds: Rect, into list: inout DisplayList, _ environment: Environment) {
    let style = environment.theme.tooltip
    let bounds = bounds.inset(by: style.margin)
    let panel = fitting(bounds.width, environment)
    let height = bounds.height - style.padding.top - style.padding.bottom
    guard panel.blocks.size.height > height, let line = blocks.first?.lines.first else {
      return panel.draw(near: target, within: bounds, into: &list, environment)
    }
    let lines = Int(max(1, min(height / line.metrics.height, 1000)))
    let smaller = TooltipPanel(text, width: panel.width, lines: lines, environment)
    smaller.draw(near: target, within: bounds, into: &list, environment)
  }

  /// Returns the panel with a narrower text if it is wider than a width.
  func fitting(_ width: Double, _ environment: Environment) -> TooltipPanel {
    let padding = environment.theme.tooltip.padding
    let available = max(1, width - padding.leading - padding.trailing)
    return self.width > available ? TooltipPanel(text, width: available, environment) : self
  }

  private func draw(
    near target: Rect, within bounds: Rect, into list: inout DisplayList, _ environment: Environment
  ) {
    let style = environment.theme.tooltip
    let frame = environment.snapped(frame(near: target, within: bounds, environment))
    let colors = environment.theme.colors
    list.fill(
      .roundedRect(RoundedRect(frame, cornerRadius: environment.snapped(style.cornerRadius))), colors.text)
    let origin = Point(x: frame.minX + style.padding.leading, y: frame.minY + style.padding.top)
    blocks.draw(at: origin, colors.window, alignedIn: blocks.size.width, into: &list)
  }

  /// Returns the size with the padding.
  func size(_ environment: Environment) -> Size {
    let padding = environment.theme.tooltip.padding
    return Size(
      width: blocks.size.width + padding.leading + padding.trailing,
      height: blocks.size.height + padding.top + padding.bottom)
  }

  private func frame(near target: Rect, within bounds: Rect, _ environment: Environment) -> Rect {
    let style = environment.theme.tooltip
    let size = size(environment)
    let (below, above) = (target.maxY + style.gap, target.minY - style.gap - size.height)
    let (freeBelow, freeAbove) = (bounds.maxY - below - size.height, above - bounds.minY)
    let y = freeBelow >= 0 || freeBelow >= freeAbove ? below : above
    return Rect(
      x: max(bounds.minX, min(target.midX - size.width / 2, bounds.maxX - size.width)),
      y: max(bounds.minY, min(y, bounds.maxY - size.height)), width: size.width, height: size.height)
  }
}
