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
