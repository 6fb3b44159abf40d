import CX11
import Scene

/// Follows whether Caps Lock is on, whichever window has the keyboard (XKB).
///
/// Where the server has no XKB, the keys that the window hears tell; then it is known from the
/// first of them on.
struct CapsLock {
  private(set) var isOn = false
  /// The type of XKB's events; `nil` where there are none.
  private var eventType: Int32?

  /// For a server without XKB.
  init() {}

  /// Asks how it is, in a round trip, and to be told of changes alone.
  init(on connection: Connection) {
    let display = connection.display
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    var (major, minor) = (XkbMajorVersion, XkbMinorVersion)
    guard XkbQueryExtension(display, &opcode, &event, &error, &major, &minor) != 0 else { return }
    eventType = event
    let lock = UInt(XkbModifierLockMask)
    XkbSelectEventDetails(display, UInt32(XkbUseCoreKbd), UInt32(XkbStateNotify), lock, lock)
    var state = XkbStateRec()
    guard XkbGetState(display, UInt32(XkbUseCoreKbd), &state) == Success else { return }
    isOn = Self.isLocked(state.locked_mods)
  }

  /// Takes in an event if it tells.
  ///
  /// - Returns: Whether it is otherwise now.
  mutating func changes(by event: XEvent) -> Bool {
    let wasOn = isOn
    if let eventType {
      guard event.type == eventType else { return false }
      let state = withUnsafeBytes(of: event) { $0.load(as: XkbStateNotifyEvent.self) }
      guard state.xkb_type == XkbStateNotify else { return false }
      isOn = Self.isLocked(UInt8(truncatingIfNeeded: state.locked_mods))
    } else if event.type == KeyPress || event.type == KeyRelease {
      isOn = event.xkey.state & UInt32(LockMask) != 0
    }
    return isOn != wasOn
  }

  private static func isLocked(_ modifiers: UInt8) -> Bool {
    modifiers & UInt8(LockMask) != 0
  }
}

extension RunLoop {
  /// Begins to follow Caps Lock, and says so where it is on already.
  mutating func followCapsLock(_ client: inout some WindowClient & ~Copyable) {
    let capsLock = CapsLock(on: window.connection)
    self.capsLock = capsLock
    if capsLock.isOn { tellCapsLock(&client) }
  }

  /// Says so where an event has changed it.
  mutating func hearCapsLock(_ event: XEvent, _ client: inout some WindowClient & ~Copyable) {
    if capsLock?.changes(by: event) == true { tellCapsLock(&client) }
  }

  private mutating func tellCapsLock(_ client: inout some WindowClient & ~Copyable) {
    let isOn = capsLock?.isOn ?? false
    tell(&client, .capsLockChanged(isOn: isOn), at: MonotonicClock.now)
  }
}
