/// What C libraries that see a secret have of it on the stack when they return.
enum LibraryStack {
  /// How many bytes below a function's own are to be wiped (`sodium_stackzero`) after a call.
  ///
  /// On a stack filled with a pattern, `crypto_pwhash` of libsodium 1.0.18 was seen to reach 6.9 KB down,
  /// whatever the cost and the length, and `ZxcvbnMatch` of libzxcvbn 2.5 2.8 KB: it is nine times as
  /// much, for other versions.
  static let size = 1 << 16
}
