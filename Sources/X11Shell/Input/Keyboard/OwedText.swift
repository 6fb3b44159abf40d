/// Whether an input method's server may have to commit yet what a press has ended that it handed
/// back, found out by questions that any server answers.
///
/// IBus hands a key back as soon as its engine has answered, and only in the next round of its own
/// loop takes in what the engine said before that: the syllable to commit, and that nothing is
/// composed any more (`xim_forward_event` in client/x11/main.c; so by default up to 1.5.27). What is
/// asked after the key came back may be answered in the same round still. What is asked after that
/// answer cannot: where nothing was told between two answers, all was told.
struct OwedText: Equatable {
  private(set) var isOwed = false
  /// How many questions in turn were answered with nothing told in between.
  private var silence = 0

  /// The answers in turn after which nothing is owed.
  private static let fullSilence = 2

  /// Takes in that a press was handed back while text may have been under way.
  ///
  /// - Returns: Whether the server is to be asked: not where it is already.
  mutating func begin() -> Bool {
    defer { (isOwed, silence) = (true, 0) }
    return !isOwed
  }

  /// Takes in that the server has told something.
  mutating func hear() { silence = 0 }

  /// Takes in that it has answered a question.
  ///
  /// - Returns: Whether it is to be asked once more.
  mutating func answer() -> Bool {
    silence += 1
    if silence >= Self.fullSilence { isOwed = false }
    return isOwed
  }

  /// Waits no longer.
  mutating func forgive() { isOwed = false }
}
