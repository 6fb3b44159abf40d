/// Whether an input method's server may have something to tell yet of the press that it was passed
/// last, found out by questions that any server answers.
///
/// IBus hands a key back as soon as its engine has answered, and only in the next round of its own
/// loop takes in what the engine said before that: the syllable to commit, and that nothing is
/// composed any more (`xim_forward_event` in client/x11/main.c; so by default up to 1.5.27). What is
/// asked after the key came back may be answered in the same round still. What is asked after that
/// answer cannot: where nothing was told between two answers, all was told.
struct OwedText: Equatable {
  private(set) var isOwed = false
  private var isAsking = false
  /// How many questions in turn were answered with nothing told in between.
  private var silence = 0

  /// The answers in turn after which nothing is owed.
  private static let fullSilence = 2

  /// Takes in that the server was passed a press.
  mutating func begin() { (isOwed, silence) = (true, 0) }

  /// Takes in that somebody waits for what is owed.
  ///
  /// - Returns: Whether the server is to be asked: not where it is already.
  mutating func ask() -> Bool {
    guard isOwed, !isAsking else { return false }
    isAsking = true
    return true
  }

  /// Takes in that the server has told something.
  mutating func hear() { silence = 0 }

  /// Takes in that it has answered a question.
  ///
  /// - Returns: Whether it is to be asked once more.
  mutating func answer() -> Bool {
    guard isAsking else { return false }
    silence += 1
    if silence >= Self.fullSilence { isOwed = false }
    isAsking = isOwed
    return isOwed
  }

  /// Takes in that nothing is owed, or waits no longer; an answer that is under way says nothing.
  mutating func forgive() { (isOwed, isAsking) = (false, false) }
}
