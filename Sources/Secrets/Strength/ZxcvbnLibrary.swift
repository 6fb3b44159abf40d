import CZxcvbn
import System

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
