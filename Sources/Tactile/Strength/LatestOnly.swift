/// What a thread of its own is given to do: only the latest is worth doing, and when there is nothing
/// the thread ends.
struct LatestOnly<Work: ~Copyable>: ~Copyable {
  /// The latest that nobody has begun with.
  private var waiting: Work?
  /// Whether the thread has not ended yet, so that it may still hold what it was given.
  private(set) var isWorking = false

  /// Has something done, instead of what waits for it.
  ///
  /// - Returns: Whether a thread is to be started for it.
  mutating func put(_ work: consuming Work) -> Bool {
    waiting = consume work
    defer { isWorking = true }
    return !isWorking
  }

  /// What is to be done now; where there is nothing, the thread that asks ends.
  mutating func next() -> Work? {
    if let work = waiting.take() { return work }
    isWorking = false
    return nil
  }

  /// Lets go of what waits.
  mutating func forget() { waiting = nil }
}
