import CX11
import Motion
import Scene

/// Input that waits for what an input method's server still has to tell of what came before it, so
/// that all comes in the order in which it was done.
///
/// Keys wait for each other. What takes the caret elsewhere waits for the keys before it, and for
/// what the server makes of what it composes; the pointer and the focus then wait for that as well,
/// and a movement for keys alone never.
struct WaitingInput {
  /// How long anything waits for a server that is silent: it may never tell.
  static let patience = Duration.milliseconds(400)
  /// How long anything waits at most, whatever the server has to say meanwhile.
  static let longest = Duration.seconds(2)

  /// Presses of keys that the server has handed back, oldest first.
  private var returned = InputQueue<Key>()
  /// What came after them, oldest first: keys that the server was not passed yet, and all else.
  private var pending = InputQueue<Item>()

  var count: Int { returned.count + pending.count }

  var isEmpty: Bool { count == 0 }

  /// When the oldest has waited long enough; `nil` where there is none.
  ///
  /// - Parameter heard: When the server last said anything; one that is slow is waited for.
  func deadline(heard: Instant) -> Instant? {
    Instant.earliest(returned.first?.received, pending.first?.received).map {
      min(max($0, heard) + Self.patience, $0 + Self.longest)
    }
  }

  /// What has its turn when all keys that were handed back have had theirs.
  var next: Item? { pending.first }

  /// Whether anything but keys waits.
  var holdsMoreThanKeys: Bool {
    pending.contains { if case .key = $0 { false } else { true } }
  }

  mutating func append(returned key: Key) { returned.append(key) }

  mutating func append(_ item: Item) { pending.append(item) }

  /// Whether the press that a release ends is among those that were not passed.
  func holdPress(endedBy release: XKeyEvent) -> Bool {
    pending.contains {
      if case .key(let key) = $0 { key.event.xkey.keycode == release.keycode } else { false }
    }
  }

  mutating func takeReturned() -> Key? { returned.takeFirst() }

  mutating func takeNext() -> Item? { pending.takeFirst() }
}

extension WaitingInput {
  /// A key, as it was read.
  struct Key: Forgettable {
    var event: XEvent
    let received: Instant
    /// Whether it is known to be the repetition of a press.
    var isRepeat = false

    /// No key.
    static let none = Self(event: XEvent(), received: .distantPast)
  }

  /// Something that a person did.
  enum Item: Forgettable {
    case key(Key)
    /// By the pointer, at a time of the server's in milliseconds.
    case pointer(InputEvent, time: UInt, received: Instant)
    /// Going to the window or away from it.
    case focus(isFocused: Bool, received: Instant)
    /// Dropping what a window carries, at a time of the server's.
    case drop(from: Window, time: ServerTime, received: Instant)

    static let none = Self.key(.none)

    var received: Instant {
      switch self {
      case .key(let key): key.received
      case .pointer(_, _, let received), .focus(_, let received), .drop(_, _, let received):
        received
      }
    }

    /// Whether it takes the caret elsewhere, or the keyboard, so that what is composed ends before.
    var endsComposition: Bool {
      switch self {
      case .pointer(.pointerPressed, _, _), .focus(isFocused: false, _), .drop: true
      case .key, .pointer, .focus: false
      }
    }

    /// Whether the keyboard goes to another window.
    var isLeaving: Bool {
      if case .focus(isFocused: false, _) = self { true } else { false }
    }
  }
}
