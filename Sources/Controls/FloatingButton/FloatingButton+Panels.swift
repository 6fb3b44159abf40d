package import Motion
import Scene

// The action panel and the context menu.
extension FloatingButton {
  /// Opens the panel, starting with the current outline of the button.
  package mutating func expand(highlightsFirst: Bool, at now: Instant) {
    guard !configuration.actions.isEmpty else { return }
    panel.pointer = pointer
    panel.open(
      from: outline(at: now), color: bodyColor, in: container, highlightsFirst: highlightsFirst, at: now)
    updateOpacity(at: now)
  }

  /// Highlights an item of the open panel, as keys do.
  package mutating func highlight(_ id: ActionItem.ID) { panel.highlight(id) }

  /// Opens the context menu.
  ///
  /// - Parameters:
  ///   - point: The position of the pointer, or `nil` if a key opened the menu.
  ///   - now: The start of the opening transition.
  mutating func openMenu(at point: Point?, _ now: Instant) {
    if let point { pointerChanged(to: point, at: now) }
    menuPoint = point
    menu.pointer = pointer
    menu.open(
      from: menuSource, color: environment.theme.colors.raised, in: container, highlightsFirst: point == nil,
      at: now)
    updateOpacity(at: now)
  }

  /// The outline from which the menu opens: the pointer position, or the button.
  private var menuSource: RoundedRect { menuPoint.map { .circle(center: $0, radius: 0) } ?? restOutline }

  /// Forwards an event to the open panel or menu.
  mutating func forwardToPanel(_ event: InputEvent, at now: Instant) -> Response<Action> {
    // The hover state is updated when the panel or menu closes.
    if case .pointerLeft = event { pointer = nil } else { pointer = event.pointerPosition ?? pointer }
    let isPanel = panel.isOpen
    let response = isPanel ? panel.handle(event, at: now) : menu.handle(event, at: now)
    return response.replacingActions { request in
      switch request {
      case .chosen(let id): return choose(id, at: now)
      case .closed:
        closePanels(at: now)
        return []
      }
    }
  }

  /// Performs the move commands of the menu. All other items are reported to the owner.
  private mutating func choose(_ id: ActionItem.ID, at now: Instant) -> [Outcome<Action>] {
    switch id {
    case ActionItem.moveID:
      beginMove(.keyboard, at: now)
      return isFocused ? [] : [.effect(.focus(0))]
    case ActionItem.moveToID:
      beginMove(.pointAndClick, at: now)
      return []
    default: return [.action(.chosen(id))]
    }
  }

  /// Closes the panel or the menu. The panel shrinks to the button at its rest position.
  mutating func closePanels(at now: Instant) {
    panel.close(to: restOutline, at: now)
    menu.close(to: menuSource, at: now)
    updateHover(at: now)
  }

  /// Places the panel and the menu after the container or the button has changed.
  mutating func placePanels(at now: Instant) {
    panel.place(in: container, around: restOutline, at: now)
    menu.place(in: container, around: menuSource, at: now)
  }
}

// Items that the button performs itself. They can be used in the panel too.
extension ActionItem {
  fileprivate static let moveID = "button.move"
  fileprivate static let moveToID = "button.move-to"

  /// Returns the item that starts the keyboard move mode.
  public static func move(in strings: any ControlStrings) -> ActionItem {
    ActionItem(id: moveID, label: strings.text(.move), shortcut: "M", icon: .move)
  }

  /// Returns the item that waits for a click at the new position of the button.
  public static func moveTo(in strings: any ControlStrings) -> ActionItem {
    ActionItem(id: moveToID, label: strings.text(.moveTo), icon: .moveTo)
  }
}

extension FloatingButton.Configuration {
  /// All items of the context menu: the move commands, followed by `menuItems`.
  func allMenuItems(in strings: any ControlStrings) -> [ActionItem] {
    [.move(in: strings), .moveTo(in: strings)] + menuItems
  }
}
