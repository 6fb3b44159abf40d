import CX11
import X11

/// A key combination that works in every window.
public struct HotKey: Hashable, Sendable {
  /// The combination as the user has written it, such as `Super+space`.
  public let text: String
  fileprivate let symbol: KeySym
  fileprivate let modifiers: UInt32

  /// Creates a combination from modifiers (`Ctrl`, `Alt`, `Shift`, `Super`) and the name of a key, separated by `+`.
  /// The name is that of a keysym, such as `space`, `F12` or `a`.
  ///
  /// - Returns: `nil` if the text is invalid, or has neither a modifier nor a function key.
  public init?(_ text: String) {
    var words = text.split(separator: "+", omittingEmptySubsequences: false)
    guard let key = words.popLast() else { return nil }
    var modifiers: Int32 = 0
    for word in words {
      guard let mask = Self.masks[word.lowercased()] else { return nil }
      modifiers |= mask
    }
    let names = [String(key), key.lowercased()]
    guard let symbol = names.lazy.map({ XStringToKeysym($0) }).first(where: { $0 != KeySym(NoSymbol) }) else {
      return nil
    }
    let isFunctionKey = (KeySym(XK_F1)...KeySym(XK_F35)).contains(symbol)
    guard modifiers & ~ShiftMask != 0 || isFunctionKey else { return nil }
    (self.text, self.symbol, self.modifiers) = (text, symbol, UInt32(modifiers))
  }

  private static let masks: [String: Int32] = [
    "ctrl": ControlMask, "control": ControlMask, "alt": Mod1Mask, "shift": ShiftMask, "super": Mod4Mask,
    "logo": Mod4Mask,
  ]
}

/// The hot key of an application, grabbed until it is replaced.
struct HotKeyGrab {
  let hotKey: HotKey
  let onRefusal: (HotKey) -> Void
  let onPress: () -> Void
  /// The key with the symbol, or 0 if there is none or another program has the combination.
  private var code: UInt8
  /// Whether the key is down, so that its repetitions are ignored.
  private var isPressed = false

  /// The modifiers that lock keys. The combination works with each of them.
  private static let locks = [0, LockMask, Mod2Mask, LockMask | Mod2Mask]

  /// Grabs a combination (`XGrabKey`). A few round trips.
  init(
    _ hotKey: HotKey, on connection: Connection, onRefusal: @escaping (HotKey) -> Void,
    onPress: @escaping () -> Void
  ) {
    let code = Self.code(of: hotKey, on: connection)
    let isGranted =
      code != 0
      && connection.succeeds {
        for lock in Self.locks {
          // A synchronous grab would freeze the keyboard of the display while this process is slow or stopped.
          XGrabKey(
            connection.display, Int32(code), hotKey.modifiers | UInt32(lock), connection.root, False,
            GrabModeAsync, GrabModeAsync)
        }
      }
    (self.hotKey, self.onRefusal, self.onPress, self.code) = (hotKey, onRefusal, onPress, code)
    guard !isGranted else { return }
    // One of the combinations may be granted.
    release(on: connection)
    self.code = 0
  }

  var isGranted: Bool { code != 0 }

  /// Returns whether the symbol of the combination is still on the grabbed key.
  func isCurrent(on connection: Connection) -> Bool { Self.code(of: hotKey, on: connection) == code }

  /// Returns the key with the symbol in any layout. If none has it, a letter is where the US layout has it, as in
  /// the commands of a window. 0 if there is no key.
  private static func code(of hotKey: HotKey, on connection: Connection) -> UInt8 {
    let code = XKeysymToKeycode(connection.display, hotKey.symbol)
    guard code == 0, let character = Unicode.Scalar(keySym: hotKey.symbol) else { return code }
    return USKeyboardLayout.keycode(of: character) ?? 0
  }

  func release(on connection: Connection) {
    // Key 0 stands for all keys.
    guard code != 0 else { return }
    for lock in Self.locks {
      XUngrabKey(connection.display, Int32(code), hotKey.modifiers | UInt32(lock), connection.root)
    }
  }

  /// Returns whether an event presses the combination: in any window, or in a window that has grabbed the keyboard.
  mutating func isPressed(by event: XKeyEvent, in root: WindowID) -> Bool {
    guard event.keycode == UInt32(code) else { return false }
    let isRepeated = isPressed && event.window != root
    isPressed = event.type == KeyPress
    let modifiers = event.state & UInt32(ControlMask | Mod1Mask | ShiftMask | Mod4Mask)
    return isPressed && !isRepeated && modifiers == hotKey.modifiers
  }
}

extension Application {
  /// Calls a body when the user presses a key combination in any window. Replaces an earlier combination.
  ///
  /// - Parameters:
  ///   - hotKey: The combination. `nil` for none.
  ///   - onRefusal: Called if the combination is not available, now or after a change of the keyboard.
  ///   - onPress: Called for each press of the combination.
  public func setHotKey(
    _ hotKey: HotKey?, onRefusal: @escaping (HotKey) -> Void, onPress: @escaping () -> Void
  ) {
    hotKeyGrab?.release(on: connection)
    hotKeyGrab = hotKey.flatMap { HotKeyGrab($0, on: connection, onRefusal: onRefusal, onPress: onPress) }
    reportRefusedHotKey()
  }

  /// Grabs a combination that was refused again, if it is available now. It is not reported again.
  public func retryHotKey() {
    if let grab = hotKeyGrab, !grab.isGranted { renew(grab) }
  }

  private func renew(_ grab: HotKeyGrab) {
    grab.release(on: connection)
    hotKeyGrab = HotKeyGrab(grab.hotKey, on: connection, onRefusal: grab.onRefusal, onPress: grab.onPress)
  }

  private func reportRefusedHotKey() {
    if let hotKeyGrab, !hotKeyGrab.isGranted { hotKeyGrab.onRefusal(hotKeyGrab.hotKey) }
  }

  /// Grabs the combination again if its symbol is now on another key. Otherwise the grab stays, because the server
  /// reports a changed mapping together with the first key of another keyboard.
  func updateHotKey() {
    guard let grab = hotKeyGrab, !grab.isCurrent(on: connection) else { return }
    renew(grab)
    // Once, although several events may follow.
    if grab.isGranted { reportRefusedHotKey() }
  }

  /// Handles a key.
  ///
  /// - Returns: Whether it was the hot key.
  func handleHotKey(_ event: XKeyEvent) -> Bool {
    guard hotKeyGrab?.isPressed(by: event, in: connection.root) == true else { return false }
    hotKeyGrab?.onPress()
    // Grabs the keyboard before the next key.
    for window in windows { window.overlay?.update() }
    return true
  }
}
