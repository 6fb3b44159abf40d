import Glibc
import Synchronization
import Threads

/// A connector that joins a session on a background thread. libSM blocks until the manager replies,
/// and the manager may be unresponsive.
final class SessionConnector: Sendable {
  private let invitation: SessionInvitation
  private let result = Mutex<SessionConnection?>(nil)
  private let wakeSource: WakeSource

  /// Starts the thread that joins the session.
  ///
  /// - Returns: `nil` if the system cannot create a descriptor or a thread.
  init?(_ invitation: SessionInvitation) {
    guard let wakeSource = try? WakeSource() else { return nil }
    self.invitation = invitation
    self.wakeSource = wakeSource
    guard start() else { return nil }
  }

  /// The descriptor that becomes readable when the attempt has ended.
  var descriptor: Int32 { wakeSource.descriptor }

  /// Returns and removes the connection. `nil` if the attempt failed or has not ended.
  func take() -> SessionConnection? { result.withLock { $0.take() } }

  /// Starts a detached thread. It retains this value until it ends.
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
