import CX11
import X11

/// Observes whether a compositor is running. A compositor owns the selection `_NET_WM_CM_Sn` of its
/// screen (EWMH), and XFIXES reports changes of the owner.
struct CompositorObserver {
  private let connection: Connection
  private let selection: Atom
  /// The event type of XFIXES selection events.
  private let eventType: Int32

  /// Creates the observer; several round trips.
  ///
  /// - Returns: `nil` if the server has no XFIXES.
  init?(on connection: Connection) {
    let display = connection.display
    var (event, error): (Int32, Int32) = (0, 0)
    guard XFixesQueryExtension(display, &event, &error) != 0 else { return nil }
    self.connection = connection
    selection = connection.atoms.named(["_NET_WM_CM_S\(connection.screen)"])[0]
    eventType = event + Int32(XFixesSelectionNotify)
    XFixesSelectSelectionInput(
      display, connection.root, selection,
      UInt(
        XFixesSetSelectionOwnerNotifyMask | XFixesSelectionWindowDestroyNotifyMask
          | XFixesSelectionClientCloseNotifyMask))
  }

  /// Whether a compositor is running at this moment; one round trip.
  var isComposited: Bool { XGetSelectionOwner(connection.display, selection) != WindowID(None) }

  /// Returns whether a compositor is running after the event, or `nil` for an unrelated event.
  func isComposited(after event: XEvent) -> Bool? {
    guard event.type == eventType else { return nil }
    let change = withUnsafeBytes(of: event) { $0.load(as: XFixesSelectionNotifyEvent.self) }
    return change.selection == selection ? change.owner != WindowID(None) : nil
  }
}
