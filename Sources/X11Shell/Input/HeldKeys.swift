/// The keys that are down, to tell a repetition from a fresh press.
///
/// Under detectable auto-repeat a held key sends presses with no release between them.
struct HeldKeys {
  /// One bit for each of the protocol's 256 keycodes.
  private var bits = InlineArray<4, UInt64>(repeating: 0)
  private var last: (keycode: UInt8, time: UInt, isRepeat: Bool)?

  /// Notes a press.
  ///
  /// An input method's server hands a press that it does not want back, with the same timestamp:
  /// that is the same press again, not a repetition.
  ///
  /// - Parameter time: The event's timestamp, in milliseconds.
  /// - Returns: Whether the key was down already.
  mutating func press(_ keycode: UInt8, at time: UInt) -> Bool {
    if let last, last.keycode == keycode, last.time == time { return last.isRepeat }
    let isRepeat = bits[word(of: keycode)] & bit(of: keycode) != 0
    bits[word(of: keycode)] |= bit(of: keycode)
    last = (keycode, time, isRepeat)
    return isRepeat
  }

  mutating func release(_ keycode: UInt8) {
    bits[word(of: keycode)] &= ~bit(of: keycode)
  }

  /// Forgets all: without the focus, releases go unheard.
  mutating func releaseAll() {
    self = HeldKeys()
  }

  private func word(of keycode: UInt8) -> Int { Int(keycode) / 64 }
  private func bit(of keycode: UInt8) -> UInt64 { 1 << UInt64(keycode % 64) }
}
