import Motion
import Scene

extension TokenField {
  /// What the pointer does while a button is down.
  enum Grip: Hashable {
    case none
    /// It selects from where it was pressed to where it is.
    case selecting(Point)
    /// It was pressed on a token, which it may carry from there. A click selects that one alone.
    case pressing(PointerPress, index: Int, wasSelected: Bool)
    /// It carries what is selected.
    case carrying(Carried)
    /// It has carried that out of the window, where others see to it.
    case carryingOut
    /// A finger is on it, which may tap, hold or scroll.
    case touching(Touch)
    /// A finger moves the content, and was there last.
    case scrolling(Point)

    var isSelecting: Bool { if case .selecting = self { true } else { false } }

    var isCarrying: Bool {
      switch self {
      case .carrying, .carryingOut: true
      case .none, .selecting, .pressing, .touching, .scrolling: false
      }
    }
  }

  /// What the pointer carries.
  struct Carried: Hashable {
    var pointer: Point
    /// From the pointer to the token that was picked up, and how large that is.
    var picture: Rect
    let index: Int
    /// How many tokens it carries.
    let count: Int
    /// Whether a finger carries it, which other windows would not hear of.
    let isTouch: Bool
  }

  /// A finger of which it is not known yet what it means.
  struct Touch: Hashable {
    let press: PointerPress
    /// When it has been held.
    let deadline: Instant
    /// Whether it has caught content that moved, and means nothing else unless it moves or is held.
    let isCatch: Bool
    var point: Point
  }
}
