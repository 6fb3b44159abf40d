/// The program's part in a session: its manager has it keep its state, ends it, and starts it again
/// ([XSMP][1]).
///
/// Without a manager, without libSM, and with a manager that is mute or dies, nothing happens, and
/// nothing waits for them. Who is in no session is asked to end by its window's messages and by
/// signals alone, and keeps as much then.
///
/// [1]: https://www.x.org/releases/current/doc/libSM/xsmp.html
struct Session {
  private enum State {
    case none
    case opening(SessionOpening)
    case open(SessionConnection)
  }

  private var state = State.none

  /// What has come about.
  enum News: Hashable, Sendable {
    /// The manager knows the program by this id from now on.
    case joined(id: String)
    case asked(SessionRequest)
  }

  /// Begins to join it; once.
  mutating func join(_ invitation: SessionInvitation?) {
    guard let invitation, let opening = SessionOpening(invitation) else { return }
    state = .opening(opening)
  }

  /// What to sleep on; −1 where there is nothing.
  var descriptor: Int32 {
    switch state {
    case .none: -1
    case .opening(let opening): opening.descriptor
    case .open(let connection): connection.descriptor
    }
  }

  /// Takes in what has come; call it when the descriptor can be read.
  mutating func hear() -> [News] {
    switch state {
    case .none: return []
    case .opening(let opening):
      let connection = opening.take()
      state = connection.map { .open($0) } ?? .none
      return connection.map { [.joined(id: $0.id)] } ?? []
    case .open(let connection):
      let requests = connection.exchange()
      if requests == nil { state = .none }
      return (requests ?? []).map { .asked($0) }
    }
  }

  /// Tells the manager that all was kept.
  func confirmSaved() {
    if case .open(let connection) = state { connection.confirmSaved() }
  }
}
