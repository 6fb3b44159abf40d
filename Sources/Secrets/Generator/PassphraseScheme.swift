import CWordLists
import Glibc

/// A scheme for passwords of words that meet the rules of the policy for any choice of words.
///
/// Different draws make different passwords. A word with the following separator is never the
/// beginning of another one with its separator (a prefix code), so the words can be identified. The
/// suffix after the words has a constant length.
struct PassphraseScheme: PasswordScheme {
  /// The number of words.
  let count: Int
  private let list: WordList
  private let style: WordStyle
  /// The alphabet of each character after the words.
  private let suffixAlphabets: [[UInt8]]

  /// - Returns: `nil` if no number of words meets the policy.
  init?(atLeast minimum: Int, of list: WordList, for policy: PasswordPolicy) {
    let lengths = list.lengths
    let styles = WordStyle.all(for: policy.rules, over: list)
    var count = minimum
    while count <= SecureText.capacity / (lengths.maximum + 1) {
      let candidates = styles.compactMap { style in
        style.suffixAlphabets(after: count).map { (style: style, alphabets: $0) }
      }
      if let best = candidates.min(by: { $0.alphabets.count < $1.alphabets.count }) {
        let extraCount = count - 1 + (best.alphabets.isEmpty ? 0 : 1 + best.alphabets.count)
        guard count * lengths.maximum + extraCount <= SecureText.capacity else { return nil }
        if count * lengths.minimum + extraCount >= policy.minimumLength {
          (self.count, self.list, style, suffixAlphabets) = (count, list, best.style, best.alphabets)
          return
        }
      }
      count += 1
    }
    return nil
  }

  var kind: PasswordGenerator.Kind { .words(count) }

  var entropyBits: Double {
    suffixAlphabets.reduce(Double(count) * log2(Double(list.count))) { $0 + log2(Double($1.count)) }
  }

  func draw(into text: inout SecureText, below: (UInt32) -> UInt32) {
    for number in 0..<count {
      if number > 0 { text.append(ascii: style.separator) }
      list.withWord(at: Int(below(UInt32(list.count)))) { word in
        for index in word.indices { text.append(ascii: style.letter(word[index], at: index)) }
      }
    }
    if !suffixAlphabets.isEmpty { text.append(ascii: style.separator) }
    for choices in suffixAlphabets { text.append(ascii: choices[Int(below(UInt32(choices.count)))]) }
  }
}

/// The capitalization and the separator of words, and how far they meet the rules of a policy.
struct WordStyle: Sendable {
  let separator: UInt8
  /// Whether each word begins with a capital letter.
  private let isCapitalized: Bool
  private var kinds: [Kind] = []

  /// A rule and the characters that count for it.
  private struct Kind {
    let rule: PasswordRule
    /// The minimum count in any word.
    let countInWord: Int
    let countInSeparator: Int
    /// The printable ASCII characters that satisfy the rule.
    let suffixAlphabet: [UInt8]
  }

  /// Returns all styles in order of preference.
  static func all(for rules: [PasswordRule], over list: WordList) -> [WordStyle] {
    [UInt8(ascii: "-"), UInt8(ascii: " ")].flatMap { separator in
      [false, true].map { isCapitalized in
        var style = WordStyle(separator: separator, isCapitalized: isCapitalized)
        style.kinds = rules.map { style.kind(of: $0, over: list) }
        return style
      }
    }
  }

  /// Returns a letter of a word as this style writes it.
  func letter(_ letter: UInt8, at index: Int) -> UInt8 {
    let isLowercase = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
    return isCapitalized && index == 0 && isLowercase ? letter & ~0x20 : letter
  }

  private func kind(of rule: PasswordRule, over list: WordList) -> Kind {
    let isOfKind = (UInt8(0)..<0x80).map { rule.isSatisfied(Unicode.Scalar($0)) }
    let counts = (0..<list.count).map { index in
      list.withWord(at: index) { word in word.indices.count { isOfKind[Int(letter(word[$0], at: $0))] } }
    }
    return Kind(
      rule: rule, countInWord: counts.min() ?? 0, countInSeparator: isOfKind[Int(separator)] ? 1 : 0,
      suffixAlphabet: CharacterPasswordScheme.alphabet.filter { isOfKind[Int($0)] })
  }

  /// Returns the alphabet of each character that is needed after a number of words.
  ///
  /// - Returns: `nil` if no characters make the words meet the rules.
  func suffixAlphabets(after count: Int) -> [[UInt8]]? {
    var alphabets: [[UInt8]] = []
    for kind in kinds {
      let present = count * kind.countInWord + (count - 1) * kind.countInSeparator
      let missing = max(0, kind.rule.minimumCount - present)
      guard missing == 0 || !kind.suffixAlphabet.isEmpty else { return nil }
      alphabets += Array(repeating: kind.suffixAlphabet, count: missing)
    }
    return alphabets
  }
}

/// A list of ASCII words for passphrases.
struct WordList: Sendable {
  /// The list of the Electronic Frontier Foundation, whose origin and license `CWordLists.h` states.
  static let english = WordList(tactile_passphrase_words().bytes)

  // The text is constant as long as the process runs, so threads can share it.
  nonisolated(unsafe) private let text: UnsafeBufferPointer<UInt8>
  /// The byte range of each word in the text, in order.
  private let ranges: [Range<Int>]

  /// Creates a list of the words in a text, one in each line. The memory of the text must never be changed or freed.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    ranges = text.split(separator: UInt8(ascii: "\n")).map { $0.startIndex..<$0.endIndex }
  }

  /// The number of words.
  var count: Int { ranges.count }

  /// The lengths of the shortest and of the longest word, in bytes.
  ///
  /// - Complexity: O(*n*) in the number of words.
  var lengths: (minimum: Int, maximum: Int) {
    (ranges.map(\.count).min() ?? 0, ranges.map(\.count).max() ?? 0)
  }

  /// Calls `body` with the letters of a word.
  func withWord<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    body(text.span.extracting(ranges[index]))
  }
}

extension tactile_lines {
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }
}
