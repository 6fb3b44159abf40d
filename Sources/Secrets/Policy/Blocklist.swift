import CSodium
import CWordLists

/// A set of passwords that are blocked because attackers try them first.
///
/// The set stores only a 64-bit fingerprint of each password (SipHash-2-4 with a key of this
/// process), after Unicode case folding and in NFC. A list of millions therefore takes 8 bytes for
/// each password. With a list of 2²⁴ passwords, one other password in 2⁴⁰ is wrongly treated as
/// contained.
public struct Blocklist: Hashable, Sendable {
  typealias Fingerprint = UInt64

  /// The fingerprints in ascending order, without duplicates.
  private var fingerprints: [Fingerprint]
  /// The lists that the passwords come from.
  public let sources: Sources

  /// Kinds of lists.
  public struct Sources: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The built-in list.
    public static let common = Sources(rawValue: 1)
    /// Lists that the user supplies.
    public static let custom = Sources(rawValue: 2)
  }

  /// The 1,000 most common passwords of Openwall's list, whose origin `CWordLists.h` states.
  public static let common = Blocklist(lines: tactile_common_passwords().bytes.span, .common)

  /// Creates a list from the lines of a text.
  ///
  /// - Parameter utf8: One password on each line. Empty lines are skipped, and so are lines that
  ///   are not valid UTF-8, because every password is.
  /// - Complexity: O(*n* log *n*).
  public init(lines utf8: Span<UInt8>) { self.init(lines: utf8, .custom) }

  private init(lines utf8: Span<UInt8>, _ sources: Sources) {
    func isEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    var (fingerprints, start) = ([Fingerprint](), 0)
    for index in 0...utf8.count where index == utf8.count || isEnd(utf8[index]) {
      let word = utf8.extracting(start..<index)
      if index > start, let fingerprint = Self.fingerprint(of: word) {
        fingerprints.append(fingerprint)
      }
      start = index + 1
    }
    self.init(fingerprints, sources)
  }

  private init(_ fingerprints: [Fingerprint], _ sources: Sources) {
    self.sources = sources
    self.fingerprints = fingerprints.sorted().reduce(into: []) { unique, next in
      if unique.last != next { unique.append(next) }
    }
  }

  /// The number of passwords in the list.
  package var count: Int { fingerprints.count }

  /// Returns the union of two lists.
  package func union(_ other: Blocklist) -> Blocklist {
    Blocklist(fingerprints + other.fingerprints, sources.union(other.sources))
  }

  /// Returns whether the list contains a password, ignoring the case of its letters.
  ///
  /// - Complexity: O(log *n*), plus O(*m*) in the length of the password.
  package func contains(_ password: borrowing SecureText) -> Bool { contains(Self.fingerprint(of: password)) }

  private func contains(_ fingerprint: Fingerprint) -> Bool {
    var (low, high) = (0, fingerprints.count)
    while low < high {
      let middle = (low + high) / 2
      if fingerprints[middle] < fingerprint { low = middle + 1 } else { high = middle }
    }
    return low < fingerprints.count && fingerprints[low] == fingerprint
  }

  /// Returns the list that contains a fingerprint, or `nil` if none does.
  func match(_ fingerprint: Fingerprint) -> KnownPassword? {
    guard contains(fingerprint) else { return nil }
    return Self.common.contains(fingerprint) ? .common : .listed
  }
}

// MARK: - Fingerprints
extension Blocklist {
  private static let key: [UInt8] = {
    var key = [UInt8](repeating: 0, count: Int(crypto_shorthash_KEYBYTES))
    crypto_shorthash_keygen(&key)
    return key
  }()

  static func fingerprint(of password: borrowing SecureText) -> Fingerprint {
    password.normalized(.folded).withUnsafeUTF8 { fingerprint(of: $0, count: $1) }
  }

  /// Returns the fingerprint of text that is not secret, or `nil` if it is not valid UTF-8.
  static func fingerprint(of utf8: Span<UInt8>) -> Fingerprint? {
    guard utf8.indices.allSatisfy({ utf8[$0] < 0x80 }) else {
      guard let text = try? UTF8Span(validating: utf8) else { return nil }
      return NormalizedText(text, .folded).withUnsafeUTF8 { fingerprint(of: $0, count: $1) }
    }
    let folded = utf8.indices.map { index in
      let byte = utf8[index]
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      return CChar(bitPattern: isCapital ? byte | 0x20 : byte)
    }
    return fingerprint(of: folded, count: folded.count)
  }

  private static func fingerprint(of folded: UnsafePointer<CChar>, count: Int) -> Fingerprint {
    var result = Fingerprint(0)
    withUnsafeMutablePointer(to: &result) {
      _ = crypto_shorthash(UnsafeMutableRawPointer($0), folded, UInt64(count), key)
    }
    return result
  }
}

/// The reason a password is easy to guess regardless of its composition.
public enum KnownPassword: Hashable, Sendable {
  /// A word of the user's. `meaning` describes it, as in "your user name".
  case personalWord(meaning: String)
  /// An entry of the built-in list of the most common passwords.
  case common
  /// An entry of a list that the user supplies.
  case listed

  /// The strength of a known password: zero.
  package var strength: PasswordStrength { PasswordStrength(of: self) }
}

extension PasswordPolicy {
  /// Returns the reason a password is easy to guess, or `nil` if it is not known.
  ///
  /// The personal words are compared even if the policy does not block them, then the blocklist of
  /// the policy.
  ///
  /// - Complexity: O(*m*) in the length of the password, plus O(log *n*) in that of the blocklist.
  package func knownPassword(_ password: borrowing SecureText, personalWords words: PersonalWords = .none)
    -> KnownPassword?
  {
    guard blocklist != nil || words != .none else { return nil }
    let fingerprint = Blocklist.fingerprint(of: password)
    return words.match(fingerprint) ?? blocklist?.match(fingerprint)
  }
}

/// Words that an attacker who knows the user or the computer tries first.
public struct PersonalWords: Hashable, Sendable {
  struct Word: Hashable, Sendable {
    let text: String
    /// A description of the word, as in "your user name".
    let meaning: String
    let fingerprint: Blocklist.Fingerprint
  }

  private(set) var words: [Word] = []

  /// An empty list of words.
  public static let none = PersonalWords()

  private init() {}

  /// Returns the word that has a fingerprint, or `nil` if there is none.
  func match(_ fingerprint: Blocklist.Fingerprint) -> KnownPassword? {
    words.first { $0.fingerprint == fingerprint }.map { .personalWord(meaning: $0.meaning) }
  }

  /// Creates words, each with a description as in "your user name".
  ///
  /// Words of fewer than three bytes are left out, because almost any password contains them.
  public init(_ words: [(text: String, meaning: String)]) {
    self.words = words.filter { $0.text.utf8.count >= 3 }.compactMap { text, meaning in
      Blocklist.fingerprint(of: text.utf8.span).map { Word(text: text, meaning: meaning, fingerprint: $0) }
    }
  }
}
