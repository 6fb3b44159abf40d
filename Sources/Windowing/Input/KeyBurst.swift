import CX11
import Motion
import X11

/// The keys that the user was already typing when a prompt got the keyboard, and that were meant for another window. They
/// end with the first pause.
///
/// All times are those of the server, so it does not matter when this program handles the keys.
struct KeyBurst {
  /// The minimum time without a key after which a key is meant for the prompt, in milliseconds.
  static let pause: UInt32 = 500

  /// The time of its last key. `nil` after its end.
  private var last: ServerTime?
  /// Whether keys were dropped and none was accepted since.
  private(set) var hasDroppedKeys = false
  /// Whether the keys were meant for the prompt, which had the keyboard before.
  private var isOwn = false

  /// Begins a burst if the last key before the prompt got the keyboard was pressed or released less than a pause ago.
  ///
  /// - Parameters:
  ///   - lastKey: The time of that key. `nil` if it was longer ago.
  ///   - hadKeyboard: Whether the prompt had the keyboard already, and asks another question. Escape, which cancels all of
  ///     them, is then never dropped.
  mutating func begin(after lastKey: ServerTime?, hadKeyboard: Bool = false) {
    // A burst from before may still contain keys for another window.
    isOwn = hadKeyboard && (last == nil || isOwn)
    last = lastKey
  }

  /// Whether the user has typed the last key into a question that had not been asked yet, or was answered.
  var continuesAnswer: Bool { isOwn && hasDroppedKeys && last != nil }

  /// Ends the burst, since the user has turned to the prompt.
  mutating func end() { last = nil }

  /// Returns whether a press belongs to the burst. The repetition of a key that was down before does, however slow it is.
  mutating func takes(pressAt time: ServerTime, isRepeat: Bool, isEscape: Bool = false) -> Bool {
    if isEscape, isOwn, !isRepeat {
      hasDroppedKeys = false
      return false
    }
    let isNear = last.map { time.isBefore(ServerTime(milliseconds: $0.milliseconds &+ Self.pause)) }
    hasDroppedKeys = isNear == true || isNear == false && isRepeat
    last = hasDroppedKeys ? time : nil
    return hasDroppedKeys
  }
}

/// The keys that the user continues to type when a prompt has closed by itself. They end with the first pause.
struct TrailingKeys {
  private static let pause = Duration.milliseconds(KeyBurst.pause)
  /// The maximum time, because a key may stay down.
  private static let maximumDuration = Duration.seconds(5)

  /// The end of the pause after the last key.
  private(set) var end: Instant
  private let limit: Instant

  /// Returns `nil` if the last key was pressed a pause ago.
  init?(after lastKey: Instant, at now: Instant) {
    (end, limit) = (lastKey + Self.pause, now + Self.maximumDuration)
    if end <= now { return nil }
  }

  mutating func add(pressAt now: Instant) { end = min(now + Self.pause, limit) }
}

extension Connection {
  /// The time since a key was pressed or released in any window, in milliseconds (SYNC's idle time of the core keyboard,
  /// which has the device number 3). `nil` if that is longer ago than a pause, or unknown. Some round trips.
  var keyboardIdleTime: UInt32? {
    counter("DEVICEIDLETIME 3").flatMap { $0.hi == 0 && $0.lo < KeyBurst.pause ? $0.lo : nil }
  }

  /// Returns the time of the server some milliseconds ago. `nil` without SYNC. Some round trips.
  func serverTime(before milliseconds: UInt32) -> ServerTime? {
    counter("SERVERTIME").map { ServerTime(milliseconds: $0.lo &- milliseconds) }
  }

  /// Returns the value of a system counter of SYNC.
  private func counter(_ name: String) -> XSyncValue? {
    var (event, error, major, minor, count): (Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0)
    guard XSyncQueryExtension(display, &event, &error) != 0, XSyncInitialize(display, &major, &minor) != 0,
      let counters = XSyncListSystemCounters(display, &count)
    else { return nil }
    defer { XSyncFreeSystemCounterList(counters) }
    let all = UnsafeBufferPointer(start: counters, count: Int(count))
    var value = XSyncValue()
    guard let counter = all.first(where: { String(cString: $0.name) == name })?.counter,
      XSyncQueryCounter(display, counter, &value) != 0
    else { return nil }
    return value
  }
}
