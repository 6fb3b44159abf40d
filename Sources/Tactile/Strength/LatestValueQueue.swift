/// A queue of length one for a worker thread: a new value replaces the pending one.
///
/// The thread ends when the queue is empty.
struct LatestValueQueue<Value: ~Copyable>: ~Copyable {
  /// The latest value that the thread has not taken yet.
  private var pending: Value?
  /// Whether the thread is still running, and so may still hold a value.
  private(set) var isRunning = false

  /// Adds a value and discards the pending one.
  ///
  /// - Returns: Whether the caller must start a thread.
  mutating func put(_ value: consuming Value) -> Bool {
    pending = consume value
    defer { isRunning = true }
    return !isRunning
  }

  /// Returns the pending value. If it returns `nil`, the calling thread must end.
  mutating func next() -> Value? {
    if let value = pending.take() { return value }
    isRunning = false
    return nil
  }

  /// Discards the pending value.
  mutating func discardPending() { pending = nil }
}
