/// The program's membership in a session. The session manager requests that the program saves its
/// state, ends it, and starts it again ([XSMP][1]).
///
/// If there is no manager or no libSM, or if the manager is unresponsive or exits, nothing happens
/// and nothing blocks. A program that is not in a session ends only on window messages and signals,
/// and saves the same state then.
///
/// [1]: https://www.x.org/releases/current/doc/libSM/xsmp.html
struct Session {
  private enum State {
    case none
    case opening(SessionConnector)
    case open(SessionConnection)
  }

  private var state = State.none

  /// An event of the session connection.
  enum Event: Hashable, Sendable {
    /// The manager has registered the program under this id.
    case joined(id: String)
    case requested(SessionRequest)
  }

  /// Starts joining a session. Call it at most once.
  mutating func join(_ invitation: SessionInvitation?) {
    guard let invitation, let opening = SessionConnector(invitation) else { return }
    state = .opening(opening)
  }

  /// The descriptor to poll for reading, or −1 if there is none.
  var descriptor: Int32 {
    switch state {
    case .none: -1
    case .opening(let opening): opening.descriptor
    case .open(let connection): connection.descriptor
    }
  }

  /// Reads and returns the available events. Call it when the descriptor is readable.
  mutating func readEvents() -> [Event] {
    switch state {
    case .none: return []
    case .opening(let opening):
      let connection = opening.take()
      state = connection.map { .open($0) } ?? .none
      return connection.map { [.joined(id: $0.id)] } ?? []
    case .open(let connection):
      let requests = connection.exchange()
      if requests == nil { state = .none }
      return (requests ?? []).map { .requested($0) }
    }
  }

  /// Confirms to the manager that the state was saved.
  func confirmSaved() { if case .open(let connection) = state { connection.confirmSaved() } }
}
