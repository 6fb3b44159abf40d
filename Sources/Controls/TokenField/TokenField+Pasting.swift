import Motion
import Scene

// What was asked for comes when it likes, and is put in where it was asked for.
extension TokenField {
  /// The types that can be pasted, the best first.
  static var wantedTypes: [DataType] { [.tokens, .uriList, .text] }

  /// Asks for what is to be pasted where the caret is now, whenever it comes.
  mutating func request(from pasteboard: Pasteboard) -> Action {
    request(from: pasteboard, Self.wantedTypes, for: takePlace())
  }

  /// Where what is asked for now is to be pasted.
  mutating func takePlace() -> PastePlace {
    defer { pasteCount += 1 }
    return PastePlace(in: editor, order: pasteCount)
  }

  /// Lets what is to be pasted follow what was done to the content.
  ///
  /// - Parameter place: The place of what was pasted; `nil` where a person did it.
  mutating func followPlaces(pasting place: PastePlace? = nil) {
    for index in awaited.indices { awaited[index].place.follow(editor, pasting: place) }
    for index in pasted.indices { pasted[index].place.follow(editor, pasting: place) }
  }

  private mutating func request(
    from pasteboard: Pasteboard, _ types: [DataType], for place: PastePlace
  ) -> Action {
    awaited.append(PasteRequest(pasteboard: pasteboard, types: types, place: place))
    return .request(pasteboard, types: types)
  }

  /// Takes in what was asked for, or word that it won't come; what nobody has asked for is ignored.
  mutating func received(
    _ result: Result<ReceivedData.Content, ReceivedData.Failure>, from pasteboard: Pasteboard,
    at now: Instant
  ) -> Response<Action> {
    guard let request = takeRequest(from: pasteboard, answeredBy: result), !request.isGivenUp else {
      return .ignored
    }
    dropGap = nil
    return take(result, from: .pasteboard(pasteboard), request.types, to: request.place, at: now)
  }

  private mutating func takeRequest(
    from pasteboard: Pasteboard,
    answeredBy result: Result<ReceivedData.Content, ReceivedData.Failure>
  ) -> PasteRequest? {
    let isOwn = { (request: PasteRequest) in request.pasteboard == pasteboard }
    // Those that were made before it go on.
    let isLast = if case .failure(.tooMany) = result { true } else { false }
    let index = isLast ? awaited.lastIndex(where: isOwn) : awaited.firstIndex(where: isOwn)
    return index.map { awaited.remove(at: $0) }
  }

  /// Begins to read what has come.
  mutating func take(
    _ result: Result<ReceivedData.Content, ReceivedData.Failure>, from source: ReceivedData.Source,
    _ types: [DataType] = wantedTypes, to place: PastePlace, at now: Instant
  ) -> Response<Action> {
    var actions: [Action] = []
    var response = change(at: now, offersSelection: false) { field in
      field.editor.settleTrial()
      switch result {
      case .success(let content):
        field.pasted.append(
          Paste(source: source, place: place, content: PastedContent(content)))
        guard field.pasted.count == 1 else { break }
        actions = field.finishPaste(field.readPaste(), at: now)
      case .failure(.nothingThere) where types != Self.wantedTypes:
        field.editor.remark(Self.unreadable)
      case .failure(let failure): field.editor.remark(failure.sentence)
      }
    }
    response.actions += actions
    return response
  }

  /// Gives up what was asked for last and is not there yet, unless something was done since.
  ///
  /// - Returns: Whether there was anything.
  mutating func giveUpLastPaste() -> Bool {
    let places = awaited.filter { !$0.isGivenUp }.map(\.place) + pasted.map(\.place)
    guard let last = places.max(by: { $0.order < $1.order }), last.isLast else { return false }
    return giveUpPasting { $0.order == last.order }
  }

  /// Gives up what was asked for, and what of it is being pasted.
  ///
  /// - Parameter isMeant: Whether what goes to a place is.
  /// - Returns: Whether there was anything.
  mutating func giveUpPasting(where isMeant: (PastePlace) -> Bool = { _ in true }) -> Bool {
    let requests = awaited.indices.filter { !awaited[$0].isGivenUp && isMeant(awaited[$0].place) }
    let read = pasted.filter { isMeant($0.place) }
    guard !requests.isEmpty || !read.isEmpty else { return false }
    // What comes is told by its turn alone.
    for index in requests { awaited[index].isGivenUp = true }
    pasted.removeAll { isMeant($0.place) }
    free(read.flatMap(\.leftovers))
    remark = "Given up; nothing was pasted"
    return true
  }

  /// Frees what is needed no more: little at once, else the rest in the frames that follow.
  mutating func free(_ units: [UnitSequence<Token>]) {
    guard !units.isEmpty else { return }
    for units in units { remains.append(units) }
    remains.release(atMost: Self.lookingStep)
  }

  /// Reads on in what is being pasted, and puts it in when it is read.
  mutating func goOnPasting(at now: Instant) -> [Action] {
    guard !pasted.isEmpty else { return [] }
    let progress = readPaste()
    guard progress != .unfinished else { return [] }
    var actions: [Action] = []
    let response = change(at: now, offersSelection: false) { field in
      actions = field.finishPaste(progress, at: now)
    }
    return response.actions + actions
  }
}

extension TokenField {
  private static var unreadable: String { "What was copied can't be read" }

  /// How many bytes of a long list are read at once: in a few milliseconds.
  private static var pasteStep: Int { 1 << 15 }

  /// Reads on in what is being pasted, and finds out what of it may be put in once it is read.
  private mutating func readPaste() -> ReadingProgress {
    let progress = pasted[0].content.read(atMost: Self.pasteStep, for: &editor)
    return progress == .whole && !examinePaste() ? .unfinished : progress
  }

  /// Goes on finding out what of it may be put in; anew where the content has changed since.
  ///
  /// - Returns: Whether that is known.
  private mutating func examinePaste() -> Bool {
    pasted[0].place.follow(editor)
    if pasted[0].insertion?.holds(for: editor) != true {
      free(pasted[0].insertion?.leftovers ?? [])
      pasted[0].insertion = editor.insertion(of: pasted[0].content, at: pasted[0].place)
      // To put a long one together was enough.
      let isLong = (pasted[0].insertion?.pasted.count ?? 0) > 8 * Self.lookingStep
      if isLong { return pasted[0].insertion?.isKnown ?? true }
    }
    return pasted[0].insertion?.goOn(in: &editor, atMost: Self.lookingStep) ?? true
  }

  /// Puts in what was read, or asks for it in another form where it can't be read.
  private mutating func finishPaste(_ progress: ReadingProgress, at now: Instant) -> [Action] {
    switch progress {
    case .unfinished: return []
    case .whole: putPaste(at: now)
    case .malformed:
      let paste = pasted.removeFirst()
      free(paste.leftovers)
      if case .pasteboard(let pasteboard) = paste.source {
        let types = Self.wantedTypes.filter { $0 != .tokens }
        return [request(from: pasteboard, types, for: paste.place)]
      }
      editor.remark(Self.unreadable)
    }
    return []
  }

  /// Puts something in where it was asked for. A caret that still is there goes behind it; one that
  /// a person has moved, or types at, stays between the units it is between.
  private mutating func putPaste(at now: Instant) {
    followPlaces()
    var own = PastePlace(in: editor, order: .max)
    let isThere = own.isSame(as: pasted[0].place)
    pasted[0].place.restore(in: &editor)
    // It ends where the caret leaves it, and its step is none of the paste's.
    editor.settleTrial()
    guard isReady(own: &own) else { return }
    if pasted[0].insertion?.units.hasToken == true {
      // What is edited there would be text for good, since tokens are none of it.
      editor.endTrialHere()
      guard isReady(own: &own) else { return }
    }
    let paste = pasted.removeFirst()
    paste.place.restore(in: &editor)
    let isPut = put(paste.insertion, at: now)
    followPlaces(pasting: paste.place)
    own.follow(editor, pasting: paste.place)
    if !isThere || !isPut { own.restore(in: &editor) }
    free(paste.leftovers)
    guard isPut, case .pasteboard = paste.source, !isFocused else { return }
    // The person has left the field already.
    if configuration.delimiters.contains(.leaving) { editor.tokenizeAll() }
  }

  /// Whether it is known what may be put in after what was done for it; else that has to be found out
  /// anew, and the person's own place is what it was.
  private mutating func isReady(own: inout PastePlace) -> Bool {
    followPlaces()
    own.follow(editor)
    let isReady = examinePaste()
    if !isReady { own.restore(in: &editor) }
    return isReady
  }

  private mutating func put(_ insertion: PasteInsertion<Kind>?, at now: Instant) -> Bool {
    guard let insertion else {
      editor.remark("There is no room for so much text")
      return false
    }
    var sight = 0..<0
    forEachBox(inSightAt: now) { box, unit, _ in
      sight = (sight.isEmpty ? unit : sight.lowerBound)..<unit + box.units.count
    }
    return editor.put(insertion, inSight: sight)
  }
}
