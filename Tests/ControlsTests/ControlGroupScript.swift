import Controls
import Motion
import Scene
import TestSupport

/// A random sequence of events and changes of a random tree of groups. It depends only on the seed.
final class ControlGroupScript {
  /// A call of the root group, and its results.
  struct Step {
    /// The event, or `nil` for the passage of time and for changes of the tree.
    var event: InputEvent?
    var now: Instant
    /// The calls of all recording controls.
    var entries: [CallLog.Entry]
    /// The calls that the model expects for the event.
    var expected: [ExpectedCall]
    /// Whether the model expects that the event was handled.
    var isHandled: Bool
    /// The response of the root. `nil` if the call returns none.
    var response: Response<RecordedAction>?
    /// The recording controls before the call.
    var leaves: [TreeNode]
    /// The state after the call.
    var model: RoutingModel
    /// The part that the step has removed.
    var removed: TreeNode?
    /// The tree, which owns the parts.
    var tree: ControlTree
  }

  /// The steps of several scripts. They are recorded once, because many tests read them.
  nonisolated(unsafe) static let steps: [[Step]] = (0..<40).map { seed in
    var steps: [Step] = []
    ControlGroupScript(seed: seed).run { steps.append($0) }
    return steps
  }

  let tree: ControlTree
  private(set) var now = Instant.zero
  private var model = RoutingModel()
  private var generator: SeededGenerator
  private var events = RandomWindowEvents()

  init(seed: Int) {
    generator = SeededGenerator(seed: seed)
    tree = ControlTree(using: &generator)
  }

  /// Runs steps, and calls a closure after each of them.
  func run(count: Int = 120, _ check: (Step) -> Void) {
    for _ in 0..<count {
      now = now + .milliseconds(Int.random(in: 0...60, using: &generator))
      check(record(at: now) { $0.advance(to: $1) })
      if let step = act() { check(step) }
    }
  }

  private func act() -> Step? {
    let root = tree.rootGroup
    switch Int.random(in: 0..<40, using: &generator) {
    case 0, 1: tree.addPart(at: now, using: &generator)
    case 2, 3: return remove(among: candidatesForRemoval())
    case 4:
      root.focus(nil, at: now)
      model.focus = nil
    case 5..<10: focus(tree.leaves.randomElement(using: &generator))
    case 10:
      let change = Int.random(in: 0..<3, using: &generator)
      tree.update(at: now) { $0.change(change) }
    default:
      if let leaf = tree.leaves.randomElement(using: &generator) { events.target = leaf.center(at: now) }
      return send(events.next(using: &generator))
    }
    return nil
  }

  /// Returns the controls of which one is removed, or an empty set for any part.
  private func candidatesForRemoval() -> Set<Int> {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: tree.root.modalLeaf.map { [$0.id] } ?? []
    case 1: model.involved
    default: []
    }
  }

  private func remove(among candidates: Set<Int>) -> Step? {
    var removed: TreeNode?
    var step = record(at: now) { root, now in
      removed = tree.removePart(among: candidates, at: now, using: &generator)
      _ = root.advance(to: now)
      return nil
    }
    if let removed { model.remove(removed) }
    (step.model, step.removed) = (model, removed)
    return step
  }

  private func focus(_ node: TreeNode?) {
    guard let node, let leaf = node.leaf, leaf.focusStopCount > 0 else { return }
    let stop = Int.random(in: 0..<leaf.focusStopCount, using: &generator)
    tree.rootGroup.focus(tree.index(of: node, stop), at: now)
    model.focus = (node.id, stop)
  }

  private func send(_ event: InputEvent) -> Step {
    if case .windowFocusChanged(let isFocused) = event {
      tree.update(at: now) { $0.isWindowFocused = isFocused }
    }
    return record(event, at: now) { $0.handle(event, at: $1) }
  }

  /// Calls the root, and compares the calls of the recording controls with the model.
  private func record(
    _ event: InputEvent? = nil, at now: Instant,
    _ call: (RecordingGroup, Instant) -> Response<RecordedAction>?
  ) -> Step {
    let situation = event.map { RoutingSituation(tree.root, before: $0, model, at: now) }
    let (leaves, start) = (situation?.leaves ?? tree.leaves, tree.log.entries.count)
    let containers = tree.root.containers
    let states = containers.map { $0.scrollState(at: now) }
    let response = call(tree.rootGroup, now)
    let entries = Array(tree.log.entries[start...])
    if let event, let situation {
      let scrolled = zip(containers, states).filter { container, state in
        state.isMoving || container.scrollState(at: now) != state
      }
      model.route(
        event, in: situation, scrolling: scrolled.map(\.0), actual: entries.routed(for: event)[...])
    } else {
      model.apply(entries[...])
    }
    if let response { events.follow(response) }
    return Step(
      event: event, now: now, entries: entries, expected: event == nil ? [] : model.calls,
      isHandled: event != nil && model.isHandled, response: response, leaves: leaves, model: model,
      tree: tree)
  }
}

extension ControlGroupScript.Step {
  /// The calls that result from the routing of the event.
  var routed: [ExpectedCall] { event == nil ? [] : model.routed }
}

extension [CallLog.Entry] {
  /// The calls that result from the routing of an event. The others change the focus or its appearance.
  fileprivate func routed(for event: InputEvent) -> [CallLog.Entry] {
    let isFocusEvent = if case .windowFocusChanged = event { true } else { false }
    return filter { entry in
      switch entry.call {
      case .focus, .deadline: false
      case .focusChanged: isFocusEvent
      default: true
      }
    }
  }
}

extension RoutingModel {
  /// The controls that wait for events, so that their removal is of interest.
  fileprivate var involved: Set<Int> {
    let controls = [capture?.node.id, hovered, focus?.control, dropTarget, dragSource].compactMap { $0 }
    return Set(controls + requests.compactMap(\.control))
  }
}

extension ControlTree {
  /// Returns the index of a focus stop in the order of all recording controls.
  func index(of node: TreeNode, _ stop: Int) -> Int {
    leaves.prefix { $0 !== node }.reduce(stop) { $0 + ($1.leaf?.focusStopCount ?? 0) }
  }
}

extension Environment {
  /// Changes one of the settings.
  fileprivate mutating func change(_ setting: Int) {
    switch setting {
    case 0: scale = scale == 1 ? 2 : 1
    case 1: theme = theme.colors.window == Theme.light.colors.window ? .dark : .light
    default: reducesMotion.toggle()
    }
  }
}
