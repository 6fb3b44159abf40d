import CX11
import CXKBCommon
import Scene

extension Composer {
  /// The sequence that is under way, to be shown where its text will be: accents as they look by
  /// themselves, and the Compose key as a dot, as GTK has it.
  ///
  /// Not to be asked for where the keys may be a password's, since it is a `String`.
  var preedit: Preedit {
    mutating get {
      guard isComposing, !keys.isCut else { return .none }
      // To look is to type: the table keeps one place alone.
      let keys = keys
      reset()
      let text = (0..<keys.count).reduce(into: "") { $0 += look(of: keys[$1]) }
      for index in 0..<keys.count { _ = step(with: keys[index]) }
      guard !text.isEmpty else { return .none }
      return Preedit([Preedit.Segment(text)], caret: text.unicodeScalars.count)
    }
  }

  private mutating func look(of key: KeySym) -> String {
    guard key != KeySym(XKB_KEY_Multi_key) else { return "·" }
    return withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: ComposeState.textCapacity
    ) { text in
      let count = copyLook(of: key, to: text)
      return String(decoding: text.extracting(0..<count), as: UTF8.self)
    }
  }
}
