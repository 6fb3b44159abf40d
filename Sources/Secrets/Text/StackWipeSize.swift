/// The amount of stack to wipe after a call to a C library that processes a secret.
enum StackWipeSize {
  /// The number of bytes below the stack frame of the caller to wipe with `sodium_stackzero`.
  ///
  /// On a stack filled with a pattern, `crypto_pwhash` of libsodium 1.0.18 used 6.9 KB, for any
  /// cost and length, and `ZxcvbnMatch` of libzxcvbn 2.5 used 2.8 KB. The value is nine times as
  /// much, to allow for other versions.
  static let byteCount = 1 << 16
}
