/// An action in a menu or an action panel.
public struct ActionItem: Identifiable, Hashable, Sendable {
  /// The identity that is returned to the owner when the user chooses the item. Unique in a panel.
  public let id: String
  /// The name of the action, in one or two words.
  public var label: String
  /// The current state, such as `Light` for a theme, or `nil` if the item has no state.
  public var detail: String?
  /// The text of the keyboard shortcut, or `nil` if there is none.
  public var shortcut: String?
  /// The icon before or above the label, or `nil` for none.
  public var icon: ActionIcon?
  /// Whether the panel stays open after the user chooses the item, as for a setting that is often
  /// changed twice.
  public var keepsOpen: Bool
  /// Whether the user can choose the item. A disabled item is dimmed.
  public var isEnabled: Bool

  /// Creates an item.
  public init(
    id: String, label: String, detail: String? = nil, shortcut: String? = nil, icon: ActionIcon? = nil,
    keepsOpen: Bool = false, isEnabled: Bool = true
  ) {
    self.id = id
    self.label = label
    self.detail = detail
    self.shortcut = shortcut
    self.icon = icon
    self.keepsOpen = keepsOpen
    self.isEnabled = isEnabled
  }
}

/// The icons of actions, drawn as paths.
public enum ActionIcon: CaseIterable, Hashable, Sendable {
  case theme, snap, shape, reduceMotion, move, moveTo, inspector, quit
}
