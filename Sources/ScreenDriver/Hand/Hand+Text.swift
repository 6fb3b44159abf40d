import CX11

extension Hand {
  /// Types text key by key, with Shift where the keyboard needs it.
  ///
  /// A character that no key has is given a spare key, for as long as the display lives: the
  /// program reads the new map only when the key comes, so it must not be taken back.
  ///
  /// - Throws: `cannotType` where no spare key is left.
  public func type(_ text: String) throws(ScreenDriverError) {
    for scalar in text.unicodeScalars {
      let stroke = try stroke(for: scalar)
      if stroke.needsShift { try press(key: ModifierKey.shift.rawValue) }
      fake(stroke.keycode, isDown: true)
      fake(stroke.keycode, isDown: false)
      if stroke.needsShift { try release(key: ModifierKey.shift.rawValue) }
    }
  }

  /// The keys of a text's characters, by their numbers in the X protocol.
  ///
  /// - Throws: `cannotType` where no spare key is left for one.
  public func keycodes(of text: String) throws(ScreenDriverError) -> [UInt8] {
    var keycodes: [UInt8] = []
    for scalar in text.unicodeScalars { keycodes.append(try stroke(for: scalar).keycode) }
    return keycodes
  }

  /// A key, and whether Shift belongs to it.
  private struct Stroke {
    var keycode: KeyCode
    var needsShift: Bool
  }

  private func stroke(for scalar: Unicode.Scalar) throws(ScreenDriverError) -> Stroke {
    let keysym = Self.keysym(of: scalar)
    if let stroke = mappedStroke(for: keysym) { return stroke }
    guard let spare = spareKeycode() else { throw .cannotType(String(scalar)) }
    // On both levels, so that a Shift that is down makes no difference.
    var keysyms = [keysym, keysym]
    XChangeKeyboardMapping(connection.pointer, Int32(spare), 2, &keysyms, 1)
    XSync(connection.pointer, False)
    return Stroke(keycode: spare, needsShift: false)
  }

  /// The key that has a keysym on its plain or its shifted level.
  private func mappedStroke(for keysym: KeySym) -> Stroke? {
    refreshMapping()
    for keycode in keycodes {
      for level: Int32 in [0, 1]
      where XkbKeycodeToKeysym(connection.pointer, keycode, 0, level) == keysym {
        return Stroke(keycode: keycode, needsShift: level == 1)
      }
    }
    return nil
  }

  /// The last key without any keysym.
  private func spareKeycode() -> KeyCode? {
    keycodes.last { keycode in
      [0, 1].allSatisfy { XkbKeycodeToKeysym(connection.pointer, keycode, 0, $0) == 0 }
    }
  }

  private var keycodes: ClosedRange<KeyCode> {
    var (lowest, highest): (Int32, Int32) = (0, 0)
    XDisplayKeycodes(connection.pointer, &lowest, &highest)
    return KeyCode(lowest)...KeyCode(highest)
  }

  /// Lets Xlib hear of keys that were given a meaning since.
  private func refreshMapping() {
    var event = XEvent()
    while XCheckTypedEvent(connection.pointer, MappingNotify, &event) != 0 {
      XRefreshKeyboardMapping(&event.xmapping)
    }
  }

  /// The keysym of a character: Latin-1 as it is, all others from 0x01000000 on (X11 protocol,
  /// appendix A).
  private static func keysym(of scalar: Unicode.Scalar) -> KeySym {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xFF: KeySym(scalar.value)
    case let value: KeySym(0x0100_0000 | value)
    }
  }
}
