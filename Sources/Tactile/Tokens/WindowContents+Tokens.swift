import Controls
import Motion
import Scene
import Windowing

extension WindowContents {
  /// Creates a token field for email addresses.
  static func tokenField(
    _ texts: [String], _ configuration: TokenFieldConfiguration, _ suggestions: RecipientSuggestions,
    in environment: Environment
  ) -> TokenField<TextTokenAdapter> {
    var field = TokenField(
      texts, validation: EmailAddress.problem, configuration: configuration, in: environment)
    field.completionSource = suggestions
    return field
  }

  mutating func process(_ requests: [TokenField<TextTokenAdapter>.Action], at now: Instant) {
    for request in requests {
      switch request {
      case .offer(let offer, let pasteboard): pendingEffects.append(.offer(offer, in: pasteboard))
      case .request(let pasteboard, let types):
        pendingEffects.append(.request(pasteboard, types: types))
      case .beginDrag(let offer): pendingEffects.append(.beginDrag(offer, image: nil))
      case .ringBell: actions.append(.ringBell)
      case .inserted(let tokens):
        tokens.prefix(RecipientSuggestions.maximumTokensPerInsertion).forEach(suggestions.recordInserted)
        // Data from other programs arrives without a key press.
        if focus?.section == .tokens { revealFocus(at: now) }
      case .removed(let tokens):
        tokens.prefix(RecipientSuggestions.maximumEnteredCount).forEach(suggestions.recordRemoved)
      }
    }
  }

  /// Updates the area in which the overlay of the token field is visible.
  mutating func updateOverlayBounds(at now: Instant) {
    let surroundings = layout.window.offset(by: scrolled(at: now))
    if tokens.read({ $0.overlayBounds }) != surroundings {
      tokens.control.setOverlayBounds(surroundings, at: now)
    }
  }

  /// Returns whether the overlay of the token field receives an event before all other sections.
  func isForOverlay(_ event: InputEvent, at now: Instant) -> Bool {
    let position: Point
    switch event {
    case .pointerPressed(let press): position = press.position
    case .pointerMoved(let point): position = point
    case .scrolled(let step): position = step.position
    case .keyPressed, .textCommitted: return tokens.read { $0.isModal }
    default: return false
    }
    let inColumn = position + scrolled(at: now)
    return pointerCapture == nil && tokens.read { $0.overlayContains(inColumn, at: now) }
  }

  /// Returns the pending data transfers with other programs and clears them.
  ///
  /// - Parameter draw: Draws the image of the dragged tokens.
  mutating func takePendingEffects(
    drawing draw: (TokenDragPreview) -> DragImage?
  ) -> [WindowEffect] {
    guard !pendingEffects.isEmpty else { return [] }
    defer { (pendingEffects, dragPreview) = ([], nil) }
    return pendingEffects.map { effect in
      guard case .beginDrag(let offer, nil) = effect else { return effect }
      return .beginDrag(offer, image: dragPreview.flatMap(draw))
    }
  }

  /// Starts a drag to other programs once the pointer has dragged tokens out of the window.
  mutating func beginTokenDragIfOutside(_ event: InputEvent, at now: Instant) {
    guard case .pointerMoved(let point) = event, pointerCapture?.section == .tokens,
      !layout.window.contains(point), tokens.read({ $0.isDragging })
    else { return }
    // The tokens are no longer drawn in the window.
    pointerCapture = nil
    dragPreview = tokens.read { $0.dragPreview }
    process(tokens.control.beginExternalDrag(at: now), at: now)
  }

  /// Returns the type in which dragged data can be dropped, or `nil` if it cannot be dropped.
  func acceptedType(ofDrop drop: DropInfo, at now: Instant) -> DataType? {
    var drop = drop
    drop.position = drop.position + scrolled(at: now)
    return isButtonModal ? nil : tokens.read { $0.acceptedType(of: drop) }
  }

  /// Returns the target of an input method: the token field, but never a password field or a menu.
  func textInput(at now: Instant) -> TextInputContext? {
    guard !isButtonModal, focus?.section == .tokens else { return nil }
    return tokens.read { $0.textInputContext(at: now) }.map {
      TextInputContext(caret: $0.caret.offset(by: -scrolled(at: now)))
    }
  }
}
