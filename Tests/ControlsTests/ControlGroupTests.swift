import Controls
import Motion
import Scene
import TestSupport
import Testing

/// The laws of groups, after random events and changes of random trees.
@Suite struct `Control group` {
  @Test(arguments: ControlGroupScript.steps.indices) func `sends all other events to all controls`(seed: Int)
  {
    expectRouting(seed: seed) {
      switch $0 {
      case .pointerGrabLost, .windowHidden, .windowObscured, .keyboardChanged, .windowFocusChanged: true
      default: false
      }
    }
  }

  /// Compares the calls for some events with those of the model.
  private func expectRouting(seed: Int, of isIncluded: (InputEvent) -> Bool) {
    for step in ControlGroupScript.steps[seed] {
      guard let event = step.event, isIncluded(event) else { continue }
      #expect(step.routed == step.expected, "\(event)")
      #expect(step.response?.isHandled == step.isHandled, "\(event)")
    }
  }

  @Test(arguments: ControlGroupScript.steps.indices) func `calls its controls at the time of the event`(
    seed: Int
  ) {
    for step in ControlGroupScript.steps[seed] {
      #expect(step.entries.allSatisfy { $0.now == step.now })
    }
  }
}

extension InputEvent {
  /// Whether the event is for one control, and not a state of the window.
  fileprivate var isForOneControl: Bool {
    switch self {
    case .pointerMoved, .pointerPressed, .pointerReleased, .pointerLeft, .scrolled, .keyPressed: true
    case .textCommitted, .preeditChanged, .data: true
    case .pointerGrabLost, .windowHidden, .windowObscured, .keyboardChanged, .windowFocusChanged: false
    }
  }
}

extension Response {
  fileprivate var beginsDrag: Bool { effects.contains { if case .beginDrag = $0 { true } else { false } } }
}

extension TreeNode {
  /// Returns descriptions of the outcomes of the root for an outcome of this control.
  fileprivate func descriptions(of outcome: Outcome<RecordedAction>, among leaves: [TreeNode]) -> [String] {
    let first = leaves.prefix { $0 !== self }.reduce(0) { $0 + ($1.leaf?.focusStopCount ?? 0) }
    let outcomes: [Outcome<RecordedAction>] =
      switch outcome {
      case .action(let action): translations(of: action).map(Outcome.action)
      case .effect(.focus(let stop)): [.effect(.focus(first + stop))]
      case .effect: [outcome]
      }
    return outcomes.map(String.init(describing:))
  }
}
