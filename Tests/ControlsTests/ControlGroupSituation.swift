import Controls
import Motion
import Scene

/// The positions and the modality of the parts of a tree before an event.
struct RoutingSituation {
  /// A part that may handle a press, a scroll event or a key.
  enum Target {
    case control(TreeNode)
    /// A scrolling container, which handles the events that its content does not handle.
    case container(TreeNode)
  }

  let root: TreeNode
  /// All recording controls, in the order of drawing.
  let leaves: [TreeNode]
  /// The modal control.
  let modal: TreeNode?
  /// The parts at the position of the event, the topmost first.
  let targets: [Target]
  /// The control that receives a movement to the position of the event.
  let topmost: TreeNode?
  /// The parts that may handle a key, in order.
  let keyTargets: [Target]
  /// The offsets from the window to the content of the containers of each control, the outermost first.
  private let offsets: [Int: [Vector]]

  init(_ root: TreeNode, before event: InputEvent, _ model: RoutingModel, at now: Instant) {
    let point = event.position ?? Point(x: -1000, y: -1000)
    self.root = root
    (leaves, modal) = (root.leaves, root.modalLeaf)
    targets = root.targets(at: point, now)
    topmost = root.topmost(at: point, now)
    let isScrollKey = if case .keyPressed(let press) = event { press.key == .pageDown } else { false }
    let focused = leaves.first { $0.id == model.focus?.control }
    keyTargets = Self.keyTargets(in: root, model.capture?.node, focused, isScrollKey: isScrollKey)
    offsets = Dictionary(uniqueKeysWithValues: leaves.map { ($0.id, $0.offsets(at: now)) })
  }

  func leaf(_ id: Int?) -> TreeNode? { id.flatMap { id in leaves.first { $0.id == id } } }

  /// Returns an event in the coordinates of a control.
  func local(_ event: InputEvent, in node: TreeNode) -> InputEvent {
    (offsets[node.id] ?? []).reduce(event) { $0.offset(by: $1) }
  }

  /// Returns the parts that may handle a key. In each group, these are the modal, the pressed and the
  /// focused part.
  private static func keyTargets(
    in node: TreeNode, _ captured: TreeNode?, _ focused: TreeNode?, isScrollKey: Bool
  ) -> [Target] {
    if node.leaf != nil { return [.control(node)] }
    let candidates = [
      node.modalChild, node.children.first { $0.contains(captured) },
      node.children.first { $0.contains(focused) },
    ]
    var parts: [TreeNode] = []
    for case let part? in candidates where !parts.contains(where: { $0 === part }) { parts.append(part) }
    let targets = parts.flatMap { keyTargets(in: $0, captured, focused, isScrollKey: isScrollKey) }
    return isScrollKey && node.scroll != nil ? targets + [.container(node)] : targets
  }
}

extension InputEvent {
  /// The position of the event in the window, if it has one.
  var position: Point? {
    switch self {
    case .pointerMoved(let point): point
    case .pointerPressed(let press), .pointerReleased(let press): press.position
    case .scrolled(let scroll): scroll.position
    case .data(.dragUpdated(let drop)): drop.position
    default: nil
    }
  }
}

extension TreeNode {
  /// Whether this part contains a modal control.
  var isModal: Bool { leaf?.isModal ?? (modalChild != nil) }

  /// The topmost modal part.
  var modalChild: TreeNode? { children.last { $0.isModal } }

  /// The topmost modal control.
  var modalLeaf: TreeNode? { leaf?.isModal == true ? self : modalChild?.modalLeaf }

  /// Returns the displacement from the coordinates around this part to those of its parts.
  private func offset(at now: Instant) -> Vector { scroll?.read { $0.contentOffset(at: now) } ?? .zero }

  fileprivate func offsets(at now: Instant) -> [Vector] {
    (parent?.offsets(at: now) ?? []) + (scroll.map { [$0.read { $0.contentOffset(at: now) }] } ?? [])
  }

  fileprivate func region(at point: Point, _ now: Instant) -> HitRegion {
    if let leaf { return leaf.hitTest(point, at: now) }
    let inner = point + offset(at: now)
    let region = children.reduce(HitRegion.outside) { max($0, $1.region(at: inner, now)) }
    return scroll?.read { $0.bounds.contains(point) } == true ? max(region, .content) : region
  }

  fileprivate func topmost(at point: Point, _ now: Instant) -> TreeNode? {
    if leaf != nil { return self }
    let inner = point + offset(at: now)
    if let modalChild { return modalChild.topmost(at: inner, now) }
    for region in [HitRegion.overlay, .content] {
      if let child = children.last(where: { $0.region(at: inner, now) == region }) {
        return child.topmost(at: inner, now)
      }
    }
    return nil
  }

  fileprivate func targets(at point: Point, _ now: Instant) -> [RoutingSituation.Target] {
    if leaf != nil { return [.control(self)] }
    let (inner, modal) = (point + offset(at: now), modalChild)
    var parts = modal.map { [$0] } ?? []
    for region in [HitRegion.overlay, .content] {
      parts += children.reversed().filter { $0 !== modal && $0.region(at: inner, now) == region }
    }
    let targets = parts.flatMap { $0.targets(at: inner, now) }
    return scroll == nil ? targets : targets + [.container(self)]
  }
}
