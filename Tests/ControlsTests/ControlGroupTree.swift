import Controls
import Motion
import Scene
import TestSupport

typealias RecordingGroup = ControlGroup<RecordedAction>

/// The scroll offset of a container, and whether it changes.
struct ScrollState: Equatable {
  var offset: Vector
  var isMoving: Bool
}

/// A recording control, a group or a scrolling container of a group, as a part of a tree.
final class TreeNode {
  enum Kind {
    case leaf(Child<RecordingControl>)
    case group(RecordingGroup)
    case scroll(Child<ScrollView<RecordingGroup>>, RecordingGroup)
  }

  let id: Int
  let kind: Kind
  weak var parent: TreeNode?
  /// The parts in the order of drawing.
  var children: [TreeNode] = []
  var isFloating = false
  /// The number of actions to which the parent translates an action of this part.
  var actionCount = 1
  /// Removes this part from its parent.
  var remove: (Instant) -> Void = { _ in }
  /// Returns the index that the parent gives to a focus stop of this part.
  var stopInParent: (Int) -> Int? = { $0 }

  init(_ id: Int, _ kind: Kind) { (self.id, self.kind) = (id, kind) }

  var leaf: Child<RecordingControl>? { if case .leaf(let child) = kind { child } else { nil } }

  /// The group of the parts, or `nil` for a recording control.
  var group: RecordingGroup? {
    switch kind {
    case .leaf: nil
    case .group(let group), .scroll(_, let group): group
    }
  }

  /// The container, or `nil` for other parts.
  var scroll: Child<ScrollView<RecordingGroup>>? {
    if case .scroll(let scroll, _) = kind { scroll } else { nil }
  }

  /// Whether this part is, or was, in a container that scrolls.
  var isScrolled: Bool { scroll != nil || (parent?.isScrolled ?? (id != 0)) }

  /// The containers that can scroll, among this part and its parts.
  var containers: [TreeNode] { (scroll == nil ? [] : [self]) + children.flatMap(\.containers) }

  /// Returns how a container scrolls.
  func scrollState(at now: Instant) -> ScrollState {
    scroll?.read {
      ScrollState(offset: $0.contentOffset(at: now), isMoving: $0.scroller.nextChange(after: now) != nil)
    } ?? ScrollState(offset: .zero, isMoving: false)
  }

  /// The recording controls in this part, in the order of drawing.
  var leaves: [TreeNode] { leaf == nil ? children.flatMap(\.leaves) : [self] }

  /// Arranges all parts again after a change, from the inside out.
  func layOutParts(at now: Instant) {
    for child in children { child.layOutParts(at: now) }
    group?.layOut(at: now)
    scroll?.control.layOut(at: now)
  }

  /// Returns whether this part is or contains another one.
  func contains(_ other: TreeNode?) -> Bool {
    var node = other
    while let current = node {
      if current === self { return true }
      node = current.parent
    }
    return false
  }

  /// Returns a rectangle in the coordinates of the root.
  func inRoot(_ rect: Rect, at now: Instant) -> Rect {
    guard let parent else { return rect }
    let offset = parent.scroll?.read { $0.contentOffset(at: now) } ?? .zero
    return parent.inRoot(rect.offset(by: -offset), at: now)
  }

  /// Returns the center of a recording control in the coordinates of the root, in whole pixels.
  func center(at now: Instant) -> Point {
    let center = inRoot(leaf?.frame ?? .zero, at: now).center
    return Point(x: center.x.rounded(), y: center.y.rounded())
  }

  /// Returns the translations of an action by all parents.
  func translations(of action: RecordedAction) -> [RecordedAction] {
    guard let parent else { return [action] }
    return Self.translations(of: action, by: id, count: actionCount).flatMap { parent.translations(of: $0) }
  }

  /// Returns the actions to which the parent of a part translates an action.
  fileprivate static func translations(
    of action: RecordedAction, by id: Int, count: Int
  ) -> [RecordedAction] {
    (0..<count).map { index in
      var action = action
      action.path.append(id * 10 + index)
      return action
    }
  }
}

/// A random tree of groups with recording controls.
final class ControlTree {
  static let area = Rect(x: 0, y: 0, width: 160, height: 140)

  let log = CallLog()
  let root: TreeNode
  private(set) var environment = Environment(text: FixedTextMetrics())
  private var nextID = 1

  init(using generator: inout SeededGenerator) {
    root = TreeNode(0, .group(ControlGroup(.manual, in: environment)))
    for _ in 0..<4 { add(to: root, depth: 0, at: .zero, using: &generator) }
    rootGroup.layOut(at: .zero, width: Self.area.width, at: .zero)
    root.layOutParts(at: .zero)
  }

  var rootGroup: RecordingGroup {
    if let group = root.group { return group }
    preconditionFailure("the root is a group")
  }

  var leaves: [TreeNode] { root.leaves }

  /// The groups, including those in containers.
  var groups: [TreeNode] { Self.groups(in: root) }

  private static func groups(in node: TreeNode) -> [TreeNode] {
    node.group == nil ? [] : [node] + node.children.flatMap { groups(in: $0) }
  }

  func leaf(_ id: Int) -> TreeNode? { leaves.first { $0.id == id } }

  /// Replaces the environment of all parts.
  func update(at now: Instant, _ change: (inout Environment) -> Void) {
    change(&environment)
    rootGroup.update(environment, at: now)
  }
}

// Changes of the parts.
extension ControlTree {
  /// Adds a random part to a random group.
  func addPart(at now: Instant, using generator: inout SeededGenerator) {
    guard let parent = groups.randomElement(using: &generator), leaves.count < 14 else { return }
    add(to: parent, depth: 1, at: now, using: &generator)
    root.layOutParts(at: now)
  }

  /// Removes a random part, and returns it.
  ///
  /// - Parameter candidates: The identities of the parts of which one is removed if there are any.
  func removePart(
    among candidates: Set<Int>, at now: Instant, using generator: inout SeededGenerator
  ) -> TreeNode? {
    guard leaves.count > 4 else { return nil }
    let parts = groups.flatMap(\.children)
    let chosen = parts.filter { candidates.contains($0.id) }
    let node = (chosen.isEmpty ? parts : chosen).randomElement(using: &generator)
    guard let node, let parent = node.parent else { return nil }
    node.remove(now)
    parent.children.removeAll { $0 === node }
    root.layOutParts(at: now)
    return node
  }

  private func add(to parent: TreeNode, depth: Int, at now: Instant, using generator: inout SeededGenerator) {
    let node = makePart(of: parent, depth, using: &generator)
    let end = parent.children.firstIndex { $0.isFloating } ?? parent.children.count
    parent.children.insert(node, at: node.isFloating ? parent.children.count : end)
    place(node, at: now, using: &generator)
    guard node.group != nil else { return }
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      add(to: node, depth: depth + 1, at: now, using: &generator)
    }
  }

  private func makePart(
    of parent: TreeNode, _ depth: Int, using generator: inout SeededGenerator
  ) -> TreeNode {
    let place = Insertion(
      id: nextID, parent: parent, layer: Int.random(in: 0..<4, using: &generator) == 0 ? .floating : .content,
      actionCount: [0, 1, 1, 1, 1, 2].randomElement(using: &generator) ?? 1)
    nextID += 1
    let kind = depth > 2 ? 9 : Int.random(in: 0..<10, using: &generator)
    let arrangements: [Arrangement] = [.manual, .column(spacing: 4), .row(spacing: 4)]
    let group = RecordingGroup(arrangements.randomElement(using: &generator) ?? .manual, in: environment)
    switch kind {
    case 0..<3: return place.insert(column: group) { _ in .group(group) }
    case 3..<5: return place.insert(ScrollView(group, in: environment)) { .scroll($0, group) }
    default:
      let control = RecordingControl(place.id, recordingIn: log, environment)
      return place.insert(column: control) { .leaf($0) }
    }
  }

  /// Sets the position of a part, which an arrangement may change later.
  private func place(_ node: TreeNode, at now: Instant, using generator: inout SeededGenerator) {
    let origin = Point(
      x: Double(Int.random(in: 0..<12, using: &generator) * 10),
      y: Double(Int.random(in: 0..<10, using: &generator) * 10))
    let size = Size(
      width: Double(Int.random(in: 4..<12, using: &generator) * 10),
      height: Double(Int.random(in: 3..<8, using: &generator) * 10))
    switch node.kind {
    case .leaf(let child): child.layOut(at: origin, width: size.width, at: now)
    case .group(let group): group.layOut(at: origin, width: size.width, at: now)
    case .scroll(let view, _): view.control.place(in: Rect(origin: origin, size: size), at: now)
    }
  }
}

/// The place of a new part in a tree.
private struct Insertion {
  var id: Int
  var parent: TreeNode
  var layer: RecordingGroup.Layer
  var actionCount: Int

  func insert<Base: Control & ~Copyable>(
    _ control: consuming Base, kind: (Child<Base>) -> TreeNode.Kind
  ) -> TreeNode where Base.Action == RecordedAction {
    node(for: group.addUnarranged(control, on: layer, meaning), kind)
  }

  /// Inserts a control that the arrangement of the parent lays out.
  func insert<Base: ColumnControl & ~Copyable>(
    column control: consuming Base, kind: (Child<Base>) -> TreeNode.Kind
  ) -> TreeNode where Base.Action == RecordedAction {
    node(for: group.add(control, on: layer, meaning), kind)
  }

  private var group: RecordingGroup {
    if let group = parent.group { return group }
    preconditionFailure("only groups have parts")
  }

  private var meaning: (RecordedAction) -> [RecordedAction] {
    { [id, actionCount] in TreeNode.translations(of: $0, by: id, count: actionCount) }
  }

  private func node<Base: Control & ~Copyable>(
    for child: Child<Base>, _ kind: (Child<Base>) -> TreeNode.Kind
  ) -> TreeNode {
    let (node, group) = (TreeNode(id, kind(child)), group)
    (node.parent, node.isFloating, node.actionCount) = (parent, layer == .floating, actionCount)
    node.remove = { group.remove(child, at: $0) }
    node.stopInParent = { group.focusStop(of: child, $0) }
    return node
  }
}
