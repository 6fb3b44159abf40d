import CX11
import Glibc

/// Joins dead keys, and what follows the Compose key, into characters.
///
/// The table of sequences is read when the first key comes that can begin one: who types plain text
/// never pays for it. Nothing of what was typed is kept once a sequence is over.
///
/// A sequence that leads nowhere ends as in GTK: what its keys look like by themselves is typed, and
/// then the key that broke it, so that `´` and `x` give `´x`, as on Windows and macOS too; after the
/// Compose key, nothing is typed. (Qt and Xlib drop the accent, Xlib the letter as well.) A key that
/// types nothing does what it always does, and the sequence is dropped. Escape drops it too, and
/// Backspace takes its last key back; neither does anything else then.
struct Composer: ~Copyable {
  /// What a key came to.
  enum Outcome {
    /// It is part of no sequence and means what it means by itself.
    case plain
    /// It was taken into a sequence, or ended one, and means nothing else.
    case taken
    /// Text was typed, and the key means nothing else.
    case typed
  }

  /// What is still to be read.
  private(set) var unread: ComposeFiles?
  private var beginsWithAnyKey: Bool?
  private var state: ComposeState?
  private(set) var keys = ComposeKeys()

  init(reading files: ComposeFiles = .standard) {
    unread = files
  }

  /// A composer whose sequences are there.
  init(_ state: consuming ComposeState) {
    self.state = consume state
    beginsWithAnyKey = true
  }

  /// Whether a sequence is under way.
  var isComposing: Bool { !keys.isEmpty }

  /// Takes a key in, by its symbol.
  ///
  /// - Parameter type: Is lent what is typed; called once where that is the outcome.
  mutating func feed(_ symbol: KeySym, typing type: (Span<UInt8>) -> Void) -> Outcome {
    guard isComposing || mayBegin(with: symbol) else { return .plain }
    read()
    if isComposing, edit(with: symbol) { return .taken }
    switch step(with: symbol) {
    case .none: return .plain
    case .composing: return .taken
    case .composed: return finish(type)
    case .cancelled: return breakOff(at: symbol, type)
    }
  }

  /// Drops the sequence that is under way.
  mutating func reset() {
    keys = ComposeKeys()
    state?.reset()
  }
}

extension Composer {
  private mutating func mayBegin(with symbol: KeySym) -> Bool {
    if symbol.beginsSequences { return true }
    let anyKey = beginsWithAnyKey ?? unread?.beginWithAnyKey ?? false
    beginsWithAnyKey = anyKey
    return anyKey
  }

  private mutating func read() {
    guard let files = unread else { return }
    unread = nil
    state = files.read()
  }

  mutating func step(with symbol: KeySym) -> ComposeState.Step {
    let step = state?.feed(symbol) ?? .none
    if step == .composing { keys.append(symbol) }
    return step
  }

  /// Gives up the sequence, or its last key.
  ///
  /// - Returns: Whether that is what the key does.
  private mutating func edit(with symbol: KeySym) -> Bool {
    switch Int32(truncatingIfNeeded: symbol) {
    case XK_Escape: reset()
    case XK_BackSpace: takeBack()
    default: return false
    }
    return true
  }

  private mutating func takeBack() {
    let before = keys
    reset()
    guard !before.isCut else { return }
    for index in 0..<(before.count - 1) { _ = step(with: before[index]) }
  }

  private mutating func finish(_ type: (Span<UInt8>) -> Void) -> Outcome {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ComposeState.textCapacity) { text in
      defer { text.wipe() }
      let count = state?.copyText(to: text) ?? 0
      reset()
      type(text.extracting(0..<count).span)
    }
    return .typed
  }

  /// Types what is left of a sequence that does not go on with that key.
  private mutating func breakOff(
    at symbol: KeySym, _ type: (Span<UInt8>) -> Void
  ) -> Outcome {
    let broken = keys
    reset()
    guard symbol.beginsSequences || Unicode.Scalar(keySym: symbol) != nil else { return .plain }
    guard broken.haveLooks else {
      return symbol.beginsSequences ? feed(symbol, typing: type) : .taken
    }
    let capacity = (broken.count + 1) * ComposeState.textCapacity
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { text in
      defer { text.wipe() }
      var count = copyLooks(of: broken, to: text)
      count += begin(with: symbol, copyingTo: text.extracting(count..<capacity))
      guard count > 0 else { return .taken }
      type(text.extracting(0..<count).span)
      return .typed
    }
  }

  /// Copies what keys look like by themselves: an accent as when it is typed twice.
  ///
  /// - Returns: The number of bytes.
  private mutating func copyLooks(
    of keys: ComposeKeys, to text: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var count = 0
    for index in 0..<keys.count {
      let rest = text.extracting(count..<text.count)
      count += copyLook(of: keys[index], to: rest)
    }
    return count
  }

  /// Copies what a key looks like by itself; the sequence is dropped.
  ///
  /// - Returns: The number of bytes.
  mutating func copyLook(of key: KeySym, to text: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard key.isDead else { return key.copyText(to: text) }
    defer { reset() }
    _ = state?.feed(key)
    return state?.feed(key) == .composed ? state?.copyText(to: text) ?? 0 : 0
  }

  /// Takes a key for the first of a sequence, or copies what it types.
  ///
  /// - Returns: The number of bytes.
  private mutating func begin(
    with symbol: KeySym, copyingTo text: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    switch step(with: symbol) {
    case .composing: return 0
    case .none, .cancelled: return symbol.copyText(to: text)
    case .composed:
      defer { reset() }
      return state?.copyText(to: text) ?? 0
    }
  }
}

extension KeySym {
  /// Copies the character it stands for by itself, as UTF-8.
  ///
  /// - Returns: The number of bytes.
  fileprivate func copyText(to text: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard let utf8 = Unicode.Scalar(keySym: self).flatMap({ UTF8.encode($0) }) else { return 0 }
    for (index, byte) in utf8.enumerated() { text[index] = byte }
    return utf8.count
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Overwrites all of it, as no compiler may leave out (`explicit_bzero`).
  fileprivate func wipe() {
    if let baseAddress { explicit_bzero(baseAddress, count) }
  }
}
