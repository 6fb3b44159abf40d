import Controls
public import Motion
public import Scene
import Secrets

// Tooltips for elided texts.
extension PasswordForm {
  public mutating func setOverlayBounds(_ bounds: Rect, at now: Instant) { overlayBounds = bounds }

  public func drawOverlay(into list: inout DisplayList, at now: Instant) {
    tooltip.draw(in: overlayBounds, into: &list, at: now)
  }

  /// Updates the tooltip after user input.
  mutating func updateTooltip(for event: InputEvent, _ now: Instant) {
    guard case .pointerMoved(let point) = event else { return tooltip.handle(event, at: now) }
    if let (target, text) = elidedText(at: point) {
      tooltip.hover(text, target: target, at: now) { text }
    } else {
      tooltip.leave(at: now)
    }
  }

  /// Returns the elided text at a point and its frame, or `nil` if there is none.
  private func elidedText(at point: Point) -> (frame: Rect, text: String)? {
    for (entry, item) in zip(evaluation.entries, layout.requirements) where item.block.isElided {
      if item.frame.contains(point) { return (item.frame, entry.text) }
    }
    if layout.captionBlock?.isElided == true, layout.caption.contains(point) {
      return (layout.caption, captionText)
    }
    guard let messageText, layout.messageBlock?.isElided == true, layout.message.contains(point) else {
      return nil
    }
    return (layout.message, messageText)
  }
}
