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

extension ActionIcon {
  /// One filled or stroked path of an icon.
  struct Layer: Hashable, Sendable {
    let path: Path
    let paint: Paint
  }

  /// Returns the layers of the icon in a square box.
  func layers(in box: Rect) -> [Layer] {
    description.split(separator: "/").map { layer in
      Layer(
        path: Path(layer, in: box, grid: 24),
        paint: layer.hasSuffix("f") ? .fill : .stroke(width: 2 * (box.width / 24)))
    }
  }

  /// The paths of the layers, in a box of 24 × 24 with strokes of width 2. An `f` fills a path. Straight strokes have
  /// integer coordinates, so that they are sharp. The ends of arcs lie exactly on their circles.
  private var description: String {
    switch self {
    case .theme: "12 3 m 21 12 12 12 a 12 21 12 12 a z f/12 12 9 o"
    case .snap:
      "20 4 20 12 m 12 20 12 12 a 4 12 12 12 a 4 4 9 4 9 12 l 12 15 12 12 a 15 12 12 12 a 15 4 l z"
        + "/4 8 9 8 m/15 8 20 8 m"
    case .shape: "7 13 5 13 m 3 11 5 11 a 3 5 l 5 3 5 5 a 11 3 l 13 5 11 5 a 13 7 l/15.5 15.5 5.5 o"
    case .reduceMotion: "16 12 5 o/9 16 m 9 8 12 12 a/4 15 m 4 9 8 12 a"
    case .move:
      "12 3 12 21 m/3 12 21 12 m/9 6 12 3 15 6 m/9 18 12 21 15 18 m/6 9 3 12 6 15 m/18 9 21 12 18 15 m"
    case .moveTo: "12 12 6 o/12 12 2 o f/12 3 12 6 m/12 18 12 21 m/3 12 6 12 m/18 12 21 12 m"
    case .inspector:
      "15 5 2 o/3 5 13 5 m/17 5 21 5 m/8 12 2 o/3 12 6 12 m/10 12 21 12 m/15 19 2 o/3 19 13 19 m"
        + "/17 19 21 19 m"
    case .quit: "16.8 6.6 m 18.4 17.8 12 13 a 5.6 17.8 12 13 a 7.2 6.6 12 13 a/12 3 12 11 m"
    case .close: "5 5 19 19 m/19 5 5 19 m"
    case .minimize: "4 5 20 5 20 19 4 19 4 5 m/8 15 16 15 m"
    case .maximize: "4 5 20 5 20 19 4 19 4 5 m/4 9 20 9 m"
    case .fullScreen: "4 9 4 4 9 4 m/15 4 20 4 20 9 m/20 15 20 20 15 20 m/9 20 4 20 4 15 m"
    case .previous, .back: "20 12 4 12 m/11 5 4 12 11 19 m"
    case .next: "4 12 20 12 m/13 5 20 12 13 19 m"
    case .desktop: "3 4 21 4 21 16 3 16 3 4 m/8 20 16 20 m/12 16 12 20 m"
    case .lock: "8 11 8 8 m 12 4 12 8 a 16 8 12 8 a 16 11 l/5 11 19 11 19 20 5 20 5 11 m"
    case .screenshot: "3 7 21 7 21 19 3 19 3 7 m/8 7 9 4 15 4 16 7 m/12 13 3 o"
    case .keyboard: "2 6 22 6 22 18 2 18 2 6 m/8 14 16 14 m/7 10 1 o f/12 10 1 o f/17 10 1 o f"
    case .hide: "2 12 6 8 12 6 18 8 22 12 18 16 12 18 6 16 2 12 m/12 12 3 o/4 20 20 4 m"
    case .menu:
      "6 6 2 o f/6 12 2 o f/6 18 2 o f/12 6 2 o f/12 12 2 o f/12 18 2 o f/18 6 2 o f/18 12 2 o f/18 18 2 o f"
    case .command: "5 7 10 12 5 17 m/12 18 19 18 m"
    }
  }
}
