public import Scene

extension ScreenWindow {
  /// Takes screenshots of the window until one satisfies a condition.
  ///
  /// The server sends no event when the content of the screen changes, so this polls twice per
  /// frame.
  ///
  /// - Parameter what: The searched element, for the error message, for example "the green button".
  /// - Returns: The result of `find` for the first screenshot that satisfies it.
  /// - Throws: `timedOut`, `noWindow`.
  public func waitFor<Value>(
    _ what: String, timeout duration: Duration = .defaultTimeout, in part: PixelRect? = nil,
    _ find: (Screenshot) -> Value?
  ) throws(ScreenDriverError) -> Value {
    try Deadline(after: duration).poll(for: what, every: Self.halfFrame) { () throws(ScreenDriverError) in
      find(try screenshot(of: part))
    }
  }

  /// The interval between screenshots, each of which copies the whole window. A shorter interval
  /// would take CPU time from the observed program.
  private static let halfFrame = Duration.milliseconds(8)

  /// The minimum number of equal screenshots, in addition to the minimum time. If the whole machine
  /// stalls, time passes although nothing can have changed.
  private static let minimumCount = 10

  /// Takes screenshots of the window until it does not change any longer.
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

  /// Records a motion at the highest possible rate, from the last screenshot before it begins to
  /// the first one at rest.
  ///
  /// - Parameter settlingTime: The time without a change after which the motion counts as ended.
  /// - Throws: `timedOut`, `noWindow`.
  public func record(
    _ part: PixelRect? = nil, until settlingTime: Duration = .milliseconds(150),
    timeout duration: Duration = .defaultTimeout
  ) throws(ScreenDriverError) -> [Screenshot] {
    var screenshots = [try screenshot(of: part)]
    var (settlingEnd, count): (Deadline?, Int) = (nil, 0)
    return try Deadline(after: duration).poll(for: "a motion and its end") { () throws(ScreenDriverError) in
      let next = try screenshot(of: part)
      count += 1
      if next != screenshots.last {
        screenshots.append(next)
        (settlingEnd, count) = (Deadline(after: settlingTime), 0)
      }
      return settlingEnd?.hasPassed == true && count >= Self.minimumCount ? screenshots : nil
    }
  }
}
