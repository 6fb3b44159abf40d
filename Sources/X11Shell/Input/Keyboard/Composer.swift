import CX11
import Glibc

/// A combiner of dead keys, and of the keys after the Compose key, into characters.
///
/// The table of sequences is read at the first key that can begin one, so plain text never pays for
/// it. No typed key is kept after a sequence ends.
///
/// A sequence without a match ends as in GTK: the standalone characters of its keys are typed, and
/// then the key that broke it. So `´` and `x` give `´x`, as on Windows and macOS too. After the
/// Compose key, nothing is typed. (Qt and Xlib drop the accent, Xlib the letter as well.) A key
/// without text keeps its function and cancels the sequence. Escape cancels it too, and Backspace
/// removes its last key; neither has another effect then.
struct Composer: ~Copyable {
  /// The result of a key.
  enum Outcome {
    /// The key is part of no sequence and keeps its own meaning.
    case plain
    /// The key became part of a sequence, or ended one, and has no other meaning.
    case taken
    /// Text was typed, and the key has no other meaning.
    case typed
  }

  /// The files that are still to be read.
  private(set) var unread: ComposeFiles?
  private var beginsWithAnyKey: Bool?
  private var state: ComposeState?
  private(set) var keys = ComposeKeys()

  init(reading files: ComposeFiles = .standard) { unread = files }

  /// Creates a composer whose sequences are already read.
  init(_ state: consuming ComposeState) {
    self.state = consume state
    beginsWithAnyKey = true
  }

  /// Whether a sequence is in progress.
  var isComposing: Bool { !keys.isEmpty }

  /// Processes a key, given by its symbol.
  ///
  /// - Parameter type: Called once with the typed text if that is the outcome.
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

  /// Cancels the current sequence.
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

  /// Cancels the sequence, or removes its last key.
  ///
  /// - Returns: Whether the key does one of these.
  private mutating func edit(with symbol: KeySym) -> Bool {
    switch Int32(truncatingIfNeeded: symbol) {
    case XK_Escape: reset()
    case XK_BackSpace: removeLastKey()
    default: return false
    }
    return true
  }

  private mutating func removeLastKey() {
    let before = keys
    reset()
    guard !before.isTruncated else { return }
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

  /// Types the standalone characters of a sequence that does not continue with the key.
  private mutating func breakOff(at symbol: KeySym, _ type: (Span<UInt8>) -> Void) -> Outcome {
    let broken = keys
    reset()
    guard symbol.beginsSequences || Unicode.Scalar(keySym: symbol) != nil else { return .plain }
    guard broken.areDisplayable else { return symbol.beginsSequences ? feed(symbol, typing: type) : .taken }
    let capacity = (broken.count + 1) * ComposeState.textCapacity
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { text in
      defer { text.wipe() }
      var count = copyDisplayTexts(of: broken, to: text)
      count += begin(with: symbol, copyingTo: text.extracting(count..<capacity))
      guard count > 0 else { return .taken }
      type(text.extracting(0..<count).span)
      return .typed
    }
  }

  /// Copies the standalone characters of keys: an accent as when it is typed twice.
  ///
  /// - Returns: The number of bytes.
  private mutating func copyDisplayTexts(of keys: ComposeKeys, to text: UnsafeMutableBufferPointer<UInt8>)
    -> Int
  {
    var count = 0
    for index in 0..<keys.count {
      let remainder = text.extracting(count..<text.count)
      count += copyDisplayText(of: keys[index], to: remainder)
    }
    return count
  }

  /// Copies the standalone character of a key and clears the sequence.
  ///
  /// - Returns: The number of bytes.
  mutating func copyDisplayText(of key: KeySym, to text: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard key.isDead else { return key.copyText(to: text) }
    defer { reset() }
    _ = state?.feed(key)
    return state?.feed(key) == .composed ? state?.copyText(to: text) ?? 0 : 0
  }

  /// Begins a sequence with a key, or copies the text that the key types.
  ///
  /// - Returns: The number of bytes.
  private mutating func begin(with symbol: KeySym, copyingTo text: UnsafeMutableBufferPointer<UInt8>) -> Int {
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
  /// Copies the character of the keysym, as UTF-8.
  ///
  /// - Returns: The number of bytes.
  fileprivate func copyText(to text: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard let utf8 = Unicode.Scalar(keySym: self).flatMap({ UTF8.encode($0) }) else { return 0 }
    for (index, byte) in utf8.enumerated() { text[index] = byte }
    return utf8.count
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Overwrites all bytes in a way that no compiler may remove (`explicit_bzero`).
  fileprivate func wipe() { if let baseAddress { explicit_bzero(baseAddress, count) } }
}
