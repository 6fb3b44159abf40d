public import Motion
public import Scene

extension TuningInspector {
  public var focusStopCount: Int { FocusStop.all.count }

  public mutating func focus(_ stop: Int?, at now: Instant) {
    let previous = focus
    focus = stop.map { FocusStop.all[$0] }
    guard focus != previous else { return }
    if let previous { setFocus(false, of: previous, at: now) }
    if let focus { setFocus(true, of: focus, at: now) }
  }

  private mutating func setFocus(_ hasFocus: Bool, of section: FocusStop, at now: Instant) {
    let stop = hasFocus ? 0 : nil
    switch section {
    case .close: close.focus(stop, at: now)
    case .plot: plot.focus(stop, at: now)
    case .slider(let parameter): sliders[parameter.rawValue].focus(stop, at: now)
    case .snap: snap.focus(stop, at: now)
    case .slowMotion: slowMotion.focus(stop, at: now)
    case .copy: copy.focus(stop, at: now)
    case .reset: reset.focus(stop, at: now)
    }
  }

  public func focusStop(under point: Point, at now: Instant) -> Int? {
    FocusStop.all.firstIndex { read($0) { $0.focusStop(under: point, at: now) } != nil }
  }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect {
    let section = FocusStop.all[stop]
    if case .slider(let parameter) = section { return layout.rows[parameter.rawValue] }
    return read(section) { $0.frame(ofFocusStop: 0, at: now) }
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    if let pointerCapture { return read(pointerCapture) { $0.pointerShape(over: point, at: now) } }
    for section in FocusStop.all {
      if let shape = read(section, { $0.pointerShape(over: point, at: now) }) { return shape }
    }
    return nil
  }

  /// Calls a closure with a section of the inspector and returns its result.
  private func read<Value>(_ section: FocusStop, _ body: (any Control) -> Value) -> Value {
    switch section {
    case .close: body(close)
    case .plot: body(plot)
    case .slider(let parameter): body(sliders[parameter.rawValue])
    case .snap: body(snap)
    case .slowMotion: body(slowMotion)
    case .copy: body(copy)
    case .reset: body(reset)
    }
  }
}
