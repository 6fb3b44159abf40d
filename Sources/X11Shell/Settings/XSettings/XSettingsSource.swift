import CX11

/// A client of a screen's XSETTINGS manager, the owner of the selection `_XSETTINGS_S` followed by
/// the screen number ([XSETTINGS][1]).
///
/// The manager's property is read again when it changes. When the manager exits, no setting is
/// defined; the next manager announces itself by a message to the root window. Any client can be
/// the manager, and it can exit between any two requests.
///
/// [1]: https://specifications.freedesktop.org/xsettings-spec/latest/
struct XSettingsSource {
  private(set) var settings = XSettings()
  private let connection: Connection
  private let selection: Atom
  /// The window of the manager. `None` if there is no manager.
  private var window = Window(None)

  /// The maximum number of bytes to read. The settings of a desktop have about 2,000 bytes.
  private static let maximumPropertySize = 1 << 18

  /// Finds the manager and reads its settings with two round trips, or one if there is no manager.
  ///
  /// Root window events must already be selected. Otherwise the announcement of the next manager is
  /// lost.
  init(on connection: Connection) {
    self.connection = connection
    selection = connection.atoms[.xsettingsSelection]
    updateManager()
  }

  /// Handles an event if it concerns the settings.
  ///
  /// - Returns: Whether the settings have changed.
  mutating func handle(_ event: XEvent) -> Bool {
    let old = settings
    switch event.type {
    case ClientMessage where isAnnouncement(event.xclient): updateManager()
    case PropertyNotify
    where event.xproperty.window == window && event.xproperty.atom == connection.atoms[.xsettingsSettings]:
      settings = read()
    // Another manager, whose message arrived first, may have replaced it already.
    case DestroyNotify where event.xdestroywindow.window == window: updateManager()
    default: return false
    }
    return settings != old
  }

  /// Returns whether a message announces a new manager (ICCCM 2.8).
  private func isAnnouncement(_ event: XClientMessageEvent) -> Bool {
    event.message_type == connection.atoms[.manager] && event.format == 32 && event.window == connection.root
      && Atom(truncatingIfNeeded: event.data.l.1) == selection
  }

  private mutating func updateManager() {
    window = XGetSelectionOwner(connection.display, selection)
    guard window != Window(None) else {
      settings = XSettings()
      return
    }
    connection.ignoringErrors {
      _ = XSelectInput(connection.display, window, PropertyChangeMask | StructureNotifyMask)
    }
    settings = read()
  }

  private func read() -> XSettings {
    let bytes = connection.bytes(
      ofProperty: connection.atoms[.xsettingsSettings], of: window, limit: Self.maximumPropertySize)
    return bytes.flatMap { XSettings($0) } ?? XSettings()
  }
}
