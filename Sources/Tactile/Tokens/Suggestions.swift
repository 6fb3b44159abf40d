import Controls
import Files

/// What the token field suggests: what was entered before, the newest first, and then what a list
/// file has.
///
/// It is read once the first frame is shown, and what was entered is kept when the program ends. The
/// field and the window share it.
final class Suggestions: CompletionSource {
  /// How many of the texts that were entered are kept, and how long each is at most.
  static let memory = 1000
  static let longestText = 320

  private let file: AtomicFile?
  private let listPath: String?
  private var listed = ListedCompletions()
  /// The newest first.
  private var entered: [String] = []
  private var hasNews = false

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

  func completions(of text: String, limit: Int) -> [Completion] {
    listed.completions(of: text, limit: limit)
  }

  /// Reads both files; one that cannot be read is told of, unless it is the kept one and missing.
  func load() {
    var texts: [String] = []
    if let listPath {
      do throws(FileError) {
        texts = try ListFile.lines(at: listPath)
      } catch {
        StandardError.print("cannot read the completions: \(listPath): \(error.reason)")
      }
    }
    let limit = Self.memory * (Self.longestText + 1)
    let kept = (try? file?.read(limit: limit)).map(ListFile.lines) ?? []
    entered += kept.prefix(Self.memory)
    listed = ListedCompletions(entered + texts)
  }

  /// Takes in that a text was entered.
  func note(_ text: String) {
    guard text.utf8.count <= Self.longestText, !text.contains(where: \.isNewline) else { return }
    listed.add(text)
    entered.removeAll { $0 == text }
    entered.insert(text, at: 0)
    if entered.count > Self.memory { entered.removeLast() }
    hasNews = true
  }

  /// Keeps what was entered for the next start, where there is anything new; what goes wrong is told.
  func keep() {
    guard hasNews, let file else { return }
    hasNews = false
    do throws(FileError) {
      try file.replace(with: Array(entered.joined(separator: "\n").utf8).span)
    } catch {
      StandardError.print("cannot keep what was entered: \(error.path): \(error.reason)")
    }
  }
}
