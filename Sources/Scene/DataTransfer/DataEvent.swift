/// A clipboard or drag-and-drop event.
public enum DataEvent: Sendable {
  /// Requested or dropped data arrived, or the request failed.
  case received(ReceivedData)
  /// The user drags data over the window.
  case dragUpdated(DropInfo)
  /// The drag left the window, or its source cancelled it.
  case dragExited
  /// A drag that started in this window ended.
  case dragEnded(DragOutcome)

  /// Returns the event with its position displaced by `vector`. Use the negated offset of the
  /// content to convert to the coordinates of the content.
  public func offset(by vector: Vector) -> DataEvent {
    switch self {
    case .dragUpdated(var info):
      info.position = info.position + vector
      return .dragUpdated(info)
    case .received(var data):
      guard case .drop(let position) = data.source else { return self }
      data.source = .drop(at: position + vector)
      return .received(data)
    case .dragExited, .dragEnded: return self
    }
  }
}

/// The position and the types of data that the user drags over the window.
public struct DropInfo: Hashable, Sendable {
  /// The position of the pointer, in logical pixels of the window.
  public var position: Point
  /// The available types, the preferred one first.
  public var types: [DataType]
  /// Whether the drag started in a window of this program.
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
