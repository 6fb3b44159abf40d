/// What happens to data that goes from program to program.
public enum DataEvent: Sendable {
  /// Data that was asked for has come, or was dropped.
  case received(ReceivedData)
  /// Somebody carries data over the window.
  case dropMoved(DropHover)
  /// The data was carried out of the window again, or its owner gave it up.
  case dropLeft
  /// Data that was carried out of this window has found its place, or none.
  case dragEnded(DragOutcome)

  /// The same with its place moved, as seen by content that is moved the other way.
  public func offset(by vector: Vector) -> DataEvent {
    switch self {
    case .dropMoved(var hover):
      hover.position = hover.position + vector
      return .dropMoved(hover)
    case .received(var data):
      guard case .drop(let place) = data.source else { return self }
      data.source = .drop(at: place + vector)
      return .received(data)
    case .dropLeft, .dragEnded: return self
    }
  }
}
