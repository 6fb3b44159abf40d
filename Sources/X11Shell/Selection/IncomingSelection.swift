import CX11
import Motion
import Scene

/// Data on its way from a selection's owner (ICCCM 2.4): what was asked, what has come, what to do
/// next.
///
/// The owner is asked for its targets before it is asked for one of them. The best target at once
/// would save a turn with owners that have it, but some take any target's name for the data that
/// they have: xclip gives its text for every target, a private one too.
///
/// Pure: told what has come, it says what to do.
struct IncomingSelection {
  /// What is to be done next.
  enum Step: Equatable {
    /// Ask the owner for this target.
    case ask(Atom)
    /// Nothing before the owner does something.
    case wait
    /// Read on in the property, from this byte of it.
    case read(from: Int)
    /// Tell the result; nothing is on its way any more.
    case end
    /// Tell the result; the owner may still be sending.
    case abandon
  }

  private enum Phase: Equatable {
    /// Asked what there is.
    case listing
    /// Asked for the data.
    case asking
    /// Told that it comes in pieces (ICCCM 2.7.2, `INCR`).
    case pieces
  }

  let source: ReceivedData.Source
  let selection: Atom
  /// Where the answers go.
  let window: Window
  /// Of the event that led to it.
  let time: ServerTime
  /// What is to be asked for next; the target that was asked for last.
  private(set) var target: Atom
  /// When the owner, if nothing has come of it by then, is given up.
  private(set) var deadline: Instant
  private(set) var result = Result<ReceivedData.Content, ReceivedData.Failure>
    .failure(.nothingThere)
  private var wishes: ArraySlice<TypedTarget>
  private var phase: Phase
  /// Whether the answer to what there is was seen to be a list of that.
  private var isList = false
  private let content: IncomingBytes
  /// How much of the present property was read, in bytes.
  private var offset = 0
  private let types: [DataType]
  private let limit: Int
  private let atoms: Atoms

  /// How many bytes are read at once: what a request holds of them.
  private static let usualSlice = 262_144
  /// The same of a secret, and as little as there can be: Xlib and XCB keep what they have read in
  /// buffers that are never wiped, of which four bytes a reply tell no more than one by one.
  private static let secretSlice = 4
  /// How long an owner may take over anything, a piece of many too.
  static let patience = Duration.seconds(1)
  /// Where what comes is no secret: 16 MiB at most.
  static let usualRoom = DataRoom(limit: 16_777_216)

  /// - Parameters:
  ///   - types: What is wanted, the best first.
  ///   - offered: The targets that there are; `nil` where the owner is still to be asked.
  ///   - room: For what comes.
  init(
    _ selection: Atom, for source: ReceivedData.Source, types: [DataType], offered: [Atom]? = nil,
    into window: Window, room: DataRoom = usualRoom, since time: ServerTime, atoms: Atoms,
    at now: Instant
  ) {
    (self.selection, self.source, self.window, self.time) = (selection, source, window, time)
    (self.types, self.limit, self.atoms) = (types, room.limit, atoms)
    content = IncomingBytes(in: room)
    let targets = atoms.targets(for: types)
    wishes = targets[...]
    if let offered { wishes.removeAll { !offered.contains($0.target) } }
    phase = offered == nil ? .listing : .asking
    target = atoms[.targets]
    deadline = now + Self.patience
  }

  /// The most bytes to read at once.
  ///
  /// None of the answer of a secret's owner before that is known to be a list of targets: some give
  /// what they have for every target.
  var sliceLimit: Int {
    guard case .secret = source else { return Self.usualSlice }
    guard phase == .listing else { return Self.secretSlice }
    return isList ? Self.usualSlice : 0
  }

  /// The first thing to do.
  mutating func begin() -> Step { phase == .listing ? .ask(target) : askNext() }

  /// The owner has put its answer into the property, or refuses.
  mutating func noteAnswer(isGranted: Bool, at now: Instant) -> Step {
    guard phase != .pieces else { return .wait }
    deadline = now + Self.patience
    return isGranted ? .read(from: 0) : refuse()
  }

  /// Whether it waits for a piece, which the property's change will tell of.
  var takesPieces: Bool { phase == .pieces }

  /// Takes a part of the property.
  mutating func take(_ slice: borrowing PropertySlice, at now: Instant) -> Step {
    if slice.exists { deadline = now + Self.patience }
    return switch phase {
    case .listing: takeList(slice)
    case .asking: takeWhole(slice)
    case .pieces: takePiece(slice)
    }
  }

  /// Gives the owner up.
  mutating func giveUp() { result = .failure(.noProgress) }
}

extension IncomingSelection {
  private mutating func takeList(_ slice: borrowing PropertySlice) -> Step {
    // Its pieces would come into what is asked for next.
    guard slice.type != atoms[.incr] else { return .abandon }
    // Some owners take the target's name for the answer's type.
    guard slice.type == XA_ATOM || slice.type == atoms[.targets], slice.format == 32 else {
      return refuse()
    }
    if sliceLimit == 0, slice.rest > 0 {
      isList = true
      return .read(from: 0)
    }
    guard slice.rest == 0 else { return refuse() }
    let offered = Set(slice.words)
    wishes.removeAll { !offered.contains($0.target) }
    phase = .asking
    return askNext()
  }

  /// Turns to what else there may be.
  private mutating func refuse() -> Step {
    if phase == .listing {
      wishes = atoms.targetsOfOldOwners(for: types)[...]
      phase = .asking
    } else {
      wishes = wishes.dropFirst()
    }
    return askNext()
  }

  private mutating func askNext() -> Step {
    offset = 0
    guard let wish = wishes.first else { return .end }
    target = wish.target
    return .ask(target)
  }

  private mutating func takeWhole(_ slice: borrowing PropertySlice) -> Step {
    if slice.type == atoms[.incr], offset == 0 {
      phase = .pieces
      // The least number of bytes that will come.
      return slice.words.first.map { $0 > UInt(limit) } ?? false ? exceed() : .wait
    }
    guard isWelcome(slice) else { return offset == 0 ? refuse() : .abandon }
    return append(slice) ?? finish(type: slice.type)
  }

  /// An empty piece is the last; where there is none, it was taken already.
  private mutating func takePiece(_ slice: borrowing PropertySlice) -> Step {
    guard slice.exists else { return .wait }
    guard isWelcome(slice) else { return .abandon }
    let isLast = slice.byteCount == 0 && slice.rest == 0 && offset == 0
    if let step = append(slice) { return step }
    guard isLast else {
      offset = 0
      return .wait
    }
    return finish(type: slice.type)
  }

  /// - Returns: What to do before this piece, or the whole, has been read to its end.
  private mutating func append(_ slice: borrowing PropertySlice) -> Step? {
    guard content.count + slice.byteCount + slice.rest <= limit else { return exceed() }
    slice.withBytes { content.append($0) }
    offset += slice.byteCount
    return slice.rest > 0 ? .read(from: offset) : nil
  }

  private mutating func finish(type: Atom) -> Step {
    guard let wish = wishes.first else { return .end }
    let isLatin1 = wish.type == .text && type == XA_STRING
    let content = isLatin1 ? content.utf8FromLatin1() : content
    guard content.count <= limit else {
      result = .failure(.tooLarge(limit: limit))
      return .end
    }
    result = .success(ReceivedData.Content(type: wish.type, bytes: content.received))
    return .end
  }

  private mutating func exceed() -> Step {
    result = .failure(.tooLarge(limit: limit))
    return .abandon
  }

  /// Whether a property is what was asked for; text comes in encodings of which the type tells.
  private func isWelcome(_ slice: borrowing PropertySlice) -> Bool {
    guard slice.exists, slice.format == 8, let wish = wishes.first else { return false }
    return wish.type != .text || atoms.targets(for: .text).contains(slice.type)
  }
}
