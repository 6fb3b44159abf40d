import CXSession

/// A request of a session manager.
enum SessionRequest: Hashable, Sendable {
  /// Save the persistent state and confirm it (`SaveYourself`).
  case save
  /// Exit (`Die`).
  case end
}

/// The queue in which libSM's callbacks store the manager's requests.
///
/// It is a class because the callbacks identify it by its address.
final class SessionInbox {
  private var requests: [SessionRequest] = []

  /// The address that is passed to the callbacks. This object must outlive the connection.
  var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// The callbacks. A completed or cancelled session end requires no action, because the program
  /// saves its state immediately and continues to run.
  var callbacks: CXSessionCallbacks {
    CXSessionCallbacks(
      saveYourself: { _, inbox, _, _, _, _ in SessionInbox.at(inbox)?.requests.append(.save) },
      saveYourselfContext: address, die: { _, inbox in SessionInbox.at(inbox)?.requests.append(.end) },
      dieContext: address, saveComplete: { _, _ in }, saveCompleteContext: nil,
      shutdownCancelled: { _, _ in }, shutdownCancelledContext: nil)
  }

  func takeAll() -> [SessionRequest] {
    defer { requests.removeAll() }
    return requests
  }

  private static func at(_ address: UnsafeMutableRawPointer?) -> SessionInbox? {
    address.map { Unmanaged<SessionInbox>.fromOpaque($0).takeUnretainedValue() }
  }
}
