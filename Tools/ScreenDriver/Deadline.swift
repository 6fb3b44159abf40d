import Glibc

/// The point in time at which a wait ends.
///
/// The driver observes other processes in real time. It is the only part that reads a clock and
/// waits; all code that can be tested on a virtual clock is tested without it.
public struct Deadline: Sendable {
  private let instant: ContinuousClock.Instant

  /// Creates a deadline at `duration` after the current time.
  public init(after duration: Duration) { instant = .now + duration }

  /// The time until the deadline; zero after it has passed.
  public var remaining: Duration { max(.zero, ContinuousClock.now.duration(to: instant)) }

  public var hasPassed: Bool { remaining == .zero }

  /// Sleeps until the deadline has passed.
  public func wait() { while !hasPassed { sleep(watching: [], atMost: remaining) } }

  /// Polls until `answer` returns a value.
  ///
  /// A change of another process's window, or its exit, sends no event to wait for.
  ///
  /// - Parameters:
  ///   - what: The awaited condition, for the error message, for example "the window to appear".
  ///   - interval: The poll interval.
  /// - Throws: `timedOut` if the deadline passes first, or the error that `answer` throws.
  public func poll<Answer>(
    for what: String, every interval: Duration = .milliseconds(4),
    _ answer: () throws(ScreenDriverError) -> Answer?
  ) throws(ScreenDriverError) -> Answer {
    while true {
      if let answer = try answer() { return answer }
      guard !hasPassed else { throw .timedOut(waitingFor: what) }
      sleep(watching: [], atMost: interval)
    }
  }

  /// Waits until a descriptor is readable or at its end.
  ///
  /// - Returns: Whether that happened before the deadline.
  func waitToRead(_ descriptor: Int32) -> Bool {
    let reading = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while !hasPassed { if sleep(watching: [reading], atMost: remaining) { return true } }
    return false
  }

  /// Calls `poll(2)` once, with the timeout rounded up to a millisecond.
  ///
  /// - Returns: Whether a descriptor is ready. Also `false` if a signal arrived.
  @discardableResult private func sleep(watching descriptors: [pollfd], atMost duration: Duration) -> Bool {
    var descriptors = descriptors
    let milliseconds = min((duration / .milliseconds(1)).rounded(.up), 60_000)
    return Glibc.poll(&descriptors, nfds_t(descriptors.count), Int32(milliseconds)) > 0
  }
}

extension Duration {
  /// The timeout for events that normally follow immediately. Only a fault, or a machine that is
  /// busy with other work, delays them that long.
  public static var defaultTimeout: Duration { .seconds(60) }
}
