/// Data that a person carries over the window, as long as it is not dropped.
public struct DropHover: Hashable, Sendable {
  public var position: Point
  /// In which types the data can be had, the best first.
  public var types: [DataType]
  /// Whether it was picked up in this window.
  public var isOwn: Bool

  public init(at position: Point, types: [DataType], isOwn: Bool = false) {
    (self.position, self.types, self.isOwn) = (position, types, isOwn)
  }
}

/// How carrying data out of the window ended.
public enum DragOutcome: Hashable, Sendable {
  /// Another window has taken the data, or still may.
  case dropped
  /// It was let go where nobody takes it, or given up.
  case cancelled
}
