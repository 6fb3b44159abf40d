import Motion

/// A timer that ends the offer of a copied password to other programs.
struct SecretClipboardTimer {
  /// The timeout, from the copy on. `nil` means as long as the form holds a password.
  let timeout: Duration?
  /// The time at which the timer expires. `nil` if it is not running.
  private(set) var expirationTime: Instant?
  private var isOffered = false

  static let defaultTimeout = Duration.seconds(60)

  init(timeout: Duration?) { self.timeout = timeout }

  /// Starts the timer after a password was copied.
  mutating func begin(at now: Instant) {
    (isOffered, expirationTime) = (true, timeout.map { now + $0 })
  }

  func hasExpired(at now: Instant) -> Bool { expirationTime.map { $0 <= now } ?? false }

  /// Records that the password is no longer offered.
  ///
  /// - Returns: Whether it was offered before.
  @discardableResult
  mutating func cancel() -> Bool {
    defer { (isOffered, expirationTime) = (false, nil) }
    return isOffered
  }
}
