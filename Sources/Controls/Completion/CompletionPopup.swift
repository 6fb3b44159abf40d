import Gestures
import Motion
import Scene

/// The pop-up list of completions of the text at the caret. Its text is a range of elements of the field.
///
/// The list opens when text changes and stays open until the caret leaves that text.
///
/// Only keys change the highlighted row, which Enter accepts. Otherwise, a list that opens under
/// the pointer could replace the typed text by accident.
struct CompletionPopup {
  private(set) var environment: Environment
  private(set) var isOpen = false
  /// The row that Enter accepts, or `nil` for none.
  private(set) var highlighted: Int?
  /// The recognizer of presses on the rows.
  private var recognizer = PressRecognizer()
  /// The last position of the pointer. The row there is hovered, also after the list has scrolled. `nil` after the pointer has
  /// left the field.
  private var pointer: Point?
  /// The text that the list belongs to. Empty without a text.
  private(set) var text = 0..<0
  /// Whether text has changed since the completions were last requested.
  private var isTextNew = false
  /// The displayed completions. They stay while the list fades out.
  private(set) var completions: [CompletionItem] = []
  /// The number of the first completion for assistive programs, which is not used again for others.
  private(set) var firstPart = 0
  private(set) var frame = Rect.zero
  private(set) var scroller: ScrollController
  /// The frame of the typed text.
  private var target = Rect.zero
  /// The area that the list may cover.
  private var bounds = Rect.zero
  /// Whether the list is above the text.
  private(set) var isAbove = false
  /// The visibility: 0 is hidden, 1 is fully visible.
  private var presence = Animated(0.0, threshold: Environment.opacityThreshold)

  init(in environment: Environment) {
    self.environment = environment
    scroller = ScrollController(in: environment)
  }

  mutating func update(_ environment: Environment, at now: Instant) {
    self.environment = environment
    scroller.environment = environment
    layOut()
  }

  func nextChange(after now: Instant) -> Instant? {
    isVisible(at: now) ? .earliest(presence.nextChange(after: now), scroller.nextChange(after: now)) : nil
  }

  func isVisible(at now: Instant) -> Bool { presence(at: now) > 0 || isOpen }

  func presence(at now: Instant) -> Double { max(0, min(presence.value(at: now), 1)) }
}

// Opening and closing.
extension CompletionPopup {
  mutating func textDidChange() { isTextNew = true }

  /// Updates the range of the text after a change of other elements.
  mutating func textDidMove(to text: Range<Int>) {
    if isOpen { self.text = text }
  }

  /// Begins with the completions of a text if text has changed.
  ///
  /// - Returns: Whether text has changed.
  mutating func begin(_ text: Range<Int>) -> Bool {
    guard isTextNew else { return false }
    (self.text, isTextNew) = (text, false)
    return true
  }

  /// Shows completions, scrolled to the first one and without a highlight.
  ///
  /// - Parameters:
  ///   - completions: The completions, at least one.
  ///   - target: The frame of the typed text.
  ///   - bounds: The area that the list may cover.
  mutating func show(_ completions: [CompletionItem], beside target: Rect, in bounds: Rect, at now: Instant) {
    if completions.map(\.text) != self.completions.map(\.text) { firstPart += self.completions.count }
    self.completions = completions
    reset(isOpen: true)
    scroller = ScrollController(in: environment)
    place(beside: target, in: bounds, at: now)
    fade(to: 1, at: now)
  }

  mutating func close(at now: Instant) {
    guard isOpen else { return }
    reset(isOpen: false)
    fade(to: 0, at: now)
  }

  private mutating func reset(isOpen: Bool) {
    (self.isOpen, highlighted, recognizer, pointer) = (isOpen, nil, PressRecognizer(), nil)
  }

  /// Moves the list next to the text.
  mutating func place(beside target: Rect, in bounds: Rect, at now: Instant) {
    (self.target, self.bounds) = (target, bounds)
    layOut()
  }

  private mutating func fade(to target: Double, at now: Instant) {
    guard presence.target != target else { return }
    let fading = Animation.easeOut(duration: environment.theme.motion.completionFade)
    presence.animate(to: target, at: now, with: environment.motion(fading))
  }

  /// Updates the frame. The list is below the text, or above it if all rows do not fit below and
  /// there is more space above. It shows as many rows as fit.
  private mutating func layOut() {
    let (style, menu) = (environment.theme.completions, environment.theme.menu)
    guard !completions.isEmpty else { return }
    let available = bounds.inset(by: menu.margin)
    let (below, above) = (target.maxY + style.gap, target.minY - style.gap)
    let (freeBelow, freeAbove) = (available.maxY - below, above - available.minY)
    let preferred = height(ofRows: min(completions.count, style.maximumRowCount))
    isAbove = freeBelow < preferred && freeAbove > freeBelow
    let rows = Int((max(freeBelow, isAbove ? freeAbove : 0) - 2 * menu.padding) / rowHeight)
    let height = min(preferred, height(ofRows: max(1, rows)))
    let width = min(style.width, available.width)
    // The contents of the rows are aligned with the text.
    let x = target.minX - menu.padding - style.rowPadding
    frame = environment.snapped(
      Rect(
        x: max(available.minX, min(x, available.maxX - width)), y: isAbove ? above - height : below,
        width: width, height: height))
    scroller.resize(content: Double(completions.count) * rowHeight, visible: height - 2 * menu.padding)
  }

  private func height(ofRows count: Int) -> Double {
    Double(count) * rowHeight + 2 * environment.theme.menu.padding
  }

  // Rows.

  /// Returns whether the list is open and contains a point.
  func contains(_ point: Point) -> Bool { isOpen && frame.contains(point) }

  /// Returns the row at a point, or `nil` if there is none.
  func row(at point: Point, _ now: Instant) -> Int? {
    guard contains(point), rowsFrame.contains(point) else { return nil }
    let height = point.y - rowsFrame.minY + scroller.offset(at: now)
    let row = Int(height / rowHeight)
    return completions.indices.contains(row) ? row : nil
  }

  /// The height of a row. It is positive for every theme, because positions are divided by it.
  var rowHeight: Double { max(1, environment.theme.completions.rowHeight) }

  /// The visible area of the rows.
  var rowsFrame: Rect { frame.inset(by: environment.theme.menu.padding) }

  /// Returns the frame of a row, relative to the top of the first row.
  func frame(ofRow row: Int, width: Double) -> Rect {
    Rect(x: 0, y: Double(row) * rowHeight, width: width, height: rowHeight)
  }

  /// Moves the highlight to a row or, with `nil`, removes it.
  mutating func highlight(_ row: Int?, at now: Instant) {
    highlighted = row
    guard let row else { return }
    scroller.reveal(frame(ofRow: row, width: frame.width), margin: 0, at: now)
  }

  // Events.

  /// Handles an event of an open list.
  ///
  /// - Returns: The accepted completion, as an action. If the event has an action but is not handled, the field handles it,
  ///   too.
  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<String> {
    switch event {
    case .keyPressed(let press): return keyPressed(press, at: now)
    case .pointerMoved(let point):
      pointer = point
      return contains(point) || recognizer.isPressed ? .handled() : .ignored
    case .pointerPressed(let press):
      guard closeUnlessOver(press.position, at: now) else { return .ignored }
      pointer = press.position
      _ = recognizer.handle(event, at: now, over: row(at: press.position, now))
      return .handled()
    case .pointerReleased(let press):
      guard recognizer.isPressed else { return .ignored }
      let outcome = recognizer.handle(event, at: now, over: row(at: press.position, now))
      return if case .tapped(let row) = outcome { accept(row, at: now) } else { .handled() }
    case .scrolled(let step):
      guard closeUnlessOver(step.position, at: now) else { return .ignored }
      scroller.scroll(by: step, at: now)
      pointer = step.position
      return .handled()
    case .pointerLeft: pointer = nil
    case .pointerGrabLost: recognizer.cancel()
    case .windowHidden: close(at: now)
    case .textCommitted, .preeditChanged, .data, .windowFocusChanged, .keyboardChanged, .windowObscured,
      .accessibility:
      break
    }
    return .ignored
  }

  private mutating func closeUnlessOver(_ point: Point, at now: Instant) -> Bool {
    if !contains(point) { close(at: now) }
    return isOpen
  }

  /// Handles the keys of the list. Handles Enter and Tab only if a completion is highlighted.
  ///
  /// Up and Down wrap around, with no highlight between the last row and the first. Pages stop at the ends.
  private mutating func keyPressed(_ press: KeyPress, at now: Instant) -> Response<String> {
    let (row, last) = (highlighted, completions.count - 1)
    let page = max(1, Int(rowsFrame.height / rowHeight) - 1)
    switch (press.key, press.modifiers) {
    case (.down, []): highlight(row.map { $0 < last ? $0 + 1 : nil } ?? 0, at: now)
    case (.up, []): highlight(row.map { $0 > 0 ? $0 - 1 : nil } ?? last, at: now)
    case (.pageDown, []): highlight(min((row ?? 0) + page, last), at: now)
    case (.pageUp, []): highlight(max((row ?? 0) - page, 0), at: now)
    case (.escape, []): close(at: now)
    case (.enter, []) where !press.isRepeat:
      return highlighted.map { accept($0, at: now) } ?? .ignored
    case (.tab, []), (.tab, .shift):
      return highlighted.map { accept($0, isHandled: false, at: now) } ?? .ignored
    default: return .ignored
    }
    return .handled()
  }

  private mutating func accept(_ index: Int, isHandled: Bool = true, at now: Instant) -> Response<String> {
    close(at: now)
    return Response(isHandled: isHandled, actions: [completions[index].text])
  }

  /// Adds the list to a display list. An opening or closing list is scaled about its corner at the
  /// text.
  func draw(into list: inout DisplayList, at now: Instant) {
    let presence = presence(at: now)
    guard presence > 0, !frame.isEmpty else { return }
    guard presence < 1 else { return drawAll(into: &list, at: now) }
    let minimum = environment.theme.completions.minimumScale
    let corner = Point(x: frame.minX, y: isAbove ? frame.maxY : frame.minY)
    let growing = DisplayList.Group(
      transform: Transform(scale: minimum + (1 - minimum) * presence, about: corner), opacity: presence)
    list.group(growing) { drawAll(into: &$0, at: now) }
  }

  private func drawAll(into list: inout DisplayList, at now: Instant) {
    let colors = environment.theme.colors
    let style = environment.theme.menu
    let shape = RoundedRect(frame, cornerRadius: style.cornerRadius)
    list.shadow(of: shape, environment.theme.shadow(style.shadow))
    list.fill(.roundedRect(shape), colors.raised)
    list.group(DisplayList.Group(clip: RoundedRect(rowsFrame, cornerRadius: style.rowCornerRadius))) {
      drawRows(into: &$0, at: now)
    }
    list.outline(inside: shape, colors.raisedOutline, width: style.outline, environment)
    scroller.drawThumb(along: rowsFrame, edge: frame.maxX, into: &list, at: now)
  }

  private func drawRows(into list: inout DisplayList, at now: Instant) {
    let offset = scroller.offset(at: now)
    let first = max(0, Int(offset / rowHeight))
    let end = Int(((offset + rowsFrame.height) / rowHeight).rounded(.up))
    let shift = rowsFrame.origin - .zero - Vector(dx: 0, dy: offset)
    let hovered = pointer.flatMap { row(at: $0, now) }
    for row in first..<max(first, min(end, completions.count)) {
      let frame = frame(ofRow: row, width: rowsFrame.width).offset(by: shift)
      draw(row, in: frame, isHovered: row == hovered, into: &list)
    }
  }

  private func draw(_ index: Int, in frame: Rect, isHovered: Bool, into list: inout DisplayList) {
    let style = environment.theme.completions
    let accent = environment.theme.colors.accent
    let shape = RoundedRect(environment.snapped(frame), cornerRadius: environment.theme.menu.rowCornerRadius)
    if index == highlighted {
      list.fill(.roundedRect(shape), accent.opacity(style.highlightOpacity))
    } else if isHovered {
      list.fill(.roundedRect(shape), accent.opacity(style.hoveredOpacity))
    }
    drawText(of: completions[index], in: frame, into: &list)
  }

  /// Draws the text of a completion on one line, with its middle elided if it is too long.
  private func drawText(of completion: CompletionItem, in frame: Rect, into list: inout DisplayList) {
    let (style, colors, font) = (
      environment.theme.completions, environment.theme.colors, environment.theme.fonts.token
    )
    let elision = Elision(
      of: completion.text, toFit: frame.width - 2 * style.rowPadding, style: font, measuring: environment.text
    )
    let run = TextRun(elision.characters, style: font, measuring: environment.text)
    let metrics = run.line.metrics
    let origin = Point(
      x: environment.snapped(frame.minX + style.rowPadding),
      y: environment.snapped(metrics.baseline(aroundY: frame.midY)))
    for x in run.line.extents(of: elision.displayedRange(completion.match, of: completion.text)) {
      let area = Rect(
        x: origin.x + x.lowerBound, y: origin.y - metrics.ascent, width: x.upperBound - x.lowerBound,
        height: metrics.height)
      let highlight = RoundedRect(environment.snapped(area), cornerRadius: style.matchCornerRadius)
      list.fill(.roundedRect(highlight), colors.accent.opacity(style.matchOpacity))
    }
    list.text(run.displayedText, font, colors.text, at: origin, metrics: metrics)
  }
}

extension Elision {
  /// Maps a range of the text to the displayed characters. Elided characters map to the ellipsis, which is included if it
  /// hides some of them.
  ///
  /// - Parameters:
  ///   - range: A range of characters of the whole text.
  ///   - text: The whole text.
  /// - Complexity: O(*n*) in the end of the range, regardless of the length of the text.
  fileprivate func displayedRange(_ range: Range<Int>, of text: String) -> Range<Int> {
    guard case .ends(let head, _, let tail) = self else { return range.clamped(to: 0..<characters.count) }
    // If the text has this many characters or more, the range ends before the tail.
    let count = text.prefix(range.upperBound + tail.count + 1).count
    let elided = head.count..<max(head.count, count - tail.count)
    func mapped(_ index: Int, isEnd: Bool) -> Int {
      guard index > elided.lowerBound else { return index }
      if index >= elided.upperBound { return index - elided.count + 1 }
      return elided.lowerBound + (isEnd ? 1 : 0)
    }
    let (lower, upper) = (range.lowerBound, range.upperBound)
    let start = mapped(lower, isEnd: false)
    return (start..<max(start, mapped(upper, isEnd: true))).clamped(to: 0..<characters.count)
  }
}
