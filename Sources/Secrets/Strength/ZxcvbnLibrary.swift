import CZxcvbn
import DynamicLibraries

/// The functions of libzxcvbn, a port to C of D. L. Wheeler's estimator ([zxcvbn: Low-Budget Password
/// Strength Estimation, USENIX Security 2016][1]), found when the first password is to be judged: its
/// dictionaries are 1.4 MB, which no start should pay for.
///
/// [1]: https://www.usenix.org/conference/usenixsecurity16/technical-sessions/presentation/wheeler
struct ZxcvbnLibrary: CFunctions, Sendable {
  typealias Matches = UnsafeMutablePointer<CZxcvbnMatch>
  typealias Words = UnsafePointer<UnsafePointer<CChar>?>

  /// `ZxcvbnMatch`: the entropy in bits, and what the parts of the password were taken for.
  let match: @convention(c) (UnsafePointer<CChar>, Words, UnsafeMutablePointer<Matches?>) -> Double
  /// `ZxcvbnFreeInfo`
  let free: @convention(c) (Matches?) -> Void

  static let name = "libzxcvbn.so.0"

  init(of library: DynamicLibrary) throws(DynamicLibraryError) {
    match = try library["ZxcvbnMatch"]
    free = try library["ZxcvbnFreeInfo"]
  }
}
