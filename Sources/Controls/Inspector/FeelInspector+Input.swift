public import Motion
public import Scene

extension FeelInspector {
  public mutating func advance(to now: Instant) -> [Action] { [] }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    switch event {
    case .pointerPressed: return pressed(event, at: now)
    case .pointerMoved: return moved(event, at: now)
    case .pointerReleased(let press):
      guard let holder else { return .ignored }
      if press.button == .primary { self.holder = nil }
      return deliver(event, to: holder, at: now)
    case .keyPressed, .textCommitted:
      guard let part = holder ?? focus else { return .ignored }
      return deliver(event, to: part, at: now)
    case .pointerGrabLost, .windowHidden:
      holder = nil
      return deliverToAll(event, at: now)
    case .pointerLeft, .windowFocusChanged: return deliverToAll(event, at: now)
    case .scrolled, .keyboardChanged, .windowCovered, .preeditChanged, .data: return .ignored
    }
  }

  private mutating func pressed(_ event: InputEvent, at now: Instant) -> Response<Action> {
    if let holder { return deliver(event, to: holder, at: now) }
    for part in Stop.all {
      let response = deliver(event, to: part, at: now)
      guard response.isHandled else { continue }
      holder = part
      return response
    }
    return .ignored
  }

  /// While a button is down, the part that was pressed has the pointer.
  private mutating func moved(_ event: InputEvent, at now: Instant) -> Response<Action> {
    guard let holder else { return deliverToAll(event, at: now) }
    return deliver(event, to: holder, at: now)
  }

  private mutating func deliverToAll(
    _ event: InputEvent, at now: Instant
  ) -> Response<Action> {
    var all = Response<Action>(isHandled: false, changesNothing: true)
    for part in Stop.all {
      let response = deliver(event, to: part, at: now)
      all.note(response)
      all.actions += response.actions
    }
    return all
  }

  private mutating func deliver(
    _ event: InputEvent, to part: Stop, at now: Instant
  ) -> Response<Action> {
    switch part {
    case .close: return take(close.handle(event, at: now)) { _ in [.closed] }
    case .plot: return take(plot.handle(event, at: now)) { _ in [] }
    case .slider(let quantity):
      return take(sliders[quantity.rawValue].handle(event, at: now)) { $0.changed(at: now) }
    case .snap: return take(snap.handle(event, at: now)) { $0.changed(at: now) }
    case .slowMotion: return take(slowMotion.handle(event, at: now)) { $0.changed(at: now) }
    case .copy: return take(copy.handle(event, at: now)) { $0.copied(at: now) }
    case .reset: return take(reset.handle(event, at: now)) { $0.goBack(at: now) }
    }
  }

  /// Does what a part asks for.
  private mutating func take<PartAction>(
    _ response: Response<PartAction>, _ follow: (inout FeelInspector) -> [Action]
  ) -> Response<Action> {
    let actions = response.actions.isEmpty ? [] : follow(&self)
    return Response(
      isHandled: response.isHandled, actions: actions, changesNothing: response.changesNothing)
  }

  private mutating func changed(at now: Instant) -> [Action] {
    updatePlot(at: now)
    return [.changed(settings)]
  }

  private mutating func copied(at now: Instant) -> [Action] {
    copiedUntil = now + Theme.Inspector.copiedTime
    return [.copy(swiftCode)]
  }

  /// Goes back to the defaults.
  private mutating func goBack(at now: Instant) -> [Action] {
    let former = settings
    set(defaults, at: now)
    return settings == former ? [] : [.changed(settings)]
  }
}
