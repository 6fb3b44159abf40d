import Gestures
import Motion
import Scene

/// The pop-up list of completions next to the typed text.
///
/// Only keys change the highlighted row, which Enter accepts. Otherwise, a list that opens under
/// the pointer could replace the typed text by accident.
struct CompletionPopup {
  private(set) var environment: Environment

  /// The state of the list, without its position and its animations.
  struct State {
    var isOpen = false
    /// The row that Enter accepts, or `nil` for none.
    var highlighted: Int?
    /// The recognizer of presses on the rows.
    var recognizer = PressRecognizer()

    /// Whether the primary button was pressed on a row and is still down.
    var isPressed: Bool { recognizer.isPressed }
  }

  private(set) var state = State()
  /// The displayed completions. They stay while the list fades out.
  private(set) var completions: [CompletionItem] = []
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

  var isOpen: Bool { state.isOpen }

  var highlighted: Int? { state.highlighted }

  func nextChange(after now: Instant) -> Instant? {
    isVisible(at: now) ? .earliest(presence.nextChange(after: now), scroller.nextChange(after: now)) : nil
  }

  func isVisible(at now: Instant) -> Bool { presence(at: now) > 0 || isOpen }

  func presence(at now: Instant) -> Double { max(0, min(presence.value(at: now), 1)) }
}

// Opening and closing.
extension CompletionPopup {
  /// Shows completions, scrolled to the first one and without a highlight.
  ///
  /// - Parameters:
  ///   - completions: The completions, at least one.
  ///   - target: The frame of the typed text.
  ///   - bounds: The area that the list may cover.
  mutating func show(_ completions: [CompletionItem], beside target: Rect, in bounds: Rect, at now: Instant) {
    self.completions = completions
    state = State(isOpen: true)
    scroller = ScrollController(in: environment)
    place(beside: target, in: bounds, at: now)
    fade(to: 1, at: now)
  }

  mutating func close(at now: Instant) {
    guard isOpen else { return }
    state = State()
    fade(to: 0, at: now)
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
    let rows = Int((max(freeBelow, isAbove ? freeAbove : 0) - 2 * menu.padding) / style.rowHeight)
    let height = min(preferred, height(ofRows: max(1, rows)))
    let width = min(style.width, available.width)
    // The contents of the rows are aligned with the text.
    let x = target.minX - menu.padding - style.rowPadding
    frame = environment.snapped(
      Rect(
        x: max(available.minX, min(x, available.maxX - width)), y: isAbove ? above - height : below,
        width: width, height: height))
    scroller.resize(content: Double(completions.count) * style.rowHeight, visible: height - 2 * menu.padding)
  }

  private func height(ofRows count: Int) -> Double {
    Double(count) * environment.theme.completions.rowHeight + 2 * environment.theme.menu.padding
  }
}

// Rows.
extension CompletionPopup {
  /// Returns whether the list is open and contains a point.
  func contains(_ point: Point) -> Bool { isOpen && frame.contains(point) }

  /// Returns the row at a point, or `nil` if there is none.
  func row(at point: Point, _ now: Instant) -> Int? {
    guard contains(point), rowsFrame.contains(point) else { return nil }
    let height = point.y - rowsFrame.minY + scroller.offset(at: now)
    let row = Int(height / environment.theme.completions.rowHeight)
    return completions.indices.contains(row) ? row : nil
  }

  /// The visible area of the rows.
  var rowsFrame: Rect { frame.inset(by: environment.theme.menu.padding) }

  /// Returns the frame of a row, relative to the top of the first row.
  func frame(ofRow row: Int, width: Double) -> Rect {
    let height = environment.theme.completions.rowHeight
    return Rect(x: 0, y: Double(row) * height, width: width, height: height)
  }

  /// A movement of the highlight by key.
  enum Step { case next, previous, nextPage, previousPage }

  /// Moves the highlight. Single steps wrap around, with no highlight between the last row and the
  /// first. Pages stop at the ends.
  mutating func highlight(_ step: Step, at now: Instant) {
    let (last, page) = (completions.count - 1, max(1, visibleRows - 1))
    switch step {
    case .next: state.highlighted = highlighted.map { $0 < last ? $0 + 1 : nil } ?? 0
    case .previous: state.highlighted = highlighted.map { $0 > 0 ? $0 - 1 : nil } ?? last
    case .nextPage: state.highlighted = min((highlighted ?? 0) + page, last)
    case .previousPage: state.highlighted = max((highlighted ?? 0) - page, 0)
    }
    guard let highlighted else { return }
    scroller.reveal(frame(ofRow: highlighted, width: frame.width), margin: 0, at: now)
  }

  private var visibleRows: Int { Int(rowsFrame.height / environment.theme.completions.rowHeight) }
}

// Pointer input.
extension CompletionPopup {
  /// Updates the hovered row. Pass `nil` if the pointer is not over the list.
  mutating func hover(over point: Point?, at now: Instant) {
    let event = point.map { InputEvent.pointerMoved(to: $0) } ?? .pointerLeft
    _ = state.recognizer.handle(event, at: now, over: point.flatMap { row(at: $0, now) })
  }

  mutating func press(_ press: PointerPress, at now: Instant) {
    _ = state.recognizer.handle(.pointerPressed(press), at: now, over: row(at: press.position, now))
  }

  /// Handles the release of a button.
  ///
  /// - Returns: The clicked row, or `nil` if there was no click.
  mutating func release(_ press: PointerPress, at now: Instant) -> Int? {
    let row = row(at: press.position, now)
    let outcome = state.recognizer.handle(.pointerReleased(press), at: now, over: row)
    return if case .tapped(let row) = outcome { row } else { nil }
  }

  /// Ends a press without a click.
  mutating func clearPress() { state.recognizer.cancel() }

  mutating func scroll(_ event: ScrollEvent, at now: Instant) {
    scroller.scroll(notches: event.notches.dy, at: now)
    hover(over: event.position, at: now)
  }
}
