/// Whether an input method's server may have something to tell yet of the press that it was passed
/// last, found out by questions that any server answers.
///
/// IBus hands a key back as soon as its engine has answered, and only in the next round of its own
/// loop takes in what the engine said before that: the syllable to commit, and that nothing is
/// composed any more (`xim_forward_event` in client/x11/main.c; so by default up to 1.5.27). What is
/// asked after the key came back may be answered in the same round still. What is asked after that
/// answer cannot: where nothing was told between two answers, all was told.
///
/// After what it hands back or commits, a server takes no further key until Xlib has said that it
/// came (`XIM_SYNC_REPLY`), but answers meanwhile: what was asked before it was heard says nothing.
/// Nor does any answer before the engine has had its turn, where the server is to end what it
/// composes: it is asked only after a word of that.
struct OwedText: Equatable {
  private(set) var isOwed = false
  private var isAsking = false
  /// How many questions in turn were answered with nothing told in between.
  private var silence = 0
  private var awaitsWord = false

  /// The answers in turn after which nothing is owed.
  private static let fullSilence = 2

  /// Takes in that the server was passed a press, or has something to end; an answer that is under
  /// way says nothing.
  ///
  /// - Parameter awaitingWord: Whether it is not to be asked before `hearWord()`.
  mutating func begin(awaitingWord: Bool = false) {
    (isOwed, isAsking, silence, awaitsWord) = (true, false, 0, awaitingWord)
  }

  /// Takes in that somebody waits for what is owed.
  ///
  /// - Returns: Whether the server is to be asked: not where it is already, nor where that tells
  ///   nothing.
  mutating func ask() -> Bool {
    guard isOwed, !isAsking, !awaitsWord else { return false }
    isAsking = true
    return true
  }

  /// Takes in that the server has told something; an answer that is under way says nothing.
  mutating func hear() { (isAsking, silence) = (false, 0) }

  /// Takes in that the server has said what can be no answer to anything before its engine's turn.
  mutating func hearWord() { (isAsking, silence, awaitsWord) = (false, 0, false) }

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
  mutating func forgive() { (isOwed, isAsking, awaitsWord) = (false, false, false) }
}
