package import Motion
package import Scene

/// Counts presses that come soon after one another at one place: 1 for a click, 2 for a double
/// click, 3 for a triple one, and then 1 again.
package struct ClickCounter: Sendable {
  private var last: (press: PointerPress, time: Instant)?
  private var count = 0

  package init() {}

  /// - Parameter limit: How soon the next press comes.
  package mutating func press(
    _ press: PointerPress, at now: Instant, within limit: Duration
  ) -> Int {
    let isNext = last.map {
      now < $0.time + limit && $0.press.button == press.button
        && $0.press.position.distance(to: press.position) <= Theme.TokenField.dragSlop
    }
    count = isNext == true && count < 3 ? count + 1 : 1
    last = (press, now)
    return count
  }
}
