import CX11
import Motion
import Scene
import X11

/// Input that is deferred until an input method server has sent its output for earlier input, so
/// that all input is handled in order.
///
/// Keys wait for earlier keys. Input that moves the caret waits for the keys before it, and for the
/// text of the composition. Pointer and focus events after it wait for that as well. A movement
/// never waits for keys alone.
struct DeferredInputQueue {
  /// The maximum time to wait for a server that sends nothing. It may never reply.
  static let replyTimeout = Duration.milliseconds(400)
  /// The maximum time to wait in total, even if the server sends messages.
  static let maximumWait = Duration.seconds(2)

  /// The presses of keys that the server has returned, oldest first.
  private var returned = InputQueue<Key>()
  /// The later input, oldest first: keys that are not yet sent to the server, and all other input.
  private var pending = InputQueue<Item>()

  var count: Int { returned.count + pending.count }

  var isEmpty: Bool { count == 0 }

  /// Returns the time at which the oldest input has waited long enough. `nil` if there is none.
  ///
  /// - Parameter lastMessage: The time of the server's last message. A slow server gets more time.
  func deadline(after lastMessage: Instant) -> Instant? {
    Instant.earliest(returned.first?.received, pending.first?.received).map {
      min(max($0, lastMessage) + Self.replyTimeout, $0 + Self.maximumWait)
    }
  }

  /// The first input to handle after all returned keys.
  var next: Item? { pending.first }

  /// Whether the queue contains input other than keys.
  var holdsMoreThanKeys: Bool { pending.contains { if case .key = $0 { false } else { true } } }

  mutating func append(returned key: Key) { returned.append(key) }

  mutating func append(_ item: Item) { pending.append(item) }

  /// Returns whether the press of a released key is among those that are not yet sent to the
  /// server.
  func hasDeferredPress(endedBy release: XKeyEvent) -> Bool {
    pending.contains {
      if case .key(let key) = $0 { key.event.xkey.keycode == release.keycode } else { false }
    }
  }

  mutating func takeReturned() -> Key? { returned.takeFirst() }

  mutating func takeNext() -> Item? { pending.takeFirst() }
}

extension DeferredInputQueue {
  /// A key event, as it was read.
  struct Key: Wipeable {
    var event: XEvent
    let received: Instant
    /// Whether it is known to be a repeat.
    var isRepeat = false

    static let none = Self(event: XEvent(), received: .distantPast)
  }

  /// A deferred user action.
  enum Item: Wipeable {
    case key(Key)
    /// A pointer event, with the server time in milliseconds.
    case pointer(InputEvent, time: UInt, received: Instant)
    /// A focus gain or loss of the window.
    case focus(isFocused: Bool, received: Instant)
    /// A drop of dragged data, with the server time.
    case drop(from: WindowID, time: ServerTime, received: Instant)

    static let none = Self.key(.none)

    var received: Instant {
      switch self {
      case .key(let key): key.received
      case .pointer(_, _, let received), .focus(_, let received), .drop(_, _, let received): received
      }
    }

    /// Whether it moves the caret or the keyboard focus, so that the composition must end first.
    var endsComposition: Bool {
      switch self {
      case .pointer(.pointerPressed, _, _), .focus(isFocused: false, _), .drop: true
      case .key, .pointer, .focus: false
      }
    }

    /// Whether the keyboard focus moves to another window.
    var isLeaving: Bool { if case .focus(isFocused: false, _) = self { true } else { false } }
  }
}

/// A first-in, first-out queue that leaves nothing of removed elements in memory, since they may be
/// keys that have typed a password.
struct InputQueue<Element: Wipeable> {
  private(set) var elements: [Element] = []
  /// The initial capacity: more keys than wait for a responsive server.
  private static var defaultCapacity: Int { 16 }

  var count: Int { elements.count }

  var first: Element? { elements.first }

  /// - Complexity: O(1) on average.
  mutating func append(_ element: Element) {
    if elements.count == elements.capacity { grow() }
    elements.append(element)
  }

  /// Moves the elements to a larger array. An array that grows by itself leaves them in the old
  /// memory.
  private mutating func grow() {
    var larger: [Element] = []
    larger.reserveCapacity(max(Self.defaultCapacity, 2 * elements.count))
    larger += elements
    Self.wipe(&elements)
    elements = larger
  }

  /// - Complexity: O(*n*).
  mutating func takeFirst() -> Element? {
    guard let first else { return nil }
    for index in 1..<elements.count { elements[index - 1] = elements[index] }
    elements[elements.count - 1] = .none
    elements.removeLast()
    return first
  }

  func contains(where predicate: (Element) -> Bool) -> Bool { elements.contains(where: predicate) }

  private static func wipe(_ elements: inout [Element]) {
    for index in elements.indices { elements[index] = .none }
  }
}

/// A type with a neutral value that overwrites other values, so that nothing of them stays in
/// memory.
protocol Wipeable {
  /// The neutral value, which has the same size as the values that it overwrites.
  static var none: Self { get }
}

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
  @discardableResult mutating func handleReturned(_ event: XKeyEvent) -> Bool {
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

/// The state of the output that an input method server may still send for the last press that it
/// received, determined by queries that every server answers.
///
/// IBus returns a key as soon as its engine has answered. It handles the engine's earlier output
/// only in the next iteration of its own loop: the syllable to commit, and the end of the
/// composition (`xim_forward_event` in client/x11/main.c; by default up to 1.5.27). A query that
/// follows the returned key may still be answered in the same iteration. A query that follows that
/// reply cannot: if there was no output between two replies, all output was sent.
///
/// After it returned or committed something, a server accepts no further key until Xlib has
/// confirmed that (`XIM_SYNC_REPLY`), but it answers queries in the meantime. So the reply to a
/// query from before that output proves nothing. Neither does a reply before the engine has run, if
/// the server must end its composition. Then it is queried only after a message about that.
struct PendingCommitTracker: Equatable {
  private(set) var isPending = false
  private var isAsking = false
  /// The number of consecutive replies without output between them.
  private var emptyReplyCount = 0
  private var awaitsMessage = false

  /// The number of empty replies after which nothing is pending.
  private static let requiredEmptyReplies = 2

  /// Records that the server received a press, or has a composition to end. A reply that is on its
  /// way proves nothing.
  ///
  /// - Parameter awaitingMessage: Whether no query may be sent before `noteServerMessage()`.
  mutating func begin(awaitingMessage: Bool = false) {
    (isPending, isAsking, emptyReplyCount, awaitsMessage) = (true, false, 0, awaitingMessage)
  }

  /// Records that input waits for the pending output.
  ///
  /// - Returns: Whether to query the server. `false` if a query is in progress or would prove
  ///   nothing.
  mutating func ask() -> Bool {
    guard isPending, !isAsking, !awaitsMessage else { return false }
    isAsking = true
    return true
  }

  /// Records output of the server. A reply that is on its way proves nothing.
  mutating func noteOutput() { (isAsking, emptyReplyCount) = (false, 0) }

  /// Records a message that the server cannot send before its engine has run.
  mutating func noteServerMessage() { (isAsking, emptyReplyCount, awaitsMessage) = (false, 0, false) }

  /// Handles the reply to a query.
  ///
  /// - Returns: Whether to query the server again.
  mutating func answer() -> Bool {
    guard isAsking else { return false }
    emptyReplyCount += 1
    if emptyReplyCount >= Self.requiredEmptyReplies { isPending = false }
    isAsking = isPending
    return isPending
  }

  /// Clears the pending state, or stops waiting. A reply that is on its way proves nothing.
  mutating func cancel() { (isPending, isAsking, awaitsMessage) = (false, false, false) }
}
