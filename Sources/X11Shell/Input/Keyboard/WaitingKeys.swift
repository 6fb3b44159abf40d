import CX11
import Motion

/// Keys that wait for what an input method's server still has to tell of the press before them, so
/// that all comes in the order in which it was typed.
struct WaitingKeys {
  /// A key, as it was read.
  struct Key {
    var event: XEvent
    let received: Instant
    /// Whether it is known to be the repetition of a press.
    var isRepeat = false

    /// No key.
    static let none = Self(event: XEvent(), received: .distantPast)
  }

  /// How long a key waits at most: a server that has not told by then may never do so.
  static let patience = Duration.milliseconds(400)

  /// Presses that the server has handed back, oldest first.
  private var returned = KeyQueue()
  /// What it was not passed yet, oldest first.
  private var unpassed = KeyQueue()

  var count: Int { returned.count + unpassed.count }

  var isEmpty: Bool { count == 0 }

  /// When the oldest has waited long enough; `nil` where there is none.
  var deadline: Instant? {
    Instant.earliest(returned.first?.received, unpassed.first?.received).map { $0 + Self.patience }
  }

  mutating func append(returned key: Key) { returned.append(key) }

  mutating func append(unpassed key: Key) { unpassed.append(key) }

  /// Whether a press is behind one that was not passed yet: not one that comes once more because the
  /// server has ended.
  func precede(_ press: XKeyEvent) -> Bool {
    unpassed.first.map { $0.event.xkey.time <= press.time } ?? false
  }

  /// Whether the press is among those that were not passed, which a release ends.
  func holdPress(endedBy release: XKeyEvent) -> Bool {
    unpassed.contains { $0.event.xkey.keycode == release.keycode }
  }

  mutating func takeReturned() -> Key? { returned.takeFirst() }

  mutating func takeUnpassed() -> Key? { unpassed.takeFirst() }
}
