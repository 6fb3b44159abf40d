import Controls
import Motion
import Scene
import TestSupport
import Testing

/// The laws of groups, after random events and changes of random trees.
@Suite struct `Control group` {
  @Test(arguments: ControlGroupScript.steps.indices)
  func `sends presses, scrolling and movements to the controls at the pointer or the pressed one`(seed: Int) {
    expectRouting(seed: seed) {
      switch $0 {
      case .pointerPressed, .pointerMoved, .pointerReleased, .pointerLeft, .scrolled: true
      default: false
      }
    }
  }

  @Test(arguments: ControlGroupScript.steps.indices)
  func `sends keys and text to the modal, the pressed and the focused control`(seed: Int) {
    expectRouting(seed: seed) {
      switch $0 {
      case .keyPressed, .textCommitted, .preeditChanged: true
      default: false
      }
    }
  }

  @Test(arguments: ControlGroupScript.steps.indices)
  func `sends data to the control that requested it, drags it or is under it`(seed: Int) {
    expectRouting(seed: seed) { if case .data = $0 { true } else { false } }
  }

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

  @Test(arguments: ControlGroupScript.steps.indices) func `lets one control at most handle an event`(
    seed: Int
  ) {
    for step in ControlGroupScript.steps[seed] {
      guard let event = step.event, event.isForOneControl else { continue }
      let calls = step.entries.filter { $0.call.kind == RecordedCall(event).kind }
      #expect(Set(calls.map(\.control)).count == calls.count)
      #expect(calls.count { $0.response.isHandled } <= 1)
    }
  }

  @Test(arguments: ControlGroupScript.steps.indices)
  func `ends the hover of a control once, before another one receives a movement`(seed: Int) {
    var moved: Int?
    var hovered: Set<Int> = []
    for step in ControlGroupScript.steps[seed] {
      for entry in step.entries {
        switch entry.call {
        case .moved:
          #expect(moved == nil || moved == entry.control)
          moved = entry.control
          hovered.insert(entry.control)
        case .pressed where entry.response.isHandled: hovered.insert(entry.control)
        case .left:
          #expect(hovered.remove(entry.control) != nil)
          if moved == entry.control { moved = nil }
        default: break
        }
      }
      for node in step.removed?.leaves ?? [] where hovered.remove(node.id) != nil { moved = nil }
      #expect(hovered.count <= 1)
    }
  }

  @Test(arguments: ControlGroupScript.steps.indices)
  func `sends the pointer to the pressed control until the button is released`(seed: Int) {
    var pressed: (control: Int, button: PointerButton)?
    for step in ControlGroupScript.steps[seed] {
      if case .pointerGrabLost? = step.event { pressed = nil }
      if case .windowHidden? = step.event { pressed = nil }
      if step.removed?.leaves.contains(where: { $0.id == pressed?.control }) == true { pressed = nil }
      for entry in step.entries where entry.call.isPointerEvent {
        if let pressed { #expect(entry.control == pressed.control) }
        switch entry.call {
        case .pressed(let press) where entry.response.isHandled:
          pressed = pressed ?? (entry.control, press.button)
        case .released(let press):
          #expect(pressed != nil)
          if press.button == pressed?.button { pressed = nil }
        default: break
        }
      }
      if step.entries.contains(where: { $0.response.beginsDrag }) { pressed = nil }
      if case .pointerReleased(let press)? = step.event, press.button == pressed?.button {
        Issue.record("the pressed control did not receive the release")
      }
    }
  }

  @Test(arguments: ControlGroupScript.steps.indices) func `returns the outcomes of its controls in order`(
    seed: Int
  ) {
    for step in ControlGroupScript.steps[seed] {
      guard let response = step.response else { continue }
      let expected = step.entries.flatMap { entry in
        let node = step.leaves.first { $0.id == entry.control }
        return entry.response.outcomes.flatMap { node?.descriptions(of: $0, among: step.leaves) ?? [] }
      }
      let outcomes = response.outcomes.map(String.init(describing:))
      #expect(outcomes == expected)
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

@Suite struct `Actions of a control group` {
  @Test func `are complete and in order if their translation sends an event to the group`() {
    let environment = Environment(text: FixedTextMetrics())
    let group = ControlGroup<Int>(.manual, in: environment)
    group.add(CountingActions(environment: environment)) { [unowned group] action in
      if action == 2 { _ = group.handle(.pointerLeft, at: .zero) }
      return [action]
    }
    for _ in 0..<2 {
      #expect(group.handle(.keyboardChanged(KeyboardStatus()), at: .zero).actions == [1, 2, 3])
    }
  }
}

/// A control that returns three actions for a change of the keyboard.
private struct CountingActions: Control {
  private(set) var environment: Environment

  mutating func update(_ environment: Environment, at now: Instant) { self.environment = environment }

  func handle(_ event: InputEvent, at now: Instant) -> Response<Int> {
    if case .keyboardChanged = event { .handled(1, 2, 3) } else { .ignored }
  }

  func draw(into list: inout DisplayList, at now: Instant) {}

  func nextChange(after now: Instant) -> Instant? { nil }

  func pointerShape(over point: Point, at now: Instant) -> PointerShape? { nil }

  var focusStopCount: Int { 0 }

  func focus(_ stop: Int?, at now: Instant) {}

  func focusStop(under point: Point, at now: Instant) -> Int? { nil }

  func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { .zero }
}
