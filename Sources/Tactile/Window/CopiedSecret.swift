import Motion

/// For how long other programs may have a password that was copied here.
struct CopiedSecret {
  /// From the copy on; `nil` for as long as the password is in its field.
  let time: Duration?
  /// When it is over; `nil` for at no known time.
  private(set) var end: Instant?
  private var isOffered = false

  static let usualTime = Duration.seconds(60)

  init(time: Duration?) { self.time = time }

  /// Takes in that a password was copied.
  mutating func begin(at now: Instant) {
    (isOffered, end) = (true, time.map { now + $0 })
  }

  func isOver(at now: Instant) -> Bool { end.map { $0 <= now } ?? false }

  /// Takes in that it is offered no more.
  ///
  /// - Returns: Whether it was.
  @discardableResult
  mutating func forget() -> Bool {
    defer { (isOffered, end) = (false, nil) }
    return isOffered
  }
}
