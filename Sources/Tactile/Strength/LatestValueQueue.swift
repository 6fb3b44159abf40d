/// A queue of length one for a worker thread: a new value replaces the waiting one.
///
/// The thread ends when the queue is empty.
struct LatestValueQueue<Work: ~Copyable>: ~Copyable {
  /// The latest value that the thread has not taken yet.
  private var waiting: Work?
  /// Whether the thread is still running, and so may still hold a value.
  private(set) var isRunning = false

  /// Adds a value and discards the waiting one.
  ///
  /// - Returns: Whether the caller must start a thread.
  mutating func put(_ work: consuming Work) -> Bool {
    waiting = consume work
    defer { isRunning = true }
    return !isRunning
  }

  /// Returns the waiting value. If it returns `nil`, the calling thread must end.
  mutating func next() -> Work? {
    if let work = waiting.take() { return work }
    isRunning = false
    return nil
  }

  /// Discards the waiting value.
  mutating func discardWaiting() { waiting = nil }
}
