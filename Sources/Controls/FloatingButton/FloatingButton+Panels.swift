import Motion
import Scene

// The panel that it expands into, and its menu.
extension FloatingButton {
  /// Opens the panel out of the button as it is at the moment.
  mutating func expand(highlightsFirst: Bool, at now: Instant) {
    guard !configuration.actions.isEmpty else { return }
    panel.open(
      from: body(at: now), color: bodyColor, in: container, highlightsFirst: highlightsFirst,
      at: now)
    updateAttention(at: now)
  }

  /// Opens the menu.
  ///
  /// - Parameter point: Where the pointer asked for it; `nil` where a key did.
  mutating func openMenu(at point: Point?, _ now: Instant) {
    if let point { notice(pointer: point, at: now) }
    menuPoint = point
    menu.open(
      from: menuSource, color: environment.theme.colors.raised, in: container,
      highlightsFirst: point == nil, at: now)
    updateAttention(at: now)
  }

  /// What the menu comes out of: the pointer's place, or else the button.
  private var menuSource: RoundedRect {
    menuPoint.map { .circle(center: $0, radius: 0) } ?? restingBody
  }

  /// Lets what is open have an event.
  mutating func handOver(_ event: InputEvent, at now: Instant) -> Response<Action> {
    track(event)
    let isPanel = panel.isOpen
    let response = isPanel ? panel.handle(event, at: now) : menu.handle(event, at: now)
    return Response(
      isHandled: response.isHandled,
      actions: follow(response.actions, ofPanel: isPanel, at: now),
      changesNothing: response.changesNothing)
  }

  /// Passes what time alone does to what is open.
  mutating func advancePanels(to now: Instant) -> [Action] {
    follow(panel.advance(to: now), ofPanel: true, at: now)
      + follow(menu.advance(to: now), ofPanel: false, at: now)
  }

  /// Keeps in mind where the pointer is; whether that is over it is judged when nothing is open.
  private mutating func track(_ event: InputEvent) {
    switch event {
    case .pointerMoved(let point): pointer = point
    case .pointerPressed(let press), .pointerReleased(let press): pointer = press.position
    case .pointerLeft: pointer = nil
    default: break
    }
  }

  private mutating func follow(
    _ requests: [ActionPanel.Action], ofPanel isPanel: Bool, at now: Instant
  ) -> [Action] {
    var actions: [Action] = []
    for request in requests {
      switch request {
      case .chosen(let id): actions += choose(id, at: now)
      case .closed: isPanel ? closePanel(at: now) : closeMenu(at: now)
      }
    }
    return actions
  }

  /// Does what the menu's own items are for; all others are the owner's.
  private mutating func choose(_ id: ActionItem.ID, at now: Instant) -> [Action] {
    switch id {
    case ActionItem.move.id:
      beginMoving(at: now)
      return isFocused ? [] : [.takeFocus]
    case ActionItem.moveTo.id:
      beginChoosing(at: now)
      return []
    default:
      return [.chosen(id)]
    }
  }

  /// Lets the panel become the button again, where that rests by now.
  mutating func closePanel(at now: Instant) {
    panel.close(to: restingBody, at: now)
    judgeHover(at: now)
  }

  private mutating func closeMenu(at now: Instant) {
    menu.close(to: menuSource, at: now)
    judgeHover(at: now)
  }

  /// Tells panel and menu that the window, or the button in it, has changed.
  mutating func placePanels(at now: Instant) {
    panel.place(in: container, around: restingBody, at: now)
    menu.place(in: container, around: menuSource, at: now)
  }
}

// What the button does itself; an owner may offer it in the panel too.
extension ActionItem {
  /// Lets keys move the button.
  public static let move = ActionItem(id: "button.move", label: "Move", shortcut: "M", icon: .move)
  /// Lets a click move the button.
  public static let moveTo = ActionItem(id: "button.move-to", label: "Move to…", icon: .moveTo)
}

extension FloatingButton {
  /// How a press becomes a drag.
  var pressRules: PressGesture.Rules { Self.pressRules(configuration, environment) }

  static func pressRules(
    _ configuration: Configuration, _ environment: Environment
  ) -> PressGesture.Rules {
    PressGesture.Rules(
      drag: configuration.drag, longPress: configuration.feel.longPress,
      dragThreshold: environment.preferences.dragThreshold)
  }
}

extension FloatingButton.Configuration {
  /// Ways to move it without dragging it, and then what else its menu offers.
  var allMenuItems: [ActionItem] { [.move, .moveTo] + menuItems }
}
