import CSodium
public import DynamicLibraries
import Glibc

/// Judges how strong passwords are, by zxcvbn.
///
/// Any thread may use it. A password of 24 characters takes less than a millisecond, one of as many
/// neighbouring digits as are looked at a quarter of a second: a program with a window judges on a worker
/// thread.
public struct StrengthEstimator: Sendable {
  private let library: ZxcvbnLibrary
  private let words: PersonalWords

  /// Opens libzxcvbn.
  ///
  /// - Parameter words: What is guessed first.
  /// - Throws: Where it is not installed, or is another one.
  public init(knowing words: PersonalWords = .none) throws(StrengthError) {
    try self.init(library: ZxcvbnLibrary.name, knowing: words)
  }

  init(library name: String, knowing words: PersonalWords) throws(StrengthError) {
    do throws(DynamicLibraryError) {
      library = try ZxcvbnLibrary(name)
    } catch {
      throw .noLibrary(error)
    }
    self.words = words
  }

  /// Judges a password.
  ///
  /// - Complexity: Bounded, by `StrengthSubject.limit`.
  public func estimate(_ subject: borrowing StrengthSubject) -> PasswordStrength {
    // The library copies the password, backward too, to the heap, which it wipes, and to the stack,
    // where the copies would outlive the thread: glibc keeps stacks for the next one.
    defer { sodium_stackzero(LibraryStack.size) }
    let isOfBeginning = subject.isBeginning
    return withWords { words in
      subject.withCString { password in
        var matches: ZxcvbnLibrary.Matches?
        let bits = max(0, library.match(password, words, &matches))
        defer { library.free(matches) }
        let isEnough = PasswordStrength(bits: bits, advice: nil, isOfBeginning: isOfBeginning)
        return isEnough.grade == .veryStrong
          ? isEnough
          : PasswordStrength(
            bits: bits, advice: .init(matches: matches), isOfBeginning: isOfBeginning)
      }
    }
  }

  /// Lends the words as C has them, with none at the end.
  private func withWords<Result>(_ body: (ZxcvbnLibrary.Words) -> Result) -> Result {
    let words = words.words.map { strdup(StrengthSubject.bytes(of: $0.text)) }
    defer { for word in words { free(word) } }
    let list = words.map { UnsafePointer($0) } + [nil]
    return list.withUnsafeBufferPointer { $0.baseAddress.map(body) ?? body([nil]) }
  }
}

/// Why the strength of passwords cannot be told.
public enum StrengthError: Error, Hashable, Sendable {
  /// libzxcvbn is not installed, or is not what it should be.
  case noLibrary(DynamicLibraryError)

  /// One line that tells a person what happened.
  public var message: String {
    switch self {
    case .noLibrary(let error): "How strong it is cannot be told: \(error.reason)."
    }
  }
}
