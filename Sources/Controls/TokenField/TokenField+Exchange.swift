import Motion
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
    case .dropMoved(let hover):
      guard acceptedType(of: hover) != nil else { return dropLeft() }
      self.hover = hover.position
      dropGap = place(at: hover.position, at: now)
      return .handled()
    case .dropLeft: return dropLeft()
    case .dragEnded:
      endGrip(at: now)
      return showsFocus ? .ignored : left(at: now)
    }
  }

  private mutating func dropLeft() -> Response<Action> {
    (dropGap, hover) = (nil, nil)
    return .ignored
  }

  /// In which of its types data that is carried over the field may be dropped; `nil` where it may
  /// not.
  public func acceptedType(of hover: DropHover) -> DataType? {
    guard frame.contains(hover.position), configuration.isEditable else { return nil }
    return Self.wantedTypes.first(where: hover.types.contains)
  }

  private mutating func dropped(
    _ result: Result<ReceivedData.Content, ReceivedData.Failure>, at point: Point, at now: Instant
  ) -> Response<Action> {
    hover = nil
    guard frame.contains(point) else { return .ignored }
    if grip == .carryingOut { return dropOwn(at: now) }
    placeCaret(at: point, extending: false, at: now)
    dropGap = nil
    return take(result, from: .drop(at: point), to: takePlace(), at: now)
  }
}

extension ReceivedData.Failure {
  /// What became of it, in a sentence.
  package var sentence: String {
    switch self {
    case .nothingThere: "There is no text to paste"
    case .noProgress: "The other program has fallen silent; nothing was pasted"
    case .tooMany: "Too much is being pasted at once; this was not"
    case .tooLarge(let limit): "More than \(limit / 1_048_576) MB; nothing was pasted"
    }
  }
}
