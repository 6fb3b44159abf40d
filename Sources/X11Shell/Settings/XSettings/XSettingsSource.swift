import CX11

/// Follows the XSETTINGS manager of a screen: whoever owns `_XSETTINGS_S` and the screen's number
/// ([XSETTINGS][1]).
///
/// The manager's property is read anew when it changes; when the manager dies nothing is set, and
/// the next one announces itself by a message to the root window. Any client can be the manager,
/// and it can go away between any two requests.
///
/// [1]: https://specifications.freedesktop.org/xsettings-spec/latest/
struct XSettingsSource {
  private(set) var settings = XSettings()
  private let connection: Connection
  private let selection: Atom
  /// The manager's; `None` where there is none.
  private var window = Window(None)

  /// The most bytes that are read: a desktop's settings are about 2,000.
  private static let longestProperty = 1 << 18

  /// Finds the manager and reads what it has published: two round trips, or one where there is
  /// none.
  ///
  /// Messages to the root window must have been selected before, or the next manager goes unheard.
  init(on connection: Connection) {
    self.connection = connection
    selection = connection.atoms[.xsettingsSelection]
    followManager()
  }

  /// Takes in an event if it is about the settings.
  ///
  /// - Returns: Whether the settings are others now.
  mutating func handle(_ event: XEvent) -> Bool {
    let old = settings
    switch event.type {
    case ClientMessage where isAnnouncement(event.xclient): followManager()
    case PropertyNotify
    where event.xproperty.window == window
      && event.xproperty.atom == connection.atoms[.xsettingsSettings]:
      settings = read()
    // It may have been followed by another already, whose message came first.
    case DestroyNotify where event.xdestroywindow.window == window: followManager()
    default: return false
    }
    return settings != old
  }

  /// Whether a new manager tells that it is there (ICCCM 2.8).
  private func isAnnouncement(_ event: XClientMessageEvent) -> Bool {
    event.message_type == connection.atoms[.manager] && event.format == 32
      && event.window == connection.root
      && Atom(truncatingIfNeeded: event.data.l.1) == selection
  }

  private mutating func followManager() {
    window = XGetSelectionOwner(connection.display, selection)
    guard window != Window(None) else {
      settings = XSettings()
      return
    }
    connection.aboutStrangers {
      _ = XSelectInput(connection.display, window, PropertyChangeMask | StructureNotifyMask)
    }
    settings = read()
  }

  private func read() -> XSettings {
    let bytes = connection.bytes(
      ofProperty: connection.atoms[.xsettingsSettings], of: window, limit: Self.longestProperty)
    return bytes.flatMap { XSettings($0) } ?? XSettings()
  }
}
