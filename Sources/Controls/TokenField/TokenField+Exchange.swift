import Motion
public import Scene

extension TokenField {
  /// The types that can be pasted, the best first.
  static var wantedTypes: [DataType] { [.tokens, .uriList, .text] }

  /// Asks for what is to be pasted where the caret is now, whenever it comes.
  mutating func request(from pasteboard: Pasteboard) -> Action {
    awaited = (editor.editCount, editor.selection, editor.scattered)
    return .request(pasteboard, types: Self.wantedTypes)
  }

  /// Goes back to where a paste was asked for, however the caret has been moved meanwhile. Where the
  /// content has changed, what is selected now stays, and the paste goes to the caret.
  private mutating func returnToRequest() {
    guard let awaited else { return }
    self.awaited = nil
    if awaited.editCount == editor.editCount {
      (editor.selection, editor.scattered) = (awaited.selection, awaited.scattered)
    } else {
      editor.scattered = []
      editor.selection.collapse()
    }
  }

  mutating func handle(_ event: DataEvent, at now: Instant) -> Response<Action> {
    switch event {
    case .received(let data): return received(data, at: now)
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

  private mutating func received(_ data: ReceivedData, at now: Instant) -> Response<Action> {
    if case .drop(let point) = data.source {
      hover = nil
      guard frame.contains(point) else { return .ignored }
      if grip == .carryingOut { return dropOwn(at: now) }
      placeCaret(at: point, extending: false, at: now)
      awaited = nil
    }
    dropGap = nil
    return change(at: now) { field in
      field.editor.settleTrial()
      switch data.result {
      case .success(let content): field.take(content)
      case .failure(let failure): field.editor.remark(failure.sentence)
      }
    }
  }

  private mutating func take(_ content: ReceivedData.Content) {
    switch content.type {
    case .tokens:
      returnToRequest()
      let isRead = content.bytes.withBytes { editor.paste(encoded: $0) }
      if !isRead { editor.remark("What was copied can't be read") }
    case .uriList:
      let names = content.bytes.withBytes { URIList.names(in: String(decoding: $0)) }
      returnToRequest()
      editor.paste(PastedList(names, for: &editor))
    default:
      var list = PastedList<Kind>(content.bytes)
      guard content.bytes.count <= Self.pasteStep else {
        pasted = list
        return
      }
      while !list.read(atMost: .max, for: &editor) {}
      returnToRequest()
      editor.paste(list)
    }
  }

  /// How many bytes of a long list are read at once: in some two milliseconds.
  private static var pasteStep: Int { 1 << 16 }

  /// Reads on in a long list that is being pasted, and puts it in when it is read.
  mutating func goOnPasting(at now: Instant) -> [Action] {
    guard var list = pasted else { return [] }
    pasted = nil
    guard list.read(atMost: Self.pasteStep, for: &editor) else {
      pasted = list
      return []
    }
    return change(at: now) { field in
      field.returnToRequest()
      field.editor.paste(list)
    }.actions
  }
}

extension ReceivedData.Failure {
  /// What became of it, in a sentence.
  fileprivate var sentence: String {
    switch self {
    case .nothingThere: "There is no text to paste"
    case .noProgress: "The other program has fallen silent; nothing was pasted"
    case .tooMany: "Too much is being pasted at once; this was not"
    case .tooLarge(let limit): "More than \(limit / 1_048_576) MB; nothing was pasted"
    }
  }
}
