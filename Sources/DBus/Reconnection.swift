package import Motion

/// The times of the attempts to connect to a bus again after its connection was lost, or to register with a service on it.
///
/// The pause before each attempt is twice as long as the last one. It is short again after a connection that has lasted as
/// long as the longest pause: any client of the bus can end a connection by a message that is too long.
package struct Reconnection {
  private static let pauses = (first: Duration.seconds(1), last: Duration.seconds(60))

  private var pause = Reconnection.pauses.first
  /// The start of the connection. `nil` without one, and if the pause is the first one.
  private var start: Instant?
  /// The time of the next attempt. `nil` during a connection, and before the first one.
  package private(set) var next: Instant?

  package init() {}

  /// Ends the attempts, because a connection was opened.
  package mutating func connected(at now: Instant) { (start, next) = (now, nil) }

  /// Schedules another attempt, because the connection was lost or could not be opened.
  package mutating func lost(at now: Instant) {
    if let start, start.duration(to: now) >= Self.pauses.last { pause = Self.pauses.first }
    (start, next) = (nil, now + pause)
    pause = min(pause * 2, Self.pauses.last)
  }
}
