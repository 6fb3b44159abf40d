import CX11
import CXFixes

/// Hears of a compositor's coming and going: it owns the selection `_NET_WM_CM_Sn` of its screen
/// (EWMH), and XFIXES tells of owners.
struct CompositorWatch {
  private let connection: Connection
  private let selection: Atom
  /// The type of XFIXES' event about selections.
  private let eventType: Int32

  /// Costs round trips.
  ///
  /// - Returns: `nil` where the server has no XFIXES.
  init?(on connection: Connection) {
    let display = connection.display
    var (event, error): (Int32, Int32) = (0, 0)
    guard XFixesQueryExtension(display, &event, &error) != 0 else { return nil }
    self.connection = connection
    selection = XInternAtom(display, "_NET_WM_CM_S\(connection.screen)", False)
    eventType = event + Int32(XFixesSelectionNotify)
    XFixesSelectSelectionInput(
      display, connection.root, selection,
      UInt(
        XFixesSetSelectionOwnerNotifyMask | XFixesSelectionWindowDestroyNotifyMask
          | XFixesSelectionClientCloseNotifyMask))
  }

  /// Whether there is one at this moment; a round trip.
  var isComposited: Bool { XGetSelectionOwner(connection.display, selection) != Window(None) }

  /// Whether there is a compositor from now on; `nil` where the event is about something else.
  func isComposited(after event: XEvent) -> Bool? {
    guard event.type == eventType else { return nil }
    let change = withUnsafeBytes(of: event) { $0.load(as: XFixesSelectionNotifyEvent.self) }
    return change.selection == selection ? change.owner != Window(None) : nil
  }
}
