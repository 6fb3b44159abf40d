import CX11
import CX11Testing

extension InputSimulator {
  /// Presses a key by the name of its keysym, for example `Tab` or `a` (`XStringToKeysym`).
  ///
  /// - Throws: `cannotType` if the keyboard has no such key.
  public func press(key name: String) throws(ScreenDriverError) {
    fake(try keycode(named: name), isDown: true)
    XSync(connection.pointer, False)
  }

  /// Releases a key by the name of its keysym.
  ///
  /// - Throws: `cannotType` if the keyboard has no such key.
  public func release(key name: String) throws(ScreenDriverError) {
    fake(try keycode(named: name), isDown: false)
    XSync(connection.pointer, False)
  }

  /// Presses and releases a key while modifier keys are pressed.
  ///
  /// - Throws: `cannotType` if the keyboard has no such key.
  public func tap(_ name: String, with modifiers: [ModifierKey] = [], times: Int = 1)
    throws(ScreenDriverError)
  {
    let keycode = try keycode(named: name)
    for modifier in modifiers { try press(key: modifier.rawValue) }
    for _ in 0..<times { tap(keycode) }
    for modifier in modifiers.reversed() { try release(key: modifier.rawValue) }
  }

  /// Switches to another keyboard layout, as a hot key of the desktop does.
  ///
  /// - Parameter group: The index of the layout, from 0.
  public func switchLayout(to group: Int) {
    XkbLockGroup(connection.pointer, UInt32(XkbUseCoreKbd), UInt32(group))
    XSync(connection.pointer, False)
  }

  /// Sends the window a forged key press and release (`XSendEvent`). A program that protects a
  /// password must ignore them.
  ///
  /// - Throws: `cannotType` if the keyboard has no such key.
  public func forge(_ name: String) throws(ScreenDriverError) {
    let keycode = try keycode(named: name)
    for (type, mask) in [(KeyPress, KeyPressMask), (KeyRelease, KeyReleaseMask)] {
      var event = XEvent()
      event.xkey.type = type
      event.xkey.window = window.xid
      event.xkey.root = connection.root
      event.xkey.same_screen = True
      event.xkey.keycode = UInt32(keycode)
      _ = connection.attempt { XSendEvent($0, window.xid, True, mask, &event) }
    }
  }

  /// Presses and releases a key in one message. The server would repeat a key that is released 0.66 s later, because
  /// this process had to wait for the processor.
  func tap(_ keycode: KeyCode) {
    fake(keycode, isDown: true)
    fake(keycode, isDown: false)
    XSync(connection.pointer, False)
  }

  private func fake(_ keycode: KeyCode, isDown: Bool) {
    XTestFakeKeyEvent(connection.pointer, UInt32(keycode), isDown ? True : False, 0)
  }

  private func keycode(named name: String) throws(ScreenDriverError) -> KeyCode {
    let keysym = XStringToKeysym(name)
    let keycode = keysym == 0 ? 0 : XKeysymToKeycode(connection.pointer, keysym)
    guard keycode != 0 else { throw .cannotType("the keysym '\(name)'") }
    return keycode
  }
}
