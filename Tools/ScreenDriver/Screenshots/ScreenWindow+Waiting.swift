public import Scene

extension ScreenWindow {
  /// Takes screenshots of the window until one satisfies a condition.
  ///
  /// The server sends no event when the content of the screen changes, so this polls twice per
  /// frame.
  ///
  /// - Parameters:
  ///   - what: The searched element, for the error message, for example "the green button".
  ///   - find: Returns the element in a screenshot, or `nil`. It is called only for screenshots that differ from the
  ///     previous one.
  /// - Returns: The result of `find` for the first screenshot that satisfies it.
  /// - Throws: `timedOut`, `noWindow`.
  public func waitFor<Value>(
    _ what: String, timeout duration: Duration = .defaultTimeout, in part: PixelRect? = nil,
    _ find: (Screenshot) -> Value?
  ) throws(ScreenDriverError) -> Value {
    var last: Screenshot?
    return try Deadline(after: duration).poll(for: what, every: Self.halfFrame) {
      () throws(ScreenDriverError) in
      let next = try screenshot(of: part)
      // The search takes much longer than the comparison.
      guard next != last else { return nil }
      last = next
      return find(next)
    }
  }

  /// The interval between screenshots, each of which copies the whole window. A shorter interval
  /// would take CPU time from the observed program.
  private static let halfFrame = Duration.milliseconds(8)

  /// The minimum number of equal screenshots, in addition to the minimum time. If the whole machine
  /// stalls, time passes although nothing can have changed.
  private static let minimumCount = 10

  /// Takes screenshots of the window until the program has handled all input and does not animate any longer.
  ///
  /// The program has replied to a ping before each screenshot. A reply shows that the program has drawn the frames
  /// that were due before the ping. So a delay of the program does not count as rest.
  ///
  /// - Parameter ignoresCaret: Whether a narrow change, as of a blinking caret, counts as rest.
  /// - Throws: `timedOut`, `noWindow`.
  public func settledScreenshot(ignoresCaret: Bool = false) throws(ScreenDriverError) -> Screenshot {
    try ping()
    var (last, count) = (try screenshot(), 0)
    return try Deadline(after: .defaultTimeout).poll(for: "the window to settle", every: Self.frame) {
      () throws(ScreenDriverError) in
      try ping()
      let next = try screenshot()
      let isCaret =
        ignoresCaret && next.bounds == last.bounds && (next.difference(from: last)?.width ?? 0) <= 4
      count = next == last || isCaret ? count + 1 : 0
      last = next
      return count == (ignoresCaret ? Self.settledFramesOfMotion : Self.settledFrames) ? last : nil
    }
  }

  /// A time in which an animation draws a frame.
  private static let frame = Duration.milliseconds(20)

  /// The number of equal frames at rest. A fading caret does not change for 67 ms.
  private static let settledFrames = 5

  /// The number of equal frames after a motion, which changes nothing for some frames near its turning point.
  private static let settledFramesOfMotion = 9

  /// Takes screenshots of the window until it does not change any longer. Use `settledScreenshot()` for programs
  /// that reply to pings.
  ///
  /// - Parameters:
  ///   - settlingTime: The time without a change. It must be shorter than the visible phase of the caret
  ///     (0.4 s), or the wait never ends.
  /// - Throws: `timedOut`, `noWindow`.
  public func stillScreenshot(
    for settlingTime: Duration = .milliseconds(150), within duration: Duration = .defaultTimeout
  ) throws(ScreenDriverError) -> Screenshot {
    var last = try screenshot()
    var (settlingEnd, count) = (Deadline(after: settlingTime), 0)
    return try Deadline(after: duration).poll(
      for: "the window to settle", every: settlingTime / (2 * Self.minimumCount)
    ) { () throws(ScreenDriverError) in
      let next = try screenshot()
      count += 1
      if next != last {
        last = next
        (settlingEnd, count) = (Deadline(after: settlingTime), 0)
      }
      return settlingEnd.hasPassed && count >= Self.minimumCount ? last : nil
    }
  }

  /// Records all changes at the highest possible rate.
  ///
  /// - Parameter isLast: Returns whether a screenshot ends the recording. It is called for each change.
  /// - Returns: Screenshots of which each differs from the previous one.
  /// - Throws: `timedOut`, `noWindow`.
  public func record(
    _ part: PixelRect? = nil, timeout duration: Duration = .defaultTimeout,
    until isLast: (Screenshot) -> Bool
  ) throws(ScreenDriverError) -> [Screenshot] {
    var screenshots: [Screenshot] = []
    return try Deadline(after: duration).poll(for: "the end of a change") { () throws(ScreenDriverError) in
      let next = try screenshot(of: part)
      guard next != screenshots.last else { return nil }
      screenshots.append(next)
      return isLast(next) ? screenshots : nil
    }
  }
}
