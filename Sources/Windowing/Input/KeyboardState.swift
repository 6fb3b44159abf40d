import CX11
import Scene
import X11

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
    let isKey = event.type == KeyPress || event.type == KeyRelease
    // With XKB, a key itself changes nothing.
    if isKey, eventType != nil { return false }
    let before = status
    switch event.type {
    case KeyPress, KeyRelease: isCapsLockOn = Self.isLocked(event.xkey.state)
    case let type where type == eventType:
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
    // Xlib also reports a new keyboard by it (`XkbNewKeyboardNotify`), which has its own names.
    case MappingNotify where eventType != nil && event.xmapping.request == MappingKeyboard: isOutdated = true
    default: return false
    }
    return status != before
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

  private static func isLocked(_ modifiers: UInt32) -> Bool { modifiers & UInt32(LockMask) != 0 }
}

/// The names of the layouts that the user can switch between, by XKB group.
struct KeyboardLayouts: Hashable {
  /// The names by group number, of which there are at most four, up to the last group with a name.
  /// `nil` for a group without one.
  private let names: [String?]
  /// Whether two layouts have different names. The user cannot distinguish layouts with the same
  /// name.
  let hasSeveral: Bool

  init(_ names: [String?] = []) {
    let names = names.map { $0 == "" ? nil : $0 }
    self.names = Array(names.prefix((names.lastIndex { $0 != nil } ?? -1) + 1))
    hasSeveral = Set(self.names.compactMap(\.self)).count > 1
  }

  /// Returns the name of a group's layout. `nil` if it is unknown.
  ///
  /// For a group that does not exist, keys use another one, wrapping around after the last (XKB
  /// protocol, 2.2.2). The server may report such a group until the next switch, if an earlier
  /// keyboard had more groups.
  subscript(group: Int) -> String? { names.isEmpty || group < 0 ? nil : names[group % names.count] }

  /// Reads the names from a server with XKB. One round trip, and another for names that are new to
  /// Xlib.
  init(of connection: Connection) {
    let keyboard = XkbAllocKeyboard()
    defer { if let keyboard { XkbFreeKeyboard(keyboard, UInt32(XkbAllComponentsMask), True) } }
    guard let keyboard, XkbGetNames(connection.display, UInt32(XkbGroupNamesMask), keyboard) == Success,
      let groups = keyboard.pointee.names?.pointee.groups
    else {
      self.init()
      return
    }
    let atoms = [groups.0, groups.1, groups.2, groups.3]
    // The server rejects 0, which stands for none.
    let given = atoms.filter { $0 != 0 }
    let names = Dictionary(zip(given, connection.names(of: given))) { name, _ in name }
    self.init(atoms.map { names[$0] ?? nil })
  }
}

/// The keyboard focus of the window.
///
/// Usually the window manager gives the focus to the window. Without a window manager, the focus
/// follows the pointer, and the server reports it in crossing events and in focus events about the
/// pointer. GTK tracks it in the same way (`gdk/x11/gdkdevice-core-x11.c`).
struct KeyboardFocus {
  /// Whether the window itself has the focus.
  private var isOnWindow = false
  /// Whether the focus is on an ancestor or on no window, and the pointer is inside the window.
  private var isByPointer = false
  /// Whether the window has grabbed the keyboard. It then receives all keys regardless of the
  /// focus.
  private(set) var hasKeyboardGrab = false
  /// Whether the window got the focus while another client had the keyboard, which still has it.
  private(set) var isBehindGrab = false

  /// Whether the server sends it the keys that no client has grabbed.
  var hasFocus: Bool { isOnWindow || isByPointer }

  var isFocused: Bool { hasFocus || hasKeyboardGrab }

  /// Updates whether the window has grabbed the keyboard.
  ///
  /// - Returns: The new value of `isFocused` if it changed, else `nil`.
  mutating func setKeyboardGrab(_ isGrabbed: Bool) -> Bool? {
    let before = isFocused
    hasKeyboardGrab = isGrabbed
    return isFocused == before ? nil : isFocused
  }

  /// Handles an event.
  ///
  /// - Returns: The new value of `isFocused` if the event changed it, else `nil`.
  mutating func handle(_ event: XEvent) -> Bool? {
    let before = isFocused
    switch event.type {
    case FocusIn, FocusOut: moved(event.xfocus, isIn: event.type == FocusIn)
    case EnterNotify, LeaveNotify: crossed(event.xcrossing, isIn: event.type == EnterNotify)
    default: break
    }
    return isFocused == before ? nil : isFocused
  }

  /// Handles a focus event. A grab, such as one by a window switcher, takes the keyboard only
  /// briefly: the focus does not move, and reporting a change would make carets flicker.
  private mutating func moved(_ event: XFocusChangeEvent, isIn: Bool) {
    let isWhileGrabbed = event.mode == NotifyWhileGrabbed && !hasKeyboardGrab
    if isIn || event.mode != NotifyGrab { isBehindGrab = isIn && isWhileGrabbed }
    guard event.mode == NotifyNormal || event.mode == NotifyWhileGrabbed else { return }
    switch event.detail {
    case NotifyPointer: isByPointer = isIn
    case NotifyAncestor, NotifyVirtual, NotifyNonlinear, NotifyNonlinearVirtual:
      isOnWindow = isIn
      if isIn { isByPointer = false }
    default: break
    }
  }

  private mutating func crossed(_ event: XCrossingEvent, isIn: Bool) {
    guard event.detail != NotifyInferior, !isOnWindow else { return }
    isByPointer = isIn && event.focus != False
  }
}
