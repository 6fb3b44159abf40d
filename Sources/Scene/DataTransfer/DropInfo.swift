/// The position and the types of data that the user drags over the window.
public struct DropInfo: Hashable, Sendable {
  /// The position of the pointer, in logical pixels of the window.
  public var position: Point
  /// The available types, the preferred one first.
  public var types: [DataType]
  /// Whether the drag started in this window.
  public var isLocal: Bool

  public init(at position: Point, types: [DataType], isLocal: Bool = false) {
    (self.position, self.types, self.isLocal) = (position, types, isLocal)
  }
}

/// The outcome of a drag that started in this window.
public enum DragOutcome: Hashable, Sendable {
  /// Another window accepted the data, or may still accept it.
  case dropped
  /// The user released it where no client accepts it, or cancelled the drag.
  case cancelled
}
