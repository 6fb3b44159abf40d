import Controls
import Motion
import Scene
import TestSupport
import Testing

/// The laws of the focus and of modality, after random events and changes of random trees.
@Suite struct `Control group focus` {
  @Test(arguments: 0..<8)
  func `is at the control that received it last, with the index of the stop among all controls`(seed: Int) {
    let script = ControlGroupScript(seed: seed)
    script.run { step in
      let (tree, focus) = (script.tree, step.model.focus)
      let focused = tree.leaves.compactMap { node in
        node.leaf?.control.focusedStop.map { FocusPosition(control: node.id, stop: $0) }
      }
      #expect(focused == focus.map { [FocusPosition(control: $0.control, stop: $0.stop)] } ?? [])
      let index = focus.flatMap { focus in tree.leaf(focus.control).map { tree.index(of: $0, focus.stop) } }
      #expect(tree.rootGroup.focusedStop == index)
    }
  }

  @Test(arguments: 0..<8) func `stops at all controls in order`(seed: Int) {
    let script = ControlGroupScript(seed: seed)
    script.run(count: 50) { step in
      var index = 0
      for node in script.tree.leaves {
        guard let leaf = node.leaf else { continue }
        for stop in 0..<leaf.focusStopCount {
          #expect(node.stopInRoot(stop) == index)
          // The position after the motion of its scroll views.
          let end = step.now + .seconds(60)
          let frame = node.inRoot(leaf.frame(ofFocusStop: stop, at: step.now), at: end)
          #expect(script.tree.rootGroup.frame(ofFocusStop: index, at: step.now) == frame)
          index += 1
        }
      }
      #expect(script.tree.rootGroup.focusStopCount == index)
    }
  }

  @Test(arguments: 0..<8) func `changes by each call of a control`(seed: Int) {
    var stops: [Int: Int] = [:]
    let script = ControlGroupScript(seed: seed)
    script.run { _ in
      for entry in script.tree.log.entries {
        guard case .focus(let stop) = entry.call else { continue }
        #expect(stops[entry.control] != stop)
        stops[entry.control] = stop
      }
      script.tree.log.entries = []
    }
  }

  @Test(arguments: seeds(24)) func `looks inactive outside of a modal control`(seed: Int) {
    let script = ControlGroupScript(seed: seed)
    script.run { _ in
      let (isFocused, modal) = (script.tree.environment.isWindowFocused, script.tree.root.modalLeaf)
      for node in script.tree.leaves {
        let expected = isFocused && (modal == nil || node === modal)
        #expect(node.leaf?.environment.isWindowFocused == expected)
      }
    }
  }

  @Test(arguments: 0..<8) func `notifies a control once when it looks active or inactive`(seed: Int) {
    var appearances: [Int: Bool] = [:]
    let script = ControlGroupScript(seed: seed)
    script.run { step in
      for entry in step.entries {
        guard case .focusChanged(let isFocused) = entry.call else { continue }
        #expect(appearances[entry.control] != isFocused)
        appearances[entry.control] = isFocused
      }
      for node in script.tree.leaves {
        guard let isFocused = node.leaf?.environment.isWindowFocused else { continue }
        #expect(appearances[node.id, default: isFocused] == isFocused)
        appearances[node.id] = isFocused
      }
    }
  }
}

/// A focus stop of a control.
private struct FocusPosition: Hashable {
  var control: Int
  var stop: Int
}

extension TreeNode {
  /// Returns the index in the root of a stop of this part, according to the groups.
  fileprivate func stopInRoot(_ stop: Int) -> Int? {
    guard let parent else { return stop }
    return stopInParent(stop).flatMap(parent.stopInRoot)
  }
}
