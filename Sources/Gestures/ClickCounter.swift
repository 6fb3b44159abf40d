import Motion
import Scene

/// A counter of presses in quick succession at one position: 1 for a click, 2 for a double click,
/// 3 for a triple click, up to a maximum, and then 1 again.
struct ClickCounter: Sendable {
  private var last: (press: PointerPress, time: Instant)?
  /// The number of clicks up to the latest press, or 0 before the first one.
  private var count = 0

  /// Counts a press.
  ///
  /// - Parameters:
  ///   - press: The press. Only presses of the same button count together.
  ///   - now: The time of the press.
  ///   - interval: The time after the previous press from which the press starts a new count.
  ///   - distance: The maximum distance from the previous press, in logical pixels.
  ///   - maximum: The count that is followed by 1. A value below 1 counts as 1.
  /// - Returns: The number of clicks, at least 1.
  mutating func press(
    _ press: PointerPress, at now: Instant, within interval: Duration, distance: Double, upTo maximum: Int
  ) -> Int {
    let isNext = last.map {
      now < $0.time + interval && $0.press.button == press.button
        && $0.press.position.distance(to: press.position) <= distance
    }
    count = isNext == true && count < maximum ? count + 1 : 1
    last = (press, now)
    return count
  }
}
