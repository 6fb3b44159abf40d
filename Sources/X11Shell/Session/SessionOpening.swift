import Glibc
import Synchronization
import Threads

/// A session that is being joined on a thread of its own: libSM waits for each of the manager's
/// answers, and a manager may be mute.
final class SessionOpening: Sendable {
  private let invitation: SessionInvitation
  private let result = Mutex<SessionConnection?>(nil)
  private let wakeSource: WakeSource

  /// Begins to join.
  ///
  /// - Returns: `nil` where the system gives no descriptor or no thread.
  init?(_ invitation: SessionInvitation) {
    guard let wakeSource = try? WakeSource() else { return nil }
    self.invitation = invitation
    self.wakeSource = wakeSource
    guard start() else { return nil }
  }

  /// Can be read once it has come to an end.
  var descriptor: Int32 { wakeSource.descriptor }

  /// The connection, once it is open; `nil` where it could not be.
  func take() -> SessionConnection? { result.withLock { $0.take() } }

  /// The thread holds on to this value until it is done; nobody waits for it.
  private func start() -> Bool {
    guard let thread = startThread({ self.run() }) else { return false }
    pthread_detach(thread)
    return true
  }

  private func run() {
    result.withLock { $0 = SessionConnection(invitation) }
    wakeSource.wake()
  }
}
