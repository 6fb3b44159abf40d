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
///
/// Nothing of removed input stays in memory, since it may be keys that have typed a password.
struct DeferredInputQueue {
  /// The maximum time to wait for a server that sends nothing. It may never reply.
  static let replyTimeout = Duration.milliseconds(400)
  /// The maximum time to wait in total, even if the server sends messages.
  static let maximumWait = Duration.seconds(2)

  /// A key event, as it was read.
  struct Key {
    var event: XEvent
    let received: Instant
    /// Whether it is known to be a repeat.
    var isRepeat = false
  }

  /// A deferred user action.
  enum Item {
    case key(Key)
    /// A pointer event, with the server time in milliseconds.
    case pointer(InputEvent, time: UInt, received: Instant)
    /// A focus gain or loss of the window.
    case focus(isFocused: Bool, received: Instant)
    /// A drop of dragged data, with the server time.
    case drop(from: WindowID, time: ServerTime, received: Instant)

    /// A neutral value that overwrites other values.
    fileprivate static let none = Self.key(Key(event: XEvent(), received: .distantPast))

    fileprivate var received: Instant {
      switch self {
      case .key(let key): key.received
      case .pointer(_, _, let received), .focus(_, let received), .drop(_, _, let received): received
      }
    }

    fileprivate var isKey: Bool { if case .key = self { true } else { false } }

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

  /// The presses of keys that the server has returned, and then the later input: keys that are not yet sent to the
  /// server, and all other input. Both oldest first.
  private(set) var items: [Item] = []
  private var returnedCount = 0

  var isEmpty: Bool { items.isEmpty }

  /// Returns the time at which the oldest input has waited long enough. Keys that are not yet sent to the server wait
  /// without a limit: a server that hangs would keep them too. `nil` if there is no other input.
  ///
  /// - Parameter lastMessage: The time of the server's last message. A slow server gets more time.
  func deadline(after lastMessage: Instant) -> Instant? {
    let oldest = returnedCount > 0 ? items.first : items.first { !$0.isKey }
    return (oldest?.received).map { min(max($0, lastMessage) + Self.replyTimeout, $0 + Self.maximumWait) }
  }

  /// The first input to handle after all returned keys.
  var next: Item? { returnedCount < items.count ? items[returnedCount] : nil }

  /// Whether the queue contains input other than keys.
  var holdsMoreThanKeys: Bool { items.contains { !$0.isKey } }

  mutating func append(returned key: Key) {
    insert(.key(key), at: returnedCount)
    returnedCount += 1
  }

  mutating func append(_ item: Item) { insert(item, at: items.count) }

  /// Returns whether the press of a released key is among those that are not yet sent to the
  /// server.
  func hasDeferredPress(endedBy release: XKeyEvent) -> Bool {
    items.dropFirst(returnedCount).contains {
      if case .key(let key) = $0 { key.event.xkey.keycode == release.keycode } else { false }
    }
  }

  mutating func takeReturned() -> Key? {
    guard returnedCount > 0, case .key(let key)? = take(at: 0) else { return nil }
    returnedCount -= 1
    return key
  }

  mutating func takeNext() -> Item? { take(at: returnedCount) }

  /// An array that grows by itself would leave its elements in the old memory.
  private mutating func insert(_ item: Item, at index: Int) {
    if items.count == items.capacity {
      var larger: [Item] = []
      // More keys than wait for a responsive server.
      larger.reserveCapacity(max(16, 2 * items.count))
      larger += items
      for index in items.indices { items[index] = .none }
      items = larger
    }
    items.append(item)
    for later in (index + 1..<items.count).reversed() { items.swapAt(later - 1, later) }
  }

  private mutating func take(at index: Int) -> Item? {
    guard index < items.count else { return nil }
    let item = items[index]
    for later in index + 1..<items.count { items[later - 1] = items[later] }
    items[items.count - 1] = .none
    items.removeLast()
    return item
  }
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
/// query from before that output proves nothing.
struct PendingCommitTracker: Equatable {
  private(set) var isPending = false
  /// Whether the server has answered all queries since the last `begin()`: it will answer the next request.
  private(set) var hasAnsweredAll = false
  private var isAsking = false
  /// Whether the reply to the query in progress proves nothing.
  private var isStale = false
  /// The number of consecutive replies without output between them.
  private var emptyReplyCount = 0
  /// Whether a reply before the next output proves nothing.
  private var awaitsOutput = false

  /// The number of empty replies after which nothing is pending.
  private static let requiredEmptyReplies = 2

  /// Records that the server received a press, or has a composition to end.
  ///
  /// - Parameter awaitingOutput: Whether the server will commit text, after replies that prove nothing.
  mutating func begin(awaitingOutput: Bool = false) {
    (isPending, hasAnsweredAll) = (true, false)
    recordOutput()
    awaitsOutput = awaitingOutput
  }

  /// Records that input waits for the pending output.
  ///
  /// - Returns: Whether to query the server. `false` if a query is in progress or would prove
  ///   nothing.
  mutating func ask() -> Bool {
    guard isPending, !isAsking, !awaitsOutput else { return false }
    isAsking = true
    return true
  }

  /// Records output of the server. A reply that is on its way proves nothing.
  mutating func recordOutput() { (isStale, emptyReplyCount, awaitsOutput) = (isAsking, 0, false) }

  /// Handles the reply to a query.
  ///
  /// - Returns: Whether to query the server again.
  mutating func handleReply() -> Bool {
    guard isAsking else { return false }
    if isStale || awaitsOutput { isStale = false } else { emptyReplyCount += 1 }
    if isPending, emptyReplyCount >= Self.requiredEmptyReplies { (isPending, hasAnsweredAll) = (false, true) }
    isAsking = isPending && !awaitsOutput
    return isAsking
  }

  /// Clears the pending state, or stops waiting.
  mutating func cancel() { isPending = false }
}
