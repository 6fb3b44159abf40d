import Motion
import Scene

extension TokenField {
  /// The purpose of the pointer while a button is down.
  enum PointerMode: Hashable {
    case none
    /// Selecting, from where the pointer was pressed to this position.
    case selecting(Point)
    /// Pressed on a token or on selected text that the user may drag. A click selects only this token, or moves the
    /// caret into the text.
    case pressing(PointerPress, index: Int, wasSelected: Bool)
    /// Dragging the selected elements.
    case dragging(DraggedTokens)
    /// Dragging them outside the window, where other programs handle the drag.
    case draggingOut
    /// A touch that may become a tap, a long press or a scroll.
    case touching(Touch)
    /// Scrolling by touch, with the last position of the touch.
    case scrolling(Point)

    var isSelecting: Bool { if case .selecting = self { true } else { false } }

    var isDragging: Bool {
      switch self {
      case .dragging, .draggingOut: true
      case .none, .selecting, .pressing, .touching, .scrolling: false
      }
    }
  }

  /// The selected tokens and text that the user drags.
  struct DraggedTokens: Hashable {
    var pointer: Point
    /// The frame of the dragged token or text, relative to the pointer.
    var previewFrame: Rect
    /// The index of the pressed token or grapheme.
    let index: Int
    /// The number of dragged tokens.
    let count: Int
    /// Whether the drag uses a touch. Other windows do not receive such a drag.
    let isTouch: Bool
  }

  /// A touch that is not yet recognized as a tap, a long press or a scroll.
  struct Touch: Hashable {
    let press: PointerPress
    /// The time at which the touch becomes a long press.
    let deadline: Instant
    /// Whether the touch has stopped a running scroll. It then has no other effect unless it moves
    /// or becomes a long press.
    let stopsScroll: Bool
    var point: Point
  }
}
