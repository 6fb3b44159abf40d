import Controls
import Motion
import Scene
import TestSupport
import Testing

/// The laws of the drawing of groups, after random events and changes of random trees.
@Suite struct `Control group drawing` {
  /// The times are not in order, so recordings are also used before they begin to be valid.
  @Test(arguments: 0..<6) func `equals that of the controls without recordings`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let script = ControlGroupScript(seed: seed)
    script.run(count: 80) { step in
      let ahead = Duration.milliseconds(Int.random(in: 0...60, using: &generator))
      for now in [step.now, step.now + ahead, step.now] {
        var expected = DisplayList()
        script.tree.root.drawWithoutRecordings(into: &expected, at: now)
        script.tree.root.drawOverlayWithoutRecordings(into: &expected, at: now)
        #expect(script.tree.drawing(at: now) == expected)
      }
    }
  }

  @Test(arguments: 0..<6) func `changes first when one of the controls changes`(seed: Int) {
    let script = ControlGroupScript(seed: seed)
    script.run { step in
      let changes = script.tree.root.changes(after: step.now)
      let next = script.tree.rootGroup.nextChange(after: step.now)
      #expect(next == changes.min())
    }
  }

  @Test(arguments: 0..<6) func `is constant until the next change`(seed: Int) {
    let script = ControlGroupScript(seed: seed)
    script.run(count: 80) { step in
      let next = script.tree.rootGroup.nextChange(after: step.now) ?? step.now + .seconds(10)
      guard next > step.now else { return }
      let drawing = script.tree.drawing(at: step.now)
      let middle = step.now + .nanoseconds((next.nanoseconds - step.now.nanoseconds) / 2)
      for now in [middle, next - .nanoseconds(1)] { #expect(script.tree.drawing(at: now) == drawing) }
    }
  }

  /// The frame of a control and its position in a scrolling container, as the pointer finds them.
  @Test(arguments: 0..<6) func `has a pointer shape where a control is`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let script = ControlGroupScript(seed: seed)
    script.run(count: 80) { step in
      let area = ControlTree.area
      let point = Point(
        x: Double.random(in: area.minX..<area.maxX, using: &generator),
        y: Double.random(in: area.minY..<area.maxY, using: &generator))
      let situation = RoutingSituation(
        script.tree.root, before: .pointerMoved(to: point), step.model, at: step.now)
      guard step.model.capture == nil,
        case .pointerMoved(let local)? = situation.topmost.map({
          situation.local(.pointerMoved(to: point), in: $0)
        })
      else { return }
      let shape = situation.topmost?.leaf?.pointerShape(over: local, at: step.now)
      #expect(script.tree.rootGroup.pointerShape(over: point, at: step.now) == shape)
    }
  }
}

extension ControlTree {
  /// Returns the drawing and the overlays, without recordings.
  fileprivate func drawing(at now: Instant) -> DisplayList {
    var list = DisplayList()
    rootGroup.draw(into: &list, at: now)
    rootGroup.drawOverlay(into: &list, at: now)
    return list.flattened
  }
}

extension TreeNode {
  fileprivate func drawWithoutRecordings(into list: inout DisplayList, at now: Instant) {
    leaf?.read { $0.draw(into: &list, at: now) }
    inContent(of: &list, at: now) { list in
      for child in children { child.drawWithoutRecordings(into: &list, at: now) }
    }
    scroll?.read { view in
      view.scroller.drawThumb(along: view.bounds, edge: view.bounds.maxX, into: &list, at: now)
    }
  }

  fileprivate func drawOverlayWithoutRecordings(into list: inout DisplayList, at now: Instant) {
    leaf?.read { $0.drawOverlay(into: &list, at: now) }
    inContent(of: &list, at: now) { list in
      for child in children { child.drawOverlayWithoutRecordings(into: &list, at: now) }
    }
  }

  /// Draws the parts in their coordinates.
  private func inContent(of list: inout DisplayList, at now: Instant, _ draw: (inout DisplayList) -> Void) {
    guard let offset = scroll?.read({ $0.contentOffset(at: now) }) else { return draw(&list) }
    list.group(DisplayList.Group(transform: Transform(translation: -offset)), draw)
  }

  /// Returns the next changes of the controls and the containers in this part.
  fileprivate func changes(after now: Instant) -> [Instant] {
    let own = [
      leaf?.nextChange(after: now),
      scroll?.read { $0.isHoverOutdated(at: now) ? now : $0.scroller.nextChange(after: now) },
    ]
    return own.compactMap { $0 } + children.flatMap { $0.changes(after: now) }
  }
}
