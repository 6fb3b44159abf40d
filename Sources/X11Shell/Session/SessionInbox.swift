import CXSession

/// What a session manager asks of a program.
enum SessionRequest: Hashable, Sendable {
  /// Keep all that is to outlive the program, and tell when it is done (`SaveYourself`).
  case save
  /// End (`Die`).
  case end
}

/// Where libSM's callbacks leave what the manager asks for.
///
/// A class, since those callbacks know it by its address.
final class SessionInbox {
  private var requests: [SessionRequest] = []

  /// The address by which the callbacks know it; it must outlive the connection.
  var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// A session that ends after all, or goes on after all, changes nothing for a program that keeps
  /// its state in a moment and goes on meanwhile.
  var callbacks: CXSessionCallbacks {
    CXSessionCallbacks(
      saveYourself: { _, inbox, _, _, _, _ in SessionInbox.at(inbox)?.requests.append(.save) },
      saveYourselfContext: address,
      die: { _, inbox in SessionInbox.at(inbox)?.requests.append(.end) }, dieContext: address,
      saveComplete: { _, _ in }, saveCompleteContext: nil,
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
