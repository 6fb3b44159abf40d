import Motion

/// The timeout after which a copied password is no longer offered to other programs.
struct SecretClipboardTimeout {
  /// The timeout, from the copy on. `nil` means as long as the password is in its field.
  let time: Duration?
  /// The time at which the timeout expires. `nil` if there is none.
  private(set) var end: Instant?
  private var isOffered = false

  static let defaultTimeout = Duration.seconds(60)

  init(time: Duration?) { self.time = time }

  /// Starts the timeout after a password was copied.
  mutating func begin(at now: Instant) {
    (isOffered, end) = (true, time.map { now + $0 })
  }

  func hasExpired(at now: Instant) -> Bool { end.map { $0 <= now } ?? false }

  /// Records that the password is no longer offered.
  ///
  /// - Returns: Whether it was offered before.
  @discardableResult
  mutating func cancel() -> Bool {
    defer { (isOffered, end) = (false, nil) }
    return isOffered
  }
}
