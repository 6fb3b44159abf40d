public import Scene

/// An action in a menu or an action panel.
public struct ActionItem: Identifiable, Hashable, Sendable {
  /// The identity that is returned to the owner when the user chooses the item. Unique in a panel.
  public let id: String
  /// The name of the action, in one or two words.
  public var label: String
  /// The current state, such as `Light` for a theme, or `nil` if the item has no state.
  public var detail: String?
  /// The detail as a sentence for assistive programs. `nil` for the detail itself.
  public var detailDescription: String?
  /// The color of the detail, or `nil` for that of secondary text.
  public var detailColor: Color?
  /// The text of the keyboard shortcut, or `nil` if there is none.
  public var shortcut: String?
  /// The icon before or above the label, or `nil` for none.
  public var icon: ActionIcon?
  /// An image in place of the icon, as large as an icon in device pixels, or `nil`.
  public var image: Image?
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
///
/// An item can have an image instead (`ActionItem.image`).
public enum ActionIcon: CaseIterable, Hashable, Sendable {
  /// A circle with a filled half, for the choice of a theme.
  case theme
  /// A magnet, for the choice of the positions at which a button comes to rest.
  case snap
  /// A square behind a circle, for the choice of a shape.
  case shape
  /// A ball with trails, for the choice of reduced motion.
  case reduceMotion
  /// Arrows in all directions, for a movement by keys.
  case move
  /// A target, for a movement by a click at the new position.
  case moveTo
  /// Sliders, for an inspector.
  case inspector
  /// The power symbol, for the end of the program.
  case quit
  // Operations on windows and desktops.
  case close, minimize, maximize, fullScreen, previous, next, desktop
  // Operations on the session.
  case lock, screenshot, keyboard, hide
  /// An arrow, for the return to the previous menu.
  case back
  /// Nine dots, for a menu.
  case menu
  /// A prompt, for a program.
  case command
}

extension DisplayList {
  /// Adds a layer of an icon.
  mutating func draw(_ layer: ActionIcon.Layer, _ color: Color) {
    switch layer.paint {
    case .fill: fill(.path(layer.path), color)
    case .stroke(let width): stroke(.path(layer.path), color, width: width)
    }
  }
}
