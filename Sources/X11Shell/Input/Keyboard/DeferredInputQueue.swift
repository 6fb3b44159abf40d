import CX11
import Motion
import Scene

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
    case drop(from: Window, time: ServerTime, received: Instant)

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
