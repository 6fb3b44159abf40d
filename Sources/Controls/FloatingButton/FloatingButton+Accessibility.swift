public import Motion
public import Scene

// Objects for assistive programs, with actions instead of a drag.
extension FloatingButton {
  /// The parts of the button.
  private enum Part {
    static let button = AccessibleKey.part(0)
    static let panel = AccessibleKey.part(1)
    static let menu = AccessibleKey.part(2)
  }

  public func describe(into tree: inout AccessibleTree, at now: Instant) {
    tree.add(Part.button, accessibleNode)
    for (key, panel) in [(Part.panel, panel), (Part.menu, menu)] where panel.isOpen {
      tree.scope(key) { panel.describe(as: configuration.label, into: &$0) }
    }
  }

  private var accessibleNode: AccessibleNode {
    var states = AccessibleStates.focusable(isFocused && !panel.isOpen && !menu.isOpen)
    let expands = configuration.tap == .expand
    if expands { states.formUnion(.expandable(panel.isOpen).union(.hasPopup)) }
    if !expands, isOn { states.insert(.pressed) }
    let strings = environment.strings
    let hint = moveMode.map { strings.text($0.explanation) }
    let moves = BoxEdge.allCases.map { AccessibleAction($0.actionID, strings.text(.moveToEdge($0))) }
    return AccessibleNode(
      expands ? .button : .toggleButton, configuration.label, description: hint ?? "", states: states,
      actions: [environment.pressAction(), AccessibleAction("menu", strings.text(.menu))] + moves,
      announcement: hint.map { AccessibleAnnouncement($0, isUrgent: true) },
      in: outline(around: animations.center.target, scale: animations.scale.target).rect)
  }

  mutating func handle(_ request: AccessibilityRequest, at now: Instant) -> Response<Action> {
    if request.path == [Part.button], case .perform(let id) = request.kind { return perform(id, at: now) }
    guard let own = request.forMember(panel.isOpen ? Part.panel : Part.menu) else { return .ignored }
    return forwardToPanel(.accessibility(own), at: now)
  }

  private mutating func perform(_ id: String, at now: Instant) -> Response<Action> {
    let edge = BoxEdge.allCases.first { $0.actionID == id }
    guard !isPressed, edge != nil || ["press", "menu"].contains(id) else { return .ignored }
    endMoveMode(at: now)
    let wasOpen = panel.isOpen
    if wasOpen || menu.isOpen { closePanels(at: now) }
    var outcomes: [Outcome<Action>] = []
    if let edge {
      drop(near: edge.position(from: animations.center.target, in: restArea), now)
    } else if id == "menu" {
      openMenu(at: nil, now)
    } else if !wasOpen {
      // A switch has no other way to close the panel without a choice.
      outcomes = tap(isByKey: true, at: now)
    }
    // The next keys are for the panel or the menu.
    if panel.isOpen || menu.isOpen { outcomes.append(.effect(.focus(0))) }
    return Response(isHandled: true, outcomes: outcomes)
  }
}

/// An edge of the area in which a button moves.
public enum BoxEdge: CaseIterable, Hashable, Sendable {
  case left, right, top, bottom

  fileprivate var actionID: String { "move-\(self)" }

  fileprivate func position(from point: Point, in area: Rect) -> Point {
    switch self {
    case .left: Point(x: area.minX, y: point.y)
    case .right: Point(x: area.maxX, y: point.y)
    case .top: Point(x: point.x, y: area.minY)
    case .bottom: Point(x: point.x, y: area.maxY)
    }
  }
}

extension ActionPanel {
  package func describe(into tree: inout AccessibleTree, at now: Instant) {
    if isOpen { describe(as: environment.strings.text(.menu), into: &tree) }
  }

  /// Adds the open panel as a menu.
  ///
  /// - Parameter name: The name of the menu.
  func describe(as name: String, into tree: inout AccessibleTree) {
    tree.add(.part(0), AccessibleNode(.menu, name, in: openOutline.rect)) { tree in
      for (index, item) in items.enumerated() {
        var states = AccessibleStates.focusable(item.id == highlighted)
        if !item.isEnabled { states.insert(.disabled) }
        tree.add(
          .part(firstPart + index),
          AccessibleNode(
            .menuItem, item.label, description: item.detailDescription ?? item.detail ?? "", states: states,
            actions: [environment.pressAction(item.shortcut.map { ";;\($0)" } ?? "")],
            in: frame(of: item.id) ?? .zero))
      }
    }
  }

  mutating func handle(_ request: AccessibilityRequest, at now: Instant) -> Response<Action> {
    guard request.path.count == 2, request.path.first == .part(0), case .part(let part) = request.path.last,
      case let index = part - firstPart, items.indices.contains(index), items[index].isEnabled
    else { return .ignored }
    switch request.kind {
    case .perform: return Response(isHandled: true, actions: choose(items[index].id, at: now))
    case .focus:
      highlight(items[index].id)
      return .handled()
    default: return .ignored
    }
  }
}
