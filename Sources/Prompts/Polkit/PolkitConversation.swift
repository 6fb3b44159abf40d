package import DBus

/// The conversation about one request of polkit, without helpers, windows and descriptors.
///
/// The owner passes the lines of the helper and the actions of the user, performs the returned steps in order, and shows
/// the new state. Each attempt needs a new helper.
package struct PolkitConversation: Sendable {
  /// An action of the owner.
  package enum Step: Hashable, Sendable {
    /// Ends the helper, and starts one for a user, given by an index.
    case startHelper(user: Int)
    /// Sends the entered text to the helper, and wipes it.
    case sendAnswer
    /// Wipes the text, and shows how many attempts remain.
    case refuse
    /// Ends the helper, and replies to polkit: with an error unless the user is authenticated. If all attempts have failed,
    /// the messages of PAM are the reason, if there are any.
    case finish(BusCallError?)
  }

  private enum State: Hashable {
    /// The helper works, or is awaited.
    case waiting
    case asking
    /// The user has answered the last question before this helper asks it again.
    case answered
    case ended
  }

  /// The maximum number of attempts of the user.
  package static let maximumAttemptCount = 3
  /// The maximum number of bytes of an answer. The helper reads 512 with the line feed, and takes the rest of a longer
  /// answer as the next one.
  package static let maximumAnswerLength = 510
  private static let maximumMessageCount = 4

  /// The index of the user who is authenticated.
  package private(set) var user = 0
  /// The last question, which the next helper asks again after a failure. `nil` if there was none for this user.
  package private(set) var prompt: PolkitPrompt?
  /// The messages of PAM since the last answer, at most four.
  package private(set) var messages: [PolkitMessage] = []
  private var state = State.waiting
  private var failureCount = 0
  /// Whether this attempt has asked a question.
  private var hasAsked = false

  package init() {}

  package var hasEnded: Bool { state == .ended }

  /// The number of attempts that remain for all users together. `nil` before a failure.
  package var remainingAttemptCount: Int? {
    failureCount > 0 ? Self.maximumAttemptCount - failureCount : nil
  }

  /// Whether the helper waits for an answer.
  package var isAsking: Bool { state == .asking }

  package func start() -> [Step] { [.startHelper(user: user)] }

  /// Handles a line of the helper.
  package mutating func receive(_ line: PolkitHelperLine) -> [Step] {
    guard !hasEnded else { return [] }
    switch line {
    case .prompt(let prompt):
      let isAnswered = state == .answered && prompt == self.prompt
      (self.prompt, state, hasAsked) = (prompt, isAnswered ? .waiting : .asking, true)
      return isAnswered ? [.sendAnswer] : []
    case .message(let message):
      messages = (messages + [message]).suffix(Self.maximumMessageCount)
      return []
    case .success: return end(nil)
    case .failure:
      failureCount += 1
      // Without a question, the next attempt would fail as well.
      guard failureCount < Self.maximumAttemptCount, hasAsked else { return end(.polkitFailed) }
      (state, hasAsked) = (.waiting, false)
      return [.refuse, .startHelper(user: user)]
    }
  }

  /// Answers the question of the helper. If the helper has not asked yet, the answer to the last question waits for it.
  package mutating func answer() -> [Step] {
    if state == .waiting, !hasAsked, prompt != nil { (state, messages) = (.answered, []) }
    guard isAsking else { return [] }
    (state, messages) = (.waiting, [])
    return [.sendAnswer]
  }

  /// Authenticates another user instead, which is no failed attempt.
  package mutating func select(user: Int) -> [Step] {
    guard !hasEnded, user != self.user else { return [] }
    (self.user, prompt, messages, state, hasAsked) = (user, nil, [], .waiting, false)
    return start()
  }

  /// Ends the conversation for the user, or because the request has ended.
  package mutating func cancel() -> [Step] { hasEnded ? [] : end(.polkitCancelled) }

  private mutating func end(_ error: BusCallError?) -> [Step] {
    (state, prompt) = (.ended, nil)
    return [.finish(error)]
  }
}

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
