package import Motion
package import Scene

/// A counter of rapid presses at one position: 1 for a click, 2 for a double click, 3 for a triple
/// click, and then 1 again.
package struct ClickCounter: Sendable {
  private var last: (press: PointerPress, time: Instant)?
  private var count = 0

  package init() {}

  /// Counts a press.
  ///
  /// - Parameter limit: The maximum time between two presses that count as a multiple click.
  /// - Returns: The number of clicks, 1…3.
  package mutating func press(_ press: PointerPress, at now: Instant, within limit: Duration) -> Int {
    let isNext = last.map {
      now < $0.time + limit && $0.press.button == press.button
        && $0.press.position.distance(to: press.position) <= Theme.TokenField.dragSlop
    }
    count = isNext == true && count < 3 ? count + 1 : 1
    last = (press, now)
    return count
  }
}
