import CX11
import Glibc
import System
import X11

extension Window {
  /// Sets all properties that the window manager needs before the window is mapped.
  ///
  /// Each property needs a request. Therefore the icon name, which is only visible when the window is
  /// minimized, is set later by `setIconName()`.
  func setProperties(hints: SizeHints, startupID: StartupID?) {
    setStandardProperties(hints.value)
    set(.netWMName, to: configuration.title)
    set(.netWMPID, to: [UInt(getpid())])
    set(.netWMWindowType, to: .words([connection.atoms[configuration.kind.typeName]], type: XA_ATOM))
    setStates(configuration.states)
    if !configuration.isDecorated {
      // The hints of Motif's window manager (`MwmUtil.h`): flags, functions, decorations, input mode and status.
      let decorationsFlag: UInt = 1 << 1
      let hints = [decorationsFlag, 0, 0, 0, 0]
      set(.motifWMHints, to: .words(hints, type: connection.atoms[.motifWMHints]))
    }
    if let owner = configuration.kind.ownerID { XSetTransientForHint(connection.display, id, owner) }
    setProtocols()
    if let startupID { introduce(startupID) }
  }

  /// Sets `WM_PROTOCOLS`. Replaces the whole list, because another client may have replaced the property
  /// with one of another type, to which nothing can be appended.
  func setProtocols() {
    var names = [Atoms.Name.wmDeleteWindow, .netWMPing]
    if configuration.acceptsFocus { names.append(.wmTakeFocus) }
    if frames.hasCounters { names.append(.netWMSyncRequest) }
    set(.wmProtocols, to: .words(names.map { connection.atoms[$0] }, type: XA_ATOM))
  }

  /// Requests states of a window that is not mapped yet. Without states, the window opens normally.
  private func setStates(_ states: WindowConfiguration.States) {
    guard !states.isEmpty else { return }
    var names: [Atoms.Name] = []
    if states.contains(.above) { names.append(.netWMStateAbove) }
    if states.contains(.modal) { names.append(.netWMStateModal) }
    if states.contains(.onAllDesktops) { names.append(.netWMStateSticky) }
    if states.contains(.skipsTaskbar) { names += [.netWMStateSkipTaskbar, .netWMStateSkipPager] }
    set(.netWMState, to: .words(names.map { connection.atoms[$0] }, type: XA_ATOM))
    // EWMH's number for all desktops.
    if states.contains(.onAllDesktops) { set(.netWMDesktop, to: [0xFFFF_FFFF]) }
  }

  /// Sets `WM_NAME`, `WM_CLASS`, `WM_WINDOW_ROLE`, `WM_CLIENT_LEADER`, `WM_NORMAL_HINTS`,
  /// `WM_HINTS` and `WM_CLIENT_MACHINE`.
  ///
  /// The first window is the client leader of all (ICCCM 5.1), which costs no further window.
  ///
  /// Does not use `Xutf8SetWMProperties`, which reads the locale's tables from files for the two
  /// names.
  private func setStandardProperties(_ hints: XSizeHints) {
    legacyText(configuration.title).write(to: XA_WM_NAME, of: id, on: connection)
    set(.wmWindowRole, to: legacyText(configuration.role))
    let leader = application.windows.first?.id ?? id
    set(.wmClientLeader, to: .words([leader], type: XA_WINDOW))
    let identity = application.identity
    let names = "\(identity.name)\0\(identity.className)\0"
    legacyText(names).write(to: XA_WM_CLASS, of: id, on: connection)
    var sizeHints = hints
    XSetWMNormalHints(connection.display, id, &sizeHints)
    var hints = XWMHints()
    hints.flags = InputHint | StateHint | WindowGroupHint
    hints.input = configuration.acceptsFocus ? True : False
    hints.window_group = leader
    hints.initial_state = NormalState
    XSetWMHints(connection.display, id, &hints)
    // `_NET_WM_PID` requires it.
    PropertyValue.bytes(hostName ?? [], type: XA_STRING).write(
      to: XA_WM_CLIENT_MACHINE, of: id, on: connection)
  }

  /// Returns a text for an ICCCM property: Latin-1 if it has all characters, otherwise UTF-8.
  /// Window managers have accepted UTF-8 there since EWMH introduced its own names (ICCCM 2.7.1).
  private func legacyText(_ text: String) -> PropertyValue {
    let latin1 = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
    return latin1.count == text.unicodeScalars.count
      ? .bytes(latin1, type: XA_STRING) : .bytes(Array(text.utf8), type: connection.atoms[.utf8String])
  }

  /// Sets the name of the minimized window, which cannot be minimized before it is mapped, and the icons for task bars
  /// and window switchers.
  func setIcons() {
    legacyText(configuration.title).write(to: XA_WM_ICON_NAME, of: id, on: connection)
    set(.netWMIconName, to: configuration.title)
    let icons = configuration.icons()
    if !icons.isEmpty { set(.netWMIcon, to: WindowIcon.property(of: icons)) }
  }

  private func set(_ name: Atoms.Name, to text: String) {
    set(name, to: .bytes(Array(text.utf8), type: connection.atoms[.utf8String]))
  }

  private func set(_ name: Atoms.Name, to values: [UInt]) { set(name, to: .words(values, type: XA_CARDINAL)) }

  private func set(_ name: Atoms.Name, to value: PropertyValue) {
    connection.write(value, to: name, of: id)
  }

  /// Takes the keyboard focus on request of the window manager (ICCCM 4.1.7: the window is *locally
  /// active*).
  ///
  /// Window managers also set the focus themselves, because the window accepts it; then nothing
  /// changes.
  ///
  /// - Parameter time: The time of the message. The server ignores a time before the last focus
  ///   change. 0 is `CurrentTime`, which could take the focus from a window that has received it
  ///   since then.
  func takeFocus(at time: ServerTime) {
    guard time.milliseconds != 0 else { return }
    _ = connection.ignoringErrors {
      // The window may be unmapped in the meantime. Then it cannot receive the focus.
      XSetInputFocus(connection.display, id, RevertToParent, time.value)
    }
  }
}
