package import DBus

/// A request of polkit to authenticate the user: the arguments of `BeginAuthentication` ([polkit][1]).
///
/// Its message may contain the command line that a program of the user has chosen, and is not escaped.
///
/// [1]: https://polkit.pages.freedesktop.org/polkit/eggdbus-interface-org.freedesktop.PolicyKit1.AuthenticationAgent.html
package struct PolkitRequest: Hashable, Sendable {
  /// The signatures of the arguments of `BeginAuthentication`.
  package static let signature = ["s", "s", "s", "a{ss}", "s", "a(sa{sv})"]
  /// The maximum number of users of whom one can be chosen.
  package static let maximumUserCount = 50

  /// The name of the action, such as `org.freedesktop.policykit.exec`.
  package let actionID: String
  /// The text for the user. It may be empty or contain any characters.
  package let message: String
  /// The secret text by which polkit's helper names the request. It is never shown or logged.
  package let cookie: String
  /// The process for which the action is performed, and the one that performs it. `nil` if polkit does not name it.
  package let subjectID: Int32?
  package let callerID: Int32?
  /// The users as whom the user can authenticate, each once: the own one, then the others in the order of polkit. There is
  /// at least one.
  package let userIDs: [UInt32]

  /// Reads the arguments of a call with `signature`.
  ///
  /// - Parameter own: The user who runs this program.
  /// - Throws: The error to reply.
  package init(_ arguments: [BusValue], for own: UInt32) throws(BusCallError) {
    guard arguments.count == Self.signature.count, case .string(let actionID) = arguments[0],
      case .string(let message) = arguments[1], case .string(let cookie) = arguments[4], !cookie.isEmpty,
      // The cookie is sent to polkit's helper as a line.
      !cookie.utf8.contains(where: { $0 < 0x20 })
    else { throw BusCallError.polkitFailed }
    (self.actionID, self.message, self.cookie) = (actionID, message, cookie)
    func process(_ name: String) -> Int32? {
      guard case .string(let number)? = arguments[3].first(where: { $0 == .string("polkit.\(name)-pid") })
      else { return nil }
      return Int32(number).flatMap { $0 > 0 ? $0 : nil }
    }
    (subjectID, callerID) = (process("subject"), process("caller"))
    var userIDs: [UInt32] = []
    for identity in arguments[5].elements ?? [] {
      guard let members = identity.elements, members.count == 2, members[0] == .string("unix-user"),
        case .uint32(let id)? = members[1].first(where: { $0 == .string("uid") })?.unwrapped
      else { throw BusCallError.polkitFailed }
      // A user in several groups of administrators occurs several times.
      if !userIDs.contains(id) { userIDs.insert(id, at: id == own ? 0 : userIDs.count) }
      if userIDs.count > Self.maximumUserCount { userIDs.removeLast() }
    }
    guard !userIDs.isEmpty else { throw BusCallError.polkitFailed }
    self.userIDs = userIDs
  }
}

/// The errors that polkit distinguishes in the reply of an agent.
extension BusCallError {
  /// The action is not authorized.
  package static let polkitFailed = BusCallError(
    name: "org.freedesktop.PolicyKit1.Error.Failed", message: "The request has failed.")
  /// The user has dismissed the request.
  package static let polkitCancelled = BusCallError(
    name: "org.freedesktop.PolicyKit1.Error.Cancelled", message: "The request was dismissed.")
}
