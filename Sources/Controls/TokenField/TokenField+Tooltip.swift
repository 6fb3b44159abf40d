import Motion
import Scene

// What is told of what the pointer rests on.
extension TokenField {
  /// Lets the tooltip follow what a person does.
  mutating func notice(_ event: InputEvent, at now: Instant) {
    switch event {
    case .pointerMoved(let point):
      if let remark = explanation(at: point, now) {
        overlay.tooltip.hover(text: remark.text, target: remark.target, at: now)
      } else {
        overlay.tooltip.leave(at: now)
      }
    case .pointerPressed, .scrolled, .keyPressed, .textCommitted: overlay.tooltip.dismiss(at: now)
    case .pointerLeft, .pointerGrabLost, .windowHidden, .windowFocusChanged(isFocused: false):
      overlay.tooltip.leave(at: now)
    case .pointerReleased, .preeditChanged, .data, .windowFocusChanged, .capsLockChanged: break
    }
  }

  /// What is wrong with what is under a place, and all of its text where that can't be seen.
  private func explanation(at point: Point, _ now: Instant) -> (text: String, target: Rect)? {
    guard grip == .none, frame.contains(point), !overlay.list.contains(point),
      let spot = spot(at: point, at: now)
    else { return nil }
    let parts = [spot.box.problem, wholeText(of: spot)].compactMap(\.self)
    return parts.isEmpty
      ? nil : (parts.joined(separator: ": "), spot.frame.intersection(frame))
  }

  /// The text of a token, or of text in one piece, that is wider than there is room; `nil` where all
  /// of it can be seen.
  private func wholeText(of spot: Spot) -> String? {
    let (box, index) = (spot.box, spot.unit)
    if let run = box.text {
      guard run.line.metrics.advance > box.frame.width else { return nil }
      return editor.units.string(in: stretch(around: index))
    }
    // Whether it would be wider if there were more room.
    guard let token = editor.units[index].token,
      kind.size(of: token, within: 2 * flow.width, in: environment).width > flow.width
    else { return nil }
    return kind.text(of: token)
  }
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
