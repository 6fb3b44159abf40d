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
    if let (spot, isElided) = explainedSpot(at: point, now) {
      let id = TooltipID(editCount: editor.editCount, element: spot.element, problem: spot.box.problem)
      let (target, content) = (spot.frame.intersection(frame), (editor.elements, kind))
      overlay.tooltip.hover(id, target: target, at: now) {
        Self.explanation(of: spot, isElided: isElided, in: content)
      }
    } else {
      overlay.tooltip.leave(at: now)
    }
  }

  /// Returns the element at a point if it has a tooltip, and whether it is elided.
  private func explainedSpot(at point: Point, _ now: Instant) -> (spot: Spot, isElided: Bool)? {
    guard pointerMode == .none, frame.contains(point), !overlay.list.contains(point),
      let spot = spot(at: point, at: now)
    else { return nil }
    let isElided = isElided(spot)
    return isElided || spot.box.problem != nil ? (spot, isElided) : nil
  }

  /// Returns the tooltip: the problem of the token, and its complete text if it is elided.
  private static func explanation(
    of spot: Spot, isElided: Bool, in content: (units: ElementSequence<Token>, kind: Kind)
  ) -> String {
    guard isElided else { return spot.box.problem ?? "" }
    let isToken = spot.box.text == nil
    let range = isToken ? spot.element..<spot.element + 1 : content.units.textRun(around: spot.element)
    let text = TokenEditor.text(of: content.units.slice(range), content.kind)
    return spot.box.problem.map { "\($0): \(text)" } ?? text
  }

  /// Returns whether a token or a text run is wider than the available width.
  private func isElided(_ spot: Spot) -> Bool {
    if let run = spot.box.text { return run.line.metrics.advance > spot.box.frame.width }
    // Whether the token would be wider if more width were available.
    return editor.elements[spot.element].token.map {
      kind.size(of: $0, within: 2 * flow.width, in: environment).width > flow.width
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
  struct Spot {
    let box: BlockLayout.Box
    /// The index of the first element.
    let element: Int
    let frame: Rect
  }

  /// Returns the token or the text run at a point in the window.
  func spot(at point: Point, at now: Instant) -> Spot? {
    let inContent = Point.zero + (point - .zero - shift(at: now))
    guard let line = flow.line(atHeight: inContent.y, in: editor.elements),
      let layout = flow.layouts[line.block]
    else { return nil }
    let shift = shift(at: now) + Vector(dx: 0, dy: flow.top(ofBlock: line.block))
    let spots = layout.lines[line.line].boxes.lazy.map { index in
      Spot(
        box: layout.boxes[index],
        element: editor.elements.start(ofBlock: line.block) + layout.boxes[index].elements.lowerBound,
        frame: layout.boxes[index].frame.offset(by: shift))
    }
    return spots.first { $0.frame.contains(point) }
  }

  /// Returns the index of the grapheme of text at a point in the window.
  func grapheme(at point: Point, at now: Instant) -> Int? {
    guard let spot = spot(at: point, at: now), let run = spot.box.text, run.composed == nil else {
      return nil
    }
    let isCarets = textRun(around: selection.head).lowerBound == spot.element
    let x = point.x - spot.frame.minX + (isCarets ? textScroll : 0)
    return run.line.clusters.firstIndex { $0.x.contains(x) }.map { spot.element + $0 }
  }
}
