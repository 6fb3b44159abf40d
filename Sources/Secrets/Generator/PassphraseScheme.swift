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
    let styles = WordStyle.all.map { $0.evaluated(against: policy.rules, over: list) }
    var count = minimum
    while count <= SecureText.capacity / (lengths.maximum + 1) {
      let candidates = styles.compactMap { $0.suffixAlphabets(after: count) }
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

/// The capitalization and the separator of words.
struct WordStyle: Sendable {
  let separator: UInt8
  /// Whether each word begins with a capital letter.
  let isCapitalized: Bool

  /// All styles in order of preference.
  static let all = [UInt8(ascii: "-"), UInt8(ascii: " ")].flatMap { separator in
    [false, true].map { WordStyle(separator: separator, isCapitalized: $0) }
  }

  /// Returns a letter of a word as this style writes it.
  func letter(_ letter: UInt8, at index: Int) -> UInt8 {
    let isLowercase = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
    return isCapitalized && index == 0 && isLowercase ? letter & ~0x20 : letter
  }

  /// Computes the minimum number of characters of each kind that every word contains.
  func evaluated(against rules: [PasswordRule], over list: WordList) -> Evaluated {
    Evaluated(
      style: self,
      kinds: rules.map { rule in
        let isOfKind = (UInt8(0)..<0x80).map { rule.isSatisfied(Unicode.Scalar($0)) }
        let counts = (0..<list.count).map { index in
          list.withWord(at: index) { word in word.indices.count { isOfKind[Int(letter(word[$0], at: $0))] } }
        }
        return Evaluated.Kind(
          rule: rule, countInWord: counts.min() ?? 0, countInSeparator: isOfKind[Int(separator)] ? 1 : 0,
          suffixAlphabet: CharacterPasswordScheme.alphabet.filter { isOfKind[Int($0)] })
      })
  }

  /// A style and how far it meets some rules.
  struct Evaluated {
    /// A rule and the characters that count for it.
    struct Kind {
      let rule: PasswordRule
      /// The minimum count in any word.
      let countInWord: Int
      let countInSeparator: Int
      /// The printable ASCII characters that satisfy the rule.
      let suffixAlphabet: [UInt8]
    }

    let style: WordStyle
    let kinds: [Kind]

    /// Returns the alphabet of each character that is needed after a number of words.
    ///
    /// - Returns: `nil` if no characters make the words meet the rules.
    func suffixAlphabets(after count: Int) -> (style: WordStyle, alphabets: [[UInt8]])? {
      var alphabets: [[UInt8]] = []
      for kind in kinds {
        let present = count * kind.countInWord + (count - 1) * kind.countInSeparator
        let missing = max(0, kind.rule.minimumCount - present)
        guard missing == 0 || !kind.suffixAlphabet.isEmpty else { return nil }
        alphabets += Array(repeating: kind.suffixAlphabet, count: missing)
      }
      return (style, alphabets)
    }
  }
}
