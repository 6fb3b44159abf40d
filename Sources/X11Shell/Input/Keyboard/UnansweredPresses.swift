import CX11
import Motion

/// The presses that an input method's server was handed and has not answered, oldest first, so that
/// none is lost with it.
///
/// A server answers by handing a press back, or by committing text; keys that it keeps for an
/// unfinished text are answered when that is committed.
struct UnansweredPresses {
  /// More keys than a person types while nothing comes of it.
  private static let capacity = 32
  /// What was kept longer became part of a text that the person saw, or of none.
  static let patience = Duration.seconds(10)

  private var events = InlineArray<32, XKeyEvent>(repeating: XKeyEvent())
  private var arrivals = InlineArray<32, Instant>(repeating: .distantPast)
  private(set) var count = 0

  /// Notes a press that the server keeps.
  mutating func append(_ event: XKeyEvent, at now: Instant) {
    if count == Self.capacity { removeFirst(1) }
    events[count] = event
    arrivals[count] = now
    count += 1
  }

  /// Takes in that the server handed a press back: it has answered those before it as well.
  ///
  /// - Parameter event: Has no time where it is a copy, as some engines make after they committed.
  /// - Returns: Whether there were any before it, which the server has used.
  @discardableResult
  mutating func handedBack(_ event: XKeyEvent) -> Bool {
    for index in 0..<count
    where events[index].keycode == event.keycode
      && (events[index].time == event.time || event.time == CurrentTime)
    {
      removeFirst(index + 1)
      return index > 0
    }
    return false
  }

  /// Whether a press is one of them.
  func contains(_ event: XKeyEvent) -> Bool {
    (0..<count).contains { events[$0].isSame(as: event) }
  }

  /// - Parameter index: 0 is the oldest.
  subscript(index: Int) -> XKeyEvent {
    precondition(index < count, "there is no press \(index) of \(count)")
    return events[index]
  }

  /// Hands a press over that is typed elsewhere now, into a password maybe, and keeps nothing of it
  /// but its time, by which it is known when it is handed back: people press no two keys within a
  /// millisecond.
  ///
  /// - Parameter index: 0 is the oldest.
  mutating func takeKey(of index: Int) -> XKeyEvent {
    let event = self[index]
    events[index] = XKeyEvent()
    events[index].time = event.time
    return event
  }

  /// Forgets one press.
  ///
  /// - Returns: Whether it was there.
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

  /// Whether its key was taken; no press has the key 0.
  private func isTaken(_ index: Int) -> Bool { events[index].keycode == 0 }

  /// Takes in that the server committed text, or that the keyboard went elsewhere.
  mutating func removeAll() { removeFirst(count) }

  /// Hands over those that may still be meant, newest first, and forgets all.
  mutating func takeBack(at now: Instant, _ body: (XKeyEvent) -> Void) {
    for index in (0..<count).reversed() where arrivals[index] + Self.patience >= now {
      body(events[index])
    }
    removeAll()
  }

  /// Leaves nothing of them behind, since they may have typed a password.
  private mutating func removeFirst(_ removed: Int) {
    for index in 0..<count {
      let isLeft = index + removed < count
      events[index] = isLeft ? events[index + removed] : XKeyEvent()
      arrivals[index] = isLeft ? arrivals[index + removed] : .distantPast
    }
    count -= removed
  }
}

extension XKeyEvent {
  /// Whether both are about the same press or release, by key and time.
  func isSame(as other: XKeyEvent) -> Bool { keycode == other.keycode && time == other.time }
}
