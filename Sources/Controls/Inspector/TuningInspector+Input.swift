public import Motion
public import Scene

extension TuningInspector {
  public mutating func advance(to now: Instant) -> [Action] { [] }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    switch event {
    case .pointerPressed: return pressed(event, at: now)
    case .pointerMoved: return moved(event, at: now)
    case .pointerReleased(let press):
      guard let pointerCapture else { return .ignored }
      if press.button == .primary { self.pointerCapture = nil }
      return deliver(event, to: pointerCapture, at: now)
    case .keyPressed, .textCommitted:
      guard let section = pointerCapture ?? focus else { return .ignored }
      return deliver(event, to: section, at: now)
    case .pointerGrabLost, .windowHidden:
      pointerCapture = nil
      return deliverToAll(event, at: now)
    case .pointerLeft, .windowFocusChanged: return deliverToAll(event, at: now)
    case .scrolled, .keyboardChanged, .windowObscured, .preeditChanged, .data: return .ignored
    }
  }

  private mutating func pressed(_ event: InputEvent, at now: Instant) -> Response<Action> {
    if let pointerCapture { return deliver(event, to: pointerCapture, at: now) }
    for section in FocusStop.all {
      let response = deliver(event, to: section, at: now)
      guard response.isHandled else { continue }
      pointerCapture = section
      return response
    }
    return .ignored
  }

  /// Forwards a pointer motion: to the pressed section while a button is down, else to all sections.
  private mutating func moved(_ event: InputEvent, at now: Instant) -> Response<Action> {
    guard let pointerCapture else { return deliverToAll(event, at: now) }
    return deliver(event, to: pointerCapture, at: now)
  }

  private mutating func deliverToAll(_ event: InputEvent, at now: Instant) -> Response<Action> {
    var all = Response<Action>.ignored
    for section in FocusStop.all {
      let response = deliver(event, to: section, at: now)
      all.isHandled = all.isHandled || response.isHandled
      all.actions += response.actions
    }
    return all
  }

  private mutating func deliver(_ event: InputEvent, to section: FocusStop, at now: Instant) -> Response<
    Action
  > {
    switch section {
    case .close: return process(close.handle(event, at: now)) { _ in [.close] }
    case .plot: return process(plot.handle(event, at: now)) { _ in [] }
    case .slider(let parameter):
      return process(sliders[parameter.rawValue].handle(event, at: now)) { $0.changed(at: now) }
    case .snap: return process(snap.handle(event, at: now)) { $0.changed(at: now) }
    case .slowMotion: return process(slowMotion.handle(event, at: now)) { $0.changed(at: now) }
    case .copy: return process(copy.handle(event, at: now)) { $0.copied(at: now) }
    case .reset: return process(reset.handle(event, at: now)) { $0.restoreDefaults(at: now) }
    }
  }

  /// Converts the response of a section. If it contains actions, performs the effect on the inspector.
  private mutating func process<SectionAction>(
    _ response: Response<SectionAction>, _ action: (inout TuningInspector) -> [Action]
  ) -> Response<Action> {
    let actions = response.actions.isEmpty ? [] : action(&self)
    return Response(isHandled: response.isHandled, actions: actions)
  }

  private mutating func changed(at now: Instant) -> [Action] {
    updatePlot(at: now)
    return [.changed(settings)]
  }

  private mutating func copied(at now: Instant) -> [Action] {
    copiedUntil = now + Theme.Inspector.copiedTime
    return [.copy(swiftCode)]
  }

  /// Restores the defaults.
  private mutating func restoreDefaults(at now: Instant) -> [Action] {
    let previous = settings
    set(defaults, at: now)
    return settings == previous ? [] : [.changed(settings)]
  }
}
