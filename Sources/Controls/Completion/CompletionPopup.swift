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
  /// The effect of an event.
  enum Reply {
    /// The event is not for the list.
    case ignored
    case handled
    /// The user has accepted a completion. Unless `isHandled`, the key has another effect too.
    case accepted(String, isHandled: Bool)
  }

  private(set) var environment: Environment
  private(set) var isOpen = false
  /// The row that Enter accepts, or `nil` for none.
  private(set) var highlighted: Int?
  /// The recognizer of presses on the rows.
  private(set) var recognizer = PressRecognizer()
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
    (self.isOpen, highlighted, recognizer) = (isOpen, nil, PressRecognizer())
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
}

// Rows.
extension CompletionPopup {
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
  private mutating func highlight(_ row: Int?, at now: Instant) {
    highlighted = row
    guard let row else { return }
    scroller.reveal(frame(ofRow: row, width: frame.width), margin: 0, at: now)
  }
}

// Events.
extension CompletionPopup {
  /// Handles an event of an open list.
  mutating func handle(_ event: InputEvent, at now: Instant) -> Reply {
    switch event {
    case .keyPressed(let press): return keyPressed(press, at: now)
    case .pointerMoved(let point):
      hover(over: point, at: now)
      return contains(point) || recognizer.isPressed ? .handled : .ignored
    case .pointerPressed(let press):
      guard closeUnlessOver(press.position, at: now) else { return .ignored }
      _ = recognizer.handle(event, at: now, over: row(at: press.position, now))
      return .handled
    case .pointerReleased(let press):
      guard recognizer.isPressed else { return .ignored }
      let outcome = recognizer.handle(event, at: now, over: row(at: press.position, now))
      return if case .tapped(let row) = outcome { accept(row, at: now) } else { .handled }
    case .scrolled(let step):
      guard closeUnlessOver(step.position, at: now) else { return .ignored }
      scroller.scroll(by: step, at: now)
      hover(over: step.position, at: now)
      return .handled
    case .pointerLeft: hover(over: nil, at: now)
    case .pointerGrabLost: recognizer.cancel()
    case .windowHidden: close(at: now)
    case .textCommitted, .preeditChanged, .data, .windowFocusChanged, .keyboardChanged, .windowObscured,
      .accessibility:
      break
    }
    return .ignored
  }

  /// Updates the hovered row. `nil` if the pointer is not over the list.
  private mutating func hover(over point: Point?, at now: Instant) {
    let event = point.map { InputEvent.pointerMoved(to: $0) } ?? .pointerLeft
    _ = recognizer.handle(event, at: now, over: point.flatMap { row(at: $0, now) })
  }

  private mutating func closeUnlessOver(_ point: Point, at now: Instant) -> Bool {
    if !contains(point) { close(at: now) }
    return isOpen
  }

  /// Handles the keys of the list. Handles Enter and Tab only if a completion is highlighted.
  ///
  /// Up and Down wrap around, with no highlight between the last row and the first. Pages stop at the ends.
  private mutating func keyPressed(_ press: KeyPress, at now: Instant) -> Reply {
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
    return .handled
  }

  private mutating func accept(_ index: Int, isHandled: Bool = true, at now: Instant) -> Reply {
    close(at: now)
    return .accepted(completions[index].text, isHandled: isHandled)
  }
}
