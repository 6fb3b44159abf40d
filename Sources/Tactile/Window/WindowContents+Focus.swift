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
    Section.allCases.flatMap { section in
      (0..<stopCount(of: section)).map { FocusStop(section: section, index: $0) }
    }
  }

  private func stopCount(of section: Section) -> Int {
    switch section {
    case .form: form.focusStopCount
    case .tokens: tokens.focusStopCount
    case .inspector: withInspector { $0.focusStopCount } ?? 0
    case .button: button.focusStopCount
    }
  }

  /// Moves the focus to the next or previous stop. The first stop follows the last.
  mutating func advanceFocus(by step: Int, at now: Instant) {
    let stops = stops
    let index = focus.flatMap(stops.firstIndex(of:)) ?? (step > 0 ? -1 : 0)
    moveFocus(to: stops[(index + step + stops.count) % stops.count], at: now)
  }

  /// Moves the focus to a stop and scrolls to it, even if it already has the focus.
  mutating func moveFocus(to stop: FocusStop, at now: Instant) {
    setFocus(to: stop, at: now)
    revealFocus(at: now)
  }

  mutating func setFocus(to stop: FocusStop, at now: Instant) {
    guard stop != focus else { return }
    leaveFocus(for: stop.section, at: now)
    focus = stop
    give(stop.index, to: stop.section, at: now)
  }

  /// Scrolls to the focused stop.
  mutating func revealFocus(at now: Instant) {
    layOutIfNeeded(at: now)
    guard let focus, let frame = frame(of: focus, at: now) else { return }
    scroller.reveal(frame, at: now)
  }

  /// Scrolls to the message of the form, then back to the focused stop by the smallest distance,
  /// and moves the button clear of the message.
  mutating func followMessage(at now: Instant) {
    if let frame = form.read({ $0.messageFrame }) {
      scroller.reveal(frame, at: now)
      revealFocus(at: now)
    }
    layOut(at: now)
  }

  /// Removes the focus from its section, unless the next stop is in the same section.
  private mutating func leaveFocus(for section: Section?, at now: Instant) {
    if let focus, focus.section != section { give(nil, to: focus.section, at: now) }
  }

  private mutating func give(_ index: Int?, to section: Section, at now: Instant) {
    switch section {
    case .form: form.focus(index, at: now)
    case .tokens: tokens.focus(index, at: now)
    case .inspector: inspector?.focus(index, at: now)
    case .button: button.focus(index, at: now)
    }
  }

  /// Hides or shows the focus in the column when it stops or starts to receive keys.
  mutating func updateColumnFocus(at now: Instant) {
    let hasKeys = environment.isWindowFocused && !isButtonModal
    guard hasKeys != columnReceivesKeys else { return }
    columnReceivesKeys = hasKeys
    updateColumnEnvironment(at: now)
    for section in Section.inColumn {
      _ = deliver(.windowFocusChanged(isFocused: hasKeys), to: section, at: now)
    }
  }

  /// Whether the button receives all keys.
  var isButtonModal: Bool { button.read { $0.isModal } }

  /// The environment of the sections in the column.
  var columnEnvironment: Environment {
    var environment = environment
    environment.isWindowFocused = columnReceivesKeys
    return environment
  }

  mutating func updateColumnEnvironment(at now: Instant) {
    let environment = columnEnvironment
    form.update(environment, at: now)
    tokens.update(environment, at: now)
    inspector?.update(environment, at: now)
  }

  /// Returns the stop in the scrolling column at a point of the window.
  func stopInColumn(under point: Point, at now: Instant) -> FocusStop? {
    let point = point + scrolled(at: now)
    if let index = form.focusStop(under: point, at: now) {
      return FocusStop(section: .form, index: index)
    }
    if let index = tokens.focusStop(under: point, at: now) {
      return FocusStop(section: .tokens, index: index)
    }
    return withInspector { $0.focusStop(under: point, at: now) }
      .map { FocusStop(section: .inspector, index: $0) }
  }

  /// Returns the frame of a stop in column coordinates, or `nil` if the stop does not scroll.
  func frame(of stop: FocusStop, at now: Instant) -> Rect? {
    switch stop.section {
    case .form: form.frame(ofFocusStop: stop.index, at: now)
    case .tokens: tokens.frame(ofFocusStop: stop.index, at: now)
    case .inspector: withInspector { $0.frame(ofFocusStop: stop.index, at: now) }
    case .button: nil
    }
  }
}
