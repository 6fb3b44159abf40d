import CX11
import Scene

/// Follows whether Caps Lock is on and by which layout keys type, whichever window has the keyboard
/// (XKB, which calls the layouts that a person can switch between groups).
///
/// Where the server has no XKB, the keys that the window hears tell of Caps Lock; then it is known from
/// the first of them on, and nothing of layouts.
struct KeyboardState {
  private var isCapsLockOn = false
  private var layouts = KeyboardLayouts()
  /// The group by which keys type.
  private var group = 0
  /// Whether layouts may have other names since they were read.
  private(set) var isOutdated = false
  /// The type of XKB's events; `nil` where there are none.
  private var eventType: Int32?

  /// For a server without XKB.
  init() {}

  /// Asks how it is, in three round trips, and to be told of changes alone.
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
    KeyboardStatus(
      isCapsLockOn: isCapsLockOn, layout: layouts[group], hasSeveralLayouts: layouts.areSeveral)
  }

  /// Takes in an event if it tells.
  ///
  /// - Returns: Whether it is otherwise now.
  mutating func changes(by event: XEvent) -> Bool {
    guard let eventType else { return changesCapsLock(byKey: event) }
    switch event.type {
    case eventType: return changes(byXKB: event)
    // Xlib tells by it of another keyboard as well (`XkbNewKeyboardNotify`), with names of its own.
    case MappingNotify:
      if event.xmapping.request == MappingKeyboard { isOutdated = true }
      return false
    default: return false
    }
  }

  /// Asks how all of it is now, in two round trips, and a third for names that are new to Xlib.
  ///
  /// - Returns: Whether it is otherwise now.
  @discardableResult
  mutating func read(on connection: Connection) -> Bool {
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
  /// Begins to follow the keyboard's state.
  mutating func followKeyboard(_ client: inout some WindowClient & ~Copyable) {
    keyboard = KeyboardState(on: window.connection)
    tellKeyboard(&client)
  }

  /// Tells where an event has changed it.
  mutating func hearKeyboard(_ event: XEvent, _ client: inout some WindowClient & ~Copyable) {
    if keyboard?.changes(by: event) == true { tellKeyboard(&client) }
  }

  /// Looks again where all that was heard says too little: once, however many events there were.
  mutating func updateKeyboard(_ client: inout some WindowClient & ~Copyable) {
    guard keyboard?.isOutdated == true else { return }
    if keyboard?.read(on: window.connection) == true { tellKeyboard(&client) }
  }

  /// Tells how the keyboard stands and who has it, if that is news.
  mutating func tellKeyboard(_ client: inout some WindowClient & ~Copyable) {
    var status = keyboard?.status ?? KeyboardStatus()
    status.grab = keyboardGrab.state
    guard status != keyboardStatus else { return }
    keyboardStatus = status
    tell(&client, .keyboardChanged(status), at: MonotonicClock.now)
  }
}
