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
