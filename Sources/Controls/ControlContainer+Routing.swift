public import Motion
public import Scene

// The way of an event to the controls of a group.
extension ControlContainer {
  /// Returns whether the group was last advanced to an instant, so that it need not be advanced to it
  /// again.
  package func isAdvanced(to now: Instant) -> Bool { latest == now }

  /// Advances the members if something is due.
  @usableFromInline
  func advanceMembers(to now: Instant) -> ErasedResponse {
    latest = now
    adoptNewMembers(at: now)
    // Most events come when nothing is due.
    guard let next = nextChange(after: now), next <= now else { return .ignored }
    var response = ErasedResponse.ignored
    // A deadline is due only if something changes.
    for member in members where member.control.nextChange(after: now) ?? .distantFuture <= now {
      response.merge(deliver(nil, to: [member], at: now))
    }
    layOut(at: now)
    response.merge(updateModality(at: now))
    response.outcomes += updateHover(at: now).outcomes
    return response
  }

  /// Sends an event to the members that it concerns.
  @usableFromInline
  func routeEvent(_ event: InputEvent, at now: Instant) -> ErasedResponse {
    // The owner may have advanced the group before.
    var response = isAdvanced(to: now) ? .ignored : advanceMembers(to: now)
    adoptNewMembers(at: now)
    response.merge(updateModality(at: now))
    switch event {
    case .pointerPressed(let press): response.merge(pressed(press, at: now))
    case .pointerMoved(let point): response.merge(moved(to: point, at: now))
    case .pointerReleased(let press): response.merge(released(press, at: now))
    case .pointerLeft: response.merge(hover(nil, at: now))
    case .scrolled(let scroll):
      if modalMember != nil { response.isHandled = true }
      let recipients = modalMember.map { [$0] } ?? hitOrder(at: scroll.position, at: now)
      response.merge(deliver(event, to: recipients, untilHandled: true, at: now))
    case .keyPressed: response.merge(deliver(event, to: keyRecipients, untilHandled: true, at: now))
    case .textCommitted, .preeditChanged:
      response.merge(deliver(event, to: [modalMember ?? focusedMember], at: now))
    case .data(let data): response.merge(route(data, at: now))
    case .pointerGrabLost, .windowHidden:
      capture = nil
      response.merge(deliver(event, to: members, at: now))
    case .windowFocusChanged:
      // The others already look unfocused.
      response.merge(deliver(event, to: modalMember.map { [$0] } ?? members, at: now))
    case .accessibility(let request): response.merge(route(request, at: now))
    case .keyboardChanged, .windowObscured: response.merge(deliver(event, to: members, at: now))
    }
    layOut(at: now)
    response.merge(updateModality(at: now))
    return response
  }

  // Pointer events.

  /// Returns the topmost control at a point, or the modal one.
  func topmost(at point: Point, at now: Instant) -> GroupMember? {
    if let modalMember { return modalMember }
    var (topmost, region): (GroupMember?, HitRegion) = (nil, .outside)
    for member in members {
      let other = member.control.hitTest(point, at: now)
      if other != .outside, other >= region { (topmost, region) = (member, other) }
    }
    return topmost
  }

  /// Returns the controls at a point, the topmost first.
  func hitOrder(at point: Point, at now: Instant) -> [GroupMember] {
    var (overlays, contents): ([GroupMember], [GroupMember]) = ([], [])
    if let modalMember { overlays.append(modalMember) }
    for member in members.reversed() where member !== modalMember {
      switch member.control.hitTest(point, at: now) {
      case .overlay: overlays.append(member)
      case .content: contents.append(member)
      case .outside: break
      }
    }
    return overlays + contents
  }

  private func pressed(_ press: PointerPress, at now: Instant) -> ErasedResponse {
    let event = InputEvent.pointerPressed(press)
    var response = ErasedResponse.ignored
    if let capture {
      guard let member = capture.member else { return .ignored }
      response = deliver(event, to: [member], at: now)
      return response.isHandled ? response.merging(hover(member, press.position, at: now)) : response
    }
    for member in hitOrder(at: press.position, at: now) {
      // Before the control handles the press, because it may begin a drag, which ends the capture.
      capture = (member, press.button)
      response.merge(deliver(event, to: [member], at: now))
      guard !response.isHandled else { return response.merging(hover(member, press.position, at: now)) }
      capture = nil
    }
    return response
  }

  private func moved(to point: Point, at now: Instant) -> ErasedResponse {
    let event = InputEvent.pointerMoved(to: point)
    if let capture, capture.member == nil { return .ignored }
    let target = capture?.member ?? topmost(at: point, at: now)
    var response = hover(target, point, at: now)
    response.merge(deliver(event, to: [target], at: now))
    return response
  }

  /// Sets the control under the pointer. The previous one is notified that the pointer has left.
  private func hover(_ member: GroupMember?, _ pointer: Point = .zero, at now: Instant) -> ErasedResponse {
    let previous = hovered?.member
    hovered = member.map { ($0, $0.column?.frame, pointer) }
    guard let previous, previous !== member else { return .ignored }
    return deliver(.pointerLeft, to: [previous], at: now)
  }

  /// Whether the control under the pointer was moved since the pointer has moved.
  var isHoverOutdated: Bool { capture == nil && hovered.map { $0.member.column?.frame != $0.frame } == true }

  /// Reports the pointer again to a control that was moved under it, which has other parts there, or that the pointer has left.
  /// A control that was moved under a resting pointer is hovered when the pointer moves.
  private func updateHover(at now: Instant) -> ErasedResponse {
    guard isHoverOutdated, let hovered else { return .ignored }
    let isOver = topmost(at: hovered.pointer, at: now) === hovered.member
    return isOver ? moved(to: hovered.pointer, at: now) : hover(nil, at: now)
  }

  private func released(_ press: PointerPress, at now: Instant) -> ErasedResponse {
    guard let capture else { return .ignored }
    if press.button == capture.button { self.capture = nil }
    return deliver(.pointerReleased(press), to: [capture.member], at: now)
  }

  // Keys and data.

  /// The controls that receive a key until one handles it.
  private var keyRecipients: [GroupMember?] {
    // A key such as Escape cancels a drag, regardless of the focus.
    let captured = capture?.member === modalMember ? nil : capture?.member
    let focused = focusedMember
    return [modalMember, captured, focused === modalMember || focused === captured ? nil : focused]
  }

  private func route(_ request: AccessibilityRequest, at now: Instant) -> ErasedResponse {
    let refusal = ErasedResponse(isHandled: false, outcomes: [.effect(.refuse)])
    guard case .member(let number) = request.path.first, let own = request.forMember(.member(number)),
      let member = members.first(where: { $0.number == number }), modalMember == nil || modalMember === member
    else { return refusal }
    let response = deliver(.accessibility(own), to: [member], at: now)
    if response.isHandled { return response }
    guard own.kind == .focus, member.control.focusStopCount > 0 else { return response.merging(refusal) }
    setFocus(to: member, stop: 0, at: now)
    return ErasedResponse(isHandled: true, outcomes: [.effect(.focus(firstStop(of: member)))])
  }

  private func route(_ data: DataEvent, at now: Instant) -> ErasedResponse {
    switch data {
    case .dragUpdated(let drop):
      let target = topmost(at: drop.position, at: now)
      let left = dropTarget === target ? nil : dropTarget
      var response = deliver(.data(.dragExited), to: [left], at: now)
      dropTarget = target
      response.merge(deliver(.data(data), to: [target], at: now))
      return response
    case .dragExited:
      defer { dropTarget = nil }
      return deliver(.data(data), to: [dropTarget], at: now)
    case .dragEnded:
      defer { dragSource = nil }
      return deliver(.data(data), to: [dragSource], at: now)
    case .received(let received): return route(received, at: now)
    }
  }

  private func route(_ received: ReceivedData, at now: Instant) -> ErasedResponse {
    let event = InputEvent.data(.received(received))
    if case .drop = received.source {
      defer { dropTarget = nil }
      return deliver(event, to: [dropTarget], at: now)
    }
    let request = requests.takeRequest(answeredBy: received.result) { $0.source == received.source }
    guard let member = request?.member else { return .ignored }
    return deliver(event, to: [member], at: now)
  }

  // Delivery.

  /// Sends an event to members, or advances them if it is `nil`. Applies the effects that concern the group.
  func deliver(
    _ event: InputEvent?, to members: [GroupMember?], untilHandled: Bool = false, at now: Instant
  ) -> ErasedResponse {
    var response = ErasedResponse.ignored
    for case let member? in members where !(untilHandled && response.isHandled) {
      var own = member.respond(event, now)
      for index in own.outcomes.indices {
        guard case .effect(let effect) = own.outcomes[index] else { continue }
        own.outcomes[index] = .effect(apply(effect, of: member, at: now))
      }
      response.merge(own)
    }
    return response
  }

  /// Applies an effect of a control that concerns the group, and returns it for the owner of the group.
  private func apply(_ effect: Effect, of member: GroupMember, at now: Instant) -> Effect {
    switch effect {
    case .focus(let stop):
      setFocus(to: member, stop: stop, at: now)
      return .focus(firstStop(of: member) + stop)
    case .request(let pasteboard, _):
      requests.append(Request(member: member, source: .pasteboard(pasteboard)))
    case .requestSecret(_, let number, _):
      requests.append(Request(member: member, source: .secret(request: number)))
    case .beginDrag:
      // The pointer belongs to the drag from now on.
      dragSource = member
      capture = nil
    case .bell, .announce, .refuse, .offer, .offerSecret, .withdraw, .close: break
    }
    return effect
  }
}

extension Array {
  /// Removes and returns the request that received data answers: the oldest one or, if it was refused, the newest, while
  /// those before it continue.
  ///
  /// - Parameter isOwn: Returns whether a request is for data from this source.
  mutating func takeRequest(
    answeredBy result: Result<ReceivedData.Content, ReceivedData.Failure>, where isOwn: (Element) -> Bool
  ) -> Element? {
    let isRefused = if case .failure(.tooManyRequests) = result { true } else { false }
    let index = isRefused ? lastIndex(where: isOwn) : firstIndex(where: isOwn)
    return index.map { remove(at: $0) }
  }
}
