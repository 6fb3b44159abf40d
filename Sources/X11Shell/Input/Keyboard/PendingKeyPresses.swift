import CX11
import Motion

/// The presses that were sent to an input method server and are not answered, oldest first, so that
/// none is lost if the server ends.
///
/// A server answers by returning a press, or by committing text. Keys that it keeps for preedit
/// text are answered when that is committed.
struct PendingKeyPresses {
  /// The capacity: more keys than a user types without a visible result.
  private static let capacity = 32
  /// The maximum age of a press. An older one became part of a text that the user saw, or of none.
  static let maximumAge = Duration.seconds(10)

  private var events = InlineArray<32, XKeyEvent>(repeating: XKeyEvent())
  private var arrivals = InlineArray<32, Instant>(repeating: .distantPast)
  private(set) var count = 0

  /// Records a press that the server keeps.
  mutating func append(_ event: XKeyEvent, at now: Instant) {
    if count == Self.capacity { removeFirst(1) }
    events[count] = event
    arrivals[count] = now
    count += 1
  }

  /// Handles a press that the server returned. It has then answered the earlier presses as well.
  ///
  /// - Parameter event: The press. It has no time if it is a copy, as some engines make after a
  ///   commit.
  /// - Returns: Whether there were earlier presses, which the server has used.
  @discardableResult mutating func handedBack(_ event: XKeyEvent) -> Bool {
    for index in 0..<count
    where events[index].keycode == event.keycode
      && (events[index].time == event.time || event.time == CurrentTime)
    {
      removeFirst(index + 1)
      return index > 0
    }
    return false
  }

  /// Returns whether a press is one of them.
  func contains(_ event: XKeyEvent) -> Bool { (0..<count).contains { events[$0].isSame(as: event) } }

  /// - Parameter index: 0 is the oldest.
  subscript(index: Int) -> XKeyEvent {
    precondition(index < count, "press index \(index) is not below the count \(count)")
    return events[index]
  }

  /// Returns a press that is now typed elsewhere, possibly into a password, and keeps only its
  /// time. The time identifies it when the server returns it: users press no two keys within a
  /// millisecond.
  ///
  /// - Parameter index: 0 is the oldest.
  mutating func takeKey(of index: Int) -> XKeyEvent {
    let event = self[index]
    events[index] = XKeyEvent()
    events[index].time = event.time
    return event
  }

  /// Removes one press.
  ///
  /// - Returns: Whether it was found.
  mutating func remove(_ event: XKeyEvent) -> Bool {
    for index in 0..<count
    where events[index].isSame(as: event) || isTaken(index) && events[index].time == event.time {
      for next in index..<(count - 1) {
        (events[next], arrivals[next]) = (events[next + 1], arrivals[next + 1])
      }
      events[count - 1] = XKeyEvent()
      count -= 1
      return true
    }
    return false
  }

  /// Returns whether its key was taken. No press has the keycode 0.
  private func isTaken(_ index: Int) -> Bool { events[index].keycode == 0 }

  /// Removes all presses, after a commit or a focus loss.
  mutating func removeAll() { removeFirst(count) }

  /// Calls `body` with the presses that are not too old, newest first, and removes all.
  mutating func takeUnexpired(at now: Instant, _ body: (XKeyEvent) -> Void) {
    for index in (0..<count).reversed() where arrivals[index] + Self.maximumAge >= now { body(events[index]) }
    removeAll()
  }

  /// Removes the oldest presses and wipes their memory, since they may have typed a password.
  private mutating func removeFirst(_ removed: Int) {
    for index in 0..<count {
      let isRemaining = index + removed < count
      events[index] = isRemaining ? events[index + removed] : XKeyEvent()
      arrivals[index] = isRemaining ? arrivals[index + removed] : .distantPast
    }
    count -= removed
  }
}

extension XKeyEvent {
  /// Returns whether both are the same press or release, by key and time.
  func isSame(as other: XKeyEvent) -> Bool { keycode == other.keycode && time == other.time }
}
