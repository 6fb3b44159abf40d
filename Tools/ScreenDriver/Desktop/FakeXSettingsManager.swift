import CX11

/// A fake XSETTINGS manager, which publishes settings as a desktop's settings daemon does
/// ([XSETTINGS][1]).
///
/// [1]: https://specifications.freedesktop.org/xsettings-spec/latest/
public final class FakeXSettingsManager {
  private let connection: DisplayConnection
  private let window: CX11.Window
  private var serial: UInt32 = 0

  /// Publishes the settings, acquires the selection, and announces the manager.
  ///
  /// - Throws: `cannotConnect`.
  public init(at display: String, _ settings: [String: XSettingsEncoder.Value]) throws(ScreenDriverError) {
    connection = try DisplayConnection(to: display)
    window = XCreateSimpleWindow(connection.pointer, connection.root, 0, 0, 1, 1, 0, 0, 0)
    publish(settings)
    let selection = connection.atom("_XSETTINGS_S0")
    XSetSelectionOwner(connection.pointer, selection, window, Time(CurrentTime))
    announce(selection)
  }

  /// Publishes other settings.
  public func publish(_ settings: [String: XSettingsEncoder.Value]) {
    serial += 1
    publish(bytes: XSettingsEncoder.bytes(settings, serial: serial))
  }

  /// Publishes arbitrary bytes, valid or not.
  public func publish(bytes: [UInt8]) {
    let name = connection.atom("_XSETTINGS_SETTINGS")
    XChangeProperty(connection.pointer, window, name, name, 8, PropModeReplace, bytes, Int32(bytes.count))
    XSync(connection.pointer, False)
  }

  /// Notifies all clients of the new manager (ICCCM 2.8).
  private func announce(_ selection: Atom) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = connection.root
    event.xclient.message_type = connection.atom("MANAGER")
    event.xclient.format = 32
    event.xclient.data.l.1 = Int(selection)
    event.xclient.data.l.2 = Int(window)
    XSendEvent(connection.pointer, connection.root, False, StructureNotifyMask, &event)
    XSync(connection.pointer, False)
  }
}

extension DisplayConnection {
  /// Sets the display's resources as `xrdb` does; `nil` removes them.
  public func setResources(_ text: String?) {
    if let text {
      let bytes = Array(text.utf8)
      XChangeProperty(
        pointer, root, XA_RESOURCE_MANAGER, XA_STRING, 8, PropModeReplace, bytes, Int32(bytes.count))
    } else {
      XDeleteProperty(pointer, root, XA_RESOURCE_MANAGER)
    }
    XSync(pointer, False)
  }
}
