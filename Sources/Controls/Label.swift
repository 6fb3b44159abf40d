public import Motion
public import Scene

/// Paragraphs of text that the user cannot edit. A line feed ends a paragraph.
public struct Label: ColumnControl {
  public typealias Action = Never

  /// The text.
  public private(set) var text: String
  /// The font in the current theme.
  package let style: @Sendable (Theme.Fonts) -> TextStyle
  /// The color in the current theme.
  package let color: @Sendable (Theme.Colors) -> Color
  /// The maximum number of lines of an untrusted text. `nil` for a text of the program, which has no limit.
  package let lineLimit: Int?
  public private(set) var frame = Rect.zero
  private var width = 0.0
  private var blocks: [TextBlock] = []
  /// Further text of any source, which a tooltip shows, and which a screen reader reads on request. Empty if there is none.
  public var details = ""
  /// The icon before the first line. It is shown with the next layout.
  package var icon: StatusIcon?
  /// The announcement when the label appears. Without it, a screen reader reads nothing of a new label.
  package var announcement: AccessibleAnnouncement?
  private var tooltip: Tooltip
  /// The last position of the pointer over the label, or the one at which its owner shows the label under a resting pointer. A
  /// tooltip appears only if the pointer moves to another one: one that appears immediately would cover other controls.
  package var pointer: Point?

  /// Creates a label with an empty frame. Lay it out before drawing it.
  public init(
    _ text: String, style: @escaping @Sendable (Theme.Fonts) -> TextStyle = \.body,
    color: @escaping @Sendable (Theme.Colors) -> Color = \.text, in environment: Environment
  ) {
    (self.text, self.style, self.color, lineLimit) = (text, style, color, nil)
    tooltip = Tooltip(in: environment)
  }

  /// Creates a label of text from another program. The text is sanitized by `DisplaySanitizer`. Lines that form a
  /// picture or a table, such as the randomart of ssh, have a fixed-width font. The middle of a text that is longer than
  /// the line limit is elided.
  ///
  /// - Parameter lineLimit: The maximum number of lines. A number less than 1 counts as 1.
  public init(
    untrusted text: String, lineLimit: Int, style: @escaping @Sendable (Theme.Fonts) -> TextStyle = \.body,
    color: @escaping @Sendable (Theme.Colors) -> Color = \.text, in environment: Environment
  ) {
    (self.text, self.style, self.color, self.lineLimit) = (text, style, color, max(1, lineLimit))
    tooltip = Tooltip(in: environment)
  }

  public var environment: Environment { tooltip.environment }

  /// Changes the text, and the height for the current width.
  public mutating func setText(_ text: String, at now: Instant) {
    guard text != self.text else { return }
    self.text = text
    layOutAgain(at: now)
  }

  public mutating func update(_ environment: Environment, at now: Instant) {
    tooltip.update(environment, at: now)
    layOutAgain(at: now)
  }

  /// Lays out the label with its current width. Before the first layout, the width is 0, at which each character
  /// would be a line.
  private mutating func layOutAgain(at now: Instant) {
    if width > 0 { layOut(at: frame.origin, width: width, at: now) }
  }

  /// Breaks the text into lines. The frame is as wide as the longest one or, with right-to-left text, which is aligned
  /// to the right, as the available width.
  public mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    self.width = width
    blocks = makeBlocks(width: width - inset)
    let isWide = blocks.contains(where: \.isRightToLeft) && width.isFinite
    let size = blocks.size
    frame = Rect(
      origin: origin,
      size: Size(
        width: environment.snappedUp(isWide ? width : min(width, size.width + inset)),
        height: environment.snappedUp(size.height)))
  }

  /// Hides the tooltip until the pointer moves to another element, as a key does that another control receives.
  package mutating func dismissTooltip(at now: Instant) { tooltip.dismiss(at: now) }

  /// Returns the height that the visible tooltip needs in the width of the overlay, in logical pixels. 0 if there is none.
  package func tooltipHeight(at now: Instant) -> Double { tooltip.height(at: now) }

  /// The width of the longest paragraph in one line.
  public var maximumWidth: Double { environment.snappedUp(makeBlocks(width: .infinity).size.width + inset) }

  /// The space of the icon, in logical pixels.
  private var inset: Double { icon == nil ? 0 : StatusIcon.textInset(in: environment) }

  /// Whether a line ends inside a word.
  package var breaksWord: Bool { blocks.contains(where: \.breaksWord) }

  private func makeBlocks(width: Double) -> [TextBlock] {
    let style = style(environment.theme.fonts)
    let paragraphs = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    guard let lineLimit else {
      return paragraphs.map {
        TextBlock(String($0), style: style, width: width, measuring: environment.text)
      }
    }
    let shown = Self.elidingMiddle(of: paragraphs, to: lineLimit)
    let frameWidths = shown.map(\.frameWidth)
    var fixed = style
    fixed.family = TextStyle.fixedWidthFamily
    var remaining = lineLimit
    return shown.indices.map { index in
      // Each of the paragraphs below gets at least one line.
      let limit = remaining - (shown.count - 1 - index)
      let neighbors = frameWidths[max(0, index - 1)..<min(index + 2, shown.count)]
      let isPicture = frameWidths[index].map { width in neighbors.count { $0 == width } > 1 } ?? false
      let block = TextBlock(
        shown[index], style: isPicture ? fixed : style, width: width, lines: limit,
        measuring: environment.text)
      remaining -= block.lines.count
      return block
    }
  }

  /// Returns at most `limit` paragraphs: the first and the last ones, since a question may be at the end.
  private static func elidingMiddle(of paragraphs: [Substring], to limit: Int) -> [String] {
    guard paragraphs.count > limit else { return paragraphs.map(String.init) }
    let start = paragraphs.prefix((limit + 1) / 2)
    return start.dropLast().map(String.init) + start.suffix(1).map { "\($0) …" }
      + paragraphs.suffix(limit - start.count).map(String.init)
  }

  public func draw(into list: inout DisplayList, at now: Instant) {
    blocks.draw(
      at: frame.origin + Vector(dx: inset, dy: 0), color(environment.theme.colors),
      alignedIn: frame.width - inset, into: &list)
    let middle = Point(x: frame.minX, y: frame.minY + (blocks.first?.lines.first?.metrics.height ?? 0) / 2)
    icon?.draw(before: middle, into: &list, at: now, environment)
  }

  public func describe(into tree: inout AccessibleTree, at now: Instant) {
    guard !text.isEmpty else { return }
    tree.add(
      .part(0), AccessibleNode(.label, text, description: details, announcement: announcement, in: frame))
  }

  public mutating func advance(to now: Instant) -> Response<Never> {
    tooltip.advance(to: now)
    return .ignored
  }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Never> {
    if case .pointerMoved(to: let point) = event {
      let showsTooltip = tooltip.isVisible(at: now) || pointer != point
      pointer = point
      if details.isEmpty { tooltip.leave(at: now) }
      guard showsTooltip, !details.isEmpty else { return .ignored }
      tooltip.hover(details, target: frame, at: now) { [details] in details }
    } else {
      if case .pointerLeft = event { pointer = nil }
      tooltip.handle(event, at: now)
    }
    return .ignored
  }

  public mutating func setOverlayBounds(_ bounds: Rect, at now: Instant) { tooltip.bounds = bounds }

  public func drawOverlay(into list: inout DisplayList, at now: Instant) {
    tooltip.draw(into: &list, at: now)
  }

  /// Returns `overlay` on the tooltip, and `content` also between it and the label.
  public func hitTest(_ point: Point, at now: Instant) -> HitRegion {
    max(tooltip.hitTest(point, at: now), frame.contains(point) ? .content : .outside)
  }

  public func nextChange(after now: Instant) -> Instant? {
    if case .busy = icon, !environment.reducesMotion { return now }
    return tooltip.nextChange(after: now)
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? { nil }
}

extension String {
  /// The number of characters in a line of a picture or a table, which begins and ends with a character of its frame.
  /// `nil` for other texts.
  fileprivate var frameWidth: Int? {
    func isFrame(_ character: Character) -> Bool {
      character == "+" || character == "|" || ("\u{2500}"..."\u{259F}").contains(character)
    }
    guard let first, let last, count > 2, isFrame(first), isFrame(last) else { return nil }
    return count
  }
}
