import CSodium
import CZxcvbn
import Glibc
public import System

/// An estimator of password strength that uses zxcvbn.
///
/// Any thread may use it. A password of 24 characters takes less than a millisecond. The maximum
/// length of two alternating neighboring digits takes a quarter of a second, and up to three times as
/// long with a few other characters, so a program with a window estimates on a worker thread.
public struct StrengthEstimator: Sendable {
  private let library: ZxcvbnLibrary
  private let personalWords: PersonalWords

  /// Opens libzxcvbn.
  ///
  /// - Parameter words: Words that an attacker tries first.
  /// - Throws: `StrengthError.noLibrary` if libzxcvbn is not installed or lacks a function.
  public init(personalWords words: PersonalWords = .none) throws(StrengthError) {
    try self.init(library: ZxcvbnLibrary.name, personalWords: words)
  }

  init(library name: String, personalWords words: PersonalWords) throws(StrengthError) {
    do throws(DynamicLibraryError) { library = try ZxcvbnLibrary(name) } catch { throw .noLibrary(error) }
    self.personalWords = words
  }

  /// Estimates the strength of a password.
  ///
  /// - Complexity: Bounded by `StrengthInput.limit`.
  public func estimate(_ input: borrowing StrengthInput) -> PasswordStrength {
    // The library copies the password, also reversed, to the heap and to the stack. It wipes the
    // heap. The copies on the stack would outlive the thread, because glibc reuses stacks.
    defer { sodium_stackzero(stackWipeSize) }
    let words = (personalWords.words.map(\.text) + Self.internationalWords)
      .map { strdup(StrengthInput.bytes(of: $0)) }
    defer { for word in words { free(word) } }
    let (bits, advice) = input.withCString { lowest($0, words) }
    let isVeryStrong = bits >= PasswordStrength.veryStrongBits
    return PasswordStrength(bits: bits, advice: isVeryStrong ? nil : advice, isPartial: input.isTruncated)
  }

  private typealias Estimate = (bits: Double, advice: PasswordStrength.Advice)

  /// Returns the lowest of three estimates: with the words of the user, with all `words`, and with the longest
  /// repeated part as a word that is guessed first. The library itself recognizes only exact, adjacent repeats.
  private func lowest(_ password: UnsafePointer<CChar>, _ words: [UnsafeMutablePointer<CChar>?]) -> Estimate {
    let own = match(password, Array(words.prefix(personalWords.words.count)))
    // No other estimate changes this grade. The passwords that take the library longest have it.
    guard PasswordStrength(bits: own.bits, advice: nil, isPartial: false).grade >= .weak else { return own }
    let known = match(password, words)
    let best = known.bits < own.bits ? (known.bits, .commonWords) : own
    let bytes = UnsafeBufferPointer(start: password, count: strlen(password)).span
    guard let part = RepeatedPart(of: bytes) else { return best }
    var copies = LockedBuffer<CChar>(count: 2 * (part.length + 1))
    return copies.withUnsafeMutablePointer { first in
      let second = first + part.length + 1
      first.update(from: password + part.first, count: part.length)
      second.update(from: password + part.second, count: part.length)
      let bits = lowest(first, words).bits + match(password, [first, second] + words).bits
      return bits < best.bits ? (bits, .repeats) : best
    }
  }

  /// Returns the fewest bits for the parts that the library finds. Each run of parts may be guessed by characters
  /// instead.
  ///
  /// The library counts an unknown character with the logarithm of its whole set, up to 7.8 bits. The reference
  /// counts ten guesses, because people choose some characters much more often than others.
  ///
  /// - Parameter words: Words that are guessed first.
  private func match(_ password: UnsafePointer<CChar>, _ words: [UnsafeMutablePointer<CChar>?]) -> Estimate {
    var matches: UnsafeMutablePointer<CZxcvbnMatch>?
    _ = library.match(password, words + [nil], &matches)
    defer { library.free(matches) }
    var (bits, next, parts) = (0.0, matches, [(end: Int32(0), bits: 0.0)])
    while let match = next?.pointee {
      let end = match.begin + match.length
      let known = match.type == CZXCVBN_BRUTE_FORCE ? .infinity : bits + match.entropy_in_many
      bits = parts.reduce(known) { min($0, $1.bits + log2(10) * Double(end - $1.end)) }
      parts.append((end, bits))
      next = match.next
    }
    return (bits, PasswordStrength.Advice(matches: matches))
  }

  /// Common passwords and words in passwords that the dictionaries of the library (English texts and names) lack.
  private static let internationalWords = """
    ghbdtn gfhjkm qweasdzxc azertyuiop qwertzuiop q1w2e3r4t5 1q2w3e4r5t6y 1qaz2wsx3edc a1s2d3f4g5 weihnachten \
    sonnenschein feuerwehr muenchen schatzi zuhause geheim motdepasse jetaime contrasena tequiero minhasenha \
    senha realmadrid 741852963 galatasaray wachtwoord welkom kochanie misiaczek privet 147258369 918273645
    """.split(separator: " ").map(String.init)
}

/// The reason the strength of passwords cannot be estimated.
public enum StrengthError: Error, Hashable, Sendable {
  /// libzxcvbn is not installed or lacks a function.
  case noLibrary(DynamicLibraryError)
}

/// libzxcvbn, a C port of D. L. Wheeler's estimator ([zxcvbn: Low-Budget Password
/// Strength Estimation, USENIX Security 2016][1]).
///
/// The library is loaded for the first password that is estimated, because its dictionaries of 1.4
/// MB would slow down every start.
///
/// [1]: https://www.usenix.org/conference/usenixsecurity16/technical-sessions/presentation/wheeler
typealias ZxcvbnLibrary = LoadedLibrary<CZxcvbnFunctions>

extension LoadedLibrary<CZxcvbnFunctions> {
  static var name: String { "libzxcvbn.so.0" }

  /// - Parameter name: The name of the library, which may differ on other systems.
  convenience init(_ name: String = name) throws(DynamicLibraryError) {
    try self.init(name, tactile_zxcvbn_names())
  }
}

/// The longest part of a password that occurs twice without overlap, forward or backward, in any case and with
/// replaced letters, such as `Berlin` in `Berlin-n1lreB`.
struct RepeatedPart {
  /// The length, the start of the first occurrence and that of the second one.
  private(set) var (length, first, second) = (2, 0, 0)

  /// Finds the longest repeated part of at least three bytes. `nil` if there is none.
  ///
  /// - Complexity: O(*n*³) in the length of the password, which `StrengthInput.limit` bounds.
  init?(of password: Span<CChar>) {
    for low in password.indices {
      for high in password.indices where low < high {
        for step in [1, -1] {
          let common = Self.commonLength(password, low, high, step: step)
          if common > length { (length, first, second) = (common, low, step > 0 ? high : high - common + 1) }
        }
      }
    }
    if length == 2 { return nil }
  }

  /// Returns the number of equal letters from `low` up and from `high` in steps of `step`.
  private static func commonLength(_ bytes: Span<CChar>, _ low: Int, _ high: Int, step: Int) -> Int {
    let limit = step > 0 ? min(high - low, bytes.count - high) : (high - low + 1) / 2
    return (0..<limit).first { letter(bytes[low + $0]) != letter(bytes[high + step * $0]) } ?? limit
  }

  private static func letter(_ byte: CChar) -> UInt8 { letters[Int(UInt8(bitPattern: byte))] }

  /// The lowercase letter that each byte is or replaces. The letters i and l are replaced by the same characters.
  private static let letters: [UInt8] = (UInt8.min...UInt8.max).map { byte in
    let letter = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    return zip("4@8(<369i1!|05$7+%2".utf8, "aabcceggllllossttxz".utf8).first { $0.0 == letter }?.1 ?? letter
  }
}
