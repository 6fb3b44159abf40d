import CSodium
import CZxcvbn
import Glibc
public import System

/// An estimator of password strength that uses zxcvbn.
///
/// Any thread may use it. A password of 24 characters takes less than a millisecond. The maximum
/// length of two alternating neighboring digits takes a quarter of a second, so a program with a
/// window estimates on a worker thread.
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
    defer { sodium_stackzero(StackWipeSize.byteCount) }
    let isPartial = input.isTruncated
    return withWords { words in
      input.withCString { password in
        var matches: ZxcvbnLibrary.Matches?
        let bits = max(0, library.match(password, words, &matches))
        defer { library.free(matches) }
        let strength = PasswordStrength(bits: bits, advice: nil, isPartial: isPartial)
        return strength.grade == .veryStrong
          ? strength : PasswordStrength(bits: bits, advice: .init(matches: matches), isPartial: isPartial)
      }
    }
  }

  /// Calls `body` with the words as an array of C strings that ends with a null pointer.
  private func withWords<Result>(_ body: (ZxcvbnLibrary.Words) -> Result) -> Result {
    let words = personalWords.words.map { strdup(StrengthInput.bytes(of: $0.text)) }
    defer { for word in words { free(word) } }
    let list = words.map { UnsafePointer($0) } + [nil]
    return list.withUnsafeBufferPointer { $0.baseAddress.map(body) ?? body([nil]) }
  }
}

/// The reason the strength of passwords cannot be estimated.
public enum StrengthError: Error, Hashable, Sendable {
  /// libzxcvbn is not installed or lacks a function.
  case noLibrary(DynamicLibraryError)

  /// A one-line description of the error for the user.
  public var message: String {
    switch self {
    case .noLibrary(let error): "Cannot estimate the strength: \(error.reason)."
    }
  }
}

/// The functions of libzxcvbn, a C port of D. L. Wheeler's estimator ([zxcvbn: Low-Budget Password
/// Strength Estimation, USENIX Security 2016][1]).
///
/// The library is loaded for the first password that is estimated, because its dictionaries of 1.4
/// MB would slow down every start.
///
/// [1]: https://www.usenix.org/conference/usenixsecurity16/technical-sessions/presentation/wheeler
struct ZxcvbnLibrary: LibraryBindings, Sendable {
  typealias Matches = UnsafeMutablePointer<CZxcvbnMatch>
  typealias Words = UnsafePointer<UnsafePointer<CChar>?>

  /// `ZxcvbnMatch`: returns the entropy in bits and the matches that the password consists of.
  let match: @convention(c) (UnsafePointer<CChar>, Words, UnsafeMutablePointer<Matches?>) -> Double
  /// `ZxcvbnFreeInfo`
  let free: @convention(c) (Matches?) -> Void

  static let name = "libzxcvbn.so.0"

  init(of library: DynamicLibrary) throws(DynamicLibraryError) {
    match = try library["ZxcvbnMatch"]
    free = try library["ZxcvbnFreeInfo"]
  }
}
