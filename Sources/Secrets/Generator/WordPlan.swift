import Glibc

/// A password of words, put together so that it meets the policy's rules whichever words are drawn.
///
/// No two draws make the same password. Each word with the separator behind it is the beginning of no
/// other, so that the words can be told apart (a prefix code), and what stands behind them all is
/// always as long.
struct WordPlan: Sendable {
  /// How many words.
  let count: Int
  private let list: WordList
  private let style: WordStyle
  /// What each of the characters behind the words is drawn of.
  private let extras: [[UInt8]]

  /// - Returns: `nil` where no words do, however many.
  init?(atLeast least: Int, of list: WordList, for policy: PasswordPolicy) {
    let lengths = list.lengths
    let styles = WordStyle.all.map { $0.judged(by: policy.rules, over: list) }
    var count = least
    while count * (lengths.most + 1) <= SecureText.capacity {
      let ways = styles.compactMap { $0.extras(behind: count) }
      if let way = ways.min(by: { $0.extras.count < $1.extras.count }) {
        let others = count - 1 + (way.extras.isEmpty ? 0 : 1 + way.extras.count)
        guard count * lengths.most + others <= SecureText.capacity else { return nil }
        if count * lengths.least + others >= policy.minimumLength {
          (self.count, self.list, style, extras) = (count, list, way.style, way.extras)
          return
        }
      }
      count += 1
    }
    return nil
  }

  var bits: Double {
    extras.reduce(Double(count) * log2(Double(list.count))) { $0 + log2(Double($1.count)) }
  }

  func draw(into text: inout SecureText, below: (UInt32) -> UInt32) {
    for number in 0..<count {
      if number > 0 { text.append(ascii: style.separator) }
      list.withWord(at: Int(below(UInt32(list.count)))) { word in
        for place in word.indices { text.append(ascii: style.letter(word[place], at: place)) }
      }
    }
    if !extras.isEmpty { text.append(ascii: style.separator) }
    for choices in extras { text.append(ascii: choices[Int(below(UInt32(choices.count)))]) }
  }
}

/// How words are written and what stands between them.
struct WordStyle: Sendable {
  let separator: UInt8
  /// Whether each word begins with a capital.
  let isCapitalized: Bool

  /// The one that is taken where several do is first.
  static let all = [UInt8(ascii: "-"), UInt8(ascii: " ")].flatMap { separator in
    [false, true].map { WordStyle(separator: separator, isCapitalized: $0) }
  }

  /// A letter as it is written.
  func letter(_ letter: UInt8, at place: Int) -> UInt8 {
    let isLowercase = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
    return isCapitalized && place == 0 && isLowercase ? letter & ~0x20 : letter
  }

  /// Sees how many characters of each kind all words have.
  func judged(by rules: [PasswordRule], over list: WordList) -> Judged {
    Judged(
      style: self,
      kinds: rules.map { rule in
        let isOfKind = (UInt8(0)..<0x80).map { rule.isSatisfied(Unicode.Scalar($0)) }
        let counts = (0..<list.count).map { index in
          list.withWord(at: index) { word in
            word.indices.count { isOfKind[Int(letter(word[$0], at: $0))] }
          }
        }
        return Judged.Kind(
          rule: rule, countInWord: counts.min() ?? 0,
          countInSeparator: isOfKind[Int(separator)] ? 1 : 0,
          extras: CharacterPlan.alphabet.filter { isOfKind[Int($0)] })
      })
  }

  /// A style with how far it meets rules.
  struct Judged {
    /// What a rule asks for.
    struct Kind {
      let rule: PasswordRule
      /// In any word at the least.
      let countInWord: Int
      let countInSeparator: Int
      /// All that leave ink.
      let extras: [UInt8]
    }

    let style: WordStyle
    let kinds: [Kind]

    /// What there must be behind so many words.
    ///
    /// - Returns: `nil` where nothing helps.
    func extras(behind count: Int) -> (style: WordStyle, extras: [[UInt8]])? {
      var extras: [[UInt8]] = []
      for kind in kinds {
        let present = count * kind.countInWord + (count - 1) * kind.countInSeparator
        let missing = max(0, kind.rule.minimumCount - present)
        guard missing == 0 || !kind.extras.isEmpty else { return nil }
        extras += Array(repeating: kind.extras, count: missing)
      }
      return (style, extras)
    }
  }
}
