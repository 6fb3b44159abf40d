import CUtf8proc
import Controls
import Scene
import System
import Windowing

/// The completions of the token field: the entered texts, newest first, then the entries of a
/// completion file.
///
/// They are loaded after the first frame, the completion file on another thread. The entered texts
/// are saved when the program ends. The field and the window share this object.
final class RecipientSuggestions: CompletionSource {
  /// The maximum number of entered texts, and the maximum size of each in UTF-8 bytes.
  static let maximumEnteredCount = 1000
  static let maximumTextLength = 320
  /// The maximum number of tokens recorded from one insertion. A long list must not displace all
  /// typed texts.
  static let maximumTokensPerInsertion = maximumEnteredCount / 10

  /// The file of entered texts. `nil` if there is no path for it or it cannot be read.
  private var file: AtomicFile?
  /// Whether there is a path for the file of entered texts.
  private let hasPath: Bool
  private let reportWarning: (String) -> Void
  private let completionsPath: String?
  private var index = CompletionIndex(folding: \.withoutMarks)
  /// The loader of the completion file. `nil` unless it is running.
  private var loader: Job<Result<CompletionIndex, FileError>>?
  /// The entered texts, newest first.
  private var entered: [String] = []
  /// The texts in the index that are not in the completion file.
  private var enteredOnly: Set<String> = []
  private var hasUnsavedChanges = false
  /// The tokens whose texts were not known before they were inserted.
  private var newTokens: Set<TextToken> = []
  /// The tokens that were removed from the field. They are not recorded again when they return.
  private var removed: Set<TextToken> = []
  /// The maximum number of tokens in each set.
  private static let maximumTokenCount = maximumEnteredCount

  /// - Parameters:
  ///   - completionsPath: The path of the completion file, with one text per line. `nil` for none.
  ///   - directory: The path of the directory for the state of programs. If `nil`, nothing is saved.
  ///   - reportWarning: Called with one line if a file cannot be read or written.
  init(
    completionsPath: String? = nil, in directory: String? = nil,
    reportWarning: @escaping (String) -> Void = StandardError.print
  ) {
    self.completionsPath = completionsPath
    self.reportWarning = reportWarning
    file = directory.map { AtomicFile(directory: "\($0)/tactile", name: "recipients") }
    hasPath = file != nil
  }

  func completions(of text: String, limit: Int) -> [CompletionItem] {
    index.completions(of: text, limit: limit)
  }

  /// Reads the entered texts and starts to load the completion file.
  ///
  /// - Parameter wakeSource: Signaled when `adoptLoadedCompletions()` can be called.
  func load(waking wakeSource: WakeSource) {
    addSavedTexts()
    index = CompletionIndex(entered, folding: \.withoutMarks)
    enteredOnly = Set(entered)
    loader = completionsPath.map { path in
      // A long file takes seconds.
      Job(
        {
          Result { () throws(FileError) in
            CompletionIndex(try LineFile.lines(at: path), folding: \.withoutMarks)
          }
        }, onEnd: wakeSource.wake)
    }
  }

  /// Adds the texts in the file after those that were entered, up to the maximum number.
  private func addSavedTexts() {
    let existing = Set(entered)
    entered += readEntered().filter { !existing.contains($0) }.prefix(
      Self.maximumEnteredCount - entered.count)
  }

  /// Returns the texts in the file. A file that cannot be read causes a message and stays unchanged.
  private func readEntered() -> [String] {
    guard let file else { return [] }
    do throws(FileError) {
      return LineFile.lines(
        in: try file.read(limit: Self.maximumEnteredCount * (Self.maximumTextLength + 1)))
    } catch {
      guard !error.isNotFound else { return [] }
      self.file = nil
      reportWarning("cannot read the entered texts in '\(error.path)': \(error.reason)")
      return []
    }
  }

  /// Adopts the completion file if it has been loaded. Prints a message if it could not be read.
  ///
  /// - Complexity: O(*n*) in the number of entered texts.
  func adoptLoadedCompletions() {
    guard let result = loader?.takeResult() else { return }
    self.loader = nil
    // Consumed, because adding to a list with a second reference would copy all of it.
    switch consume result {
    case .success(var loaded):
      enteredOnly = Set(entered.filter { !loaded.contains($0) })
      for text in entered.reversed() { loaded.add(text) }
      index = loaded
    case .failure(let error):
      reportWarning("cannot read --completions file '\(error.path)': \(error.reason)")
    }
  }

  /// Records an inserted token, unless it was moved or returns by an undo.
  ///
  /// Tokens that are not email addresses are not recorded.
  func recordInserted(_ token: TextToken) {
    guard isShort(token.text), removed.remove(token) == nil,
      EmailAddress.problem(of: token.text) == nil
    else { return }
    if !index.contains(token.text) { Self.add(token, to: &newTokens) }
    record(token.text)
  }

  /// Forgets the text of a token whose insertion was undone, unless it was known before.
  func recordUndone(_ token: TextToken) {
    guard newTokens.remove(token) != nil else { return recordRemoved(token) }
    removeCompletion(token.text)
    entered.removeAll { $0 == token.text }
    hasUnsavedChanges = true
  }

  func recordRemoved(_ token: TextToken) {
    guard isShort(token.text) else { return }
    Self.add(token, to: &removed)
  }

  /// Adds a token to a set, which forgets the others before it exceeds the limit.
  private static func add(_ token: TextToken, to tokens: inout Set<TextToken>) {
    if tokens.count >= maximumTokenCount { tokens.removeAll() }
    tokens.insert(token)
  }

  /// Removes an entered text from the completions unless the completion file contains it.
  private func removeCompletion(_ text: String) {
    if enteredOnly.remove(text) != nil { index.remove(text) }
  }

  private func isShort(_ text: String) -> Bool { text.utf8.count <= Self.maximumTextLength }

  /// Records an entered text.
  func record(_ text: String) {
    guard isShort(text), !text.contains(where: \.isNewline) else { return }
    if !index.contains(text) { enteredOnly.insert(text) }
    index.add(text)
    entered.removeAll { $0 == text }
    entered.insert(text, at: 0)
    if entered.count > Self.maximumEnteredCount { removeCompletion(entered.removeLast()) }
    hasUnsavedChanges = true
  }

  /// Saves the entered texts for the next launch if they have changed. Prints a message on failure.
  ///
  /// They precede the texts that other windows have saved since the last read.
  func save() {
    guard hasUnsavedChanges else { return }
    hasUnsavedChanges = false
    guard hasPath else {
      return reportWarning("cannot save the entered texts: \(BaseDirectory.noStateDirectoryMessage)")
    }
    addSavedTexts()
    // `readEntered()` sets it to `nil` if the file cannot be read.
    guard let file else { return }
    do throws(FileError) {
      try file.replace(with: Array(entered.joined(separator: "\n").utf8).span)
    } catch {
      reportWarning("cannot save the entered texts to '\(error.path)': \(error.reason)")
    }
  }
}

extension Character {
  /// The character in folded case, without accents and vowel points.
  ///
  /// Uses Unicode case folding and canonical decomposition, and omits the marks that do not change
  /// one letter into another.
  ///
  /// - Complexity: O(*n*) in the number of scalars.
  var withoutMarks: String {
    let text = String(self)
    let scalars = Self.decomposed(text.utf8Span.span)
    return scalars.reduce(into: "") { folded, scalar in
      if !scalar.isAccent { folded.unicodeScalars.append(scalar) }
    }
  }

  private static func decomposed(_ utf8: Span<UInt8>) -> [Unicode.Scalar] {
    let options = utf8proc_option_t(
      UTF8PROC_STABLE.rawValue | UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue)
    return utf8.withUnsafeBufferPointer { bytes in
      let count = utf8proc_decompose(bytes.baseAddress, bytes.count, nil, 0, options)
      precondition(count >= 0, "utf8proc_decompose failed on valid UTF-8: \(count)")
      return withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { values in
        _ = utf8proc_decompose(bytes.baseAddress, bytes.count, values.baseAddress, count, options)
        return values.compactMap { Unicode.Scalar(UInt32(bitPattern: $0)) }
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a mark on, under or through a letter, or a vowel point of Hebrew, Arabic
  /// or Syriac, according to its combining class ([UCD, 5.7.4][1]).
  ///
  /// The classes in between are parts of letters, such as the voicing of kana, and vowels and tones
  /// that their scripts always write.
  ///
  /// [1]: https://www.unicode.org/reports/tr44/#Canonical_Combining_Class_Values
  fileprivate var isAccent: Bool {
    switch properties.canonicalCombiningClass.rawValue {
    case 1, 10...36, 200...240: true
    default: false
    }
  }
}

/// A file with one entry per line.
enum LineFile {
  /// The maximum file size in bytes.
  static let maximumSize = 256 << 20

  /// Returns the lines that are not empty, without spaces and tabs at both ends, and without a byte order mark.
  ///
  /// Invalid UTF-8 is repaired, as in all text from other sources.
  /// - Throws: `FileError` if the file cannot be read or is too large.
  /// - Complexity: O(*n*) in the size of the file.
  static func lines(at path: String) throws(FileError) -> [String] {
    lines(in: try AtomicFile(path: path).readAll(limit: maximumSize).content)
  }

  /// Returns the lines of a file of tokens, or others without a path. Prints an error and returns `nil` if the file
  /// cannot be read.
  static func tokens(at path: String?, orElse others: [String]) -> [String]? {
    do throws(FileError) { return try path.map(lines) ?? others } catch {
      StandardError.print("cannot read --tokens file '\(error.path)': \(error.reason)")
      return nil
    }
  }

  static func lines(in bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    let text = bytes.dropFirst(bytes.span.byteOrderMarkLength)
    for line in text.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard let first = line.firstIndex(where: { !isSpace($0) }),
        let last = line.lastIndex(where: { !isSpace($0) })
      else { continue }
      lines.append(String(decoding: line[first...last], as: UTF8.self))
    }
    return lines
  }
}
