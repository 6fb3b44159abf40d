import CX11

/// The client leader window, which represents the whole program (ICCCM 5.1).
///
/// Without a session manager it is the program's only window: ICCCM does not require a separate
/// one, and it costs no request. In a session it is a separate, hidden window, because the session
/// id arrives after the first frame, and metacity and mutter report windows that change theirs
/// while they are managed. ICCCM requires that all windows are withdrawn before the id is modified.
/// At a first start the id is only added, nothing is saved under it yet, and no window waits for a
/// manager that may be unresponsive. After a restart by the manager, the program knows its id and
/// sets it before its window is mapped. `WM_COMMAND` is not set, because session properties have
/// replaced it.
struct ClientLeader: ~Copyable {
  let id: Window
  /// The connection on which to destroy the window. `nil` if the leader is the program's window.
  private let owned: Connection?

  /// - Parameter window: The program's only window.
  init(of window: Window, in session: SessionInvitation?, on connection: Connection) {
    guard let session else {
      (id, owned) = (window, nil)
      return
    }
    var attributes = XSetWindowAttributes()
    id = XCreateWindow(
      connection.display, connection.root, -1, -1, 1, 1, 0, Int32(CopyFromParent), UInt32(InputOnly), nil, 0,
      &attributes)
    owned = connection
    if let previousID = session.previousID { setSessionID(previousID) }
  }

  deinit { if let owned { XDestroyWindow(owned.display, id) } }

  /// Sets the session id of the program (`SM_CLIENT_ID`). With it, window managers restore the
  /// window position of the previous session.
  func setSessionID(_ text: String) {
    guard let owned, let property = owned.intern(["SM_CLIENT_ID"]).first else { return }
    PropertyValue.bytes(Array(text.utf8), type: XA_STRING).write(to: property, of: id, on: owned)
  }
}
