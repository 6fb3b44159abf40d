import Controls
import Motion
import Scene
import X11Shell

extension WindowContents {
  /// A field of e-mail addresses.
  static func tokenField(
    _ texts: [String], _ configuration: TokenFieldConfiguration, _ suggestions: Suggestions,
    in environment: Environment
  ) -> TokenField<TextTokens> {
    var field = TokenField(
      texts, validation: EmailAddress.problem, configuration: configuration, in: environment)
    field.completionSource = suggestions
    return field
  }

  mutating func take(_ requests: [TokenField<TextTokens>.Action], at now: Instant) {
    for request in requests {
      switch request {
      case .offer(let offer, let pasteboard): exchanges.append(.offer(offer, in: pasteboard))
      case .request(let pasteboard, let types):
        exchanges.append(.request(pasteboard, types: types))
      case .beginDrag(let offer): exchanges.append(.beginDrag(offer, picture: nil))
      case .ringBell: actions.append(.ringBell)
      case .inserted(let tokens):
        tokens.prefix(Suggestions.mostAtOnce).forEach(suggestions.noteInserted)
        // What was asked for from other programs comes when no key is pressed.
        if focus?.part == .tokens { revealFocus(at: now) }
      case .removed(let tokens):
        tokens.prefix(Suggestions.memory).forEach(suggestions.noteRemoved)
      }
    }
  }

  /// Tells the field where what lies above it can be seen.
  mutating func placeOverlay(at now: Instant) {
    let surroundings = layout.window.offset(by: scrolled(at: now))
    if tokens.ask({ $0.surroundings }) != surroundings {
      tokens.control.surroundings = surroundings
    }
  }

  /// Whether an event is for what lies above the token field, before anybody else.
  func isForOverlay(_ event: InputEvent, at now: Instant) -> Bool {
    let place: Point
    switch event {
    case .pointerPressed(let press): place = press.position
    case .pointerMoved(let point): place = point
    case .scrolled(let step): place = step.position
    case .keyPressed, .textCommitted: return tokens.ask { $0.isModal }
    default: return false
    }
    let inColumn = place + scrolled(at: now)
    return hold == nil && tokens.ask { $0.overlayContains(inColumn, at: now) }
  }

  /// Hands over what other programs are to be offered, or asked for, and forgets it.
  ///
  /// - Parameter draw: Makes the picture of what is carried.
  mutating func takeExchanges(
    drawing draw: (CarriedPicture) -> DragPicture?
  ) -> [WindowEffect] {
    guard !exchanges.isEmpty else { return [] }
    defer { (exchanges, carriedPicture) = ([], nil) }
    return exchanges.map { exchange in
      guard case .beginDrag(let offer, nil) = exchange else { return exchange }
      return .beginDrag(offer, picture: carriedPicture.flatMap(draw))
    }
  }

  /// Lets other programs have the tokens that the pointer carries, once it has left the window.
  mutating func carryOutTokens(_ event: InputEvent, at now: Instant) {
    guard case .pointerMoved(let point) = event, hold?.part == .tokens,
      !layout.window.contains(point), tokens.ask({ $0.isCarrying })
    else { return }
    // They are seen in the window no more.
    (hold, hasChanged) = (nil, true)
    carriedPicture = tokens.ask { $0.carriedPicture }
    take(tokens.control.carryOut(at: now), at: now)
  }

  /// In which of its types data that is carried over the window may be dropped.
  func acceptedType(ofDrop hover: DropHover, at now: Instant) -> DataType? {
    var hover = hover
    hover.position = hover.position + scrolled(at: now)
    return isButtonModal ? nil : tokens.ask { $0.acceptedType(of: hover) }
  }

  /// Where typed text goes that an input method may know of: into the tokens, never into a password
  /// nor a menu.
  func textInput(at now: Instant) -> TextInput? {
    guard !isButtonModal, focus?.part == .tokens else { return nil }
    return tokens.ask { $0.textInput(at: now) }.map {
      TextInput(caret: $0.caret.offset(by: -scrolled(at: now)))
    }
  }
}
