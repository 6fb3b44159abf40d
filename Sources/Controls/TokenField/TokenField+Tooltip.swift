import Motion
import Scene

// What is told of what the pointer rests on.
extension TokenField {
  /// Lets the tooltip follow what a person does.
  mutating func notice(_ event: InputEvent, at now: Instant) {
    guard case .pointerMoved(let point) = event else {
      overlay.tooltip.notice(event, at: now)
      return
    }
    if let (spot, isElided) = explainedSpot(at: point, now) {
      let remark = Remark(editCount: editor.editCount, unit: spot.unit, problem: spot.box.problem)
      let (target, content) = (spot.frame.intersection(frame), (editor.units, kind))
      overlay.tooltip.hover(remark, target: target, at: now) {
        Self.explanation(of: spot, isElided: isElided, in: content)
      }
    } else {
      overlay.tooltip.leave(at: now)
    }
  }

  /// What is under a place, where there is something to tell of it, and whether it is elided.
  private func explainedSpot(at point: Point, _ now: Instant) -> (spot: Spot, isElided: Bool)? {
    guard grip == .none, frame.contains(point), !overlay.list.contains(point),
      let spot = spot(at: point, at: now)
    else { return nil }
    let isElided = isElided(spot)
    return isElided || spot.box.problem != nil ? (spot, isElided) : nil
  }

  /// Says what is wrong with it, and all of its text where that can't be seen.
  private static func explanation(
    of spot: Spot, isElided: Bool, in content: (units: UnitSequence<Token>, kind: Kind)
  ) -> String {
    guard isElided else { return spot.box.problem ?? "" }
    let isToken = spot.box.text == nil
    let range =
      isToken ? spot.unit..<spot.unit + 1 : content.units.stretch(around: spot.unit)
    let text = TokenEditor.text(of: content.units.slice(range), content.kind)
    return spot.box.problem.map { "\($0): \(text)" } ?? text
  }

  /// Whether a token, or text in one piece, is wider than there is room.
  private func isElided(_ spot: Spot) -> Bool {
    if let run = spot.box.text { return run.line.metrics.advance > spot.box.frame.width }
    // Whether it would be wider if there were more room.
    return editor.units[spot.unit].token.map {
      kind.size(of: $0, within: 2 * flow.width, in: environment).width > flow.width
    } ?? false
  }
}

/// What tells one thing that a tooltip says from another, however long it is.
private struct Remark: Hashable {
  /// As long as nothing is edited, a unit is what it was.
  let editCount: Int
  let unit: Int
  let problem: String?
}

// What is under a place, exactly.
extension TokenField {
  /// A token, or text in one piece, where it is seen at rest.
  struct Spot {
    let box: BlockLayout.Box
    /// The first unit in it.
    let unit: Int
    let frame: Rect
  }

  /// The token or text under a place in the window.
  func spot(at point: Point, at now: Instant) -> Spot? {
    let inContent = Point.zero + (point - .zero - shift(at: now))
    guard let line = flow.line(atHeight: inContent.y, in: editor.units),
      let layout = flow.layouts[line.block]
    else { return nil }
    let shift = shift(at: now) + Vector(dx: 0, dy: flow.top(ofBlock: line.block))
    let spots = layout.lines[line.line].boxes.lazy.map { index in
      Spot(
        box: layout.boxes[index],
        unit: editor.units.start(ofBlock: line.block) + layout.boxes[index].units.lowerBound,
        frame: layout.boxes[index].frame.offset(by: shift))
    }
    return spots.first { $0.frame.contains(point) }
  }

  /// The grapheme of text under a place in the window.
  func grapheme(at point: Point, at now: Instant) -> Int? {
    guard let spot = spot(at: point, at: now), let run = spot.box.text, run.composed == nil else {
      return nil
    }
    let isCarets = stretch(around: selection.head).lowerBound == spot.unit
    let x = point.x - spot.frame.minX + (isCarets ? textScroll : 0)
    return run.line.clusters.firstIndex { $0.x.contains(x) }.map { spot.unit + $0 }
  }
}
