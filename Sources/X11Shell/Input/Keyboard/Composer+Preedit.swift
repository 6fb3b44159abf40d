import CX11
import CXKBCommon
import Scene

extension Composer {
  /// The current sequence as preedit text: accents as standalone characters, and the Compose key as
  /// a dot, as in GTK.
  ///
  /// It must not be used if the keys may belong to a password, since it is a `String`.
  var preedit: Preedit {
    mutating get {
      guard isComposing, !keys.isTruncated else { return .none }
      // Finding a key's character feeds the table, which has only one state.
      let keys = keys
      reset()
      let text = (0..<keys.count).reduce(into: "") { $0 += displayText(of: keys[$1]) }
      for index in 0..<keys.count { _ = step(with: keys[index]) }
      guard !text.isEmpty else { return .none }
      return Preedit([Preedit.Segment(text)], caret: text.unicodeScalars.count)
    }
  }

  private mutating func displayText(of key: KeySym) -> String {
    guard key != KeySym(XKB_KEY_Multi_key) else { return "·" }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ComposeState.textCapacity) { text in
      let count = copyDisplayText(of: key, to: text)
      return String(decoding: text.extracting(0..<count), as: UTF8.self)
    }
  }
}
