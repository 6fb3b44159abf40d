public import Motion
public import Scene

extension TokenField {
  mutating func handle(_ event: DataEvent, at now: Instant) -> Response<Action> {
    switch event {
    case .received(let data):
      switch data.source {
      case .pasteboard(let pasteboard): return received(data.result, from: pasteboard, at: now)
      case .drop(let point): return dropped(data.result, at: point, at: now)
      case .secret: return .ignored
      }
    case .dragUpdated(let info):
      guard acceptedType(of: info, at: now) != nil else { return dropLeft() }
      externalDragPosition = info.position
      dropPosition = caretPosition(at: info.position, at: now)
      return .handled()
    case .dragExited: return dropLeft()
    case .dragEnded:
      endPointerMode(at: now)
      return showsFocus ? .ignored : focusLost(at: now)
    }
  }

  private mutating func dropLeft() -> Response<Action> {
    (dropPosition, externalDragPosition) = (nil, nil)
    return .ignored
  }

  /// Returns the type in which the field accepts data that is dragged over it, or `nil` if it
  /// accepts none.
  public func acceptedType(of info: DropInfo, at now: Instant) -> DataType? {
    guard fieldFrame.contains(info.position), configuration.isEditable else { return nil }
    return Self.acceptedTypes.first(where: info.types.contains)
  }

  private mutating func dropped(
    _ result: Result<ReceivedData.Content, ReceivedData.Failure>, at point: Point, at now: Instant
  ) -> Response<Action> {
    externalDragPosition = nil
    guard fieldFrame.contains(point) else { return .ignored }
    if pointerMode == .draggingOut { return dropInternalDrag(at: now) }
    placeCaret(at: point, extending: false, at: now)
    dropPosition = nil
    return startPaste(result, from: .drop(at: point), to: captureDestination(), at: now)
  }
}

extension ReceivedData.Failure {
  /// The message for the user.
  package var message: ControlMessage {
    switch self {
    case .noData: .nothingToPaste
    case .timedOut: .pastingTimedOut
    case .tooManyRequests: .tooManyPastes
    case .tooLarge(let limit): .tooLargeToPaste(limit: limit)
    }
  }
}
