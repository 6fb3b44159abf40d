public import Scene

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

extension ActionIcon {
  /// One filled or stroked path of an icon.
  struct Layer: Hashable, Sendable {
    let path: Path
    let paint: Paint
  }

  /// Returns the layers of the icon in a square box.
  ///
  /// The icons are designed for a box of 24 × 24 with strokes of width 2. Straight strokes have
  /// integer coordinates, so that they are sharp.
  func layers(in box: Rect) -> [Layer] {
    let builder = IconPathBuilder(box: box)
    switch self {
    case .theme: return theme(builder)
    case .snap: return snap(builder)
    case .shape: return shape(builder)
    case .reduceMotion: return reduceMotion(builder)
    case .move: return move(builder)
    case .moveTo: return moveTo(builder)
    case .inspector: return inspector(builder)
    case .quit: return quit(builder)
    case .close: return [builder.lines((5, 5), (19, 19)), builder.lines((19, 5), (5, 19))]
    case .minimize: return [builder.rect(4, 5, 16, 14), builder.lines((8, 15), (16, 15))]
    case .maximize: return [builder.rect(4, 5, 16, 14), builder.lines((4, 9), (20, 9))]
    case .fullScreen: return fullScreen(builder)
    case .previous, .back:
      return [builder.lines((20, 12), (4, 12)), builder.lines((11, 5), (4, 12), (11, 19))]
    case .next: return [builder.lines((4, 12), (20, 12)), builder.lines((13, 5), (20, 12), (13, 19))]
    case .desktop:
      return [
        builder.rect(3, 4, 18, 12), builder.lines((8, 20), (16, 20)), builder.lines((12, 16), (12, 20)),
      ]
    case .lock: return lock(builder)
    case .screenshot: return screenshot(builder)
    case .keyboard: return keyboard(builder)
    case .hide: return hide(builder)
    case .menu:
      return [6.0, 12, 18].flatMap { x in
        [6.0, 12, 18].map { y in builder.fill(builder.circle(x, y, radius: 2)) }
      }
    case .command: return [builder.lines((5, 7), (10, 12), (5, 17)), builder.lines((12, 18), (19, 18))]
    }
  }

  /// The four corners of a rectangle.
  private func fullScreen(_ builder: IconPathBuilder) -> [Layer] {
    [
      builder.lines((4, 9), (4, 4), (9, 4)), builder.lines((15, 4), (20, 4), (20, 9)),
      builder.lines((20, 15), (20, 20), (15, 20)), builder.lines((9, 20), (4, 20), (4, 15)),
    ]
  }

  /// A padlock.
  private func lock(_ builder: IconPathBuilder) -> [Layer] {
    let shackle = builder.path { path in
      path.move(8, 11)
      path.line(8, 8)
      path.arc(12, 4, around: 12, 8)
      path.arc(16, 8, around: 12, 8)
      path.line(16, 11)
    }
    return [builder.stroke(shackle), builder.rect(5, 11, 14, 9)]
  }

  /// A camera.
  private func screenshot(_ builder: IconPathBuilder) -> [Layer] {
    [
      builder.rect(3, 7, 18, 12), builder.lines((8, 7), (9, 4), (15, 4), (16, 7)),
      builder.stroke(builder.circle(12, 13, radius: 3)),
    ]
  }

  private func keyboard(_ builder: IconPathBuilder) -> [Layer] {
    let keys = [7.0, 12, 17].map { builder.fill(builder.circle($0, 10, radius: 1)) }
    return [builder.rect(2, 6, 20, 12), builder.lines((8, 14), (16, 14))] + keys
  }

  /// A crossed-out eye.
  private func hide(_ builder: IconPathBuilder) -> [Layer] {
    [
      builder.lines((2, 12), (6, 8), (12, 6), (18, 8), (22, 12), (18, 16), (12, 18), (6, 16), (2, 12)),
      builder.stroke(builder.circle(12, 12, radius: 3)), builder.lines((4, 20), (20, 4)),
    ]
  }

  /// A circle whose trailing half is filled: light and dark.
  private func theme(_ builder: IconPathBuilder) -> [Layer] {
    let half = builder.path { path in
      path.move(12, 3)
      path.arc(21, 12, around: 12, 12)
      path.arc(12, 21, around: 12, 12)
      path.close()
    }
    return [builder.fill(half), builder.stroke(builder.circle(12, 12, radius: 9))]
  }

  /// A magnet.
  private func snap(_ builder: IconPathBuilder) -> [Layer] {
    let outline = builder.path { path in
      path.move(20, 4)
      path.line(20, 12)
      path.arc(12, 20, around: 12, 12)
      path.arc(4, 12, around: 12, 12)
      path.line(4, 4)
      path.line(9, 4)
      path.line(9, 12)
      path.arc(12, 15, around: 12, 12)
      path.arc(15, 12, around: 12, 12)
      path.line(15, 4)
      path.close()
    }
    return [builder.stroke(outline), builder.lines((4, 8), (9, 8)), builder.lines((15, 8), (20, 8))]
  }

  /// A rounded square behind a circle.
  private func shape(_ builder: IconPathBuilder) -> [Layer] {
    let square = builder.path { path in
      path.move(7, 13)
      path.line(5, 13)
      path.arc(3, 11, around: 5, 11)
      path.line(3, 5)
      path.arc(5, 3, around: 5, 5)
      path.line(11, 3)
      path.arc(13, 5, around: 11, 5)
      path.line(13, 7)
    }
    return [builder.stroke(square), builder.stroke(builder.circle(15.5, 15.5, radius: 5.5))]
  }

  /// A ball with two motion trails.
  private func reduceMotion(_ builder: IconPathBuilder) -> [Layer] {
    // The ends of the arcs are corners of 3-4-5 triangles and lie exactly on the circles.
    let nearTrail = builder.path { path in
      path.move(9, 16)
      path.arc(9, 8, around: 12, 12)
    }
    let farTrail = builder.path { path in
      path.move(4, 15)
      path.arc(4, 9, around: 8, 12)
    }
    let ball = builder.circle(16, 12, radius: 5)
    return [builder.stroke(ball), builder.stroke(nearTrail), builder.stroke(farTrail)]
  }

  /// Arrows in all four directions.
  private func move(_ builder: IconPathBuilder) -> [Layer] {
    [
      builder.lines((12, 3), (12, 21)), builder.lines((3, 12), (21, 12)),
      builder.lines((9, 6), (12, 3), (15, 6)), builder.lines((9, 18), (12, 21), (15, 18)),
      builder.lines((6, 9), (3, 12), (6, 15)), builder.lines((18, 9), (21, 12), (18, 15)),
    ]
  }

  /// A target.
  private func moveTo(_ builder: IconPathBuilder) -> [Layer] {
    [
      builder.stroke(builder.circle(12, 12, radius: 6)), builder.fill(builder.circle(12, 12, radius: 2)),
      builder.lines((12, 3), (12, 6)), builder.lines((12, 18), (12, 21)), builder.lines((3, 12), (6, 12)),
      builder.lines((18, 12), (21, 12)),
    ]
  }

  /// Three sliders.
  private func inspector(_ builder: IconPathBuilder) -> [Layer] {
    [(5.0, 15.0), (12, 8), (19, 15)].flatMap { y, x in
      [
        builder.stroke(builder.circle(x, y, radius: 2)), builder.lines((3, y), (x - 2, y)),
        builder.lines((x + 2, y), (21, y)),
      ]
    }
  }

  /// Returns the power symbol: a ring that is open at the top, and a line.
  private func quit(_ builder: IconPathBuilder) -> [Layer] {
    let ring = builder.path { path in
      path.move(16.8, 6.6)
      path.arc(18.4, 17.8, around: 12, 13)
      path.arc(5.6, 17.8, around: 12, 13)
      path.arc(7.2, 6.6, around: 12, 13)
    }
    return [builder.stroke(ring), builder.lines((12, 3), (12, 11))]
  }
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
