import CX11
import Glibc

extension X11Window {
  /// Sets all properties that the window manager needs before the window is mapped.
  ///
  /// No state is requested (`_NET_WM_STATE`): the window opens normally and follows the state that
  /// the user sets through the window manager. Each property needs a request. Therefore the icon
  /// name, which is only visible when the window is minimized, is set later by `setIconName()`.
  ///
  /// - Parameter leader: The client leader window.
  func introduce(as description: WindowDescription, hints: SizeHints, leader: Window) {
    setStandardProperties(description, hints: hints.value, leader: leader)
    if leader != id { set(.wmClientLeader, of: leader, to: leader) }
    set(.netWMName, to: description.title)
    set(.netWMPID, to: [UInt(getpid())])
    set(.netWMWindowType, to: .words([connection.atoms[.netWMWindowTypeNormal]], type: XA_ATOM))
    var protocols = [Atoms.Name.wmDeleteWindow, .netWMPing, .wmTakeFocus].map { connection.atoms[$0] }
    XSetWMProtocols(connection.display, id, &protocols, Int32(protocols.count))
    if let startupID = description.launch.startupID { introduce(startupID) }
  }

  /// Sets `WM_NAME`, `WM_CLASS`, `WM_WINDOW_ROLE`, `WM_CLIENT_LEADER`, `WM_NORMAL_HINTS`,
  /// `WM_HINTS` and `WM_CLIENT_MACHINE`.
  ///
  /// Does not use `Xutf8SetWMProperties`, which reads the locale's tables from files for the two
  /// names.
  private func setStandardProperties(_ description: WindowDescription, hints: XSizeHints, leader: Window) {
    legacyText(description.title).write(to: XA_WM_NAME, of: id, on: connection)
    legacyText(description.role).write(to: connection.atoms[.wmWindowRole], of: id, on: connection)
    set(.wmClientLeader, of: id, to: leader)
    let names = "\(description.instanceName)\0\(description.className)\0"
    legacyText(names).write(to: XA_WM_CLASS, of: id, on: connection)
    var sizeHints = hints
    XSetWMNormalHints(connection.display, id, &sizeHints)
    var hints = XWMHints()
    hints.flags = InputHint | StateHint | WindowGroupHint
    hints.input = True
    hints.window_group = leader
    hints.initial_state = NormalState
    XSetWMHints(connection.display, id, &hints)
    PropertyValue.bytes(Self.hostName, type: XA_STRING).write(
      to: XA_WM_CLIENT_MACHINE, of: id, on: connection)
  }

  /// Returns a text for an ICCCM property: Latin-1 if it has all characters, otherwise UTF-8.
  /// Window managers have accepted UTF-8 there since EWMH introduced its own names (ICCCM 2.7.1).
  private func legacyText(_ text: String) -> PropertyValue {
    let latin1 = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
    return latin1.count == text.unicodeScalars.count
      ? .bytes(latin1, type: XA_STRING) : .bytes(Array(text.utf8), type: connection.atoms[.utf8String])
  }

  /// The network name of this machine, which `_NET_WM_PID` requires.
  private static var hostName: [UInt8] {
    var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
    guard gethostname(&name, name.count) == 0 else { return [] }
    return name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  }

  /// Sets the name of the minimized window. A window cannot be minimized before it is mapped.
  func setIconName() {
    legacyText(description.title).write(to: XA_WM_ICON_NAME, of: id, on: connection)
    set(.netWMIconName, to: description.title)
  }

  /// Sets the icons for task bars and window switchers. An empty list changes nothing.
  func setIcons(_ icons: [WindowIcon]) {
    guard !icons.isEmpty else { return }
    set(.netWMIcon, to: WindowIcon.property(of: icons))
  }

  private func set(_ name: Atoms.Name, to text: String) {
    set(name, to: .bytes(Array(text.utf8), type: connection.atoms[.utf8String]))
  }

  private func set(_ name: Atoms.Name, to values: [UInt]) { set(name, to: .words(values, type: XA_CARDINAL)) }

  private func set(_ name: Atoms.Name, of window: Window, to value: Window) {
    PropertyValue.words([value], type: XA_WINDOW).write(
      to: connection.atoms[name], of: window, on: connection)
  }

  private func set(_ name: Atoms.Name, to value: PropertyValue) {
    value.write(to: connection.atoms[name], of: id, on: connection)
  }
}

extension X11Window {
  /// Replies to the window manager's ping (EWMH, `_NET_WM_PING`).
  func answerPing(_ event: XEvent) {
    var answer = event
    answer.xclient.window = connection.root
    XSendEvent(
      connection.display, connection.root, False, SubstructureNotifyMask | SubstructureRedirectMask, &answer)
  }
}
