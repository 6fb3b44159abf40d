import Scene

extension TokenField {
  /// What the pointer does while a button is down.
  enum Grip: Hashable {
    case none
    /// It selects from where it was pressed to where it is.
    case selecting(Point)
    /// It was pressed on a token, which it may carry from there. A click selects that one alone.
    case pressing(index: Int, at: Point, wasSelected: Bool)
    /// It carries what is selected.
    case carrying(Carried)
    /// It has carried that out of the window, where others see to it.
    case carryingOut

    var isSelecting: Bool { if case .selecting = self { true } else { false } }

    var isCarrying: Bool {
      switch self {
      case .carrying, .carryingOut: true
      case .none, .selecting, .pressing: false
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
  }
}
