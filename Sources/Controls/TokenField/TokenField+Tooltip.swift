import Motion
import Scene

// The tooltip of the element under the pointer.
extension TokenField {
  /// Updates the tooltip for an event.
  mutating func updateTooltip(for event: InputEvent, at now: Instant) {
    guard case .pointerMoved(let point) = event else {
      overlay.tooltip.handle(event, at: now)
      return
    }
    if let (hit, isElided) = tooltipTarget(at: point, now) {
      let id = TooltipID(editCount: editor.editCount, element: hit.element, problem: hit.box.problem)
      let (target, content) = (hit.frame.intersection(fieldFrame), (editor.elements, adapter))
      overlay.tooltip.hover(id, target: target, at: now) {
        Self.tooltipText(of: hit, isElided: isElided, in: content)
      }
    } else {
      overlay.tooltip.leave(at: now)
    }
  }

  /// Returns the element at a point if it has a tooltip, and whether it is elided.
  private func tooltipTarget(at point: Point, _ now: Instant) -> (hit: HitBox, isElided: Bool)? {
    guard pointerMode == .none, fieldFrame.contains(point), !overlay.completionPopup.contains(point),
      let hit = hitBox(at: point, at: now)
    else { return nil }
    let isElided = isElided(hit)
    return isElided || hit.box.problem != nil ? (hit, isElided) : nil
  }

  /// Returns the tooltip: the problem of the token, and its complete text if it is elided.
  private static func tooltipText(
    of hit: HitBox, isElided: Bool, in content: (elements: ElementSequence<Token>, adapter: Adapter)
  ) -> String {
    guard isElided else { return hit.box.problem ?? "" }
    let isToken = hit.box.text == nil
    let range = isToken ? hit.element..<hit.element + 1 : content.elements.textRun(around: hit.element)
    let text = TokenEditor.text(of: content.elements.slice(range), content.adapter)
    return hit.box.problem.map { "\($0): \(text)" } ?? text
  }

  /// Returns whether a token or a text run is wider than the available width.
  private func isElided(_ hit: HitBox) -> Bool {
    if let run = hit.box.text { return run.line.metrics.advance > hit.box.frame.width }
    // Whether the token would be wider if more width were available.
    return editor.elements[hit.element].token.map {
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

// Exact hit testing.
extension TokenField {
  /// A token or a text run, with its frame at the end of its animation.
  struct HitBox {
    let box: BlockLayout.Box
    /// The index of the first element.
    let element: Int
    let frame: Rect
  }

  /// Returns the token or the text run at a point in the window.
  func hitBox(at point: Point, at now: Instant) -> HitBox? {
    let inContent = Point.zero + (point - .zero - shift(at: now))
    guard let line = flow.line(atHeight: inContent.y, in: editor.elements),
      let layout = flow.layouts[line.block]
    else { return nil }
    let shift = shift(at: now) + Vector(dx: 0, dy: flow.top(ofBlock: line.block))
    let hits = layout.lines[line.line].boxes.lazy.map { index in
      HitBox(
        box: layout.boxes[index],
        element: editor.elements.start(ofBlock: line.block) + layout.boxes[index].elements.lowerBound,
        frame: layout.boxes[index].frame.offset(by: shift))
    }
    return hits.first { $0.frame.contains(point) }
  }

  /// Returns the index of the grapheme of text at a point in the window.
  func grapheme(at point: Point, at now: Instant) -> Int? {
    guard let hit = hitBox(at: point, at: now), let run = hit.box.text, run.composed == nil else {
      return nil
    }
    let containsCaret = textRun(around: selection.head).lowerBound == hit.element
    let x = point.x - hit.frame.minX + (containsCaret ? textScroll : 0)
    return run.line.clusters.firstIndex { $0.x.contains(x) }.map { hit.element + $0 }
  }
}
