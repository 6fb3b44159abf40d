import Controls
import Motion
import Scene
import X11Shell

extension WindowContents {
  /// A field of e-mail addresses.
  static func tokenField(
    _ texts: [String], _ configuration: TokenFieldConfiguration, in environment: Environment
  ) -> TokenField<TextTokens> {
    TokenField(
      texts.enumerated().lazy.map { TextToken(id: $0.offset, text: $0.element) },
      kind: TextTokens(firstID: texts.count, validation: EmailAddress.problem),
      configuration: configuration, in: environment)
  }

  mutating func take(_ requests: [TokenField<TextTokens>.Action], at now: Instant) {
    for request in requests {
      switch request {
      case .offer(let offer, let pasteboard): exchanges.append(.offer(offer, in: pasteboard))
      case .request(let pasteboard, let types):
        exchanges.append(.request(pasteboard, types: types))
      case .beginDrag(let offer): exchanges.append(.beginDrag(offer, picture: nil))
      case .ringBell: actions.append(.ringBell)
      case .inserted, .removed: break
      }
    }
  }

  /// Hands over what other programs are to be offered, or asked for, and forgets it.
  mutating func takeExchanges() -> [WindowEffect] {
    defer { exchanges.removeAll() }
    return exchanges
  }

  /// Lets other programs have the tokens that the pointer carries, once it has left the window.
  mutating func carryOutTokens(_ event: InputEvent, at now: Instant) {
    guard case .pointerMoved(let point) = event, hold?.part == .tokens,
      !layout.window.contains(point), tokens.ask({ $0.isCarrying })
    else { return }
    hold = nil
    take(tokens.control.carryOut(at: now), at: now)
  }

  /// In which of its types data that is carried over the window may be dropped.
  func acceptedType(ofDrop hover: DropHover, at now: Instant) -> DataType? {
    var hover = hover
    hover.position = hover.position + scrolled(at: now)
    return isButtonModal ? nil : tokens.ask { $0.acceptedType(of: hover) }
  }

  /// Where typed text goes that an input method may know of: into the tokens, never into a password.
  func textInput(at now: Instant) -> TextInput? {
    guard !isButtonModal, focus?.part == .tokens else { return nil }
    return tokens.ask { $0.textInput(at: now) }.map {
      TextInput(caret: $0.caret.offset(by: -scrolled(at: now)))
    }
  }
}
