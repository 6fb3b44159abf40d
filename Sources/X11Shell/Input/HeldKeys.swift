/// The keys that are down, used to distinguish a repeat from a new press.
///
/// With detectable auto-repeat, a held key sends presses without releases between them.
struct HeldKeys {
  /// One bit for each of the protocol's 256 keycodes.
  private var bits = InlineArray<4, UInt64>(repeating: 0)
  private var last: (keycode: UInt8, time: UInt, isRepeat: Bool)?

  /// Records a press.
  ///
  /// An input method server returns a press that it does not use, with the same timestamp. That is
  /// the same press, not a repeat.
  ///
  /// - Parameter time: The event's timestamp, in milliseconds.
  /// - Returns: Whether the key was already down.
  mutating func press(_ keycode: UInt8, at time: UInt) -> Bool {
    if let last, last.keycode == keycode, last.time == time { return last.isRepeat }
    let isRepeat = bits[word(of: keycode)] & bit(of: keycode) != 0
    bits[word(of: keycode)] |= bit(of: keycode)
    last = (keycode, time, isRepeat)
    return isRepeat
  }

  mutating func release(_ keycode: UInt8) { bits[word(of: keycode)] &= ~bit(of: keycode) }

  /// Clears all keys. Without the focus, the window receives no releases.
  mutating func releaseAll() { self = HeldKeys() }

  private func word(of keycode: UInt8) -> Int { Int(keycode) / 64 }
  private func bit(of keycode: UInt8) -> UInt64 { 1 << UInt64(keycode % 64) }
}
