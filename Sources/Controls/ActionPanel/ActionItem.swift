/// One thing that a menu or a panel offers to do.
public struct ActionItem: Identifiable, Hashable, Sendable {
  /// Told to the owner when it is chosen; no two items of a panel have the same.
  public let id: String
  /// What it does, in a word or two.
  public var label: String
  /// How it stands at the moment, as `Light` for a theme; `nil` where it has no state.
  public var detail: String?
  /// The key that does the same, in words; `nil` where there is none.
  public var shortcut: String?
  /// The sign before or above the label; `nil` for none.
  public var icon: ActionIcon?
  /// Whether the panel stays open once it is chosen, as for what is often chosen twice.
  public var keepsOpen: Bool
  /// Whether it can be done at the moment; otherwise it is shown faintly, and can't be chosen.
  public var isEnabled: Bool

  public init(
    id: String, label: String, detail: String? = nil, shortcut: String? = nil,
    icon: ActionIcon? = nil, keepsOpen: Bool = false, isEnabled: Bool = true
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

/// The signs that actions are known by, drawn as paths.
public enum ActionIcon: CaseIterable, Hashable, Sendable {
  case theme, snap, shape, reduceMotion, move, moveTo, inspector, quit
}
