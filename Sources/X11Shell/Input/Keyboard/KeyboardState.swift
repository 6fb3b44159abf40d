import CX11
import Scene

/// The Caps Lock state and the active layout, regardless of which window has the focus (XKB, which
/// calls the layouts that the user can switch between groups).
///
/// If the server has no XKB, the keys that the window receives report Caps Lock. It is then known
/// only after the first key, and the layouts are unknown.
struct KeyboardState {
  private var isCapsLockOn = false
  private var layouts = KeyboardLayouts()
  /// The active group.
  private var group = 0
  /// Whether the names of layouts may have changed since they were read.
  private(set) var isOutdated = false
  /// The type of XKB events. `nil` if there are none.
  private var eventType: Int32?

  /// Creates the state for a server without XKB.
  init() {}

  /// Reads the state, in three round trips, and selects events for changes.
  init(on connection: Connection) {
    let display = connection.display
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    var (major, minor) = (XkbMajorVersion, XkbMinorVersion)
    guard XkbQueryExtension(display, &opcode, &event, &error, &major, &minor) != 0 else { return }
    eventType = event
    let keyboard = UInt32(XkbUseCoreKbd)
    let state = UInt(XkbModifierLockMask | XkbGroupStateMask)
    XkbSelectEventDetails(display, keyboard, UInt32(XkbStateNotify), state, state)
    let names = UInt(XkbGroupNamesMask)
    XkbSelectEventDetails(display, keyboard, UInt32(XkbNamesNotify), names, names)
    read(on: connection)
  }

  var status: KeyboardStatus {
    KeyboardStatus(isCapsLockOn: isCapsLockOn, layout: layouts[group], hasSeveralLayouts: layouts.hasSeveral)
  }

  /// Handles an event.
  ///
  /// - Returns: Whether the status changed.
  mutating func changes(by event: XEvent) -> Bool {
    guard let eventType else { return changesCapsLock(byKey: event) }
    switch event.type {
    case eventType: return changes(byXKB: event)
    // Xlib also reports a new keyboard by it (`XkbNewKeyboardNotify`), which has its own names.
    case MappingNotify:
      if event.xmapping.request == MappingKeyboard { isOutdated = true }
      return false
    default: return false
    }
  }

  /// Reads the whole state, in two round trips, and a third for names that are new to Xlib.
  ///
  /// - Returns: Whether the status changed.
  @discardableResult mutating func read(on connection: Connection) -> Bool {
    isOutdated = false
    let before = status
    var state = XkbStateRec()
    if XkbGetState(connection.display, UInt32(XkbUseCoreKbd), &state) == Success {
      isCapsLockOn = Self.isLocked(UInt32(state.locked_mods))
      group = Int(state.group)
    }
    layouts = KeyboardLayouts(of: connection)
    return status != before
  }

  private mutating func changesCapsLock(byKey event: XEvent) -> Bool {
    guard event.type == KeyPress || event.type == KeyRelease else { return false }
    let wasOn = isCapsLockOn
    isCapsLockOn = Self.isLocked(event.xkey.state)
    return isCapsLockOn != wasOn
  }

  private mutating func changes(byXKB event: XEvent) -> Bool {
    let before = status
    withUnsafeBytes(of: event) { bytes in
      switch bytes.load(as: XkbAnyEvent.self).xkb_type {
      case XkbStateNotify:
        let state = bytes.load(as: XkbStateNotifyEvent.self)
        isCapsLockOn = Self.isLocked(state.locked_mods)
        group = Int(state.group)
      case XkbNamesNotify: isOutdated = true
      default: break
      }
    }
    return status != before
  }

  private static func isLocked(_ modifiers: UInt32) -> Bool { modifiers & UInt32(LockMask) != 0 }
}

extension RunLoop {
  /// Starts to monitor the keyboard's state.
  mutating func startKeyboardMonitoring(_ client: inout some WindowDelegate & ~Copyable) {
    keyboard = KeyboardState(on: window.connection)
    reportKeyboardStatus(&client)
  }

  /// Reports the keyboard status if the event changed it.
  mutating func handleKeyboardEvent(_ event: XEvent, _ client: inout some WindowDelegate & ~Copyable) {
    if keyboard?.changes(by: event) == true { reportKeyboardStatus(&client) }
  }

  /// Reads the state again if it is outdated: once, however many events there were.
  mutating func updateKeyboard(_ client: inout some WindowDelegate & ~Copyable) {
    guard keyboard?.isOutdated == true else { return }
    if keyboard?.read(on: window.connection) == true { reportKeyboardStatus(&client) }
  }

  /// Reports the keyboard status, including the grab, if it changed.
  mutating func reportKeyboardStatus(_ client: inout some WindowDelegate & ~Copyable) {
    var status = keyboard?.status ?? KeyboardStatus()
    status.grab = keyboardGrab.state
    guard status != keyboardStatus else { return }
    keyboardStatus = status
    send(to: &client, .keyboardChanged(status), at: MonotonicClock.now)
  }
}
