public import Scene

extension ScreenWindow {
  /// Looks at the window until there is something to be seen.
  ///
  /// A picture on a screen sends no event when it changes, so this looks again every few
  /// milliseconds.
  ///
  /// - Parameter what: Named in the error, as in "the green button".
  /// - Returns: What `find` made of the first picture that satisfied it.
  /// - Throws: `timedOut`, `noWindow`.
  public func see<Sight>(
    _ what: String, within duration: Duration = .seconds(5), in part: PixelRect? = nil,
    _ find: (Screenshot) -> Sight?
  ) throws(ScreenDriverError) -> Sight {
    try Deadline(after: duration).poll(for: what) { () throws(ScreenDriverError) in
      find(try screenshot(of: part))
    }
  }

  /// Looks at the window until it has stayed the same for a while.
  ///
  /// - Parameters:
  ///   - pause: For how long; shorter than the caret stays on (0.4 s), or it never comes.
  /// - Throws: `timedOut`, `noWindow`.
  public func stillScreenshot(
    for pause: Duration = .milliseconds(150), within duration: Duration = .seconds(5)
  ) throws(ScreenDriverError) -> Screenshot {
    var last = try screenshot()
    var since = Deadline(after: pause)
    return try Deadline(after: duration).poll(for: "the window to come to rest") {
      () throws(ScreenDriverError) in
      let next = try screenshot()
      if next != last {
        last = next
        since = Deadline(after: pause)
      }
      return since.hasPassed ? last : nil
    }
  }

  /// Films what moves, in as many pictures as there is time for, from the last before it begins to
  /// the first at rest.
  ///
  /// - Parameter pause: For how long it is still at rest.
  /// - Throws: `timedOut`, `noWindow`.
  public func film(
    of part: PixelRect? = nil, until pause: Duration = .milliseconds(150),
    within duration: Duration = .seconds(5)
  ) throws(ScreenDriverError) -> [Screenshot] {
    var pictures = [try screenshot(of: part)]
    var rest: Deadline?
    return try Deadline(after: duration).poll(for: "a motion and its end") {
      () throws(ScreenDriverError) in
      let next = try screenshot(of: part)
      if next != pictures.last {
        pictures.append(next)
        rest = Deadline(after: pause)
      }
      return rest?.hasPassed == true ? pictures : nil
    }
  }
}
