import CX11

/// The window that stands for the whole program (ICCCM 5.1).
///
/// Where no session manager is there, that is the program's only window: ICCCM wants none of its
/// own, and it costs no request. In a session there is one beside it, never shown: the session's id
/// comes after the first frame, and metacity and mutter complain of windows that change theirs
/// while they manage them. ICCCM would have all windows withdrawn before the id is modified. At a
/// first start it comes to where there was none, when nothing is remembered under it yet, and no
/// window waits for a manager that may be mute; started again by one, the program knows its id and
/// says it before its window is mapped. `WM_COMMAND`, which the session's own properties have
/// replaced, is not set.
struct ClientLeader: ~Copyable {
  let id: Window
  /// `nil` where the leader is the program's window.
  private let owned: Connection?

  /// - Parameter window: The program's only one.
  init(of window: Window, in session: SessionInvitation?, on connection: Connection) {
    guard let session else {
      (id, owned) = (window, nil)
      return
    }
    var attributes = XSetWindowAttributes()
    id = XCreateWindow(
      connection.display, connection.root, -1, -1, 1, 1, 0, Int32(CopyFromParent),
      UInt32(InputOnly), nil, 0, &attributes)
    owned = connection
    if let previousID = session.previousID { setSessionID(previousID) }
  }

  deinit {
    if let owned { XDestroyWindow(owned.display, id) }
  }

  /// Tells by which id the session's manager knows the program (`SM_CLIENT_ID`): by it, window
  /// managers find the place again that a window had in the session before.
  func setSessionID(_ text: String) {
    guard let owned, let property = owned.intern(["SM_CLIENT_ID"]).first else { return }
    PropertyValue.bytes(Array(text.utf8), type: XA_STRING).write(to: property, of: id, on: owned)
  }
}
