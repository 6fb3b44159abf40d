import Motion
import Scene

// The tooltip of the element under the pointer.
extension TokenField {
  /// Updates the tooltip for an event.
  mutating func updateTooltip(for event: InputEvent, at now: Instant) {
    guard case .pointerMoved(let point) = event else { return overlay.tooltip.handle(event, at: now) }
    if let (hit, isElided) = tooltipTarget(at: point, now) {
      let id = TooltipID(editCount: editor.editCount, element: hit.elements.lowerBound, problem: hit.problem)
      let (target, content) = (
        hit.frame.offset(by: viewport.shift(at: now)).intersection(viewport.frame), (editor.elements, adapter)
      )
      overlay.tooltip.hover(id, target: target, at: now) {
        Self.tooltipText(of: hit, isElided: isElided, in: content)
      }
    } else {
      overlay.tooltip.leave(at: now)
    }
  }

  /// Returns the element at a point if it has a tooltip, and whether it is elided.
  private func tooltipTarget(at point: Point, _ now: Instant) -> (hit: FlowLayout.PlacedBox, isElided: Bool)?
  {
    guard pointer.mode == .none, viewport.frame.contains(point), !overlay.completion.contains(point),
      let hit = hitBox(at: point, at: now)
    else { return nil }
    let isElided = isElided(hit)
    return isElided || hit.problem != nil ? (hit, isElided) : nil
  }

  /// Returns the tooltip: the problem of the token, and its complete text if it is elided.
  private static func tooltipText(
    of hit: FlowLayout.PlacedBox, isElided: Bool,
    in content: (elements: ElementSequence<Token>, adapter: Adapter)
  ) -> String {
    guard isElided else { return hit.problem ?? "" }
    let isToken = hit.text == nil
    let range = isToken ? hit.elements : content.elements.textRun(around: hit.elements.lowerBound)
    let text = TokenEditor.text(of: content.elements.slice(range), content.adapter)
    return hit.problem.map { "\($0): \(text)" } ?? text
  }

  /// Returns whether a token or a text run is wider than the available width.
  private func isElided(_ hit: FlowLayout.PlacedBox) -> Bool {
    if let run = hit.text { return run.line.metrics.advance > hit.frame.width }
    // Whether the token would be wider if more width were available.
    return editor.elements[hit.elements.lowerBound].token.map {
      adapter.size(of: $0, within: 2 * flow.width, in: environment).width > flow.width
    } ?? false
  }
}

/// The identity of a tooltip, regardless of the length of its text.
private struct TooltipID: Hashable {
  /// An element is the same as long as the content is not edited.
  let editCount: Int
  let element: Int
  let problem: String?
}
