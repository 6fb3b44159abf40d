public import Motion
public import Scene

extension FeelInspector {
  public var focusStopCount: Int { Stop.all.count }

  public mutating func focus(_ stop: Int?, at now: Instant) {
    let former = focus
    focus = stop.map { Stop.all[$0] }
    guard focus != former else { return }
    if let former { give(false, to: former, at: now) }
    if let focus { give(true, to: focus, at: now) }
  }

  private mutating func give(_ hasFocus: Bool, to part: Stop, at now: Instant) {
    let stop = hasFocus ? 0 : nil
    switch part {
    case .close: close.focus(stop, at: now)
    case .plot: plot.focus(stop, at: now)
    case .slider(let quantity): sliders[quantity.rawValue].focus(stop, at: now)
    case .snap: snap.focus(stop, at: now)
    case .slowMotion: slowMotion.focus(stop, at: now)
    case .copy: copy.focus(stop, at: now)
    case .reset: reset.focus(stop, at: now)
    }
  }

  public func focusStop(under point: Point, at now: Instant) -> Int? {
    Stop.all.firstIndex { read($0) { $0.focusStop(under: point, at: now) } != nil }
  }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect {
    let part = Stop.all[stop]
    if case .slider(let quantity) = part { return layout.rows[quantity.rawValue] }
    return read(part) { $0.frame(ofFocusStop: 0, at: now) }
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    if let holder { return read(holder) { $0.pointerShape(over: point, at: now) } }
    for part in Stop.all {
      if let shape = read(part, { $0.pointerShape(over: point, at: now) }) { return shape }
    }
    return nil
  }

  /// Asks a part something.
  private func read<Answer>(_ part: Stop, _ ask: (any Control) -> Answer) -> Answer {
    switch part {
    case .close: ask(close)
    case .plot: ask(plot)
    case .slider(let quantity): ask(sliders[quantity.rawValue])
    case .snap: ask(snap)
    case .slowMotion: ask(slowMotion)
    case .copy: ask(copy)
    case .reset: ask(reset)
    }
  }
}
