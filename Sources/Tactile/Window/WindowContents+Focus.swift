import Controls
import Motion
import PasswordForm
import Scene

extension WindowContents {
  var focusStopCount: Int { stops.count }

  mutating func focus(_ stop: Int?, at now: Instant) {
    if let stop {
      moveFocus(to: stops[stop], at: now)
    } else {
      leaveFocus(for: nil, at: now)
      focus = nil
    }
  }

  func focusStop(under point: Point, at now: Instant) -> Int? {
    stopInColumn(under: point, at: now).flatMap(stops.firstIndex)
  }

  func frame(ofFocusStop stop: Int, at now: Instant) -> Rect {
    frame(of: stops[stop], at: now)?.offset(by: -scrolled(at: now))
      ?? button.frame(ofFocusStop: stops[stop].index, at: now)
  }

  /// All stops in the order of Tab.
  private var stops: [FocusStop] {
    Part.allCases.flatMap { part in
      (0..<stopCount(of: part)).map { FocusStop(part: part, index: $0) }
    }
  }

  private func stopCount(of part: Part) -> Int {
    switch part {
    case .form: form.focusStopCount
    case .tokens: tokens.focusStopCount
    case .inspector: ofInspector { $0.focusStopCount } ?? 0
    case .button: button.focusStopCount
    }
  }

  /// Goes on to the next stop, or back; after the last comes the first.
  mutating func walkFocus(by step: Int, at now: Instant) {
    let stops = stops
    let index = focus.flatMap(stops.firstIndex(of:)) ?? (step > 0 ? -1 : 0)
    moveFocus(to: stops[(index + step + stops.count) % stops.count], at: now)
  }

  /// Gives the focus to a stop and brings it into sight, also where it has the focus already.
  mutating func moveFocus(to stop: FocusStop, at now: Instant) {
    setFocus(to: stop, at: now)
    revealFocus(at: now)
  }

  mutating func setFocus(to stop: FocusStop, at now: Instant) {
    guard stop != focus else { return }
    leaveFocus(for: stop.part, at: now)
    focus = stop
    give(stop.index, to: stop.part, at: now)
  }

  /// Scrolls to what has the focus.
  mutating func revealFocus(at now: Instant) {
    layOutIfNeeded(at: now)
    guard let focus, let frame = frame(of: focus, at: now) else { return }
    scroller.reveal(frame, at: now)
  }

  /// Scrolls to what the form says, then as little as brings back what has the focus, and lets the
  /// button go out of the way of it.
  mutating func followMessage(at now: Instant) {
    if let frame = form.ask({ $0.messageFrame }) {
      scroller.reveal(frame, at: now)
      revealFocus(at: now)
    }
    layOut(at: now)
  }

  /// Takes the focus from the part that has it, unless it stays there.
  private mutating func leaveFocus(for part: Part?, at now: Instant) {
    if let focus, focus.part != part { give(nil, to: focus.part, at: now) }
  }

  private mutating func give(_ index: Int?, to part: Part, at now: Instant) {
    switch part {
    case .form: form.focus(index, at: now)
    case .tokens: tokens.focus(index, at: now)
    case .inspector: inspector?.focus(index, at: now)
    case .button: button.focus(index, at: now)
    }
  }

  /// Takes the looks of the focus from the column, or gives them back, where it is decided anew
  /// whether keys go there.
  mutating func updateColumnFocus(at now: Instant) {
    let hasKeys = environment.isWindowFocused && !isButtonModal
    guard hasKeys != columnHasKeys else { return }
    columnHasKeys = hasKeys
    furnishColumn()
    for part in Part.inColumn {
      _ = deliver(.windowFocusChanged(isFocused: hasKeys), to: part, at: now)
    }
  }

  /// Whether the button takes all keys.
  var isButtonModal: Bool { button.ask { $0.isModal } }

  /// What the parts of the column take from their surroundings.
  var columnEnvironment: Environment {
    var environment = environment
    environment.isWindowFocused = columnHasKeys
    return environment
  }

  mutating func furnishColumn() {
    let environment = columnEnvironment
    form.environment = environment
    tokens.environment = environment
    inspector?.environment = environment
  }

  /// The stop of the column, which scrolls, that is under a place in the window.
  func stopInColumn(under point: Point, at now: Instant) -> FocusStop? {
    let point = point + scrolled(at: now)
    if let index = form.focusStop(under: point, at: now) {
      return FocusStop(part: .form, index: index)
    }
    if let index = tokens.focusStop(under: point, at: now) {
      return FocusStop(part: .tokens, index: index)
    }
    return ofInspector { $0.focusStop(under: point, at: now) }
      .map { FocusStop(part: .inspector, index: $0) }
  }

  /// Where a stop is, in the column's space; `nil` for what does not scroll.
  func frame(of stop: FocusStop, at now: Instant) -> Rect? {
    switch stop.part {
    case .form: form.frame(ofFocusStop: stop.index, at: now)
    case .tokens: tokens.frame(ofFocusStop: stop.index, at: now)
    case .inspector: ofInspector { $0.frame(ofFocusStop: stop.index, at: now) }
    case .button: nil
    }
  }
}
