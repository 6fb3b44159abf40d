import CX11
import Glibc

extension X11Window {
  /// Tells the window manager all that it should know before the window is mapped.
  func introduce(as description: WindowDescription, hints: SizeHints) {
    setStandardProperties(description, hints: hints.value)
    set(.netWMName, to: description.title)
    set(.netWMIconName, to: description.title)
    // ICCCM leaves WM_CLIENT_MACHINE, which Xlib has just set, as what makes the number meaningful.
    set(.netWMPID, to: [UInt(getpid())], type: .cardinal)
    set(.netWMWindowType, to: .words([connection.atoms[.netWMWindowTypeNormal]], type: XA_ATOM))
    if !description.icons.isEmpty {
      set(.netWMIcon, to: WindowIcon.property(of: description.icons), type: .cardinal)
    }
    var protocols = [connection.atoms[.wmDeleteWindow], connection.atoms[.netWMPing]]
    XSetWMProtocols(connection.display, id, &protocols, Int32(protocols.count))
  }

  /// `WM_NAME`, `WM_ICON_NAME`, `WM_CLASS`, `WM_NORMAL_HINTS`, `WM_HINTS`, `WM_CLIENT_MACHINE`.
  private func setStandardProperties(_ description: WindowDescription, hints: XSizeHints) {
    var sizeHints = hints
    var hints = XWMHints()
    hints.flags = InputHint | StateHint
    hints.input = True
    hints.initial_state = NormalState
    description.instanceName.withCString { instanceName in
      description.className.withCString { className in
        var names = XClassHint(
          res_name: UnsafeMutablePointer(mutating: instanceName),
          res_class: UnsafeMutablePointer(mutating: className))
        Xutf8SetWMProperties(
          connection.display, id, description.title, description.title, nil, 0, &sizeHints, &hints,
          &names)
      }
    }
  }

  private func set(_ name: Atoms.Name, to text: String) {
    set(name, to: .bytes(Array(text.utf8), type: connection.atoms[.utf8String]))
  }

  private func set(_ name: Atoms.Name, to values: [UInt], type: Atoms.Name) {
    set(name, to: .words(values, type: connection.atoms[type]))
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
