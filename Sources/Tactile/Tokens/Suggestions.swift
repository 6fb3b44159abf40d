import Controls
import Files
import X11Shell

/// What the token field suggests: what was entered before, the newest first, and then what a list
/// file has.
///
/// It is read once the first frame is shown, the list beside all else, and what was entered is kept
/// when the program ends. The field and the window share it.
final class Suggestions: CompletionSource {
  /// How many of the texts that were entered are kept, and how long each is at most.
  static let memory = 1000
  static let longestText = 320
  /// Of how many that come at once: a long list is not to take the place of all that was typed.
  static let mostAtOnce = memory / 10

  /// Where they are kept; `nil` where there is no place, or what is there cannot be read.
  private var file: AtomicFile?
  private let listPath: String?
  private var listed = ListedCompletions(folding: \.withoutMarks)
  /// `nil` unless it is under way.
  private var reading: ListReading?
  /// The newest first.
  private var entered: [String] = []
  private var hasNews = false
  /// What was taken out of the field, and is not entered where it comes back.
  private var removed: Set<TextToken> = []
  /// How much of that is known at most.
  private static let mostRemoved = 10 * memory

  /// - Parameters:
  ///   - listPath: A file with one text a line; `nil` for none.
  ///   - xdgStateHome: The environment's `XDG_STATE_HOME`; `$HOME/.local/state` where that is no
  ///     absolute path.
  ///   - home: The environment's `HOME`. Where neither is an absolute path, nothing is kept.
  init(listPath: String? = nil, xdgStateHome: String? = nil, home: String? = nil) {
    self.listPath = listPath
    file = BaseDirectory.state.path(variable: xdgStateHome, home: home)
      .map { AtomicFile(folder: "\($0)/tactile", name: "recipients") }
  }

  func completions(of text: String, limit: Int) -> [CompletionItem] {
    listed.completions(of: text, limit: limit)
  }

  /// Reads what was entered before, and begins to read the list.
  ///
  /// - Parameter wakeSource: Called when there is something for `takeIn()`.
  func load(waking wakeSource: WakeSource) {
    entered += readEntered().prefix(Self.memory)
    listed = ListedCompletions(entered, folding: \.withoutMarks)
    reading = listPath.map { ListReading(of: $0, wakeSource: wakeSource) }
  }

  /// What was entered before; what cannot be read is told of, and stays as it is.
  private func readEntered() -> [String] {
    guard let file else { return [] }
    do throws(FileError) {
      return ListFile.lines(in: try file.read(limit: Self.memory * (Self.longestText + 1)))
    } catch {
      guard !error.isAboutNothing else { return [] }
      self.file = nil
      StandardError.print("cannot read what was entered before: \(error.path): \(error.reason)")
      return []
    }
  }

  /// Suggests what the list has, if it has been read; one that cannot be read is told of.
  ///
  /// - Complexity: O(*n*) in what was entered.
  func takeIn() {
    guard let reading, let result = reading.takeResult() else { return }
    self.reading = nil
    // What is held elsewhere as well would be copied as a whole.
    switch consume result {
    case .success(var list):
      for text in entered.reversed() { list.add(text) }
      listed = list
    case .failure(let error):
      StandardError.print("cannot read the completions: \(reading.path): \(error.reason)")
    }
  }

  /// Takes in that a token has come: it was entered, unless it has been there before and was moved,
  /// or comes back by an undo.
  ///
  /// Of what is no address nothing is kept.
  func noteInserted(_ token: TextToken) {
    guard isShort(token.text), removed.remove(token) == nil,
      EmailAddress.problem(of: token.text) == nil
    else { return }
    note(token.text)
  }

  func noteRemoved(_ token: TextToken) {
    guard isShort(token.text) else { return }
    if removed.count >= Self.mostRemoved { removed.removeAll() }
    removed.insert(token)
  }

  private func isShort(_ text: String) -> Bool { text.utf8.count <= Self.longestText }

  /// Takes in that a text was entered.
  func note(_ text: String) {
    guard isShort(text), !text.contains(where: \.isNewline) else { return }
    listed.add(text)
    entered.removeAll { $0 == text }
    entered.insert(text, at: 0)
    if entered.count > Self.memory { entered.removeLast() }
    hasNews = true
  }

  /// Keeps what was entered for the next start, where there is anything new, before what other windows
  /// have kept since; what goes wrong is told.
  func keep() {
    guard hasNews else { return }
    hasNews = false
    let known = Set(entered)
    entered += readEntered().filter { !known.contains($0) }.prefix(Self.memory - entered.count)
    // It may have been found that what is there cannot be read.
    guard let file else { return }
    do throws(FileError) {
      try file.replace(with: Array(entered.joined(separator: "\n").utf8).span)
    } catch {
      StandardError.print("cannot keep what was entered: \(error.path): \(error.reason)")
    }
  }
}
