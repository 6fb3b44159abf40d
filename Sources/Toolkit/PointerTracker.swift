public import Controls
public import Motion
public import Scene
public import Windowing

/// The positions of the pointer and of dragged data over a window, which determine its cues.
public struct PointerTracker {
  private var position = Point.zero
  private var drop: DropInfo?

  /// Creates a tracker of a pointer at the origin.
  public init() {}

  /// Notes the position of an event.
  public mutating func track(_ event: InputEvent) {
    switch event {
    case .pointerMoved(let point): position = point
    case .data(.dragUpdated(let info)): drop = info
    case .data(.dragExited): drop = nil
    default: break
    }
  }

  /// Returns the cues of a control that covers a window.
  public func cues(of control: borrowing some Control & ~Copyable, at now: Instant) -> WindowCues {
    var cues = WindowCues()
    cues.pointerShape = control.pointerShape(over: position, at: now) ?? .arrow
    cues.textInput = control.textInputContext(at: now)
    if let drop { cues.acceptedDrop = control.acceptedType(of: drop, at: now) }
    return cues
  }
}
