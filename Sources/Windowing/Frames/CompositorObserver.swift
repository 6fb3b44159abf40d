import CX11
import X11

/// Observes whether a compositor is running, for all windows. A compositor owns the selection `_NET_WM_CM_Sn` of its
/// screen (EWMH), and XFIXES reports changes of the owner.
final class CompositorObserver {
  private let selection: Atom
  /// The event type of XFIXES selection events.
  private let eventType: Int32
  private(set) var isComposited = false

  /// Creates the observer; several round trips.
  ///
  /// - Returns: `nil` if the server has no XFIXES.
  init?(on connection: Connection) {
    let display = connection.display
    var (event, error): (Int32, Int32) = (0, 0)
    guard XFixesQueryExtension(display, &event, &error) != 0 else { return nil }
    selection = connection.atoms.named(["_NET_WM_CM_S\(connection.screen)"])[0]
    eventType = event + Int32(XFixesSelectionNotify)
    XFixesSelectSelectionInput(
      display, connection.root, selection,
      UInt(
        XFixesSetSelectionOwnerNotifyMask | XFixesSelectionWindowDestroyNotifyMask
          | XFixesSelectionClientCloseNotifyMask))
    isComposited = XGetSelectionOwner(display, selection) != WindowID(None)
  }

  /// Handles the start or the end of a compositor.
  ///
  /// - Returns: Whether the event was consumed.
  func handle(_ event: XEvent) -> Bool {
    guard event.type == eventType else { return false }
    let change = withUnsafeBytes(of: event) { $0.load(as: XFixesSelectionNotifyEvent.self) }
    guard change.selection == selection else { return false }
    isComposited = change.owner != WindowID(None)
    return true
  }
}
