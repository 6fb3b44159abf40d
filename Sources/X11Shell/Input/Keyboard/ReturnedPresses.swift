import CX11
import Motion

/// Presses that an input method's server has handed back, in order, until the text is there that the
/// first of them has ended.
struct ReturnedPresses {
  /// A press, as it was read.
  struct Press {
    var event: XKeyEvent
    let isRepeat: Bool
    let received: Instant
  }

  /// How long a press waits at most: a server that has not told by then may never do so.
  static let patience = Duration.milliseconds(400)

  private var presses: [Press] = []

  var isEmpty: Bool { presses.isEmpty }

  /// When the oldest has waited long enough; `nil` where there is none.
  var deadline: Instant? { presses.first.map { $0.received + Self.patience } }

  mutating func append(_ press: Press) { presses.append(press) }

  /// Hands over the oldest.
  mutating func takeFirst() -> Press? { presses.isEmpty ? nil : presses.removeFirst() }
}
