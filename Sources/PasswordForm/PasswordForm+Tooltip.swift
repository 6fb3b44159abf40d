import Controls
public import Motion
public import Scene
import Secrets

// What is told of what the pointer rests on.
extension PasswordForm {
  /// Adds what lies above the form to a display list: to be drawn after all other controls.
  ///
  /// - Parameter bounds: What of the window can be seen, in the form's own space.
  public func drawOverlay(in bounds: Rect, into list: inout DisplayList, at now: Instant) {
    tooltip.draw(in: bounds, into: &list, at: now)
  }

  /// Lets the tooltip follow what a person does.
  ///
  /// - Returns: Whether it may look different for that.
  mutating func tellMore(at event: InputEvent, _ now: Instant) -> Bool {
    let wasStill = tooltip.nextChange(after: now) == nil
    if case .pointerMoved(let point) = event {
      if let (target, text) = abridged(at: point) {
        tooltip.hover(text, target: target, at: now) { text }
      } else {
        tooltip.leave(at: now)
      }
    } else {
      tooltip.notice(event, at: now)
    }
    return !wasStill || tooltip.nextChange(after: now) != nil
  }

  /// The text under a place of which something is left out, and where it stands.
  private func abridged(at point: Point) -> (frame: Rect, text: String)? {
    for (entry, demand) in zip(verdict.entries, layout.demands) where demand.block.isElided {
      if demand.frame.contains(point) { return (demand.frame, entry.line) }
    }
    if layout.captionBlock?.isElided == true, layout.caption.contains(point) {
      return (layout.caption, captionText)
    }
    guard let messageText, layout.messageBlock?.isElided == true, layout.message.contains(point)
    else { return nil }
    return (layout.message, messageText)
  }
}
