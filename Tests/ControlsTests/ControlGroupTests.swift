import Controls
import Motion
import Scene
import TestSupport
import Testing

/// The laws of groups, after random events and changes of random trees.
@Suite struct `Control group` {
  /// The model knows the controls at the pointer, the modal, the pressed, the hovered and the focused one, and those that
  /// requested or drag data. Each event is for them, or for all controls.
  @Test(arguments: ControlGroupScript.steps.indices)
  func `sends each event to the controls that a reference model expects`(seed: Int) {
    for step in ControlGroupScript.steps[seed] {
      guard let event = step.event else { continue }
      #expect(step.routed == step.expected, "\(event)")
      #expect(step.response?.isHandled == step.isHandled, "\(event)")
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

  /// A scroll view advances its content first to the end of its motion. The leaves of a removed part have no parent.
  @Test(arguments: ControlGroupScript.steps.indices) func `calls its controls up to the time of the event`(
    seed: Int
  ) {
    var previous = Instant.distantPast
    for step in ControlGroupScript.steps[seed] {
      for (control, entries) in Dictionary(grouping: step.entries, by: \.control) {
        let times = entries.map(\.now)
        let mayScroll = step.leaves.first { $0.id == control }?.isScrolled ?? true
        #expect(
          times == times.sorted()
            && times.allSatisfy { $0 == step.now || mayScroll && $0 > previous && $0 < step.now })
      }
      previous = step.now
    }
  }

  /// At fractional scales, rounded positions overlap a little, and heights differ by up to a device pixel.
  @Test(arguments: [Arrangement.column(), .column(spacing: 0), .row()], [1, 20])
  func `states the height at the end of its animations`(arrangement: Arrangement, lineCount: Int) {
    let tokens = (0..<12).map { TextToken(id: $0, text: "token \($0)") }
    for scale in [1, 1.1, 1.25, 1.75, 2.25] {
      let environment = Environment(text: FixedTextMetrics(), scale: scale)
      for (first, second) in [(1, 12), (12, 1)] {
        let group = ControlGroup<Void>(arrangement, in: environment)
        let lines = [String](repeating: "a", count: lineCount).joined(separator: "\n")
        let field = TokenField(tokens.prefix(first), adapter: TextTokenAdapter(), in: environment)
        group.add(Label(lines, in: environment))
        let child = group.add(field) { _ in [] }
        group.add(Label(lines, in: environment))
        group.layOut(at: .zero, width: 200, at: .zero)
        child.control.setTokens(tokens.prefix(second), at: .zero)
        group.layOut(at: .zero)
        let (height, target) = (group.frame.height, group.targetHeight)
        _ = group.advance(to: .zero + .seconds(2))
        group.layOut(at: .zero + .seconds(2))
        #expect(abs(group.frame.height - target) <= 1.01 / scale)
        #expect(abs(group.targetHeight - group.frame.height) < 0.001)
        #expect(lineCount > 1 || abs(height - target) > 20)
      }
    }
  }
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
  @Test(arguments: [1, 9] as [UInt32])
  func `are a refusal for a request of an assistive program to no control, or that it ignores`(number: UInt32)
  {
    let environment = Environment(text: FixedTextMetrics())
    let group = ControlGroup<Int>(.manual, in: environment)
    group.addUnarranged(CountingActions(environment: environment)) { [$0] }
    for kind in [.perform("press"), .focus] as [AccessibilityRequest.Kind] {
      let request = AccessibilityRequest(kind, of: [.member(number), .part(0)])
      let response = group.handle(.accessibility(request), at: .zero)
      #expect(response.outcomes.contains { if case .effect(.refuse) = $0 { true } else { false } })
    }
  }

  @Test func `are complete and in order if their translation sends an event to the group`() {
    let environment = Environment(text: FixedTextMetrics())
    let group = ControlGroup<Int>(.manual, in: environment)
    group.addUnarranged(CountingActions(environment: environment)) { [unowned group] action in
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
}
