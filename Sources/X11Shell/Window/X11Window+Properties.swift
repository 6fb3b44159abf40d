import CX11
import Glibc

extension X11Window {
  /// Tells the window manager all that it should know before the window is mapped.
  ///
  /// No state is asked for (`_NET_WM_STATE`): the window opens as any does, and follows what the
  /// person has the window manager make of it. Each property is a request of its own, so what it
  /// shows only once the window is minimized, it is told later, by `setIconName()`.
  ///
  /// - Parameter leader: Stands for the program.
  func introduce(as description: WindowDescription, hints: SizeHints, leader: Window) {
    setStandardProperties(description, hints: hints.value, leader: leader)
    if leader != id { set(.wmClientLeader, of: leader, to: leader) }
    set(.netWMName, to: description.title)
    set(.netWMPID, to: [UInt(getpid())])
    set(.netWMWindowType, to: .words([connection.atoms[.netWMWindowTypeNormal]], type: XA_ATOM))
    var protocols = [Atoms.Name.wmDeleteWindow, .netWMPing, .wmTakeFocus].map {
      connection.atoms[$0]
    }
    XSetWMProtocols(connection.display, id, &protocols, Int32(protocols.count))
    if let startupID = description.launch.startupID { introduce(startupID) }
  }

  /// `WM_NAME`, `WM_CLASS`, `WM_WINDOW_ROLE`, `WM_CLIENT_LEADER`, `WM_NORMAL_HINTS`, `WM_HINTS`,
  /// `WM_CLIENT_MACHINE`.
  ///
  /// Not by `Xutf8SetWMProperties`, which reads the locale's tables from files for the two names.
  private func setStandardProperties(
    _ description: WindowDescription, hints: XSizeHints, leader: Window
  ) {
    legacyText(description.title).write(to: XA_WM_NAME, of: id, on: connection)
    legacyText(description.role).write(
      to: connection.atoms[.wmWindowRole], of: id, on: connection)
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
    PropertyValue.bytes(Self.hostName, type: XA_STRING)
      .write(to: XA_WM_CLIENT_MACHINE, of: id, on: connection)
  }

  /// A text as ICCCM's properties hold it: Latin-1 where that has all characters, else UTF-8, which
  /// window managers have read there for as long as EWMH has its own names (ICCCM 2.7.1).
  private func legacyText(_ text: String) -> PropertyValue {
    let latin1 = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
    return latin1.count == text.unicodeScalars.count
      ? .bytes(latin1, type: XA_STRING)
      : .bytes(Array(text.utf8), type: connection.atoms[.utf8String])
  }

  /// This machine's name in its network, by which `_NET_WM_PID` makes sense.
  private static var hostName: [UInt8] {
    var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
    guard gethostname(&name, name.count) == 0 else { return [] }
    return name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  }

  /// Names the window where it is minimized, which cannot happen before it is shown.
  func setIconName() {
    legacyText(description.title).write(to: XA_WM_ICON_NAME, of: id, on: connection)
    set(.netWMIconName, to: description.title)
  }

  /// Gives task bars and switchers pictures of the window; none leave those that it has.
  func setIcons(_ icons: [WindowIcon]) {
    guard !icons.isEmpty else { return }
    set(.netWMIcon, to: WindowIcon.property(of: icons))
  }

  private func set(_ name: Atoms.Name, to text: String) {
    set(name, to: .bytes(Array(text.utf8), type: connection.atoms[.utf8String]))
  }

  private func set(_ name: Atoms.Name, to values: [UInt]) {
    set(name, to: .words(values, type: XA_CARDINAL))
  }

  private func set(_ name: Atoms.Name, of window: Window, to value: Window) {
    PropertyValue.words([value], type: XA_WINDOW)
      .write(to: connection.atoms[name], of: window, on: connection)
  }

  private func set(_ name: Atoms.Name, to value: PropertyValue) {
    value.write(to: connection.atoms[name], of: id, on: connection)
  }
}

extension X11Window {
  /// Answers the window manager's question whether this program still lives (EWMH, `_NET_WM_PING`).
  func answerPing(_ event: XEvent) {
    var answer = event
    answer.xclient.window = connection.root
    XSendEvent(
      connection.display, connection.root, False, SubstructureNotifyMask | SubstructureRedirectMask,
      &answer)
  }
}
