import Glibc

/// A moment by which something must have come about.
///
/// The driver watches other processes in real time, so it alone reads a clock and waits; whatever
/// can be tested on a virtual clock is tested without it.
public struct Deadline: Sendable {
  private let instant: ContinuousClock.Instant

  /// Creates a deadline that much later than now.
  public init(after duration: Duration) {
    instant = .now + duration
  }

  /// How long it is until then; zero once it has passed.
  public var remaining: Duration { max(.zero, ContinuousClock.now.duration(to: instant)) }

  public var hasPassed: Bool { remaining == .zero }

  /// Sleeps until the deadline has passed.
  public func wait() {
    while !hasPassed { sleep(watching: [], atMost: remaining) }
  }

  /// Asks again and again until there is an answer.
  ///
  /// Another process's picture or exit sends no event to wait for, so this polls.
  ///
  /// - Parameters:
  ///   - what: Named in the error, as in "the window to appear".
  ///   - pause: How long it waits before it asks again.
  /// - Throws: `timedOut` when the deadline passes first, or what `answer` throws.
  public func poll<Answer>(
    for what: String, every pause: Duration = .milliseconds(2),
    _ answer: () throws(ScreenDriverError) -> Answer?
  ) throws(ScreenDriverError) -> Answer {
    while true {
      if let answer = try answer() { return answer }
      guard !hasPassed else { throw .timedOut(waitingFor: what) }
      sleep(watching: [], atMost: pause)
    }
  }

  /// Waits until a descriptor can be read or is at its end.
  ///
  /// - Returns: Whether it can, before the deadline has passed.
  func waitToRead(_ descriptor: Int32) -> Bool {
    let reading = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while !hasPassed {
      if sleep(watching: [reading], atMost: remaining) { return true }
    }
    return false
  }

  /// One `poll(2)`, its time rounded up to a millisecond.
  ///
  /// - Returns: Whether a descriptor is ready; `false` as well when a signal came.
  @discardableResult
  private func sleep(watching descriptors: [pollfd], atMost duration: Duration) -> Bool {
    var descriptors = descriptors
    let milliseconds = min((duration / .milliseconds(1)).rounded(.up), 60_000)
    return Glibc.poll(&descriptors, nfds_t(descriptors.count), Int32(milliseconds)) > 0
  }
}

extension Duration {
  /// How long is waited for what comes at once where there is time for it: only a fault, or a machine
  /// that is busy with something else, ever takes so long.
  public static var patience: Duration { .seconds(20) }
}
