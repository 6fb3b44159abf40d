import CX11

extension InputSimulator {
  /// Types text key by key, with Shift if the keyboard needs it.
  ///
  /// A character that is on no key is mapped to a spare key for the lifetime of the display. The
  /// mapping must not be undone, because the program reads it only when the key event arrives.
  ///
  /// - Throws: `cannotType` if no spare key is available.
  public func type(_ text: String) throws(ScreenDriverError) {
    for scalar in text.unicodeScalars {
      let stroke = try stroke(for: scalar)
      if stroke.needsShift { try press(key: ModifierKey.shift.rawValue) }
      tap(stroke.keycode)
      if stroke.needsShift { try release(key: ModifierKey.shift.rawValue) }
    }
  }

  /// Returns the keycodes of the characters of a text.
  ///
  /// - Throws: `cannotType` if no spare key is available for a character.
  public func keycodes(of text: String) throws(ScreenDriverError) -> [UInt8] {
    var keycodes: [UInt8] = []
    for scalar in text.unicodeScalars { keycodes.append(try stroke(for: scalar).keycode) }
    return keycodes
  }

  /// A keycode and whether Shift must be pressed with it.
  private struct KeyStroke {
    var keycode: KeyCode
    var needsShift: Bool
  }

  private func stroke(for scalar: Unicode.Scalar) throws(ScreenDriverError) -> KeyStroke {
    let keysym = Self.keysym(of: scalar)
    if let stroke = mappedStroke(for: keysym) { return stroke }
    guard let keycode = unusedKeycode() else { throw .cannotType(String(scalar)) }
    // On both levels, so that a pressed Shift makes no difference.
    var keysyms = [keysym, keysym]
    XChangeKeyboardMapping(connection.pointer, Int32(keycode), 2, &keysyms, 1)
    XSync(connection.pointer, False)
    return KeyStroke(keycode: keycode, needsShift: false)
  }

  /// Returns the key that has a keysym on its unshifted or shifted level.
  private func mappedStroke(for keysym: KeySym) -> KeyStroke? {
    refreshMapping()
    for keycode in keycodes {
      for level: Int32 in [0, 1] where XkbKeycodeToKeysym(connection.pointer, keycode, 0, level) == keysym {
        return KeyStroke(keycode: keycode, needsShift: level == 1)
      }
    }
    return nil
  }

  /// Returns the last key without a keysym.
  private func unusedKeycode() -> KeyCode? {
    keycodes.last { keycode in
      [0, 1].allSatisfy { XkbKeycodeToKeysym(connection.pointer, keycode, 0, $0) == 0 }
    }
  }

  private var keycodes: ClosedRange<KeyCode> {
    var (lowest, highest): (Int32, Int32) = (0, 0)
    XDisplayKeycodes(connection.pointer, &lowest, &highest)
    return KeyCode(lowest)...KeyCode(highest)
  }

  /// Updates Xlib's copy of the keyboard mapping after changes.
  private func refreshMapping() {
    var event = XEvent()
    while XCheckTypedEvent(connection.pointer, MappingNotify, &event) != 0 {
      XRefreshKeyboardMapping(&event.xmapping)
    }
  }

  /// Returns the keysym of a character: the code point for Latin-1, 0x01000000 plus the code point
  /// for all others (X11 protocol, appendix A).
  private static func keysym(of scalar: Unicode.Scalar) -> KeySym {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xFF: KeySym(scalar.value)
    case let value: KeySym(0x0100_0000 | value)
    }
  }
}
